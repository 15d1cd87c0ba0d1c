"""Table tops painted by formula: felt, wood, cloth and a plain lacquered board."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simtable.canvas import Image

Floats = NDArray[np.float32]


def _noise(rng: np.random.Generator, h: int, w: int, grain: float, stretch: float = 1.0) -> Floats:
    """Return smooth noise of unit deviation whose spots are ``grain`` px high."""
    rows, cols = max(2, round(h / grain)), max(2, round(w / (grain * stretch)))
    small = rng.standard_normal((rows, cols)).astype(np.float32)
    big = cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)
    return np.asarray(big / max(float(big.std()), 1e-6), dtype=np.float32)


def _tint(value: Floats, base: tuple[float, float, float]) -> Image:
    picture = value[..., None] * np.array(base, np.float32)
    return np.clip(picture, 0, 255).astype(np.uint8)


def felt(rng: np.random.Generator, h: int, w: int) -> Image:
    """Return short-haired felt, mostly green or blue."""
    colours = ((58.0, 98.0, 32.0), (110.0, 74.0, 26.0), (48.0, 40.0, 112.0), (84.0, 92.0, 40.0))
    base = colours[int(rng.integers(len(colours)))]
    value = (
        1
        + 0.05 * _noise(rng, h, w, 1.5)
        + 0.03 * _noise(rng, h, w, 6)
        + 0.03 * _noise(rng, h, w, 90)
    )
    return _tint(value.astype(np.float32), base)


def wood(rng: np.random.Generator, h: int, w: int) -> Image:
    """Return planks with long grain."""
    value = np.empty((h, w), np.float32)
    plank = h // int(rng.integers(3, 7)) + 1
    for top in range(0, h, plank):
        rows = min(plank, h - top)
        wave = _noise(rng, rows, w, 40, 8) * 6
        y = np.arange(rows, dtype=np.float32)[:, None] + wave
        rings = np.sin(y * float(rng.uniform(0.18, 0.35))) * 0.05
        grain = 0.05 * _noise(rng, rows, w, 2, 30) + 0.03 * _noise(rng, rows, w, 1, 4)
        value[top : top + rows] = float(rng.uniform(0.88, 1.1)) + rings + grain
        value[top : top + 2] *= 0.6
    colours = ((70.0, 110.0, 160.0), (52.0, 78.0, 120.0), (105.0, 145.0, 182.0))
    return _tint(value, colours[int(rng.integers(len(colours)))])


def cloth(rng: np.random.Generator, h: int, w: int) -> Image:
    """Return a woven table cloth with a faint check."""
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    weave = 0.04 * np.sin(x * 1.9) + 0.04 * np.sin(y * 1.9)
    period = float(rng.uniform(60, 120))
    bands = ((x % period < period / 2) * 0.06 + (y % period < period / 2) * 0.06).astype(np.float32)
    folds = 0.04 * _noise(rng, h, w, 200)
    colours = ((150.0, 160.0, 172.0), (96.0, 70.0, 60.0), (76.0, 84.0, 150.0))
    base = colours[int(rng.integers(len(colours)))]
    return _tint((0.9 + weave + bands + folds).astype(np.float32), base)


def board(rng: np.random.Generator, h: int, w: int) -> Image:
    """Return a plain lacquered board with faint speckles."""
    value = 1 + 0.012 * _noise(rng, h, w, 3) + 0.03 * _noise(rng, h, w, 300)
    level = float(rng.choice([45.0, 120.0, 185.0]))
    return _tint(value.astype(np.float32), (level, level * 1.02, level * 1.05))


SURFACES: dict[str, Callable[[np.random.Generator, int, int], Image]] = {
    "felt": felt,
    "wood": wood,
    "cloth": cloth,
    "board": board,
}
