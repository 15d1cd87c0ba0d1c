"""Letters and figures of the card indices, drawn as pen strokes; no font file is needed.

A glyph is a list of strokes on a grid of cap height 1 (x right, y down); a pen of given weight and
contrast draws them, so one set of skeletons gives many index styles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Mask = NDArray[np.uint8]

_SCALE = 200  # px of cap height in the drawing; reduced afterwards


@dataclass(frozen=True, slots=True)
class Pen:
    """How strokes become black: weight in cap heights, contrast, slab serifs, width factor."""

    weight: float = 0.13
    contrast: float = 1.0
    serif: bool = False
    width: float = 1.0
    flat_three: bool = False


def _line(*points: Point) -> NDArray[np.float64]:
    return np.array(points, dtype=np.float64)


def _curve(a: Point, b: Point, c: Point, d: Point) -> NDArray[np.float64]:
    t = np.linspace(0.0, 1.0, 24)[:, None]
    p = [np.array(q) for q in (a, b, c, d)]
    s = 1.0 - t
    return np.asarray(s**3 * p[0] + 3 * s * s * t * p[1] + 3 * s * t * t * p[2] + t**3 * p[3])


def _oval(cx: float, cy: float, rx: float, ry: float) -> NDArray[np.float64]:
    t = np.linspace(0.0, 2 * np.pi, 64)
    return np.stack([cx + rx * np.cos(t), cy + ry * np.sin(t)], axis=1)


def _join(*parts: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate(parts)


_SIX = [
    _curve((0.53, 0.10), (0.30, -0.08), (0.02, 0.12), (0.03, 0.68)),
    _oval(0.30, 0.68, 0.27, 0.32),
]
_STROKES: dict[str, list[NDArray[np.float64]]] = {
    "A": [_line((0.02, 1), (0.33, 0), (0.64, 1)), _line((0.13, 0.66), (0.53, 0.66))],
    "K": [
        _line((0.08, 0), (0.08, 1)),
        _line((0.60, 0), (0.08, 0.58)),
        _line((0.24, 0.42), (0.64, 1)),
    ],
    "Q": [_oval(0.34, 0.5, 0.32, 0.5), _line((0.36, 0.70), (0.66, 1.05))],
    "O": [_oval(0.34, 0.5, 0.32, 0.5)],
    "J": [
        _join(
            _line((0.46, 0), (0.46, 0.70)),
            _curve((0.46, 0.70), (0.46, 1.06), (0.06, 1.12), (0.03, 0.72)),
        )
    ],
    "E": [
        _line((0.08, 0), (0.08, 1)),
        _line((0.08, 0), (0.55, 0)),
        _line((0.08, 0.48), (0.46, 0.48)),
        _line((0.08, 1), (0.57, 1)),
    ],
    "R": [
        _line((0.08, 0), (0.08, 1)),
        _join(
            _line((0.08, 0), (0.30, 0)),
            _curve((0.30, 0), (0.66, 0.0), (0.66, 0.52), (0.30, 0.52)),
            _line((0.30, 0.52), (0.08, 0.52)),
        ),
        _line((0.28, 0.52), (0.62, 1)),
    ],
    "0": [_oval(0.25, 0.5, 0.23, 0.5)],
    "1": [_line((0.02, 0.22), (0.20, 0), (0.20, 1))],
    "2": [
        _join(
            _curve((0.04, 0.30), (0.02, -0.10), (0.56, -0.10), (0.55, 0.27)),
            _curve((0.55, 0.27), (0.54, 0.50), (0.20, 0.70), (0.03, 1.0)),
        ),
        _line((0.03, 1), (0.58, 1)),
    ],
    "3": [
        _join(
            _curve((0.04, 0.20), (0.10, -0.08), (0.54, -0.08), (0.53, 0.24)),
            _curve((0.53, 0.24), (0.52, 0.42), (0.38, 0.46), (0.22, 0.46)),
        ),
        _join(
            _curve((0.22, 0.46), (0.46, 0.46), (0.57, 0.56), (0.57, 0.72)),
            _curve((0.57, 0.72), (0.57, 1.10), (0.06, 1.10), (0.02, 0.80)),
        ),
    ],
    "3flat": [
        _join(
            _line((0.04, 0), (0.54, 0), (0.24, 0.40)),
            _curve((0.24, 0.40), (0.48, 0.38), (0.57, 0.54), (0.57, 0.70)),
            _curve((0.57, 0.70), (0.57, 1.10), (0.06, 1.10), (0.02, 0.80)),
        )
    ],
    "4": [_line((0.45, 1), (0.45, 0), (0.02, 0.70), (0.62, 0.70))],
    "5": [
        _join(
            _line((0.53, 0), (0.12, 0), (0.07, 0.46)),
            _curve((0.07, 0.46), (0.26, 0.28), (0.57, 0.36), (0.57, 0.68)),
            _curve((0.57, 0.68), (0.57, 1.10), (0.06, 1.10), (0.02, 0.80)),
        )
    ],
    "6": _SIX,
    "7": [_line((0.03, 0), (0.57, 0), (0.22, 1))],
    "8": [_oval(0.30, 0.24, 0.23, 0.24), _oval(0.30, 0.73, 0.28, 0.27)],
    "9": [_line((0.60, 1)) - stroke for stroke in _SIX],
}
_SERIFS: dict[str, list[tuple[float, float]]] = {  # centre x, y of short horizontal strokes
    "A": [(0.02, 1), (0.64, 1)],
    "K": [(0.08, 0), (0.08, 1), (0.60, 0), (0.64, 1)],
    "J": [(0.46, 0)],
    "E": [],
    "R": [(0.08, 1), (0.62, 1)],
    "1": [(0.20, 1)],
    "4": [(0.45, 1)],
    "7": [],
}
_SERIF_HALF = 0.13


@lru_cache(maxsize=512)
def glyph(char: str, pen: Pen) -> Mask:
    """Return one character as an 8-bit coverage mask, cap height 200 px, tight in x."""
    key = "3flat" if char == "3" and pen.flat_three else char
    strokes = list(_STROKES[key])
    if pen.serif:
        strokes += [
            _line((x - _SERIF_HALF, y), (x + _SERIF_HALF, y)) for x, y in _SERIFS.get(char, [])
        ]
    # The pen is round in a stretched space; squeezing x back gives thick stems, thin bars.
    stretch_x = pen.width / pen.contrast
    margin = int(_SCALE * 0.3)
    width = int(_SCALE * 0.8 * stretch_x) + 2 * margin
    canvas = np.zeros((_SCALE + 2 * margin, width), np.uint8)
    thickness = max(1, round(pen.weight / pen.contrast * _SCALE))
    inset = pen.weight / pen.contrast / 2
    for stroke in strokes:
        xy = stroke.copy()
        xy[:, 1] = inset + xy[:, 1] * (1 - 2 * inset)
        xy *= (stretch_x * _SCALE, _SCALE)
        points = np.round((xy + margin) * 16).astype(np.int32)
        cv2.polylines(canvas, [points], False, 255, thickness, cv2.LINE_AA, 4)
    final = (max(1, round(canvas.shape[1] * pen.contrast)), canvas.shape[0])
    resized = np.asarray(cv2.resize(canvas, final, interpolation=cv2.INTER_LINEAR), np.uint8)
    columns = np.flatnonzero(resized.max(axis=0) > 8)
    cut = resized[margin - 8 : margin + _SCALE + 20, columns[0] : columns[-1] + 1]
    return np.ascontiguousarray(cut)


@lru_cache(maxsize=256)
def word(text: str, pen: Pen, gap: float = 0.10) -> Mask:
    """Return several characters side by side as one mask; ``gap`` is in cap heights."""
    parts: list[Mask] = []
    for index, char in enumerate(text):
        mask = glyph(char, pen)
        if index:
            parts.append(np.zeros((mask.shape[0], round(gap * _SCALE)), np.uint8))
        parts.append(mask)
    return np.hstack(parts)


def column(text: str, pen: Pen, gap: float = 0.12) -> Mask:
    """Return characters stacked from top to bottom, centred, as one mask."""
    masks = [glyph(char, pen) for char in text]
    width = max(mask.shape[1] for mask in masks)
    rows: list[Mask] = []
    for mask in masks:
        left = (width - mask.shape[1]) // 2
        rows.append(np.pad(mask, ((0, round(gap * _SCALE)), (left, width - mask.shape[1] - left))))
    return np.vstack(rows)
