"""Pictures for people: cards, zones and states drawn over what the camera saw."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.frame import Image, Points
from vision.readings import Reading
from vision.tracks import State, Track
from vision.zones import Zone

Colour = tuple[int, int, int]

SURE: Colour = (60, 200, 60)
UNSURE: Colour = (40, 140, 255)
ZONE: Colour = (220, 180, 60)
STATES: dict[State, Colour] = {
    State.APPEARING: (40, 220, 255),
    State.SETTLED: SURE,
    State.COVERED: (200, 80, 200),
    State.GONE: (60, 60, 220),
}
SURE_P = 0.9


def draw_cards(image: Image, readings: Sequence[Reading]) -> Image:
    """Return a copy of a photograph with its cards outlined and named."""
    canvas = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 700))
    for reading in readings:
        colour = SURE if reading.p >= SURE_P else UNSURE
        _outline(canvas, reading.quad, colour, thick)
        label(canvas, f"{reading.card} {reading.p:.2f}", reading.centre, colour, thick)
    return canvas


def draw_table(
    image: Image, calibration: Calibration, zones: Sequence[Zone], tracks: Sequence[Track]
) -> Image:
    """Return a copy of a frame with the zones and every card's track, state and reading."""
    canvas = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 900))
    for zone in zones:
        outline = calibration.to_px(zone.polygon)
        _outline(canvas, outline, ZONE, thick)
        label(canvas, zone.name, _point(outline.mean(axis=0)), ZONE, thick)
    for track in tracks:
        colour = STATES[track.state]
        _outline(canvas, calibration.to_px(track.reading.quad), colour, thick)
        corner = calibration.to_px([track.reading.quad[0]])[0]
        text = f"{track.reading.card} #{track.id} {track.hits}"
        label(canvas, text, _point(corner), colour, thick)
    return canvas


def label(
    canvas: Image, text: str, at: tuple[float, float], colour: Colour, thick: int = 1
) -> None:
    """Write a short text centred on a point, on a dark ground."""
    size, font = 0.45 * thick, cv2.FONT_HERSHEY_SIMPLEX
    (width, height), _ = cv2.getTextSize(text, font, size, thick)
    x, y = round(at[0] - width / 2), round(at[1] + height / 2)
    cv2.rectangle(canvas, (x - 2, y - height - 3), (x + width + 2, y + 3), (20, 20, 20), -1)
    cv2.putText(canvas, text, (x, y), font, size, colour, thick, cv2.LINE_AA)


def _outline(canvas: Image, polygon: Points, colour: Colour, thick: int) -> None:
    cv2.polylines(canvas, [np.round(polygon).astype(np.int32)], True, colour, thick, cv2.LINE_AA)


def _point(xy: Points) -> tuple[float, float]:
    return float(xy[0]), float(xy[1])
