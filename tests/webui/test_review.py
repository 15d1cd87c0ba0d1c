"""Looking back and exporting: what each role gets of a finished and of a running deal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer import history
from scorer.history import make
from tests.webui.helpers import DEMO, KEYS, Time, revoke_events
from webui import chain, create_app, paper
from webui.i18n import translate as text_in
from webui.review import review
from webui.roles import COOKIE, Role, cookie_value
from webui.settings import Settings
from webui.store import Store


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "table.db", Time().clock) as store:
        store.append(history.loads(DEMO.read_text("utf-8")))
        yield store


@pytest.fixture
def app(kept: Store) -> Flask:
    return create_app(kept, Settings(keys=KEYS))


def client_of(app: Flask, role: Role) -> FlaskClient:
    client = app.test_client()
    client.set_cookie(COOKIE, cookie_value(app.extensions["dipai"].settings, role))
    return client


def test_everyone_sees_a_finished_deal_without_its_findings(app: Flask) -> None:
    shown = app.test_client().get("/api/v1/matches/1").get_json()
    (deal,) = shown["deals"]
    assert len(deal["tricks"]) == 19
    assert deal["defender_points"] == 125
    assert "findings" not in deal
    assert shown["readings"] == {}


def test_officials_see_the_findings(app: Flask) -> None:
    shown = client_of(app, "referee").get("/api/v1/matches/1").get_json()
    assert [one["offence"] for one in shown["deals"][0]["findings"]] == ["revoke"]


def test_a_running_deal_is_not_shown_to_viewers(app: Flask, kept: Store) -> None:
    kept.append([make(0, "deal", deal=2), make(0, "bid", seat="N", cards=["2S"])])
    viewer = app.test_client().get("/api/v1/matches/1").get_json()
    assert [deal["deal"] for deal in viewer["deals"]] == [1]
    referee = client_of(app, "referee").get("/api/v1/matches/1").get_json()
    assert [deal["deal"] for deal in referee["deals"]] == [1, 2]


def test_exports(app: Flask, kept: Store) -> None:
    referee = client_of(app, "referee")
    text = referee.get("/review/1/export/jsonl").text
    assert chain.check_export(text).ok
    assert history.dumps(history.loads(text)) == text
    sheet = referee.get("/review/1/export/csv").text
    assert sheet.startswith("\ufeffdeal,trick,seq,seat,cards")
    assert len(sheet.splitlines()) == 1 + 19 * 4
    assert referee.get("/review/1/export/text?lang=en").text.strip()
    assert referee.get("/review/1/export/pdf").status_code == 404
    assert referee.get("/review/99").status_code == 404
    assert kept.head_hash in referee.get("/review/1/sheet").text


def test_a_viewer_exports_a_match_only_when_it_is_over(app: Flask, kept: Store) -> None:
    viewer = app.test_client()
    assert viewer.get("/review/1/export/jsonl").status_code == 403
    kept.append(revoke_events())
    assert viewer.get("/review/1/export/jsonl").status_code == 200
    assert viewer.get("/review/1/export/csv").status_code == 403
    assert viewer.get("/review/86/export/jsonl").status_code == 403


def test_the_rulebook_answers_with_the_engine(app: Flask) -> None:
    question = {"profile": "house-2deck", "level": "2", "trump": "H", "led": ["AC", "AC"]}
    hand = {"hand": ["3D", "4D", "9C", "9C"]}
    player = client_of(app, "player")
    wrong = player.post("/api/v1/ask", json={**question, **hand, "play": ["3D", "4D"]})
    assert wrong.get_json()["legal"] is False
    right = player.post("/api/v1/ask", json={**question, **hand, "play": ["9C", "9C"]})
    assert right.get_json()["legal"] is True
    odd = player.post("/api/v1/ask", json={**question, **hand, "play": ["9C", "9S"]})
    assert odd.status_code == 400
    assert odd.get_json()["error"]["message"]


@pytest.mark.parametrize(
    ("profile", "play", "clause", "english"),
    [
        ("house-2deck", ["9C", "5C"], "house", None),
        ("shuangsheng-10-must-1h", ["9C", "5C"], "有对必须跟对", "must follow with a pair"),
        ("quad-school-past4", ["9C", "3D"], "一律按同色同牌", "always by the same suit"),
    ],
)
def test_the_rulebook_quotes_the_clause_that_a_play_breaks(
    app: Flask, profile: str, play: list[str], clause: str, english: str | None
) -> None:
    asked = {"profile": profile, "level": "2", "trump": "H", "led": ["AC", "AC"], "play": play}
    hand = {"hand": ["3D", "4D", "5C", "9C", "9C"]}
    answer = client_of(app, "player").post("/api/v1/ask", json={**asked, **hand}).get_json()
    assert (answer["legal"], answer["clause"]) == (False, clause)
    assert (english or "") in answer.get("clause_en", "")


def test_setup_shows_a_code_for_every_role(app: Flask) -> None:
    text = client_of(app, "installer").get("/setup?lang=en").text
    assert text.count("<svg") == 5
    assert KEYS.links["referee"] in text
    assert "<svg" in client_of(app, "installer").get("/setup/notice").text


@pytest.mark.parametrize(("lang", "word"), [("zh", "记分表"), ("en", "Score sheet")])
def test_the_score_sheet_as_pdf(app: Flask, kept: Store, lang: str, word: str) -> None:
    answer = client_of(app, "referee").get(f"/review/1/sheet.pdf?lang={lang}")
    assert answer.mimetype == "application/pdf"
    assert answer.data.startswith(b"%PDF-")
    assert answer.data.count(b"/Type /Page\n") == 1, "one page"
    assert b"[ 0 0 595.2756 841.8898 ]" in answer.data, "A4"
    again = client_of(app, "referee").get(f"/review/1/sheet.pdf?lang={lang}")
    assert again.data == answer.data
    story = paper._story(review(kept, 1, True), kept.head_hash, lambda text: text_in(lang, text))
    shown = " ".join(one.getPlainText() for one in story if hasattr(one, "getPlainText"))
    assert word in shown
    assert kept.head_hash in shown


def test_the_sheet_is_set_without_the_chinese_font_too(tmp_path: Path) -> None:
    assert paper.font((tmp_path / "none.ttc",)) == "STSong-Light"
