"""Card backs beyond one per deck: fine printed patterns that must never be read as an index."""

from __future__ import annotations

import functools

import cv2
import numpy as np

from models.training import art

COUNT = 64
"""So many backs there are; the number is the seed."""


def _lines(rng: np.random.Generator, image: np.ndarray, ink: tuple[float, ...]) -> None:
    high, wide = image.shape[:2]
    gap = int(rng.integers(6, 22))
    slope = float(rng.uniform(0.4, 2.5))
    thick = int(rng.integers(1, 4))
    for start in range(-int(high / slope) - gap, wide + gap, gap):
        end = (start + int(high / slope), high)
        cv2.line(image, (start, 0), end, ink, thick, cv2.LINE_AA)
        cv2.line(image, (wide - start, 0), (wide - end[0], high), ink, thick, cv2.LINE_AA)


def _spots(rng: np.random.Generator, image: np.ndarray, ink: tuple[float, ...]) -> None:
    high, wide = image.shape[:2]
    gap = int(rng.integers(8, 26))
    sides = int(rng.choice([3, 4, 5, 6, 16]))
    size = gap * float(rng.uniform(0.2, 0.5))
    turn = float(rng.uniform(0, 6.28))
    angles = np.arange(sides) * 2 * np.pi / sides + turn
    shape = np.stack([np.cos(angles), np.sin(angles)], axis=1) * size
    for row, y in enumerate(range(0, high + gap, gap)):
        for x in range((row % 2) * gap // 2, wide + gap, gap):
            spot = np.round(shape + np.array((x, y))).astype(np.int32)
            cv2.fillPoly(image, [spot], ink, cv2.LINE_AA)


def _rings(rng: np.random.Generator, image: np.ndarray, ink: tuple[float, ...]) -> None:
    high, wide = image.shape[:2]
    gap = int(rng.integers(14, 44))
    radius = int(gap * rng.uniform(0.4, 1.0))
    for y in range(0, high + gap, gap):
        for x in range(0, wide + gap, gap):
            cv2.circle(image, (x, y), radius, ink, int(rng.integers(1, 3)), cv2.LINE_AA)


def _scrolls(rng: np.random.Generator, image: np.ndarray, ink: tuple[float, ...]) -> None:
    high, wide = image.shape[:2]
    steps = np.linspace(0, 2 * np.pi, 120)
    for _ in range(int(rng.integers(10, 40))):
        centre = rng.uniform(0, 1, 2) * (wide, high)
        size = wide * rng.uniform(0.04, 0.2)
        waves = rng.integers(1, 6, 2)
        x = centre[0] + size * np.sin(waves[0] * steps + rng.uniform(0, 6))
        y = centre[1] + size * np.cos(waves[1] * steps)
        line = np.round(np.stack([x, y], axis=1)).astype(np.int32)
        cv2.polylines(image, [line], False, ink, int(rng.integers(1, 4)), cv2.LINE_AA)


def _blocks(rng: np.random.Generator, image: np.ndarray, ink: tuple[float, ...]) -> None:
    high, wide = image.shape[:2]
    w, h = (int(v) for v in rng.integers(4, 18, 2))
    for row, y in enumerate(range(0, high, h)):
        for x in range((row % 2) * w, wide, 2 * w):
            image[y : y + h, x : x + w] = ink


_PATTERNS = (_lines, _spots, _rings, _scrolls, _blocks)


@functools.lru_cache(COUNT)
def back(number: int, high: int) -> np.ndarray:
    """The back with this number as RGB uint8 of `art.CARD_WIDTH` × `high` px."""
    rng = np.random.default_rng([number, 557])
    wide = art.CARD_WIDTH
    paper = int(rng.integers(225, 256))
    ground, light = rng.uniform(0, 170, 3), rng.uniform(120, 255, 3)
    if rng.random() < 0.4:
        ground, light = light, ground
    inside = np.empty((high, wide, 3), np.float32)
    inside[:] = ground
    ink = tuple(float(v) for v in light)
    for index in rng.permutation(len(_PATTERNS))[: int(rng.integers(1, 3))]:
        _PATTERNS[index](rng, inside, ink)
    if rng.random() < 0.5:
        middle, axes = (wide // 2, high // 2), (int(wide * 0.22), int(high * 0.18))
        cv2.ellipse(inside, middle, axes, 0, 0, 360, tuple(float(v) for v in ground), -1)
        cv2.ellipse(inside, middle, axes, 0, 0, 360, ink, 3, cv2.LINE_AA)
    image = np.full((high, wide, 3), paper, np.float32)
    edge = int(wide * rng.uniform(0.02, 0.12)) if rng.random() < 0.8 else 0
    image[edge : high - edge, edge : wide - edge] = inside[edge : high - edge, edge : wide - edge]
    if edge and rng.random() < 0.5:
        inner = edge + int(wide * 0.02)
        cv2.rectangle(image, (inner, inner), (wide - inner, high - inner), ink, 2, cv2.LINE_AA)
    return image.astype(np.uint8)
