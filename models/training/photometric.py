"""What light, lens, sensor and compression do to a picture."""

from __future__ import annotations

import functools
import math

import cv2
import numpy as np


def degrade(rng: np.random.Generator, image: np.ndarray, width: float, mild: bool) -> np.ndarray:
    """Light, blur, noise and JPEG on a float32 RGB picture (0-255); uint8 RGB."""
    image = _light(rng, image, mild)
    image = _blur(rng, image, width, mild)
    image = _sensor(rng, image, mild)
    return _compress(rng, image)


@functools.cache
def _tile() -> np.ndarray:
    """A large picture of Gaussian noise with deviation 1, the same in every run."""
    return np.random.default_rng(20).standard_normal((1400, 1400), np.float32)


def grain(rng: np.random.Generator, wide: int, high: int) -> np.ndarray:
    """Gaussian noise of deviation 1: a cut of the tile, repeated where the picture is larger."""
    tile = _tile()
    if wide > 1300 or high > 1300:
        repeats = (-(-high // 1400) + 1, -(-wide // 1400) + 1)
        tile = np.tile(tile, repeats)
    top = int(rng.integers(tile.shape[0] - high))
    left = int(rng.integers(tile.shape[1] - wide))
    return tile[top : top + high, left : left + wide]


def _light(rng: np.random.Generator, image: np.ndarray, mild: bool) -> np.ndarray:
    high, wide = image.shape[:2]
    gamma = rng.uniform(0.9, 1.1) if mild else rng.uniform(0.72, 1.35)
    table = (255 * (np.arange(256) / 255) ** gamma).astype(np.float32)
    image = cv2.LUT(np.clip(image, 0, 255).astype(np.uint8), table)
    x = np.linspace(-1, 1, wide, dtype=np.float32)[None]
    y = np.linspace(-1, 1, high, dtype=np.float32)[:, None]
    angle = rng.uniform(0, 2 * np.pi)
    slope = rng.uniform(0, 0.15 if mild else 0.45)
    field = 1 + slope * (math.cos(angle) * x + math.sin(angle) * y)
    if not mild and rng.random() < 0.2:
        edge = math.cos(angle + 1) * x + math.sin(angle + 1) * y + rng.uniform(-0.5, 0.5)
        field = field * (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-edge * rng.uniform(3, 40))))
    gain = rng.uniform(0.7, 1.1)
    if not mild:
        gain = rng.uniform(0.55, 1.25) if rng.random() < 0.8 else rng.uniform(0.2, 0.55)
    warmth = rng.normal(0, 0.05 if mild else 0.13)
    tint = np.array([1 + warmth, 1 + rng.normal(0, 0.03), 1 - warmth]) * gain
    image *= field[..., None] * tint.astype(np.float32)
    if not mild and rng.random() < 0.22:
        for _ in range(int(rng.integers(1, 3))):
            cx, cy, reach = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.05, 0.5)
            spot = np.exp(-(((x - cx) / reach) ** 2)) * np.exp(-(((y - cy) / reach) ** 2))
            image += rng.uniform(40, 220) * spot[..., None]
    return np.clip(image, 0, 255, out=image)


def _blur(rng: np.random.Generator, image: np.ndarray, width: float, mild: bool) -> np.ndarray:
    sigma = rng.uniform(0.2, 0.6) if mild else rng.uniform(0.2, 1.0)
    if not mild and rng.random() < 0.08:
        sigma = rng.uniform(0.008, 0.022) * width
    image = cv2.GaussianBlur(image, (0, 0), max(0.15, sigma))
    if not mild and rng.random() < 0.17:
        reach = max(2.0, rng.uniform(0.01, 0.055) * width)
        size = int(reach) | 1
        kernel = np.zeros((size + 2, size + 2), np.float32)
        centre = np.array([size / 2 + 0.5, size / 2 + 0.5])
        angle = rng.uniform(0, np.pi)
        step = np.array([np.cos(angle), np.sin(angle)]) * reach / 2
        ends = [np.round((centre + k * step) * 16).astype(int).tolist() for k in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 4)
        image = cv2.filter2D(image, -1, kernel / max(1.0, float(kernel.sum())))
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + rng.uniform(0.3, 1.2) * (image - soft)
    return image


def _sensor(rng: np.random.Generator, image: np.ndarray, mild: bool) -> np.ndarray:
    high, wide = image.shape[:2]
    luma = rng.uniform(0, 3 if mild else 9)
    image = image + luma * grain(rng, wide, high)[..., None]
    if not mild and rng.random() < 0.4:
        coarse = np.dstack([grain(rng, wide // 2, high // 2) for _ in range(3)])
        coarse *= rng.uniform(1, 7)
        image += cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_LINEAR)
    if not mild and rng.random() < 0.08:
        grey = image.mean(2, keepdims=True)
        image = grey + (image - grey) * np.float32(rng.uniform(0.3, 0.8))
    return np.clip(image, 0, 255, out=image)


def _compress(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    pixels = np.minimum(image + 0.5, 255).astype(np.uint8)
    if rng.random() < 0.75:
        quality = int(rng.uniform(45, 96))
        _, coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        pixels = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return pixels
