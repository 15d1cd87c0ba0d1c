"""The Pi camera against the signatures of the real picamera2.

``data/picamera2-0.3.38.json`` lists parameter names and which have defaults, as read from the
published source; a double binds every call of ours to them. Where a wheel or an installed source is
at hand (``DIPAI_PICAMERA2`` names the folder that holds ``picamera2/``), the list is checked too.
"""

from __future__ import annotations

import ast
import inspect
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.cameras.base import CameraLost
from hardware.cameras.pi import PiCamera, PiLibrary, PiSettings, find_library
from vision.errors import VisionError

DATA = json.loads((Path(__file__).parent / "data" / "picamera2-0.3.38.json").read_text())
CONTROLS = {"FrameDurationLimits": (), "AfMode": (), "LensPosition": (), "AeFlickerMode": (),
            "AeFlickerPeriod": ()}  # fmt: skip


def bind(kind: str, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    parameters = [
        inspect.Parameter(
            field,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=None if has_default else inspect.Parameter.empty,
        )
        for field, has_default in DATA[kind][name]
    ]
    inspect.Signature(parameters).bind(None, *args, **kwargs)


class FakePi:
    """A picamera2 of the real signatures; ``main_format`` is what it delivers whatever is asked."""

    camera_controls = CONTROLS
    main_format = "RGB888"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        bind("Picamera2", "__init__", args, kwargs)
        self.calls: list[str] = []
        self.config: dict[str, Any] = {}
        self.silent = False
        self.array = np.zeros((48, 64, 3), np.uint8)

    def create_video_configuration(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        bind("Picamera2", "create_video_configuration", args, kwargs)
        return dict(kwargs)

    def configure(self, *args: Any, **kwargs: Any) -> None:
        bind("Picamera2", "configure", args, kwargs)
        self.config = args[0]
        self.calls.append("configure")

    def camera_configuration(self) -> dict[str, Any]:
        return {"main": {"format": self.main_format, "size": self.config["main"]["size"]}}

    @contextmanager
    def captured_request(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        bind("Picamera2", "captured_request", args, kwargs)
        assert kwargs["wait"] > 0, "a capture without wait blocks for ever"
        if self.silent:
            raise TimeoutError
        yield SimpleNamespace(
            make_array=self._make_array, get_metadata=lambda: {"SensorTimestamp": 2_500_000_000}
        )
        self.calls.append("released")

    def _make_array(self, *args: Any, **kwargs: Any) -> np.ndarray:
        bind("CompletedRequest", "make_array", args, kwargs)
        return self.array

    def start(self) -> None:
        self.calls.append("start")

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")


def library(camera: Any) -> PiLibrary:
    controls = SimpleNamespace(
        AfModeEnum=SimpleNamespace(Manual="manual"),
        AeFlickerModeEnum=SimpleNamespace(Manual="manual"),
    )
    return PiLibrary(camera, controls, lambda **flips: flips)


def opened(settings: PiSettings, **traits: Any) -> tuple[PiCamera, Any]:
    made: list[Any] = []

    class Here(FakePi):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            made.append(self)

    for name, value in traits.items():
        setattr(Here, name, value)
    return PiCamera(0, settings, library(Here)), made[0]


SMALL = PiSettings(size=(64, 48))


def test_calls_bind_and_come_in_order() -> None:
    camera, pi = opened(PiSettings(size=(64, 48), fps=25, mains_hz=60, turned=True))
    frame = camera.read()
    assert frame is not None
    assert (frame.t, frame.index, frame.size) == (2.5, 0, (64, 48))
    camera.close()
    camera.close()
    assert pi.calls == ["configure", "start", "released", "stop", "close"]
    assert pi.config["controls"]["FrameDurationLimits"] == (40_000, 40_000)
    assert pi.config["controls"]["AeFlickerPeriod"] == 8333
    assert pi.config["transform"] == {"hflip": 1, "vflip": 1}
    assert camera.read() is None


def test_controls_that_are_not_advertised_are_left_out_and_noted() -> None:
    camera, pi = opened(SMALL, camera_controls={"FrameDurationLimits": ()})
    assert set(pi.config["controls"]) == {"FrameDurationLimits"}
    assert "this camera has no LensPosition" in camera.notes


@pytest.mark.parametrize(
    ("name", "code"),
    [("YUV420", cv2.COLOR_BGR2YUV_I420), ("XRGB8888", cv2.COLOR_BGR2BGRA),
     ("BGR888", cv2.COLOR_BGR2RGB), ("XBGR8888", cv2.COLOR_BGR2RGBA)],
)  # fmt: skip
def test_format_that_was_replaced_silently_is_converted(name: str, code: int) -> None:
    camera, pi = opened(SMALL, main_format=name)
    blue = np.zeros((48, 64, 3), np.uint8)
    blue[:] = (200, 40, 20)
    pi.array = cv2.cvtColor(blue, code)
    frame = camera.read()
    assert frame is not None
    assert np.abs(frame.image.astype(int) - blue).max() <= 6
    assert f"pixel format: asked for RGB888, got {name}" in camera.notes


def test_padded_rows_are_cut() -> None:
    camera, pi = opened(SMALL)
    pi.array = np.zeros((48, 96, 3), np.uint8)
    frame = camera.read()
    assert frame is not None
    assert frame.size == (64, 48)


def test_format_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(VisionError, match="delivers SRGGB10"):
        opened(SMALL, main_format="SRGGB10")


def test_silent_camera_is_lost() -> None:
    camera, pi = opened(SMALL)
    pi.silent = True
    with pytest.raises(CameraLost, match="check the ribbon cable"):
        camera.read()


def test_camera_held_by_another_program_is_one_line() -> None:
    def busy(_: int) -> None:
        raise RuntimeError("Camera __init__ sequence did not complete.")

    with pytest.raises(CameraLost, match="pi:0: cannot be opened"):
        PiCamera(0, SMALL, library(busy))


def test_missing_library_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "picamera2", None)
    with pytest.raises(VisionError, match="apt install python3-picamera2"):
        find_library()


def test_recorded_signatures_are_those_of_the_source() -> None:
    folder = os.environ.get("DIPAI_PICAMERA2")
    if not folder:
        pytest.skip("DIPAI_PICAMERA2 does not name a folder with picamera2's source")
    for kind, name in (("Picamera2", "picamera2.py"), ("CompletedRequest", "request.py")):
        tree = ast.parse((Path(folder) / "picamera2" / name).read_text())
        body = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == kind).body
        found = {
            f.name: [argument.arg for argument in f.args.args]
            for f in body
            if isinstance(f, ast.FunctionDef)
            and not any("overload" in ast.unparse(d) for d in f.decorator_list)
        }
        for method, parameters in DATA[kind].items():
            assert found[method] == [field for field, _ in parameters], method
