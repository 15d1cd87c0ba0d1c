"""Upright corner patches cut from the full-resolution picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.frame import Image
from vision.indices import Indices

PATCH = (48, 64)
"""Width and height of a patch, px."""
PATCH_WIDTHS = (0.34, 0.34 * 64 / 48)
"""What a patch shows, in card widths."""


class Pyramid:
    """A picture and its halves, made when first needed, so that big cards are not aliased."""

    def __init__(self, image: Image) -> None:
        self._levels = [image]

    def level(self, shrink: float) -> tuple[Image, int]:
        """Return the level to sample every ``shrink`` px of the full picture, and its factor."""
        n = int(np.clip(np.floor(np.log2(max(shrink, 1.0)) + 0.3), 0, 6))
        while len(self._levels) <= n:
            last = self._levels[-1]
            size = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            half = cv2.resize(last, size, interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, np.uint8))
        return self._levels[n], 2**n


@dataclass(frozen=True, slots=True)
class Places:
    """Where patches are cut: centres, and axes one card width long, in full-resolution px."""

    xy: NDArray[np.float64]
    right: NDArray[np.float64]
    down: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.xy)

    def take(self, rows: Sequence[int]) -> Places:
        """Return some of the rows."""
        pick = np.asarray(rows, np.intp)
        return Places(self.xy[pick], self.right[pick], self.down[pick])


SECOND_LOOKS = ((0.93, 0.06), (0.93, -0.06), (1.08, 0.06), (1.08, -0.06))
"""Second looks at a doubtful index: how much larger, and turned by how much (radians)."""


def second_looks(at: Places) -> list[Places]:
    """Return the same places seen a little larger or smaller and turned either way."""
    looks = []
    for size, turn in SECOND_LOOKS:
        c, s = size * float(np.cos(turn)), size * float(np.sin(turn))
        right, down = c * at.right + s * at.down, c * at.down - s * at.right
        looks.append(Places(at.xy, right, down))
    return looks


def places(indices: Indices) -> Places:
    """Return where indices given in full-resolution px are cut."""
    width = indices.width[:, None]
    return Places(indices.xy, indices.right * width, indices.down * width)


def table_places(indices: Indices, calibration: Calibration) -> Places:
    """Return where indices given in mm on a calibrated table are cut."""
    at = calibration.to_px(indices.xy)
    step = indices.width[:, None] * 0.1
    right = (calibration.to_px(indices.xy + indices.right * step) - at) * 10
    down = (calibration.to_px(indices.xy + indices.down * step) - at) * 10
    return Places(at + 0.5, right, down)


def cut(pyramid: Pyramid, indices: Indices) -> NDArray[np.float32]:
    """Return the patches [n, 3, 64, 48] (RGB, 0-1) of indices given in full-resolution px."""
    return batch(pictures(pyramid, places(indices)))


def batch(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return pictures as the classifier takes them: RGB, 0-1, [n, 3, height, width]."""
    turned = patches[..., ::-1].transpose(0, 3, 1, 2)
    return np.ascontiguousarray(turned, np.float32) / np.float32(255.0)


def pictures(pyramid: Pyramid, at: Places, size: tuple[int, int] = PATCH) -> NDArray[np.uint8]:
    """Return what lies around some places, upright, BGR uint8 [n, height, width, 3].

    A picture larger than a patch shows more, at the same scale.
    """
    patches = np.empty((len(at), size[1], size[0], 3), np.uint8)
    step_x = at.right * (PATCH_WIDTHS[0] / PATCH[0])
    step_y = at.down * (PATCH_WIDTHS[1] / PATCH[1])
    corner = at.xy - step_x * (size[0] / 2) - step_y * (size[1] / 2)
    for n in range(len(at)):
        shrink = float(max(np.hypot(*step_x[n]), np.hypot(*step_y[n])))
        image, factor = pyramid.level(shrink)
        # Positions count from the picture's edge; OpenCV counts from the first pixel's middle.
        start = (corner[n] + (step_x[n] + step_y[n]) / 2) / factor - 0.5
        matrix = np.column_stack([step_x[n] / factor, step_y[n] / factor, start])
        cv2.warpAffine(
            image,
            matrix,
            size,
            dst=patches[n],
            borderMode=cv2.BORDER_REPLICATE,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        )
    return patches
