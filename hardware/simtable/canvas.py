"""A card-sized drawing surface in millimetres with anti-aliased fills."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simtable.suits import Path

Colour = tuple[int, int, int]
"""Blue, green, red 0-255."""
Image = NDArray[np.uint8]

CARD_W_MM, CARD_H_MM = 63.0, 88.0


class Canvas:
    """A BGR picture of ``w_mm`` × ``h_mm`` at ``ppm`` pixels per mm."""

    def __init__(self, w_mm: float, h_mm: float, ppm: float, paper: Colour) -> None:
        self.ppm = ppm
        self.w_mm, self.h_mm = w_mm, h_mm
        self.image: Image = np.empty((round(h_mm * ppm), round(w_mm * ppm), 3), np.uint8)
        self.image[:] = paper

    def fill(self, path: Path, colour: Colour) -> None:
        """Fill one closed outline given in mm."""
        points = np.round(path * self.ppm * 16).astype(np.int32)
        cv2.fillPoly(self.image, [points], colour, cv2.LINE_AA, 4)

    def outline(self, path: Path, colour: Colour, width_mm: float, closed: bool = True) -> None:
        """Draw the edge of a path given in mm."""
        points = np.round(path * self.ppm * 16).astype(np.int32)
        thickness = max(1, round(width_mm * self.ppm))
        cv2.polylines(self.image, [points], closed, colour, thickness, cv2.LINE_AA, 4)

    def shape(
        self, paths: list[Path], x: float, y: float, size: float, colour: Colour, down: bool = False
    ) -> None:
        """Fill unit shapes at (x, y) mm with the given height; ``down`` turns them by 180°."""
        for path in paths:
            unit = -path if down else path
            self.fill(unit * size + (x, y), colour)

    def stamp(
        self, mask: Image, x: float, y: float, h_mm: float, colour: Colour, w_mm: float = 0
    ) -> None:
        """Paint a coverage mask with its centre at (x, y) mm; width follows the mask if 0."""
        height = max(1, round(h_mm * self.ppm))
        natural = mask.shape[1] * height / mask.shape[0]
        width = max(1, round(w_mm * self.ppm if w_mm else natural))
        small = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
        top, left = round(y * self.ppm - height / 2), round(x * self.ppm - width / 2)
        y0, x0 = max(0, top), max(0, left)
        roi = self.image[y0 : top + height, x0 : left + width]
        part = small[y0 - top : y0 - top + roi.shape[0], x0 - left : x0 - left + roi.shape[1]]
        alpha = part[..., None].astype(np.float32) / 255
        roi[:] = np.round(roi * (1 - alpha) + np.array(colour, np.float32) * alpha)

    def copy_turned(self) -> None:
        """Make the lower half the upper half turned by 180°, as on court cards."""
        half = self.image.shape[0] // 2
        self.image[-half:] = self.image[:half][::-1, ::-1]

    def corner_to_corner(self, w_mm: float, h_mm: float) -> None:
        """Copy the top left corner, turned by 180°, to the bottom right."""
        w, h = round(w_mm * self.ppm), round(h_mm * self.ppm)
        self.image[-h:, -w:] = self.image[:h, :w][::-1, ::-1]


def box(x0: float, y0: float, x1: float, y1: float) -> Path:
    """Return a rectangle as a closed path."""
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], dtype=np.float64)


def oval(cx: float, cy: float, rx: float, ry: float) -> Path:
    """Return an ellipse as a closed path."""
    t = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    return np.stack([cx + rx * np.cos(t), cy + ry * np.sin(t)], axis=1)


def rounded_mask(w_mm: float, h_mm: float, radius_mm: float, ppm: float) -> Image:
    """Return the 8-bit coverage of a rectangle with round corners."""
    fine = 4
    w, h, r = (round(v * ppm * fine) for v in (w_mm, h_mm, radius_mm))
    mask = np.zeros((h, w), np.uint8)
    cv2.rectangle(mask, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    size = (round(w_mm * ppm), round(h_mm * ppm))
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
