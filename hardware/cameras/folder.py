"""A folder of pictures as a camera."""

from __future__ import annotations

import csv
from pathlib import Path

import cv2
import numpy as np

from hardware.cameras.base import Camera, check_size
from vision.errors import VisionError
from vision.frame import Frame

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
TIMES = "times.csv"
"""Optional file beside the pictures: columns ``file`` and ``t`` (s)."""


class FolderCamera(Camera):
    """Pictures in the order of their names; time from ``times.csv`` or else from ``fps``."""

    def __init__(self, folder: Path, fps: float = 8.0) -> None:
        """Open a folder.

        Raises:
            VisionError: no such folder, no picture in it, or a bad ``times.csv``.
        """
        super().__init__(str(folder))
        if not folder.is_dir():
            raise VisionError(f"{folder}: no such folder of pictures")
        if fps <= 0:
            raise VisionError(f"{folder}: fps must be more than 0")
        times = _times(folder / TIMES) if (folder / TIMES).exists() else None
        if times is None:
            files = sorted(p for p in folder.iterdir() if p.suffix.lower() in SUFFIXES)
            self._shots = [(path, index / fps) for index, path in enumerate(files)]
        else:
            self._shots = [(folder / name, t) for name, t in times]
        if not self._shots:
            raise VisionError(f"{folder}: there is no picture here ({', '.join(sorted(SUFFIXES))})")
        self._next = 0
        self._size: tuple[int, int] | None = None

    def read(self) -> Frame | None:
        """Return the next picture; errors name its file."""
        if self._next >= len(self._shots):
            return None
        path, t = self._shots[self._next]
        try:
            data = np.frombuffer(path.read_bytes(), np.uint8)
        except OSError as error:
            raise VisionError(f"{path}: cannot be read ({error.strerror})") from error
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
        if image is None:
            raise VisionError(f"{path}: not a picture that can be read; use JPEG or PNG")
        frame = Frame(np.asarray(image, np.uint8), t, self._next)
        self._size = self._size or frame.size
        check_size(str(path), frame.size, self._size)
        self._next += 1
        return frame

    def close(self) -> None:
        """End the reading."""
        self._next = len(self._shots)


def _times(path: Path) -> list[tuple[str, float]]:
    rows: list[tuple[str, float]] = []
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            for number, row in enumerate(csv.DictReader(lines), 2):
                try:
                    rows.append((row["file"], float(row["t"])))
                except (KeyError, TypeError, ValueError):
                    raise VisionError(f"{path}:{number}: needs the columns file,t") from None
                if len(rows) > 1 and rows[-1][1] <= rows[-2][1]:
                    raise VisionError(f"{path}:{number}: t must grow from line to line")
    except (OSError, UnicodeDecodeError) as error:
        raise VisionError(f"{path}: cannot be read ({error})") from error
    return rows
