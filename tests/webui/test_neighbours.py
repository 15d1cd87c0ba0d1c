"""The wall of several tables: whoever answers is shown, whoever does not is passed over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from scorer import history
from tests.webui.browsing import DESKTOP, needs_chromium, open_page
from tests.webui.helpers import DEMO, revoke_events, serving
from webui.neighbours import Neighbours, fetch
from webui.store import Store


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "table.db") as store:
        store.append(revoke_events())
        yield store


def test_each_is_asked_once_however_many_walls_look() -> None:
    now = [0.0]
    asked: list[str] = []

    def ask(address: str) -> Mapping[str, Any] | None:
        asked.append(address)
        return None if "silent" in address else {"deal": len(asked)}

    hall = Neighbours(("http://a/", "http://silent", "http://b"), ask, lambda: now[0])
    assert len(hall.tables()) == 2
    assert len(hall.tables()) == 2
    assert sorted(asked) == ["http://a", "http://b", "http://silent"]
    now[0] += 3
    hall.tables()
    assert len(asked) == 6


def test_a_station_that_is_off_gives_nothing(kept: Store) -> None:
    with serving(kept) as server:
        address = f"http://127.0.0.1:{server.port}"
        found = fetch(address)
        assert found is not None
        assert found["seq"] == 16
    assert fetch(address) is None


@needs_chromium
def test_the_wall_shows_one_table_after_the_other(
    browser: Browser, kept: Store, tmp_path: Path
) -> None:
    with Store(tmp_path / "other.db") as other:
        other.append(history.loads(DEMO.read_text("utf-8")))
        with serving(other) as far:
            hall = (f"http://127.0.0.1:{far.port}",)
            with serving(kept, neighbours=hall) as near:
                page = open_page(browser, DESKTOP, near.port, "/wall?lang=en&every=5")
                expect(page.locator("#where")).to_contain_text("Friday table")
                expect(page.locator("#where")).to_contain_text("simulated")
                expect(page.locator("#points b")).to_have_text("125")
                expect(page.locator("#where")).to_contain_text("Friday table")
                page.close()
