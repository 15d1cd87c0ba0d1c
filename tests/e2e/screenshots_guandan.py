"""Makes the pictures of docs/guandan.md: ``python -m tests.e2e.screenshots_guandan``.

From the recorded observations of the demo's deal, so that the referee's page shows real pictures.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from hardware.demos import DEMOS
from scorer.fold import fold
from scorer.history import Event
from tests.nightly.watch_guandan import fed
from tests.webui.helpers import KEYS, serving
from webui.store import Store

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screenshots"
RECORDED = ROOT / "tests" / "data" / "demo-guandan"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
WILD = 27
"""The play (its number) after which a pair with a wild lies on the table."""


def main() -> int:
    """Take the table with a wild on it, and the referee's page with the finding."""
    told = map(json.loads, (RECORDED / "observed.jsonl").read_text("utf-8").splitlines())
    demo = DEMOS["guandan"]
    events = fed(33, told, {"levels": demo.levels, "finish": list(demo.finish)}).events
    deal = fold(events).deals[0]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        _take(browser, _until(events, WILD), "/?lang=zh", DESKTOP, "guandan-table-zh.png")
        proof = _until(events, deal.findings[0].at)
        _take(browser, proof, "/referee?lang=en", PHONE, "guandan-referee-en.png")
        browser.close()
    return 0


def _until(events: Sequence[Event], seq: int) -> list[Event]:
    return [event for event in events if event.seq <= seq]


def _take(
    browser: Browser, events: Sequence[Event], path: str, size: dict[str, int], name: str
) -> None:
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "table.db") as store:
        store.append(events)
        with serving(store, evidence=RECORDED / "evidence") as server:
            home = f"http://127.0.0.1:{server.port}"
            page = browser.new_page(viewport=size, device_scale_factor=1)  # type: ignore[arg-type]
            page.set_default_timeout(60_000)
            for one in (f"/enter/{KEYS.links['referee']}", path):
                page.goto(home + one, wait_until="domcontentloaded")
            page.wait_for_timeout(2500)
            whole = size is PHONE
            clip = {"x": 0, "y": 0, "width": 390, "height": 1100}
            if whole:
                page.screenshot(path=str(FOLDER / name), full_page=True, clip=clip)  # type: ignore[arg-type]
            else:
                page.screenshot(path=str(FOLDER / name))
            page.close()


if __name__ == "__main__":
    raise SystemExit(main())
