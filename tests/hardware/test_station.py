"""The station around its eyes: pictures on request, a camera lost and found, a record by hand."""

from __future__ import annotations

import base64
import json
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.station.config import StationConfig
from hardware.station.station import Station
from webui.roles import COOKIE, cookie_value

PICTURE = b"\xff\xd8 a picture \xff\xd9"
EYES = f"""
import sys, json
def tell(**m): print(json.dumps({{"v": 1, **m}}), flush=True)
def zone(seq, track, card):
    tell(kind="zone", seq=seq, t=seq * 9.0, frame=seq, zone="S", backs=0, evidence={{}}, doubt=None,
         cards=[{{"track": track, "card": card, "p": 1.0, "alternatives": [], "crop": None,
                 "centre_mm": [541, 528], "angle": 353}}])
tell(kind="pulse", t=0.0, frame=0, state="ok")
for line in sys.stdin:
    m = json.loads(line)
    if m["kind"] == "look":
        tell(kind="view", id=m["id"], jpeg={base64.b64encode(PICTURE).decode()!r}, size=[2, 2],
             advice=[], cards=[], problem=None, drawn=m.get("drawn"))
        zone(m["id"], m["id"], "2S" if m["id"] == 4 else "2H")
        tell(kind="pulse", t=m["id"] * 9.0 + 5, frame=9, state="ok")
    if m.get("id") == 5:
        sys.exit(2)
"""


TOLD: list[str] = []
"""What the operator was told."""


@pytest.fixture
def station(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Station]:
    TOLD.clear()
    monkeypatch.setattr(Station, "_eyes", lambda *_: [sys.executable, "-c", EYES])
    config = StationConfig(camera="sim:seed=1", table="t.toml", profile="house-2deck", port=0)
    found = Station(config, tmp_path, TOLD.append)
    thread = threading.Thread(target=found.run)
    thread.start()
    yield found
    found.stop()
    thread.join(30)


def ask(station: Station, path: str, body: dict[str, Any] | None = None) -> Any:
    settings = station.app.extensions["dipai"].settings
    headers = {"Cookie": f"{COOKIE}={cookie_value(settings, 'referee')}"}
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    request = urllib.request.Request(f"{station.link}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        raw = answer.read()
    return raw if answer.headers["Content-Type"] == "image/jpeg" else json.loads(raw)


def eventually(reached: Callable[[], bool]) -> bool:
    """Return whether something comes true within twenty seconds."""
    pause = threading.Event()
    return any(reached() or pause.wait(0.1) for _ in range(200))


def test_the_eyes_show_what_they_see_and_a_lost_camera_is_told(station: Station) -> None:
    assert eventually(lambda: ask(station, "/healthz")["camera"] == "ok")
    for _ in range(5):
        assert ask(station, "/api/v1/picture.jpg") == PICTURE
    assert eventually(lambda: TOLD == ["eyes lost"])
    assert eventually(lambda: ask(station, "/healthz")["camera"] == "ok"), "it is tried again"


def test_cards_that_lie_there_when_the_record_is_handed_back_make_no_events(
    station: Station,
) -> None:
    """The eyes tell 2H three times, the third time after the record was handed back, then 2S."""
    assert eventually(lambda: ask(station, "/healthz")["camera"] == "ok")
    before = ask(station, "/healthz")["seq"]
    ask(station, "/api/v1/takeover", {"on": True})
    ask(station, "/api/v1/picture.jpg")
    ask(station, "/api/v1/picture.jpg")
    assert ask(station, "/healthz")["seq"] == before
    ask(station, "/api/v1/takeover", {"on": False})
    ask(station, "/api/v1/picture.jpg")
    ask(station, "/api/v1/picture.jpg")
    assert eventually(lambda: ask(station, "/healthz")["seq"] > before)
    laid = [event.cards for event in station.store.current()[1] if event.seq > before]
    assert [cards for cards in laid if cards] == [("2S",)]
