"""Evidence pictures: deleted for a match when asked, and by age where no alert needs them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.history import make
from tests.webui.browsing import with_pictures
from tests.webui.helpers import KEYS, Time, revoke_events
from webui import create_app, pictures
from webui.roles import COOKIE, cookie_value
from webui.settings import Settings
from webui.store import Store

NOW = 2_000_000_000.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "evidence"


@pytest.fixture
def kept(tmp_path: Path, folder: Path) -> Iterator[Store]:
    with Store(tmp_path / "table.db", Time().clock) as store:
        store.append(with_pictures(revoke_events(), folder))
        yield store


def aged(folder: Path, days: float) -> None:
    for path in folder.iterdir():
        os.utime(path, (NOW - days * 86_400, NOW - days * 86_400))


def test_old_pictures_go_but_those_of_an_alert_stay(kept: Store, folder: Path) -> None:
    aged(folder, 29)
    assert pictures.expire(kept, folder, 30, NOW) == 0
    aged(folder, 31)
    assert pictures.expire(kept, folder, 30, NOW) == 8
    left = {path.name for path in folder.iterdir()}
    assert left == pictures.named(e for e in kept.current()[1] if e.seq in (10, 14))


def test_a_match_is_forgotten_when_asked_and_its_record_stays(kept: Store, folder: Path) -> None:
    shared = kept.current()[1][6].get("evidence")
    kept.append(
        [
            make(0, "match", dipai=1, id="next", profile="house-2deck"),
            make(0, "play", seat="N", cards=["AS"], evidence=shared),
        ]
    )
    app = create_app(kept, Settings(keys=KEYS, evidence=folder))
    client = app.test_client()
    assert client.post("/api/v1/setup/forget", json={"match": 1}).status_code == 403
    client.set_cookie(COOKIE, cookie_value(app.extensions["dipai"].settings, "installer"))
    before = kept.export(1)
    assert client.post("/api/v1/setup/forget", json={"match": 1}).get_json() == {"deleted": 9}
    assert [path.name for path in folder.iterdir()] == shared, "another match needs this one"
    assert kept.export(1) == before
    assert client.post("/api/v1/setup/forget", json={"match": 900}).status_code == 404
