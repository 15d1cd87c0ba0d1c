"""What the body of a card looks like: how coloured the picture between its index columns is."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image, Mask
from vision.indices import INDEX_DOWN, INDEX_RIGHT
from vision.patches import Places, Pyramid

SIZE = (44, 60)
"""Width and height of the picture of a card, px."""
STEP = 0.025
"""Card widths per px of it."""
INSIDE = (0.29, 0.52)
"""Half size of the body between the index columns, card widths."""
HALF_HEIGHT = 0.7
"""Half height of a card, card widths."""
RIM = (0.85, 0.95)
"""Where a card shows bare paper, as a share of the way from its centre to its edge."""
INK_LEVEL = 0.72
"""A pixel darker than this share of the paper is ink."""
CHROMA = 0.22
"""A pixel is coloured when its channels differ by more than this share of the paper."""


def cut(pyramid: Pyramid, at: Places, row: int) -> Image:
    """Return the upright picture [60, 44, 3] of the card that an index claims."""
    right, down = at.right[row], at.down[row]
    step_x, step_y = right * STEP, down * STEP
    image, factor = pyramid.level(float(max(np.hypot(*step_x), np.hypot(*step_y))))
    centre = at.xy[row] + INDEX_RIGHT * right + INDEX_DOWN * down
    corner = centre - step_x * (SIZE[0] / 2 - 0.5) - step_y * (SIZE[1] / 2 - 0.5)
    # Positions count from the picture's edge; OpenCV counts from the first pixel's middle.
    matrix = np.column_stack([step_x / factor, step_y / factor, corner / factor - 0.5])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = cv2.warpAffine(image, matrix, SIZE, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8)


def _grid() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    x = (np.arange(SIZE[0]) - (SIZE[0] - 1) / 2) * STEP
    y = (np.arange(SIZE[1]) - (SIZE[1] - 1) / 2) * STEP
    across, along = np.meshgrid(x, y)
    return across, along


def _between(values: NDArray[np.float64], least: float, most: float) -> Mask:
    return np.asarray((values > least) & (values < most))


_X, _Y = _grid()
_BODY: Mask = (np.abs(_X) < INSIDE[0]) & (np.abs(_Y) < INSIDE[1])
_OUT = np.maximum(np.abs(_X) / 0.5, np.abs(_Y) / HALF_HEIGHT)
# The corner texts of jokers are long: only the middles of the sides are surely paper.
_RIM: Mask = _between(_OUT, *RIM) & ((np.abs(_X) < 0.25) | (np.abs(_Y) < 0.25))


def colour(picture: Image) -> float:
    """Return the coloured share (0 to 1) of a body's ink, in the light that its paper shows."""
    paper = np.maximum(np.percentile(picture[_RIM].astype(np.float64), 75, axis=0), 12.0)
    shown = np.minimum(picture / paper, 1.3)
    chroma = shown.max(axis=2) - shown.min(axis=2)
    body = ((shown.mean(axis=2) < INK_LEVEL) | (chroma > CHROMA)) & _BODY
    return float((chroma > CHROMA)[body].mean()) if body.any() else 0.0
