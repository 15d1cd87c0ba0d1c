"""Is the camera placed well? Focus, light, glare and size of the cards, measured on one frame."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.draw import STATES, draw_table, label
from vision.frame import Image, Mask
from vision.tracks import Track
from vision.zones import IGNORE, Zone

DARK, BRIGHT = 60.0, 205.0
"""Mean brightness (0-255) of the table beyond which cards are hard to read."""
GLARE_SHARE = 0.015
"""More of the table than this in pure white is a lamp's reflection."""
GLARE_LEVEL = 253
SHARP = 0.8
"""Edges against contrast; pictures whose edges are smeared over 4 px and more stay below."""
BLOCK_PX = 48
CARD_PX_LEAST, CARD_PX_GOOD = 60.0, 90.0


def table_mask(image: Image, calibration: Calibration, zones: Sequence[Zone]) -> Mask:
    """Return which pixels show a zone of the table."""
    inside = np.zeros(image.shape[:2], np.uint8)
    for value, wanted in ((255, False), (0, True)):
        for zone in zones:
            if (zone.name == IGNORE) == wanted:
                outline = np.round(calibration.to_px(zone.polygon)).astype(np.int32)
                cv2.fillPoly(inside, [outline], value)
    return np.asarray(inside > 0, dtype=np.bool_)


def advise(image: Image, calibration: Calibration | None, mask: Mask | None) -> list[str]:
    """Return what should be changed, worst first: codes such as ``dark``; empty when all is well.

    Codes: ``dark``, ``bright``, ``glare``, ``blurred``, ``too_small`` (cards under 60 px wide
    cannot be read), ``small`` (under 90 px).
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    inside = np.ones(grey.shape, np.bool_) if mask is None else mask
    found = []
    if calibration is not None:
        width = calibration.least_px_per_card()
        if width < CARD_PX_GOOD:
            found.append("too_small" if width < CARD_PX_LEAST else "small")
    if not inside.any():
        return found
    brightness = float(grey[inside].mean())
    found += ["dark"] if brightness < DARK else ["bright"] if brightness > BRIGHT else []
    if float((grey[inside] >= GLARE_LEVEL).mean()) > GLARE_SHARE:
        found.append("glare")
    if sharpness(grey, inside) < SHARP:
        found.append("blurred")
    return found


def sharpness(grey: Image, inside: Mask) -> float:
    """Return how crisp the crispest parts are: edges over contrast, whatever the light."""
    calm = cv2.GaussianBlur(grey, (0, 0), 1.0)  # noise is no sharpness
    fine = np.abs(cv2.Laplacian(calm, cv2.CV_32F))
    rows, columns = grey.shape[0] // BLOCK_PX, grey.shape[1] // BLOCK_PX
    values = []
    for y in range(rows):
        for x in range(columns):
            block = np.s_[y * BLOCK_PX : (y + 1) * BLOCK_PX, x * BLOCK_PX : (x + 1) * BLOCK_PX]
            if inside[block].all():
                spread = float(grey[block].std())
                if spread > 4:
                    values.append(float(np.percentile(fine[block], 99)) / spread)
    return float(np.percentile(values, 90)) if values else 0.0


def shown(
    image: Image, calibration: Calibration, zones: Sequence[Zone], tracks: Sequence[Track]
) -> Image:
    """Return the table with zones and named cards drawn; black wherever no zone lies."""
    inside = table_mask(image, calibration, zones)
    masked = np.where(inside[..., None], image, 0).astype(np.uint8)
    canvas = draw_table(masked, calibration, zones, ())
    thick = max(1, round(max(image.shape[:2]) / 900))
    for number, track in enumerate(track for track in tracks if track.present):
        corners = calibration.to_px(track.reading.quad)
        outline = np.round(corners).astype(np.int32)
        cv2.polylines(canvas, [outline], True, STATES[track.state], thick, cv2.LINE_AA)
        # Beyond the card's edge, in three rows, so that the names of a fan do not hide each other.
        middle = corners.mean(axis=0)
        away = corners[0] + (corners[0] - middle) * (0.18 + 0.22 * (number % 3))
        place = (float(away[0]), float(away[1]))
        label(canvas, track.reading.card, place, STATES[track.state], thick)
    return canvas
