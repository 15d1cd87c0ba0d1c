"""Decisions and corrections: events that change what everyone sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer import history
from tests.webui.helpers import DEMO, KEYS, Time, revoke_events
from webui import create_app
from webui.roles import COOKIE, cookie_value
from webui.settings import Settings
from webui.store import Store

FINDING = "1.revoke.W.10"


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "table.db", Time().clock) as store:
        store.append(revoke_events())
        yield store


@pytest.fixture
def app(kept: Store) -> Flask:
    return create_app(kept, Settings(keys=KEYS))


@pytest.fixture
def referee(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.set_cookie(COOKIE, cookie_value(app.extensions["dipai"].settings, "referee"))
    return client


def findings(referee: FlaskClient) -> dict[str, Any]:
    return {one["id"]: one for one in referee.get("/api/v1/referee").get_json()["findings"]}


def rule(referee: FlaskClient, **body: Any) -> Any:
    return referee.post("/api/v1/rulings", json={"of": FINDING, **body})


def test_the_referee_sees_the_finding_and_the_viewer_does_not(
    app: Flask, referee: FlaskClient
) -> None:
    assert findings(referee)[FINDING]["certainty"] == "proven"
    assert FINDING not in app.test_client().get("/api/v1/table").text


def test_a_quoted_clause_comes_with_our_english(kept: Store, referee: FlaskClient) -> None:
    """The scripted deal is played by a document's rules: its clause is quoted in both languages."""
    header = kept.current()[1][0]
    kept.append(
        [history.make(0, "match", **{**header.fields, "profile": "shuangsheng-10-must-1h"})]
    )
    kept.append(revoke_events()[1:])
    (quoted,) = {(one["clause"], one["clause_en"]) for one in findings(referee).values()}
    assert quoted == ("罚降一级", "fined one level")


def test_an_upheld_ruling_moves_points_and_shows(app: Flask, referee: FlaskClient) -> None:
    answer = rule(referee, decision="changed", penalty={"points": 20}, reason="藏牌")
    assert answer.status_code == 201
    table = app.test_client().get("/api/v1/table").get_json()
    assert table["score"]["defender_points"] == -10, "10 points less a fine of 20"
    (shown,) = table["rulings"]
    assert (shown["offence"], shown["penalty"]) == ("revoke", {"points": 20})
    assert findings(referee)[FINDING]["state"] == "changed"


def test_a_dismissed_alert_leaves_no_trace_for_viewers(app: Flask, referee: FlaskClient) -> None:
    assert rule(referee, decision="dismissed").status_code == 201
    assert app.test_client().get("/api/v1/table").get_json()["rulings"] == []
    assert findings(referee)[FINDING]["state"] == "dismissed"


def test_a_second_device_does_not_overwrite_unseen(kept: Store, referee: FlaskClient) -> None:
    first = rule(referee, decision="upheld").get_json()["seq"]
    second = rule(referee, decision="dismissed")
    assert second.status_code == 409
    assert second.get_json()["current"]["seq"] == first
    assert kept.head == first
    assert rule(referee, decision="dismissed", seen=first).status_code == 201


def test_undo_opens_the_alert_again(referee: FlaskClient) -> None:
    seq = rule(referee, decision="upheld").get_json()["seq"]
    assert referee.post("/api/v1/undo", json={"of": seq}).status_code == 201
    assert findings(referee)[FINDING]["state"] == "open"


def test_a_correction_takes_the_proof_away(referee: FlaskClient) -> None:
    answer = referee.post("/api/v1/corrections", json={"of": 14, "cards": ["9s"], "seq": 16})
    assert answer.status_code == 201
    assert answer.get_json()["event"]["set"] == {"cards": ["9S"]}
    assert FINDING not in findings(referee)
    late = referee.post("/api/v1/corrections", json={"of": 14, "cards": ["9D"], "seq": 16})
    assert late.status_code == 409


