"""The real app in a browser: what people see when events arrive and when the referee decides."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from scorer import history
from tests.webui.browsing import DESKTOP, PHONE, needs_chromium, open_page, with_pictures
from tests.webui.helpers import DEMO, KEYS, revoke_events, serving
from webui.store import Store

FINDING = '[data-finding="1.revoke.W.10"]'

pytestmark = needs_chromium


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "table.db") as store:
        yield store


def test_the_score_changes_after_a_trick(browser: Browser, kept: Store) -> None:
    events = revoke_events()
    kept.append(events[:8])
    with serving(kept) as server:
        page = open_page(browser, DESKTOP, server.port, "/?lang=en")
        expect(page.locator("#trick-number")).to_have_text("1")
        expect(page.locator("#points b")).to_have_text("0")
        expect(page.locator('.seat[data-seat="S"] .fan img')).to_have_count(2)
        expect(page.locator('.seat[data-seat="N"].turn')).to_be_visible()
        kept.append(events[8:14])
        expect(page.locator("#points b")).to_have_text("10")
        expect(page.locator("#last li.won")).to_have_attribute("data-side", "EW")
        kept.append(events[14:])
        expect(page.locator("#trick-number")).to_have_text("3")
        expect(page.locator('.seat[data-seat="N"] .fan img')).to_have_attribute(
            "alt", "5 of diamonds"
        )
        page.close()


def test_a_ruling_shows_on_the_table_only_after_the_decision(
    browser: Browser, kept: Store, tmp_path: Path
) -> None:
    kept.append(with_pictures(revoke_events(), tmp_path / "evidence"))
    with serving(kept, evidence=tmp_path / "evidence") as server:
        table = open_page(browser, DESKTOP, server.port, "/?lang=en")
        expect(table.locator("#points b")).to_have_text("10")
        expect(table.locator(".ruling")).to_have_count(0)
        link = f"/enter/{KEYS.links['referee']}"
        referee = open_page(browser, PHONE, server.port, link)
        alert = referee.locator(FINDING)
        expect(alert).to_be_visible()
        expect(alert.locator("section.trick")).to_have_count(2)
        expect(alert.locator(".crops img")).to_have_count(2)
        assert all(
            alert.locator(".crops img").nth(at).evaluate("image => image.decode().then(() => true)")
            for at in range(2)
        )
        alert.locator(".actions button").nth(2).click()
        form = alert.locator("form")
        form.locator('input[name="points"]').fill("20")
        form.locator('input[name="reason"]').fill("shown in trick 2")
        form.locator('button[type="submit"]').click()
        expect(referee.locator(FINDING)).to_have_count(0)
        expect(table.locator(".ruling")).to_contain_text("20 points")
        expect(table.locator("#points b")).to_have_text("-10")
        referee.locator("[data-decided] button").click()
        expect(referee.locator(FINDING)).to_be_visible()
        expect(table.locator(".ruling")).to_have_count(0)
        referee.close()
        table.close()


def test_a_correction_takes_a_false_proof_away(browser: Browser, kept: Store) -> None:
    kept.append(revoke_events())
    with serving(kept) as server:
        page = open_page(browser, PHONE, server.port, f"/enter/{KEYS.links['referee']}")
        expect(page.locator(FINDING)).to_be_visible()
        page.locator('#record button[data-seq="14"]').click()
        page.locator('#editor button[data-card="9S"]').click()
        page.locator("#save").click()
        expect(page.locator(FINDING)).to_have_count(0)
        assert kept.current()[1][-1].get("set") == {"cards": ["9S"]}
        page.close()


@pytest.mark.parametrize(("lang", "word"), [("zh", "闲家得分"), ("en", "Defenders' points")])
def test_both_languages_and_the_switch(browser: Browser, kept: Store, lang: str, word: str) -> None:
    kept.append(revoke_events())
    with serving(kept) as server:
        page = open_page(browser, PHONE, server.port, f"/?lang={lang}")
        expect(page.locator("#points")).to_contain_text(word)
        page.locator(".lang").click()
        expect(page.locator("#points")).not_to_contain_text(word)
        page.goto(f"http://127.0.0.1:{server.port}/")
        expect(page.locator("#points")).not_to_contain_text(word)
        page.close()


def test_display_choices_stay(browser: Browser, kept: Store) -> None:
    kept.append(revoke_events())
    with serving(kept) as server:
        page = open_page(browser, DESKTOP, server.port, "/")
        for name, value in (("theme", "light"), ("size", "big"), ("suits", "four")):
            page.locator(f'[data-pref="{name}"]').click()
            assert page.evaluate(f"document.documentElement.dataset.{name}") == value
        assert "suits=four" in page.locator(".felt .fan img").first.get_attribute("src")
        page.reload()
        assert page.evaluate("document.documentElement.dataset.theme") == "light"
        page.close()


def test_the_overlay_is_transparent_and_survives_a_restart(browser: Browser, kept: Store) -> None:
    events = revoke_events()
    kept.append(events[:14])
    with serving(kept) as server:
        port = server.port
        page = open_page(
            browser, {"width": 1920, "height": 1080}, port, "/overlay?show=score&lang=en"
        )
        expect(page.locator(".points b")).to_have_text("10")
        png = page.screenshot(omit_background=True)
        pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
        assert pixels.shape == (1080, 1920, 4)
        assert pixels[:700, :, 3].max() == 0, "nothing above the strip"
        assert pixels[900:, :, 3].max() == 255
    expect(page.locator(".points b")).to_have_text("10")
    assert page.locator("body").inner_text().count("Connection") == 0
    kept.append(history.loads(DEMO.read_text("utf-8")))
    with serving(kept, port=port):
        expect(page.locator(".points b")).to_have_text("125")
        page.close()


def test_review_steps_through_a_finished_deal(browser: Browser, kept: Store) -> None:
    kept.append(history.loads(DEMO.read_text("utf-8")))
    with serving(kept) as server:
        page = open_page(browser, DESKTOP, server.port, "/review/1?lang=en")
        expect(page.locator(".stage h2").first).to_contain_text("Trick 1")
        page.locator("#forward").click()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".stage h2").first).to_contain_text("Trick 3")
        expect(page.locator(".chart .bar")).to_have_count(19)
        expect(page.locator(".flag")).to_have_count(0)
        page.close()
        table = open_page(browser, DESKTOP, server.port, "/?lang=en")
        expect(table.locator("#result")).to_contain_text("East–West up 1")
        table.close()


def test_the_rulebook_page_answers(browser: Browser, kept: Store) -> None:
    with serving(kept) as server:
        page = open_page(browser, PHONE, server.port, f"/enter/{KEYS.links['player']}")
        page.goto(f"http://127.0.0.1:{server.port}/ask?lang=en")
        for tray, cards in (("led", "AS"), ("hand", "3S"), ("hand", "4D"), ("play", "4D")):
            page.locator(f'[data-tray="{tray}"]').click(position={"x": 300, "y": 8})
            page.locator(f'#picker [data-card="{cards}"]').click()
        page.locator('select[name="trump"]').select_option("H")
        page.locator('button[type="submit"]').click()
        expect(page.locator(".answer")).to_contain_text("Not legal")
        page.close()
