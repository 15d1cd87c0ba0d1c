"""Live cameras: draining, loss, and what a driver makes of our wishes; no device is needed."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras.base import CameraLost
from hardware.cameras.grabber import LiveCamera
from hardware.cameras.v4l2 import open_stream, open_v4l2


class FakeCapture:
    """Gives numbered pictures when let, then fails like an unplugged device."""

    def __init__(self, good: int, properties: dict[int, float] | None = None) -> None:
        self.good = good
        self.count = 0
        self.properties = properties or {}
        self.asked: dict[int, float] = {}
        self.released = False
        self.all_read = threading.Event()

    def read(self) -> tuple[bool, np.ndarray]:
        if self.count >= self.good:
            self.all_read.set()
            return False, np.zeros((0, 0, 3), np.uint8)
        self.count += 1
        return True, np.full((4, 4, 3), self.count % 200, np.uint8)

    def set(self, prop: int, value: float) -> bool:
        self.asked[prop] = value
        return True

    def get(self, prop: int) -> float:
        if prop == cv2.CAP_PROP_POS_MSEC:
            return 1000.0 * self.count
        return self.properties.get(prop, self.asked.get(prop, -1.0))

    def release(self) -> None:
        self.released = True


class Clock:
    """Moves on by itself at each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.5
        return self.now


def test_reader_who_was_late_gets_the_newest_picture() -> None:
    capture = FakeCapture(good=7)
    camera = LiveCamera("cam", capture, driver_time=True, lost_after_s=1.0, clock=Clock())
    assert capture.all_read.wait(5)
    frame = camera.read()
    assert frame is not None
    assert int(frame.image[0, 0, 0]) == 7
    assert frame.t == pytest.approx(7.0)
    assert camera.dropped == 6
    assert camera.live


def test_unplugged_camera_is_reported_after_the_last_picture() -> None:
    capture = FakeCapture(good=1)
    camera = LiveCamera("cam", capture, driver_time=True, lost_after_s=1.0, clock=Clock())
    assert capture.all_read.wait(5)
    assert camera.read() is not None
    with pytest.raises(CameraLost, match=r"cam: no picture for 1 s; is it unplugged"):
        camera.read()


def test_closed_camera_ends_and_gives_the_device_back() -> None:
    capture = FakeCapture(good=10**9)
    camera = LiveCamera("cam", capture, driver_time=False)
    assert camera.read() is not None
    camera.close()
    camera.close()
    assert camera.read() is None
    assert capture.released


def test_v4l2_reports_what_the_driver_made_of_the_wishes(tmp_path: Path) -> None:
    node = tmp_path / "video0"
    node.touch()
    yuyv = float(cv2.VideoWriter.fourcc(*"YUYV"))
    capture = FakeCapture(10**9, {cv2.CAP_PROP_FOURCC: yuyv, cv2.CAP_PROP_FRAME_WIDTH: 1280.0})
    with open_v4l2(str(node), (1920, 1080), 15.0, opener=lambda *_: capture) as camera:
        assert camera.notes == [
            "pixel format: asked for MJPG, got YUYV",
            "width: asked for 1920, got 1280",
        ]


def test_v4l2_node_without_pictures_is_lost_although_it_opens(tmp_path: Path) -> None:
    node = tmp_path / "video0"
    node.touch()
    capture = FakeCapture(good=0)
    with pytest.raises(CameraLost, match="used by another program"):
        open_v4l2(str(node), (640, 480), 15.0, opener=lambda *_: capture)
    assert capture.released


def test_silent_stream_is_lost_within_its_time_limit() -> None:
    seen: list[object] = []

    def opener(url: str, backend: int, limits: list[int]) -> FakeCapture:
        seen.extend([url, backend, limits, os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"]])
        return FakeCapture(good=0)

    with pytest.raises(CameraLost, match="no picture within 2 s"):
        open_stream("rtsp://camera.invalid/1", 2.0, opener=opener)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 2000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 2000]
    assert seen[:3] == ["rtsp://camera.invalid/1", cv2.CAP_FFMPEG, limits]
    assert "nobuffer" in str(seen[3])
    assert "OPENCV_FFMPEG_CAPTURE_OPTIONS" not in os.environ
