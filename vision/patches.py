"""Upright corner patches cut from the full-resolution picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

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


def cut(pyramid: Pyramid, indices: Indices) -> NDArray[np.float32]:
    """Return the patches [n, 3, 64, 48] (RGB, 0-1) of indices given in full-resolution px."""
    right = indices.right * indices.width[:, None]
    down = indices.down * indices.width[:, None]
    return cut_affine(pyramid, indices.xy, right, down)


def cut_affine(
    pyramid: Pyramid,
    xy: NDArray[np.float64],
    right: NDArray[np.float64],
    down: NDArray[np.float64],
) -> NDArray[np.float32]:
    """Return patches whose axes are given as vectors one card width long (px)."""
    patches = np.empty((len(xy), PATCH[1], PATCH[0], 3), np.uint8)
    step_x = right * (PATCH_WIDTHS[0] / PATCH[0])
    step_y = down * (PATCH_WIDTHS[1] / PATCH[1])
    corner = xy - step_x * (PATCH[0] / 2) - step_y * (PATCH[1] / 2)
    for n in range(len(xy)):
        shrink = float(max(np.hypot(*step_x[n]), np.hypot(*step_y[n])))
        image, factor = pyramid.level(shrink)
        # Positions count from the picture's edge; OpenCV counts from the first pixel's middle.
        start = (corner[n] + (step_x[n] + step_y[n]) / 2) / factor - 0.5
        matrix = np.column_stack([step_x[n] / factor, step_y[n] / factor, start])
        cv2.warpAffine(
            image,
            matrix,
            PATCH,
            dst=patches[n],
            borderMode=cv2.BORDER_REPLICATE,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        )
    batch = patches[..., ::-1].transpose(0, 3, 1, 2)
    return np.ascontiguousarray(batch, np.float32) / np.float32(255.0)
