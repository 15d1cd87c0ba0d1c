"""Players at their own table and the referee who answers them, in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scorer import history
from scorer.history import make
from tests.webui.browsing import DESKTOP, PHONE, needs_chromium, open_page
from tests.webui.helpers import DEMO, KEYS, revoke_events, serving
from webui.store import Store

pytestmark = needs_chromium


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "table.db") as store:
        yield store


def enter(browser: Browser, size: dict[str, int], port: int, role: str, lang: str) -> Page:
    page = open_page(browser, size, port, f"/enter/{KEYS.links[role]}")  # type: ignore[index]
    page.goto(f"{page.url}?lang={lang}")
    return page


@pytest.mark.parametrize(("lang", "live"), [("en", "Kept by hand"), ("zh", "手工记录中")])
def test_a_doubt_reaches_the_referee_and_is_put_right(
    browser: Browser, kept: Store, lang: str, live: str
) -> None:
    kept.append(revoke_events())
    with serving(kept) as server:
        player = enter(browser, PHONE, server.port, "player", lang)
        referee = enter(browser, DESKTOP, server.port, "referee", lang)
        player.locator("#my-seat").select_option("S")
        player.locator("#wrong").click()
        doubt = player.locator('[data-doubt="14"]')
        expect(doubt.locator(".guess")).to_have_count(3)
        doubt.locator('[data-guess="9S"]').click()
        call = referee.locator("[data-call]")
        expect(call).to_have_count(1)
        expect(referee.locator('[data-finding="1.revoke.W.10"]')).to_be_visible()
        call.locator('[data-do="apply"]').click()
        expect(call).to_have_count(0)
        expect(referee.locator('[data-finding="1.revoke.W.10"]')).to_have_count(0)
        correction = next(e for e in kept.current()[1] if e.type == "correction")
        assert (correction.get("of"), correction.get("set")) == (14, {"cards": ["9S"]})
        expect(referee.locator("#two-desks")).to_be_hidden()
        second = enter(browser, PHONE, server.port, "referee", lang)
        expect(referee.locator("#two-desks")).to_be_visible()
        referee.locator("#by-hand-switch").click()
        expect(player.locator("#status-text")).to_have_text(live)
        referee.locator("#next-play").click()
        referee.locator('#editor button[data-card="6D"]').click()
        referee.locator("#save").click()
        expect(player.locator('.seat[data-seat="W"] .fan img')).to_have_count(1)
        for page in (second, referee, player):
            page.close()


def test_both_sides_confirm_the_end_of_a_deal(browser: Browser, kept: Store) -> None:
    kept.append(history.loads(DEMO.read_text("utf-8")))
    with serving(kept) as server:
        player = enter(browser, PHONE, server.port, "player", "en")
        viewer = open_page(browser, DESKTOP, server.port, "/?lang=en")
        for side in ("NS", "EW"):
            player.locator(f'#confirm [data-side="{side}"]').click()
            expect(player.locator(f'#confirm [data-side="{side}"]')).to_be_disabled()
        expect(viewer.locator("#confirmed")).to_contain_text("North–South · East–West")
        expect(viewer.locator("#players")).to_have_count(0)
        viewer.close()
        player.close()


def test_the_page_says_when_the_table_no_longer_fits_and_goes_on(
    browser: Browser, kept: Store
) -> None:
    kept.append(revoke_events()[:10])
    with serving(kept) as server:
        page = open_page(browser, DESKTOP, server.port, "/?lang=en")
        expect(page.locator("#misfit")).to_be_hidden()
        lead, odd = (
            make(0, "play", seat="S", cards=["KS", "KS"]),
            make(0, "play", seat="E", cards=["3S", "4S", "6S"]),
        )
        kept.append([lead, odd])
        expect(page.locator("#misfit")).to_contain_text("I see 3 cards from Dai; 2 were led.")
        kept.append([make(0, "correction", of=kept.head, set={"cards": ["3S", "4S"]})])
        expect(page.locator("#misfit")).to_be_hidden()
        page.close()


def test_the_shot_clock_runs_where_the_rules_have_one(browser: Browser, kept: Store) -> None:
    header, *rest = revoke_events()
    kept.append([header.changed(profile="shuangsheng-no-must-40"), *rest])
    with serving(kept) as server:
        page = open_page(browser, DESKTOP, server.port, "/?lang=en")
        kept.append([make(0, "play", seat="W", cards=["6D"])])
        expect(page.locator("#clock")).to_contain_text("s left")
        page.close()
