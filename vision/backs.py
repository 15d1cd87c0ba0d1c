"""Card-shaped things without an index: face-down cards, and faces that cannot be read."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Mask, Points
from vision.motion import MM_PER_PX, Surface

STILL_S = 0.6
"""A back is told only after it has lain still this long (s)."""
SIDE_SLACK = 0.16
"""Sides differ from a card's by at most this share."""
FILL = 0.86
"""A card fills this share of its rectangle."""
PAPER_LEVEL = 150
PAPER_CHROMA = 45
PAPER_SHARE = 0.55
"""A face is white paper on at least this share; a back is less."""


@dataclass(frozen=True, slots=True)
class Slab:
    """A card-sized rectangle on the table (mm, degrees); ``face`` where it is mostly paper."""

    centre: tuple[float, float]
    quad: Points
    face: bool


def slabs(surface: Surface, cards: Mask, card_mm: tuple[float, float]) -> list[Slab]:
    """Return the card-sized things that lie still outside the known cards."""
    unknown = ~surface.open & ~cards & surface.still_for(STILL_S)
    solid = cv2.morphologyEx(unknown.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    outlines, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for outline in outlines:
        box = cv2.minAreaRect(outline)
        # A contour runs through the middles of its outer pixels.
        sides = sorted(float(side + 1) * MM_PER_PX for side in box[1])
        fits = all(
            abs(side / wanted - 1) <= SIDE_SLACK
            for side, wanted in zip(sides, sorted(card_mm), strict=True)
        )
        area = float(cv2.contourArea(outline)) * MM_PER_PX**2
        shrunk = (sides[0] - MM_PER_PX) * (sides[1] - MM_PER_PX)
        if not fits or area < FILL * shrunk:
            continue
        quad = (cv2.boxPoints(box).astype(np.float64) + 0.5) * MM_PER_PX
        x, y = quad.mean(axis=0)
        found.append(Slab((float(x), float(y)), quad, _is_paper(surface, quad)))
    return found


def _is_paper(surface: Surface, quad: Points) -> bool:
    pixels = surface.now[surface.mask([quad], -8.0)].astype(np.int16)
    if len(pixels) == 0:
        return False
    bright = pixels.min(axis=1) > PAPER_LEVEL * min(1.0, surface.gain)
    plain = pixels.max(axis=1) - pixels.min(axis=1) < PAPER_CHROMA
    return float((bright & plain).mean()) >= PAPER_SHARE
