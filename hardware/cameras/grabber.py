"""A thread that drains a live OpenCV capture, so that nobody ever gets a stale picture.

Measured: after a pause of 1 s a V4L2 device hands out frames 0.9 s old, however small its buffer
is asked to be; and an unplugged device still calls itself open. So only a decoded frame counts.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.base import Camera, CameraLost
from vision.frame import Frame


class Capture(Protocol):
    """What is used of ``cv2.VideoCapture``."""

    def read(self) -> tuple[bool, NDArray[np.uint8]]: ...
    def get(self, prop: int, /) -> float: ...
    def release(self) -> None: ...


class LiveCamera(Camera):
    """The newest frame of a capture that a thread keeps empty."""

    def __init__(
        self,
        name: str,
        capture: Capture,
        *,
        driver_time: bool,
        lost_after_s: float = 2.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start to drain ``capture``; ``driver_time``: its POS_MSEC is monotonic time."""
        super().__init__(name)
        self._capture = capture
        self._driver_time = driver_time
        self._lost_after_s = lost_after_s
        self._clock = clock
        self._fresh = threading.Condition()
        self._newest: tuple[NDArray[np.uint8], float] | None = None
        self._stop = False
        self._failed = False
        self._index = 0
        self.dropped = 0
        """Frames that nobody asked for in time."""
        self._thread = threading.Thread(target=self._drain, name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def live(self) -> bool:
        """Return True: time passes by itself."""
        return True

    def _drain(self) -> None:
        last_good = self._clock()
        while not self._stop:
            ok, image = self._capture.read()
            now = self._clock()
            if not ok:
                if now - last_good >= self._lost_after_s:
                    break
                time.sleep(0.02)  # a dead device answers at once; do not spin
                continue
            last_good = now
            taken = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000 if self._driver_time else now
            with self._fresh:
                self.dropped += self._newest is not None
                self._newest = (image, taken if taken > 0 else now)
                self._fresh.notify()
        with self._fresh:
            self._failed = not self._stop
            self._fresh.notify()

    def read(self) -> Frame | None:
        """Return the newest frame, waiting for one if need be; None after `close`."""
        with self._fresh:
            self._fresh.wait_for(
                lambda: self._newest is not None or self._failed or self._stop,
                timeout=self._lost_after_s + 3.0,
            )
            if self._stop:
                return None
            if self._newest is None:
                raise CameraLost(
                    f"{self.name}: no picture for {self._lost_after_s:g} s; "
                    "is it unplugged or used by another program?"
                )
            image, t = self._newest
            self._newest = None
        frame = Frame(image, t, self._index)
        self._index += 1
        return frame

    def close(self) -> None:
        """Stop the thread and give the device back."""
        if self._stop:
            return
        with self._fresh:
            self._stop = True
            self._fresh.notify()
        self._thread.join(timeout=2.0)
        self._capture.release()
