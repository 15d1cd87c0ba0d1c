"""One picture from a camera, with its own time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]
"""Pixels, [height, width, 3] blue-green-red, 0-255."""
Mask: TypeAlias = NDArray[np.bool_]
Points: TypeAlias = NDArray[np.float64]
"""Points, [n, 2], x right and y down, in px or mm."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture, the time it was taken at (s, media or monotonic) and its number in the stream."""

    image: Image
    t: float
    index: int

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height in px."""
        return self.image.shape[1], self.image.shape[0]
