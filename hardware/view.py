"""The debug view: a video of what the eyes made of a recording."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.draw import draw_table
from vision.errors import VisionError
from vision.frame import Frame
from vision.tablefile import TableFile
from vision.watcher import Watcher

_FPS = 8.0
_WIDTH = 1280


class View:
    """Writes every frame with zones, cards and states drawn; black beyond the table's edge.

    Raises:
        VisionError: the video file cannot be written.
    """

    def __init__(self, path: Path, table: TableFile, watcher: Watcher) -> None:
        self._path = path
        self._table = table
        self._watcher = watcher
        self._writer: cv2.VideoWriter | None = None
        self._last: Frame | None = None

    def __call__(self, frame: Frame) -> None:
        """Draw the frame before this one, now that the eyes have looked at it."""
        if self._last is not None:
            self._draw(self._last)
        self._last = frame

    def close(self) -> None:
        """Draw the last frame and finish the file."""
        if self._last is not None:
            self._draw(self._last)
            self._last = None
        if self._writer is not None:
            self._writer.release()
            self._writer = None

    def _draw(self, frame: Frame) -> None:
        table = self._table
        inside = np.zeros(frame.image.shape[:2], np.uint8)
        calibration = self._watcher.calibration
        corners = np.asarray(calibration.corners_px)
        cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 255)
        shown = np.where(inside[..., None] > 0, frame.image, 0).astype(np.uint8)
        drawn = draw_table(shown, calibration, table.zones, self._watcher.tracks)
        height = round(drawn.shape[0] * _WIDTH / drawn.shape[1] / 2) * 2
        small = cv2.resize(drawn, (_WIDTH, height), interpolation=cv2.INTER_AREA)
        if self._writer is None:
            code = cv2.VideoWriter.fourcc(*"mp4v")
            self._writer = cv2.VideoWriter(str(self._path), code, _FPS, (_WIDTH, height))
            if not self._writer.isOpened():
                raise VisionError(f"{self._path}: cannot write the view; name a file in a folder")
        self._writer.write(small)
