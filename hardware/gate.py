"""Which frames of a camera are worth keeping: those around a change, and one now and then."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Frame, Image

WIDTH_PX = 160
"""Frames are compared this wide."""
LEVELS = 12
"""A pixel has changed when its brightness differs by more than this (of 255)."""
LEAST_PX = 3
"""Fewer changed pixels are noise."""
AFTER_S = 2.5
"""Frames are kept for so long after a change: cards settle and are looked at (s)."""
IDLE_S = 1.0
"""Of a still table one frame is kept in this time (s)."""


class ChangeGate:
    """Lets frames through while something changes; keeps no clock."""

    def __init__(self) -> None:
        self._last: Image | None = None
        self._changed_at = -np.inf
        self._kept_at = -np.inf

    def lets_through(self, frame: Frame) -> bool:
        """Return whether a frame is to be kept."""
        small = _small(frame.image)
        if self._last is None or _differs(small, self._last):
            self._last = small
            self._changed_at = frame.t
        keep = frame.t - self._changed_at <= AFTER_S or frame.t - self._kept_at >= IDLE_S - 1e-6
        if keep:
            self._kept_at = frame.t
        return keep


def _small(image: Image) -> Image:
    height = max(1, round(image.shape[0] * WIDTH_PX / image.shape[1]))
    small = cv2.resize(image, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _differs(a: Image, b: Image) -> bool:
    return int(np.count_nonzero(cv2.absdiff(a, b) > LEVELS)) >= LEAST_PX