def test_a_missed_play_is_put_in_where_it_belongs(app: Flask, referee: FlaskClient) -> None:
    assert referee.post("/api/v1/undo", json={"of": 13}).status_code == 201
    gap = app.test_client().get("/api/v1/table").get_json()
    assert gap["score"]["complete"] is False
    body = {"seat": "N", "cards": ["3S"], "before": 14}
    assert referee.post("/api/v1/plays", json=body).status_code == 201
    table = app.test_client().get("/api/v1/table").get_json()
    assert table["score"]["complete"] is True
    assert [play["seat"] for play in table["last_trick"]["plays"]] == ["S", "E", "N", "W"]


def test_a_table_can_be_kept_by_hand(app: Flask, referee: FlaskClient) -> None:
    answer = referee.post("/api/v1/plays", json={"seat": "W", "cards": ["2D"]})
    assert answer.get_json()["event"]["source"] == "referee"
    table = app.test_client().get("/api/v1/table").get_json()
    assert table["trick"][-1] == {"seat": "W", "cards": ["2D"]}
    late = {"seat": "W", "cards": ["2D"], "before": 400}
    assert referee.post("/api/v1/plays", json=late).status_code == 404


def test_a_penalty_by_hand(app: Flask, referee: FlaskClient) -> None:
    body = {"decision": "upheld", "offence": "phone", "penalty": {"points": 30, "side": "NS"}}
    answer = referee.post("/api/v1/rulings", json=body)
    assert answer.status_code == 201
    assert answer.get_json()["event"]["of"].startswith("hand.")
    table = app.test_client().get("/api/v1/table").get_json()
    assert table["score"]["defender_points"] == 40, "the declarer's side pays the defenders"


@pytest.mark.parametrize(
    ("path", "body", "status", "field"),
    [
        ("rulings", {"of": "9.revoke.N.1", "decision": "upheld"}, 404, "of"),
        ("rulings", {"of": FINDING, "decision": "maybe"}, 400, "decision"),
        ("rulings", {"of": FINDING, "decision": "changed"}, 400, None),
        ("rulings", {"decision": "upheld", "penalty": {"points": 5}}, 400, None),
        ("rulings", {"of": FINDING, "decision": "upheld", "extra": 1}, 400, "extra"),
        ("corrections", {"of": 14, "cards": ["1Z"]}, 400, "cards.0"),
        ("corrections", {"of": 14}, 400, None),
        ("corrections", {"of": 999, "cards": ["9S"]}, 404, "of"),
        ("corrections", {"of": 1, "cards": ["9S"]}, 400, "of"),
        ("undo", {"of": 1}, 400, "of"),
        ("undo", {"of": 500}, 404, "of"),
        ("warnings", {"side": "XX", "offence": "late"}, 400, "side"),
    ],
)
def test_bad_requests_are_named_and_store_nothing(
    kept: Store, referee: FlaskClient, path: str, body: dict[str, Any], status: int, field: str
) -> None:
    answer = referee.post(f"/api/v1/{path}", json=body)
    error = answer.get_json()["error"]
    assert (answer.status_code, error["field"]) == (status, field)
    assert kept.head == 16


def test_other_content_is_refused(referee: FlaskClient) -> None:
    assert referee.post("/api/v1/undo", data="of=3").status_code == 415
    assert referee.post("/api/v1/undo", json=[1]).status_code == 400
    broken = referee.post("/api/v1/undo", data="{", content_type="application/json")
    assert broken.status_code == 400


