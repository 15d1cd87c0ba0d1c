"""The live table page and its JSON: what viewers get, and what they never get."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.webui.helpers import KEYS, Time, fixed_projection, fixture, revoke_events
from webui import create_app
from webui.settings import Settings
from webui.store import Store
from webui.view import viewer_table


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def kept(tmp_path: Path, time: Time) -> Iterator[Store]:
    with Store(tmp_path / "table.db", time.clock) as store:
        yield store


@pytest.fixture
def app(kept: Store) -> Flask:
    return create_app(kept, Settings(keys=KEYS), fixed_projection)


def test_table_json_has_the_contract_fields(app: Flask, kept: Store) -> None:
    kept.append(revoke_events())
    answer = app.test_client().get("/api/v1/table").get_json()
    contract = ("seq", "profile", "deal", "levels", "trump", "declarer", "score", "trick", "turn")
    assert set(contract) | {"last_trick"} <= set(answer)
    assert answer["seq"] == 16
    assert answer["trick"] == [{"seat": "E", "cards": ["TD"]}, {"seat": "N", "cards": ["5D"]}]


def test_nothing_new_is_204(app: Flask, kept: Store) -> None:
    kept.append(revoke_events())
    client = app.test_client()
    assert client.get("/api/v1/table?since=16").status_code == 204
    assert client.get("/api/v1/table?since=15").status_code == 200


def test_viewers_get_neither_findings_nor_older_cards(app: Flask, kept: Store) -> None:
    kept.append(revoke_events())
    client = app.test_client()
    state = client.get("/").text.split('id="state">')[1].split("</script>")[0]
    for text in (client.get("/api/v1/table").text, state):
        assert "revoke" not in text
        assert "proven" not in text
        assert '"AC"' not in text, "a card of trick 1 while trick 3 is played"


def test_a_projection_with_more_than_viewers_may_see_is_cut() -> None:
    leaky = {
        **fixture("table"),
        "findings": fixture("referee")["findings"],
        "tricks": fixture("judge")["deals"][0]["tricks"],
        "hands": {"N": ["AS"]},
        "rulings": [
            {"of": "x", "offence": "revoke", "decision": "dismissed"},
            {"of": "y", "offence": "revoke", "decision": "upheld", "evidence": [1]},
        ],
    }
    leaky["trick"][0]["confidence"] = 0.4
    shown = viewer_table(leaky, 3)
    assert not {"findings", "tricks", "hands"} & set(shown)
    assert shown["rulings"] == [{"of": "y", "offence": "revoke", "decision": "upheld"}]
    assert "confidence" not in json.dumps(shown)


def test_an_empty_store_shows_a_waiting_table(app: Flask) -> None:
    answer = app.test_client().get("/api/v1/table").get_json()
    assert (answer["seq"], answer["phase"], answer["trick"]) == (0, "waiting", [])


def test_health_says_when_the_eyes_went_silent(app: Flask, time: Time) -> None:
    client = app.test_client()
    assert client.get("/healthz").get_json()["camera"] == "none"
    app.extensions["dipai"].live.pulse("ok")
    assert client.get("/healthz").get_json()["camera"] == "ok"
    time.now += 5.5
    health = client.get("/healthz").get_json()
    assert (health["camera"], health["ok"], health["problems"]) == ("lost", False, ["camera_lost"])
    app.extensions["dipai"].live.pulse("ok")
    assert client.get("/healthz").get_json()["ok"] is True


def test_the_public_is_held_back_by_the_delay(kept: Store, time: Time) -> None:
    app = create_app(kept, Settings(keys=KEYS, delay=30.0), fixed_projection)
    live = app.extensions["dipai"].live
    kept.append(revoke_events()[:10])
    time.now += 20
    kept.append(revoke_events()[10:])
    assert live.snapshot(public=True).seq == 0
    assert live.snapshot(public=False).seq == 16
    time.now += 10
    assert app.test_client().get("/api/v1/table").get_json()["seq"] == 10
    time.now += 20
    assert app.test_client().get("/api/v1/table").get_json()["seq"] == 16


def test_errors_have_one_shape(app: Flask) -> None:
    client = app.test_client()
    for path, status in (("/api/v1/none", 404), ("/events?view=all", 400)):
        answer = client.get(path)
        assert answer.status_code == status
        assert set(answer.get_json()["error"]) == {"status", "code", "message", "field"}
    assert client.post("/api/v1/table").status_code == 405
