"""Sleeves and hands that come in over the table, drawn once and then moved as sprites."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simtable.canvas import Canvas, Colour, Image, oval
from hardware.simtable.deck import Sprite
from hardware.simtable.suits import Path

Floats = NDArray[Any]

ARM_W_MM, ARM_H_MM = 150.0, 760.0
TIP_MM = (68.0, 14.0)
"""Where the finger tips are in the sprite, from its top left corner."""
ANCHOR = (TIP_MM[0] / ARM_W_MM, TIP_MM[1] / ARM_H_MM)

_SKINS: tuple[Colour, ...] = (
    (150, 182, 226),
    (128, 164, 214),
    (98, 132, 186),
    (66, 92, 140),
    (164, 196, 232),
)
_SLEEVES: tuple[Colour, ...] = (
    (120, 70, 40),
    (60, 60, 70),
    (180, 180, 185),
    (50, 60, 130),
    (80, 110, 70),
    (40, 42, 46),
)


@dataclass(frozen=True, slots=True)
class ArmLook:
    """One player's arm."""

    skin: Colour
    sleeve: Colour
    sleeve_from_mm: float
    stripes: bool


def random_look(rng: np.random.Generator) -> ArmLook:
    """Return an arm chosen by the generator."""
    return ArmLook(
        _SKINS[int(rng.integers(len(_SKINS)))],
        _SLEEVES[int(rng.integers(len(_SLEEVES)))],
        float(rng.uniform(175, 290)),
        bool(rng.random() < 0.4),
    )


def _finger(x0: float, y0: float, x1: float, y1: float, r0: float, r1: float) -> Path:
    a, b = np.array((x0, y0)), np.array((x1, y1))
    along = (b - a) / np.hypot(*(b - a))
    base = np.arctan2(along[1], along[0])
    tip = np.linspace(base - np.pi / 2, base + np.pi / 2, 16)
    root = np.linspace(base + np.pi / 2, base + 3 * np.pi / 2, 16)
    end = b + r1 * np.stack([np.cos(tip), np.sin(tip)], axis=1)
    start = a + r0 * np.stack([np.cos(root), np.sin(root)], axis=1)
    return np.concatenate([end, start])


_FINGERS = (
    _finger(98, 98, 104, 48, 9.5, 7.0),
    _finger(86, 92, 90, 27, 10.0, 7.8),
    _finger(72, 90, 73, 18, 10.0, 8.0),
    _finger(58, 94, 56, 24, 10.0, 8.0),
    _finger(52, 122, 34, 68, 11.5, 8.5),
)


def _shade(colour: Colour, factor: float) -> Colour:
    b, g, r = (min(255, round(channel * factor)) for channel in colour)
    return b, g, r


def _paint(canvas: Canvas, look: ArmLook) -> None:
    palm = np.concatenate([oval(77, 122, 31, 40)])
    forearm = np.array([(56, 140), (98, 140), (112, 320), (120, 760), (28, 760), (40, 320)], float)
    for part in (forearm, palm, *_FINGERS):
        canvas.fill(part, look.skin)
    for finger in _FINGERS:
        canvas.outline(finger, _shade(look.skin, 0.8), 0.7)
    canvas.fill(oval(77, 126, 27, 34), look.skin)
    for x, y in ((73, 18), (56, 24), (90, 27), (104, 48)):
        canvas.fill(oval(x, y - 2, 4.2, 4.8), _shade(look.skin, 1.14))
    top = look.sleeve_from_mm
    cuff = np.array([(40, top), (112, top - 4), (146, 760), (4, 760)], float)
    canvas.fill(cuff, look.sleeve)
    if look.stripes:
        for index in range(20):
            stripe = top + 22 + index * 30
            band = np.array(
                [(24, stripe), (126, stripe), (126, stripe + 8), (24, stripe + 8)], float
            )
            canvas.fill(band, _shade(look.sleeve, 1.25))
    canvas.fill(np.array([(38, top), (113, top - 4), (114, top + 12), (36, top + 16)], float),
                _shade(look.sleeve, 0.8))  # fmt: skip


def arm_sprites(look: ArmLook, ppm: float, rng: np.random.Generator) -> tuple[Sprite, Sprite]:
    """Return the arm and its shadow, pointing up, finger tips at ``TIP_MM``."""
    key: Colour = (255, 0, 255)
    canvas = Canvas(ARM_W_MM, ARM_H_MM, ppm * 2, key)
    _paint(canvas, look)
    solid = np.any(canvas.image != key, axis=2)
    canvas.image[~solid] = look.skin
    h, w = round(ARM_H_MM * ppm), round(ARM_W_MM * ppm)
    colour = cv2.resize(canvas.image, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)
    alpha = cv2.resize(solid.astype(np.float32), (w, h), interpolation=cv2.INTER_AREA)
    depth = cv2.GaussianBlur(alpha, (0, 0), 12 * ppm)
    folds = cv2.GaussianBlur(
        rng.standard_normal((h, w)).astype(np.float32), (0, 0), 7 * ppm, sigmaY=16 * ppm
    )
    shading = 0.62 + 0.45 * depth + 0.05 * folds / max(float(folds.std()), 1e-6)
    colour *= shading[..., None]
    arm = _sprite(np.clip(colour, 0, 255), alpha)
    soft = cv2.GaussianBlur(alpha, (0, 0), 6 * ppm) * 0.38
    return arm, _sprite(np.zeros_like(colour), soft)


def _sprite(colour: Floats, alpha: Floats) -> Sprite:
    keep: Image = np.round((1 - alpha) * 255).astype(np.uint8)
    premultiplied: Image = np.round(colour * alpha[..., None]).astype(np.uint8)
    return Sprite(premultiplied, np.repeat(keep[..., None], 3, axis=2), ARM_W_MM, ARM_H_MM)
