"""Card sprites of one deck: faces and back with round corners and a soft contact shadow."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simtable.canvas import CARD_H_MM, CARD_W_MM, Image, rounded_mask
from hardware.simtable.design import DESIGNS, Design
from hardware.simtable.faces import draw_back, draw_face
from scorer.cards import CARDS
from scorer.errors import InputError

BACK = "back"
SHADOW_MM = 3.0
"""Room for the shadow around a sprite."""
_FINE = 8.0  # px/mm at which faces are drawn before they are reduced


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture to lay on the table: premultiplied BGR, 255 − alpha (both 3 channels), px/mm."""

    colour: Image
    keep: Image
    w_mm: float
    h_mm: float


class Deck:
    """The sprites of one design, made when first asked for."""

    def __init__(self, design: Design, ppm: float) -> None:
        self.design = design
        self.ppm = ppm
        self._sprites: dict[str, Sprite] = {}

    def sprite(self, key: str) -> Sprite:
        """Return the sprite of a card text or of ``back``."""
        if key not in self._sprites:
            if key != BACK and key not in CARDS:
                raise InputError(f"simulated table: no card is called '{key}'")
            self._sprites[key] = self._make(key)
        return self._sprites[key]

    def _make(self, key: str) -> Sprite:
        if key == BACK:
            face = draw_back(self.design, _FINE)
        else:
            face = draw_face(key, self.design, _FINE)
        size = (round(CARD_W_MM * self.ppm), round(CARD_H_MM * self.ppm))
        face = np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        return with_shadow(face, self.design.radius, self.ppm)


def with_shadow(face: Image, radius_mm: float, ppm: float) -> Sprite:
    """Return a card picture as a sprite with round corners, a thin edge and a contact shadow."""
    height, width = face.shape[:2]
    alpha = rounded_mask(CARD_W_MM, CARD_H_MM, radius_mm, ppm)
    edge = cv2.erode(alpha, np.ones((3, 3), np.uint8)).astype(np.float32) / 255
    shade = face.astype(np.float32) * (0.80 + 0.20 * edge[..., None])
    pad = round(SHADOW_MM * ppm)
    a = np.pad(alpha.astype(np.float32) / 255, pad)
    shadow = cv2.GaussianBlur(a, (0, 0), 1.1 * ppm) * 0.42
    shadow = np.roll(shadow, round(0.5 * ppm), axis=0)
    colour = np.zeros((height + 2 * pad, width + 2 * pad, 3), np.float32)
    colour[pad : pad + height, pad : pad + width] = shade
    colour *= a[..., None]
    opacity = a + (1 - a) * shadow
    keep = np.repeat(((1 - opacity) * 255)[..., None], 3, axis=2)
    return Sprite(
        np.round(colour).astype(np.uint8),
        np.round(keep).astype(np.uint8),
        CARD_W_MM + 2 * SHADOW_MM,
        CARD_H_MM + 2 * SHADOW_MM,
    )


def design_named(name: str) -> Design:
    """Return a design of ours by name.

    Raises:
        InputError: there is no such design.
    """
    if name not in DESIGNS:
        raise InputError(f"simulated table: unknown deck '{name}'; there are {', '.join(DESIGNS)}")
    return DESIGNS[name]
