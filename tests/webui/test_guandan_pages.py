"""The pages of a Guandan table in a browser: types, wilds, tribute, places, whole rounds."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from scorer.history import Event, make
from tests.webui.helpers import KEYS, serving
from webui import faces
from webui.store import Store

CHROMIUM = shutil.which("chromium")
PHONE = {"width": 390, "height": 844}
browsing = pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")
expect.set_options(timeout=60_000)

HEADER: dict[str, Any] = {
    "type": "match",
    "profile": "house-guandan",
    "levels": {"NS": "5", "EW": "5"},
    "finish": ["N", "W", "S", "E"],
}
PLAYS = (
    ("E", "6S 6D"),
    ("N", "8S 5H"),
    ("W", "9S 9D"),
    ("E", "QS QD"),
    ("N", "7S 7D 7C 7H 5H"),
)


def events() -> list[Event]:
    """Return a deal with a tribute, a wild in a pair, and a bomb of five."""
    rows: list[dict[str, Any]] = [
        HEADER,
        {"type": "deal", "deal": 1, "declarer": None},
        {"type": "tribute", "from": "E", "to": "N", "card": "AS"},
        {"type": "return", "from": "N", "to": "E", "card": "4D"},
        *({"type": "play", "seat": seat, "cards": cards.split()} for seat, cards in PLAYS),
    ]
    return [
        make(seq, row["type"], **{name: value for name, value in row.items() if name != "type"})
        for seq, row in enumerate(rows, start=1)
    ]


def test_a_wild_is_marked_on_its_face() -> None:
    plain, wild = faces.face("5H"), faces.face("5H", wild=True)
    assert wild.startswith(plain.removesuffix("</svg>"))
    assert wild.count("<circle") == 2


def opened(browser: Browser, home: str, *paths: str) -> Page:
    page = browser.new_page(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    page.set_default_timeout(60_000)
    for path in paths:
        page.goto(home + path, wait_until="domcontentloaded")
    return page


@browsing
@pytest.mark.parametrize(
    ("lang", "bomb", "wild"),
    [("en", "Bomb of 5 · 7", ", wild"), ("zh", "5 张炸弹 · 7", "（逢人配）")],
)
def test_pages_show_what_guandan_needs(
    browser: Browser, tmp_path: Path, lang: str, bomb: str, wild: str
) -> None:
    with Store(tmp_path / "table.db") as store:
        store.append(events())
        with serving(store) as server:
            home = f"http://127.0.0.1:{server.port}"
            page = opened(browser, home, f"/?lang={lang}")
            north = page.locator('.seat[data-seat="N"]')
            expect(north.locator(".meaning.bomb")).to_have_text(bomb)
            expect(north.locator(f'img[alt$="{wild}"]')).to_have_count(1)
            expect(page.locator("#tribute li")).to_have_count(2)
            expect(page.locator("#tribute img")).to_have_count(2)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            page.close()
            enter = f"/enter/{KEYS.links['referee']}"
            desk = opened(browser, home, enter, f"/referee?lang={lang}")
            expect(desk.locator(".record-round button")).to_have_count(len(PLAYS))
            assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
            desk.close()


@browsing
def test_places_are_named_when_the_deal_is_over(browser: Browser, tmp_path: Path) -> None:
    end = make(20, "deal_end", finish=["W", "N", "E", "S"])
    with Store(tmp_path / "table.db") as store:
        store.append([*events(), end])
        with serving(store) as server:
            page = opened(browser, f"http://127.0.0.1:{server.port}", "/?lang=zh")
            places = page.locator("#result .places li")
            expect(places).to_have_text(["头游西", "二游北", "三游东", "末游南"])