def player_of(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.set_cookie(COOKIE, cookie_value(app.extensions["dipai"].settings, "player"))
    return client


def test_the_alert_says_what_the_score_becomes_and_when_it_came(tmp_path: Path) -> None:
    with Store(tmp_path / "fine.db", Time().clock) as store:
        header, *rest = revoke_events()
        store.append([header.changed(profile="shuangsheng-no-must-40"), *rest])
        app = create_app(store, Settings(keys=KEYS))
        client = app.test_client()
        client.set_cookie(COOKIE, cookie_value(app.extensions["dipai"].settings, "referee"))
        finding = findings(client)[FINDING]
        before = app.test_client().get("/api/v1/table").get_json()["score"]["defender_points"]
        assert finding["t"] == Time().wall
        assert finding["english"].startswith("Revoke")
        rule(client, decision="upheld")
        after = app.test_client().get("/api/v1/table").get_json()["score"]["defender_points"]
        assert finding["becomes"]["defender_points"] == after != before


def test_a_player_calls_quietly_and_the_referee_answers(app: Flask, referee: FlaskClient) -> None:
    player = player_of(app)
    doubts = player.get("/api/v1/doubts").get_json()["plays"]
    wrong = next(one for one in doubts if one["seq"] == 14)
    assert wrong["cards"] == ["9C"]
    assert len(wrong["guesses"]) == 3
    body = {"seat": "S", "about": 14, "cards": wrong["guesses"][0]}
    assert player.post("/api/v1/calls", json=body).status_code == 201
    first = referee.get("/api/v1/referee").get_json()["calls"]
    assert [(one["seat"], one["about"], one["cards"]) for one in first] == [
        ("S", 14, wrong["guesses"][0])
    ]
    assert player.post("/api/v1/calls", json=body).get_json()["seq"] == first[0]["seq"]
    assert "call" not in app.test_client().get("/api/v1/table").text
    assert referee.post("/api/v1/undo", json={"of": first[0]["seq"]}).status_code == 201
    assert referee.get("/api/v1/referee").get_json()["calls"] == []


def test_a_side_confirms_only_a_deal_that_is_over(app: Flask, kept: Store) -> None:
    player = player_of(app)
    early = player.post("/api/v1/confirmations", json={"side": "NS"})
    assert early.status_code == 409
    kept.append(history.loads(DEMO.read_text("utf-8")))
    for _ in range(2):
        assert player.post("/api/v1/confirmations", json={"side": "NS"}).status_code == 201
    table = app.test_client().get("/api/v1/table").get_json()
    assert table["confirmed"] == ["NS"]
    assert [event.type for event in kept.current()[1]].count("confirm") == 1


def test_players_cannot_flood_the_referee(app: Flask) -> None:
    player = player_of(app)
    answers = [player.post("/api/v1/calls", json={"seat": "N"}).status_code for _ in range(14)]
    assert answers[0] == 201
    assert answers[-1] == 429


def test_warnings_and_penalties_by_hand_carry_their_own_name(
    app: Flask, referee: FlaskClient
) -> None:
    warned = {"side": "EW", "offence": "talk_or_signal", "reason": "spoke"}
    assert referee.post("/api/v1/warnings", json=warned).status_code == 201
    fine = {"decision": "upheld", "offence": "phone", "penalty": {"points": 5, "side": "NS"}}
    assert referee.post("/api/v1/rulings", json=fine).status_code == 201
    table = app.test_client().get("/api/v1/table").get_json()
    assert [one["offence"] for one in table["warnings"]] == ["talk_or_signal"]
    assert [one["offence"] for one in table["rulings"]] == ["phone"]


def test_the_record_is_kept_by_hand_until_it_is_handed_back(
    app: Flask, referee: FlaskClient
) -> None:
    live = app.extensions["dipai"].live
    for on in (True, False):
        assert referee.post("/api/v1/takeover", json={"on": on}).get_json() == {"by_hand": on}
        assert live.by_hand is on


def test_an_unread_card_is_told_to_everyone_while_it_is_news(
    app: Flask, referee: FlaskClient
) -> None:
    assert app.test_client().get("/api/v1/table").get_json()["unfit"] == []
    referee.post("/api/v1/corrections", json={"of": 16, "cards": ["??"]})
    (gap,) = app.test_client().get("/api/v1/table").get_json()["unfit"]
    assert (gap["code"], gap["seat"]) == ("unread_card", "N")
