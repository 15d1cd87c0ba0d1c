"""Suit shapes, stars and other outlines of the drawn decks, as our own Bézier paths.

Outlines are closed polygons in a unit box: centre (0, 0), height 1, y down.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Path = NDArray[np.float64]


def _bezier(points: list[tuple[float, float]], steps: int = 20) -> Path:
    """Return a chain of cubic curves given as start, (control, control, end)…"""
    xy = np.array(points)
    t = np.linspace(0.0, 1.0, steps, endpoint=False)[:, None]
    s = 1 - t
    parts = []
    for i in range(0, len(xy) - 1, 3):
        a, b, c, d = xy[i : i + 4]
        parts.append(s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d)
    return np.concatenate(parts)


def _mirrored(half: Path) -> Path:
    return np.concatenate([half, half[::-1] * (-1, 1)])


def heart(fat: float = 1.0) -> Path:
    """Return a heart; ``fat`` scales its width."""
    half = _bezier(
        [
            (0, -0.26),
            (0.06, -0.48),
            (0.26, -0.52),
            (0.37, -0.46),
            (0.58, -0.34),
            (0.52, 0.0),
            (0.28, 0.22),
            (0.14, 0.35),
            (0.05, 0.44),
            (0, 0.5),
        ]
    )
    return _mirrored(half) * (fat * 0.92, 1)


def diamond(curve: float = 0.06, fat: float = 1.0) -> Path:
    """Return a diamond whose sides bend inwards by ``curve``."""
    half = _bezier(
        [
            (0, -0.5),
            (0.13 - curve / 2, -0.3),
            (0.28 - curve, -0.12),
            (0.39, 0.0),
            (0.28 - curve, 0.12),
            (0.13 - curve / 2, 0.3),
            (0, 0.5),
        ]
    )
    return _mirrored(half) * (fat, 1)


def _stem(top: float, foot: float) -> Path:
    half = _bezier([(0.015, top), (0.03, 0.30), (0.05, 0.45), (foot, 0.5)])
    return _mirrored(half)


def spade(fat: float = 1.0) -> list[Path]:
    """Return a spade: leaf and stem."""
    half = _bezier(
        [
            (0, -0.5),
            (0.05, -0.40),
            (0.16, -0.30),
            (0.29, -0.16),
            (0.52, 0.06),
            (0.50, 0.36),
            (0.28, 0.36),
            (0.16, 0.36),
            (0.06, 0.28),
            (0, 0.14),
        ]
    )
    return [_mirrored(half) * (fat, 1), _stem(0.0, 0.20)]


def _disc(cx: float, cy: float, r: float) -> Path:
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.stack([cx + r * np.cos(t), cy + r * np.sin(t)], axis=1)


def club(fat: float = 1.0) -> list[Path]:
    """Return a club: three discs, their middle and the stem."""
    discs = [_disc(0, -0.27, 0.225), _disc(-0.25, 0.10, 0.225), _disc(0.25, 0.10, 0.225)]
    middle = np.array([(-0.09, -0.15), (0.09, -0.15), (0.13, 0.12), (-0.13, 0.12)])
    return [part * (fat, 1) for part in [*discs, middle]] + [_stem(0.0, 0.20)]


def star(points: int = 5, inner: float = 0.42) -> Path:
    """Return a star standing on two points."""
    angles = np.arange(2 * points) * np.pi / points - np.pi / 2
    radius = np.where(np.arange(2 * points) % 2 == 0, 0.5, 0.5 * inner)
    return np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)


def suit_paths(suit: str, fat: float = 1.0, curve: float = 0.06) -> list[Path]:
    """Return the closed outlines of suit ``S``, ``H``, ``D`` or ``C``."""
    if suit == "H":
        return [heart(fat)]
    if suit == "D":
        return [diamond(curve, fat)]
    return spade(fat) if suit == "S" else club(fat)
