"""What the eyes show when asked: masked for the referee, with advice for who sets the camera up."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.aim import aim, is_request
from hardware.cameras.base import Camera
from hardware.lines import MessageLines
from hardware.looking import answer
from hardware.station.viewer import Viewer
from vision import advice
from vision.frame import Frame
from vision.tablefile import parse

TABLE = """[table]
size_mm = [900, 600]
corners_px = [[100, 60], [540, 60], [540, 350], [100, 350]]
"""


def scene(light: int = 110) -> np.ndarray:
    """Return a crisp patterned table on a bright floor."""
    image = np.full((400, 640, 3), 255, np.uint8)
    cells = np.indices((290, 440)).sum(axis=0) // 12 % 2
    image[60:350, 100:540] = (light + cells * 60)[..., None].clip(0, 250)
    return image


def nothing(*_: object) -> list[tuple[str, float]]:
    raise AssertionError("nobody asked for cards")


def shown(message: dict[str, Any]) -> np.ndarray:
    data = np.frombuffer(base64.b64decode(message["jpeg"]), np.uint8)
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def test_the_drawn_picture_is_black_outside_the_zones() -> None:
    frame = Frame(scene(), 0.0, 0)
    picture = shown(answer({"id": 3, "drawn": True}, frame, parse(TABLE), (), nothing))
    assert picture[:50].max() < 20
    assert picture[100:300, 150:500].mean() > 60


def test_without_a_table_nothing_is_drawn_and_nothing_shown() -> None:
    message = answer({"id": 3, "drawn": True}, Frame(scene(), 0.0, 0), None, (), nothing)
    assert message["jpeg"] is None


def test_whoever_sets_the_camera_up_sees_the_whole_picture() -> None:
    picture = shown(answer({"id": 4}, Frame(scene(), 0.0, 0), None, (), nothing))
    assert picture[:40].min() > 230


def test_crossed_corners_are_named_without_the_file() -> None:
    crossed = TABLE.replace("[100, 60], [540, 60]", "[540, 60], [100, 60]")
    message = answer({"id": 5, "table": crossed}, Frame(scene(), 0.0, 0), None, (), nothing)
    assert message["problem"].startswith("the sides cross")


def test_cards_are_read_only_when_asked() -> None:
    request = {"id": 6, "table": TABLE, "read": True}
    message = answer(request, Frame(scene(), 0.0, 0), None, (), lambda *_: [("AS", 0.98765)])
    assert message["cards"] == [["AS", 0.988]]


@pytest.mark.parametrize(
    ("image", "code"),
    [
        (scene(0), "dark"),
        (np.full_like(scene(), 230), "bright"),
        (cv2.GaussianBlur(scene(), (0, 0), 4), "blurred"),
    ],
)
def test_advice(image: np.ndarray, code: str) -> None:
    table = parse(TABLE)
    mask = advice.table_mask(image, table.calibration, table.zones)
    assert code in advice.advise(image, table.calibration, mask)


def test_a_lamp_in_the_table_and_small_cards_are_told() -> None:
    image = scene()
    image[100:200, 200:300] = 255
    small = parse(TABLE.replace("[900, 600]", "[1800, 1200]"))
    mask = advice.table_mask(image, small.calibration, small.zones)
    assert advice.advise(image, small.calibration, mask)[:1] == ["too_small"]
    assert "glare" in advice.advise(image, None, mask)
    assert "glare" not in advice.advise(scene(), None, mask)


class Still(Camera):
    """Three frames and an end."""

    def __init__(self) -> None:
        super().__init__("still")
        self._left: Iterator[int] = iter(range(3))

    def read(self) -> Frame | None:
        number = next(self._left, None)
        return None if number is None else Frame(scene(), number * 1.0, number)

    def close(self) -> None:
        return


def test_the_last_picture_of_a_recording_stays_until_nobody_asks() -> None:
    lines = "".join(json.dumps({"v": 1, "kind": "look", "id": n}) + "\n" for n in (1, 2))
    told: list[dict[str, Any]] = []
    aim(Still(), MessageLines(io.StringIO("no json\n" + lines), is_request), told.append, None)
    assert [one["id"] for one in told if one["kind"] == "view"] == [1, 2]
    assert all(one["jpeg"] for one in told if one["kind"] == "view")


def test_an_answer_finds_who_asked() -> None:
    sent: list[dict[str, Any]] = []

    def send(message: dict[str, Any]) -> None:
        sent.append(message)
        viewer.take({"kind": "view", "id": message["id"] + 40, "jpeg": "other"})
        viewer.take({"kind": "view", "id": message["id"], "jpeg": "mine"})

    viewer = Viewer(send)
    found = viewer.ask(drawn=True)
    assert found is not None
    assert found["jpeg"] == "mine"
    assert sent[0]["drawn"] is True
    assert viewer.take({"kind": "pulse"}) is False
    assert Viewer(list[object]().append, wait_s=0.01).ask() is None
