"""USB cameras (V4L2) and network streams through OpenCV."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2

from hardware.cameras.base import CameraLost
from hardware.cameras.grabber import LiveCamera
from vision.errors import VisionError

Opener = Callable[..., Any]
_OPTIONS = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
_LOW_LATENCY = "rtsp_transport;tcp|fflags;nobuffer|flags;low_delay"


def open_v4l2(
    device: str, size: tuple[int, int], fps: float, opener: Opener = cv2.VideoCapture
) -> LiveCamera:
    """Return a USB camera by its device path, best a ``/dev/v4l/by-id/…`` one: numbers move.

    Raises:
        VisionError: no such device.
        CameraLost: it gives no picture (busy, or no camera behind the node).
    """
    if not Path(device).exists():
        raise VisionError(f"{device}: no such camera; `ls /dev/v4l/by-id` lists those plugged in")
    capture = opener(device, cv2.CAP_V4L2)
    wanted = {
        "pixel format": (cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG"))),
        "width": (cv2.CAP_PROP_FRAME_WIDTH, float(size[0])),
        "height": (cv2.CAP_PROP_FRAME_HEIGHT, float(size[1])),
        "frames per second": (cv2.CAP_PROP_FPS, fps),
        "buffer": (cv2.CAP_PROP_BUFFERSIZE, 1.0),
    }
    for prop, value in wanted.values():
        capture.set(prop, value)
    # The first decoded frame proves that it is open: isOpened() is true for dead nodes as well.
    ok, _ = capture.read()
    if not ok:
        capture.release()
        raise CameraLost(f"{device}: gives no picture; is it used by another program?")
    camera = LiveCamera(device, capture, driver_time=True)
    camera.notes = _differences(capture, wanted)
    return camera


def _differences(capture: Any, wanted: dict[str, tuple[int, float]]) -> list[str]:
    """Return what the driver made of our wishes; what ``set()`` returns means nothing."""
    notes = []
    for name, (prop, value) in wanted.items():
        got = float(capture.get(prop))
        if name == "buffer" or got == value:
            continue
        if name == "pixel format":
            notes.append(f"{name}: asked for {_fourcc(value)}, got {_fourcc(got)}")
        else:
            notes.append(f"{name}: asked for {value:g}, got {got:g}")
    return notes


def _fourcc(value: float) -> str:
    number = int(value)
    return "".join(chr(number >> shift & 0xFF) for shift in (0, 8, 16, 24))


@contextmanager
def _low_latency() -> Iterator[None]:
    """Set the options that FFmpeg reads at opening; left set they would cut the end of files."""
    before = os.environ.get(_OPTIONS)
    os.environ[_OPTIONS] = _LOW_LATENCY
    try:
        yield
    finally:
        if before is None:
            del os.environ[_OPTIONS]
        else:
            os.environ[_OPTIONS] = before


def open_stream(url: str, timeout_s: float = 3.0, opener: Opener = cv2.VideoCapture) -> LiveCamera:
    """Return a network camera by its RTSP or HTTP address.

    Raises:
        CameraLost: nothing answers in time.
    """
    limit = int(timeout_s * 1000)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit, cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit]
    with _low_latency():
        capture = opener(url, cv2.CAP_FFMPEG, limits)
    ok, _ = capture.read()
    if not ok:
        capture.release()
        raise CameraLost(f"{url}: no picture within {timeout_s:g} s; check address and network")
    return LiveCamera(url, capture, driver_time=False, lost_after_s=timeout_s)
