"""A video file as a camera."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from hardware.cameras.base import Camera, check_size
from vision.errors import VisionError
from vision.frame import Frame


class VideoCamera(Camera):
    """The frames of a video file with their media time."""

    def __init__(self, path: Path) -> None:
        """Open a file.

        Raises:
            VisionError: missing, not a video, or a video without frames.
        """
        super().__init__(str(path))
        if not path.is_file():
            raise VisionError(f"{path}: no such video file")
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        self._index = 0
        self._size: tuple[int, int] | None = None
        self._last_t = -1.0
        # A broken file may open all the same: only a decoded frame proves that it can be read.
        self._first = self._grab()
        if self._first is None:
            self._capture.release()
            raise VisionError(f"{path}: not a video that can be read, or it has no frames")

    @property
    def frame_count(self) -> int:
        """The number of frames that the file states; 0 where it does not."""
        return max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))

    def read(self) -> Frame | None:
        """Return the next frame."""
        if self._first is not None:
            frame, self._first = self._first, None
            return frame
        return self._grab()

    def _grab(self) -> Frame | None:
        if not self._capture.isOpened():
            return None
        ok, image = self._capture.read()
        if not ok:
            return None
        # Media time as stored in the file: number × rate is wrong for variable rates.
        t = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        if t <= self._last_t:
            rate = float(self._capture.get(cv2.CAP_PROP_FPS)) or 25.0
            t = self._last_t + 1 / rate
        self._last_t = t
        frame = Frame(np.asarray(image, np.uint8), t, self._index)
        self._size = self._size or frame.size
        check_size(f"{self.name} frame {self._index}", frame.size, self._size)
        self._index += 1
        return frame

    def close(self) -> None:
        """Close the file."""
        self._first = None
        self._capture.release()
