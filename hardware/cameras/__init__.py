"""Cameras behind one protocol: `open_camera("video:FILE")` and the like give frames with time."""

from hardware.cameras.base import Camera, CameraLost
from hardware.cameras.spec import KINDS, open_camera

__all__ = ["KINDS", "Camera", "CameraLost", "open_camera"]
