"""The Raspberry Pi's own camera through picamera2.

Written against picamera2 0.3.38; its behaviours that shape this module: a capture without ``wait``
blocks for ever; a format that the camera lacks is replaced silently; controls that it does not
advertise are refused; only controls inside the configuration survive a restart. ``stop()`` may
block when the cable is loose, so the camera belongs in a process that can be killed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.base import Camera, CameraLost
from vision.errors import VisionError
from vision.frame import Frame, Image

WAIT_S = 2.0
_TO_BGR: dict[str, int | None] = {
    "RGB888": None,  # named after the word, not the memory: the bytes are B, G, R
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
}


@dataclass(frozen=True, slots=True)
class PiSettings:
    """How a fixed camera above a table is set; focus in dioptres (1 / metres)."""

    size: tuple[int, int] = (2304, 1296)
    fps: float = 15.0
    lens_dioptres: float = 1.0
    mains_hz: int = 50
    turned: bool = False
    """The camera hangs upside down."""


@dataclass(frozen=True, slots=True)
class PiLibrary:
    """The three modules used; a test puts doubles here."""

    camera: Callable[..., Any]
    controls: Any
    transform: Callable[..., Any]


def find_library() -> PiLibrary:
    """Return picamera2 as installed.

    Raises:
        VisionError: it is not there; the line says how to get it.
    """
    try:
        picamera2 = importlib.import_module("picamera2")
        libcamera = importlib.import_module("libcamera")
    except ImportError as error:
        raise VisionError(
            f"the Pi camera needs picamera2 ({error}); install it with 'apt install "
            "python3-picamera2' and make the environment with --system-site-packages"
        ) from error
    return PiLibrary(picamera2.Picamera2, libcamera.controls, libcamera.Transform)


def open_pi(number: int, settings: PiSettings, library: PiLibrary | None = None) -> PiCamera:
    """Return the Pi camera with this number, started; errors as for `PiCamera`."""
    return PiCamera(number, settings, library or find_library())


class PiCamera(Camera):
    """Frames of a Pi camera; time is the sensor's, monotonic."""

    def __init__(self, number: int, settings: PiSettings, library: PiLibrary) -> None:
        """Open, configure and start.

        Raises:
            CameraLost: no such camera, or another program holds it.
            VisionError: it delivers a pixel format that cannot be read.
        """
        super().__init__(f"pi:{number}")
        try:
            self._camera = library.camera(number)
        except (RuntimeError, IndexError) as error:
            raise CameraLost(f"{self.name}: cannot be opened ({error})") from error
        self._closed = False
        self._index = 0
        self._camera.configure(self._configuration(settings, library))
        main = self._camera.camera_configuration()["main"]
        self._format = str(main["format"])
        self._size: tuple[int, int] = (int(main["size"][0]), int(main["size"][1]))
        if self._format not in _TO_BGR:
            self.close()
            raise VisionError(f"{self.name}: delivers {self._format}, which cannot be read")
        if self._format != "RGB888":
            self.notes.append(f"pixel format: asked for RGB888, got {self._format}")
        if self._size != settings.size:
            self.notes.append(f"size: asked for {settings.size}, got {self._size}")
        self._camera.start()

    @property
    def live(self) -> bool:
        """Return True: time passes by itself."""
        return True

    def _configuration(self, settings: PiSettings, library: PiLibrary) -> Any:
        flip = int(settings.turned)
        return self._camera.create_video_configuration(
            main={"size": settings.size, "format": "RGB888"},
            raw=None,
            transform=library.transform(hflip=flip, vflip=flip),
            buffer_count=4,
            queue=False,
            display=None,
            encode=None,
            controls=self._controls(settings, library),
        )

    def _controls(self, settings: PiSettings, library: PiLibrary) -> dict[str, Any]:
        """Return the controls that this camera advertises; any other would be refused."""
        frame_us = round(1_000_000 / settings.fps)
        half_wave_us = round(1_000_000 / (2 * settings.mains_hz))
        wanted = {
            "FrameDurationLimits": (frame_us, frame_us),
            "AfMode": library.controls.AfModeEnum.Manual,
            "LensPosition": settings.lens_dioptres,
            "AeFlickerMode": library.controls.AeFlickerModeEnum.Manual,
            "AeFlickerPeriod": half_wave_us,
        }
        known = self._camera.camera_controls
        self.notes += [f"this camera has no {name}" for name in wanted if name not in known]
        return {name: value for name, value in wanted.items() if name in known}

    def read(self) -> Frame | None:
        """Return the next frame; without a queue none is older than the call."""
        if self._closed:
            return None
        try:
            with self._camera.captured_request(wait=WAIT_S) as request:
                array = request.make_array("main")
                stamp = int(request.get_metadata()["SensorTimestamp"])
        except TimeoutError as error:
            raise CameraLost(
                f"{self.name}: no picture for {WAIT_S:g} s; check the ribbon cable and the power"
            ) from error
        frame = Frame(self._bgr(array), stamp / 1e9, self._index)
        self._index += 1
        return frame

    def _bgr(self, array: NDArray[np.uint8]) -> Image:
        code = _TO_BGR[self._format]
        picture = array if code is None else cv2.cvtColor(array, code)
        width, height = self._size
        # YUV rows keep their padding: cut after the conversion.
        return np.ascontiguousarray(picture[:height, :width], dtype=np.uint8)

    def close(self) -> None:
        """Stop and give the camera back."""
        if self._closed:
            return
        self._closed = True
        self._camera.stop()
        self._camera.close()
