"""Every page in both languages and themes: accessible, light, local, fully translated."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.webui.browsing import DESKTOP, PHONE, home_only, needs_chromium
from tests.webui.helpers import KEYS, serving
from tests.webui.sessions import Session
from webui.serve import Server
from webui.store import Store

pytestmark = needs_chromium
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
PAGES = {
    "table": "/",
    "wall": "/wall",
    "overlay": "/overlay?show=score,trick,last,ruling",
    "matches": "/review",
    "review": "/review/1",
    "sheet": "/review/1/sheet",
    "ask": "/ask",
    "referee": "/referee",
    "setup": "/setup",
    "notice": "/setup/notice",
    "refused": "/nowhere",
}
LOOKS = {
    "zh-dark-phone": ("zh", "dark", PHONE),
    "en-light-phone": ("en", "light", PHONE),
    "en-dark-desktop": ("en", "dark", DESKTOP),
    "zh-light-desktop": ("zh", "light", DESKTOP),
}
BUDGET = 250_000
LATIN = re.compile(r"[A-Za-z]{3,}")
NO_TEXT = re.compile(
    r"https?://\S+|English|JSON Lines|CSV|PDF|HTTP|JPEG|CMEC|QQ|[0-9a-f]{16,}|Dipai|house-\w+"
)
"""What a Chinese page may hold in Latin letters: addresses, names of formats, hashes, slugs."""


@pytest.fixture(scope="module")
def station(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("whole")
    pictures = folder / "evidence"
    pictures.mkdir()
    with Store(folder / "table.db") as store:
        session = Session(store, pictures)
        session.until(300)
        with serving(store, evidence=pictures, name="3") as server:
            yield server


@pytest.fixture(scope="module", params=LOOKS)
def visitor(
    request: pytest.FixtureRequest, browser: Browser, station: Server
) -> Iterator[tuple[str, BrowserContext]]:
    lang, theme, size = LOOKS[request.param]
    context = browser.new_context(viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
    home = f"http://127.0.0.1:{station.port}"
    context.add_cookies(
        [
            {"name": "dipai_theme", "value": theme, "url": home},
            {"name": "dipai_lang", "value": lang, "url": home},
        ]
    )
    context.request.get(f"{home}/enter/{KEYS.links['director']}")
    yield lang, context
    context.close()


def transferred(page: Page) -> list[int]:
    """Collect the sizes of all answers from now on."""
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(_size(answer)))
    return sizes


def _size(answer: Any) -> int:
    if "/events" in answer.url:
        return 0
    return int(answer.headers.get("content-length") or 0)


@pytest.mark.parametrize("name", PAGES)
def test_page(name: str, visitor: tuple[str, BrowserContext], station: Server) -> None:
    lang, context = visitor
    home = f"http://127.0.0.1:{station.port}"
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.on("request", lambda request: home_only(request.url, home))
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    sizes = transferred(page)
    page.goto(home + PAGES[name], wait_until="load")
    page.locator("main > *").first.wait_for(state="attached")
    assert troubles == []
    assert sum(sizes) <= BUDGET, f"{sum(sizes)} bytes"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), "sideways"
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [
        {"id": one["id"], "at": [node["target"] for node in one["nodes"]][:4], "of": one["help"]}
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == [], json.dumps(serious, indent=1)
    if lang == "zh":
        page.evaluate("document.querySelectorAll('[lang=en]').forEach((one) => one.remove())")
        shown = page.locator("body").inner_text()
        assert LATIN.findall(NO_TEXT.sub("", shown)) == []
    page.close()
