"""The simulated camera: from millimetres on the table to pixels, light, blur and noise."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simtable.canvas import Image

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Optics:
    """How the camera stands and sees; angles in degrees, lengths in mm and px."""

    width: int = 1920
    height: int = 1080
    table_w: float = 1080.0
    table_h: float = 600.0
    tilt: float = 6.0
    """Angle between the line of sight and the vertical, leaning towards seat S."""
    roll: float = 0.0
    distance: float = 1100.0
    margin_px: float = 14.0
    lens_k1: float = -0.02
    """Radial distortion at half the picture's width."""
    shift_px: tuple[float, float] = (0.0, 0.0)


class Projection:
    """Maps table millimetres (origin NW corner, x east, y south) to pixels of one camera."""

    def __init__(self, optics: Optics) -> None:
        self.optics = optics
        tilt, roll = np.radians(optics.tilt), np.radians(optics.roll)
        lean = np.array(
            [[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]]
        )
        turn = np.array(
            [[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]]
        )
        self._rotation = turn @ lean
        self._centre = np.array([optics.width / 2, optics.height / 2])
        self._focal, self._offset = 1.0, np.zeros(2)
        self._fit()

    def _ideal(self, xy: Floats, z_mm: float = 0.0) -> Floats:
        """Project with focal length 1 px and no distortion."""
        o = self.optics
        points = np.column_stack([xy - (o.table_w / 2, o.table_h / 2), np.full(len(xy), -z_mm)])
        seen = points @ self._rotation.T
        seen[:, 2] += o.distance
        return np.asarray(seen[:, :2] / seen[:, 2:], dtype=np.float64)

    def _fit(self) -> None:
        """Choose the focal length that fills the picture with the table."""
        o = self.optics
        flat = self._ideal(self.table_corners())
        low, high = flat.min(axis=0), flat.max(axis=0)
        room = np.array([o.width, o.height]) - 2 * o.margin_px
        self._focal = float(np.min(room / (high - low)))
        self._offset = -(low + high) / 2 * self._focal + np.array(o.shift_px)

    def table_corners(self) -> Floats:
        """Return the table's NW, NE, SE, SW corners in mm, [4,2]."""
        w, h = self.optics.table_w, self.optics.table_h
        return np.array([(0, 0), (w, 0), (w, h), (0, h)], dtype=np.float64)

    def project(self, xy_mm: Floats, z_mm: float = 0.0) -> Floats:
        """Return the pixels [n,2] of points [n,2] on the table, or ``z_mm`` above it."""
        flat = self._ideal(np.asarray(xy_mm, dtype=np.float64), z_mm) * self._focal + self._offset
        radius = (flat / (self.optics.width / 2)) ** 2
        flat = flat * (1 + self.optics.lens_k1 * radius.sum(axis=1, keepdims=True))
        return np.asarray(flat + self._centre, dtype=np.float64)

    def scale(self) -> float:
        """Return pixels per mm at the middle of the table."""
        o = self.optics
        mid = np.array([[o.table_w / 2, o.table_h / 2], [o.table_w / 2 + 10, o.table_h / 2]])
        a, b = self.project(mid)
        return float(np.hypot(*(b - a)) / 10)

    def background(self, surface: Image, floor: Image) -> Image:
        """Return the picture of the bare table: ``surface`` stretched over it, ``floor`` around."""
        o = self.optics
        steps_x, steps_y = 33, 19
        gx = np.linspace(-0.25, 1.25, steps_x)
        gy = np.linspace(-0.25, 1.25, steps_y)
        grid = np.stack(np.meshgrid(gx, gy), axis=-1).reshape(-1, 2)
        pixels = self.project(grid * (o.table_w, o.table_h))
        inverse, _ = cv2.findHomography(pixels, grid)
        maps = self._inverse_maps(np.asarray(inverse, dtype=np.float64))
        h, w = surface.shape[:2]
        inside = np.all((maps >= 0) & (maps <= 1), axis=2)
        table = cv2.remap(
            surface,
            (maps[..., 0] * (w - 1)).astype(np.float32),
            (maps[..., 1] * (h - 1)).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
        mask = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), 0.8)[..., None]
        mixed = np.round(table * mask + floor * (1 - mask))
        return np.asarray(mixed, dtype=np.uint8)

    def _inverse_maps(self, start: Floats) -> NDArray[np.float32]:
        """Return for each pixel its table point (0-1), by Newton steps from a homography."""
        o = self.optics
        y, x = np.mgrid[0 : o.height : 8, 0 : o.width : 8].astype(np.float64)
        target = np.stack([x.ravel(), y.ravel()], axis=1)
        unit = cv2.perspectiveTransform(target[:, None], start)[:, 0]
        size = np.array([o.table_w, o.table_h])
        for _ in range(4):
            here = self.project(unit * size)
            dx = self.project((unit + np.array((1e-4, 0))) * size) - here
            dy = self.project((unit + np.array((0, 1e-4))) * size) - here
            jac = np.stack([dx, dy], axis=2) / 1e-4
            unit = unit - np.linalg.solve(jac, (here - target)[..., None])[..., 0]
        coarse = unit.reshape(*x.shape, 2).astype(np.float32)
        fine = np.empty((o.height, o.width, 2), np.float32)
        xs = np.arange(o.width, dtype=np.float32)[None].repeat(o.height, 0) / 8
        ys = np.arange(o.height, dtype=np.float32)[:, None].repeat(o.width, 1) / 8
        for channel in range(2):
            plane = cv2.copyMakeBorder(coarse[..., channel], 0, 1, 0, 1, cv2.BORDER_REPLICATE)
            plane[-1] = 2 * plane[-2] - plane[-3]
            plane[:, -1] = 2 * plane[:, -2] - plane[:, -3]
            fine[..., channel] = cv2.remap(plane, xs, ys, cv2.INTER_LINEAR)
        return fine


LIGHTS: dict[str, tuple[tuple[float, float, float], float]] = {
    "daylight": ((1.06, 1.0, 0.95), 1.0),
    "tungsten": ((0.70, 0.95, 1.12), 0.95),
    "neutral": ((1.0, 1.0, 1.0), 1.0),
    "dim": ((0.86, 0.94, 1.04), 0.52),
}
"""Name → (gain of blue, green, red; overall gain)."""


def gain_map(optics: Optics, light: str, rng: np.random.Generator) -> Image:
    """Return the light on each pixel as 8-bit gain, 128 = 1.0: colour, fall-off, lamp position."""
    colour, level = LIGHTS[light]
    y, x = np.mgrid[0 : optics.height, 0 : optics.width].astype(np.float32)
    u, v = x / optics.width - 0.5, y / optics.height - 0.5
    angle = float(rng.uniform(0, 2 * np.pi))
    slope = float(rng.uniform(0.05, 0.28))
    plane = 1 + slope * (u * np.cos(angle) + v * np.sin(angle))
    vignette = 1 - 0.16 * (u * u + v * v) * 2
    gain = (plane * vignette * level)[..., None] * np.array(colour, np.float32) * 0.97
    return np.asarray(np.clip(gain * 128, 0, 255), dtype=np.uint8)
