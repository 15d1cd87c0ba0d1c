"""Scenarios in a browser over the recorded session: what the public sees, what the referee sees."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scorer.history import Event, make
from tests.webui.browsing import DESKTOP, PHONE, needs_chromium, open_page
from tests.webui.helpers import KEYS, serving
from tests.webui.sessions import Session
from webui.store import Store

pytestmark = needs_chromium
REVOKE = '[data-finding="1.revoke.S.14"]'
LOOKS = [("en", PHONE), ("zh", DESKTOP), ("en", DESKTOP), ("zh", PHONE)]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "table.db") as store:
        yield store


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "evidence"
    folder.mkdir()
    return folder


def public_text(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/table") as answer:
        return str(answer.read().decode())


def page_text(page: Page, port: int, path: str) -> str:
    return page.context.request.get(f"http://127.0.0.1:{port}{path}").text()


def exported(page: Page, port: int, match: int) -> list[dict[str, object]]:
    answer = page.context.request.get(f"http://127.0.0.1:{port}/review/{match}/export/jsonl")
    return [json.loads(line) for line in answer.text().splitlines()]


@pytest.mark.parametrize(("lang", "size"), LOOKS)
def test_a_planted_revoke_from_the_session_to_the_export(
    browser: Browser,
    kept: Store,
    pictures: Path,
    lang: str,
    size: dict[str, int],
) -> None:
    session = Session(kept, pictures, "shuangsheng-no-must-40")
    session.until(34)
    with serving(kept, evidence=pictures) as server:
        table = open_page(browser, size, server.port, f"/?lang={lang}")
        expect(table.locator("#points b")).to_have_text("0")
        referee = open_page(browser, size, server.port, f"/enter/{KEYS.links['referee']}")
        referee.goto(f"http://127.0.0.1:{server.port}/referee?lang={lang}")
        expect(referee.locator("#alerts [data-finding]")).to_have_count(0)

        session.until(66)
        expect(table.locator("#points b")).to_have_text("65")
        alert = referee.locator(REVOKE)
        expect(alert).to_be_visible()
        expect(alert.locator("section.trick")).to_have_count(2)
        for trick in range(2):
            crop = alert.locator("section.trick").nth(trick).locator(".crops img").first
            crop.scroll_into_view_if_needed()
            assert crop.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
        expect(table.locator(".ruling")).to_have_count(0)
        assert "revoke" not in public_text(server.port)

        alert.locator('button[data-do="uphold"]').click()
        expect(referee.locator(REVOKE)).to_have_count(0)
        expect(table.locator(".ruling")).to_have_count(1)
        expect(table.locator("#points b")).to_have_text("85")
        lines = exported(referee, server.port, 1)
        assert [one["decision"] for one in lines if one["type"] == "ruling"] == ["upheld"]
        sheet = page_text(referee, server.port, "/review/1/export/text?lang=en")
        assert "85" in sheet
        referee.close()
        table.close()


def nine_tricks() -> list[Event]:
    """Return a deal in which West discards on clubs in trick 3 and shows a club in trick 9."""
    tricks = [
        ("S", ["AS"], ["3S"], ["4S"], ["6S"]),
        ("S", ["KS"], ["7S"], ["8S"], ["9S"]),
        ("S", ["AC"], ["3C"], ["4C"], ["3D"]),
        ("S", ["AD"], ["4D"], ["5D"], ["6D"]),
        ("S", ["KD"], ["7D"], ["8D"], ["9D"]),
        ("S", ["QD"], ["4D"], ["6D"], ["7D"]),
        ("S", ["AS"], ["3S"], ["4S"], ["6S"]),
        ("S", ["KS"], ["7S"], ["8S"], ["9S"]),
        ("S", ["KC"], ["6C"], ["7C"], ["9C"]),
    ]
    plays = [
        make(0, "play", seat=seat, cards=cards, confidence=0.97)
        for leader, *hands in tricks
        for seat, cards in zip("SENW", hands, strict=True)
        if leader == "S"
    ]
    return [
        make(0, "match", dipai=1, id="nine", profile="house-2deck", levels={"NS": "2", "EW": "2"}),
        make(0, "deal", deal=1, declarer=None),
        make(0, "draw_begun", first="N"),
        make(0, "bid", seat="S", cards=["2H"]),
        make(0, "kitty_taken", seat="S"),
        make(0, "buried", seat="S", count=8),
        *plays,
    ]


@pytest.mark.parametrize(("lang", "size"), LOOKS[:2])
def test_a_correction_of_trick_3_changes_the_proof_of_trick_9(
    browser: Browser, kept: Store, lang: str, size: dict[str, int]
) -> None:
    kept.append(nine_tricks())
    with serving(kept) as server:
        page = open_page(browser, size, server.port, f"/enter/{KEYS.links['referee']}")
        page.goto(f"http://127.0.0.1:{server.port}/referee?lang={lang}")
        (discard,) = (e for e in kept.current()[1] if e.get("cards") == ["3D"])
        proof = page.locator(f'[data-finding="1.revoke.W.{discard.seq}"]')
        expect(proof).to_have_count(1)
        expect(proof.locator("section.trick")).to_have_count(2)
        expect(proof.locator("section.trick").nth(1).locator("h4")).to_contain_text("9")
        page.locator(f'#record button[data-seq="{discard.seq}"]').click()
        page.locator('#editor button[data-card="5C"]').click()
        page.locator("#save").click()
        expect(proof).to_have_count(0)
        page.close()
