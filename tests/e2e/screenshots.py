"""Makes the pictures of the README from the running demo: ``python -m tests.e2e.screenshots``."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screenshots"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
LAST_TRICK = 14
"""The pictures are taken when so many tricks have been played."""


def main() -> int:
    """Run the demo, wait for the middle of the deal, take the pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "hardware.cli", "demo", "--port", "0", "--speed", "2"]
        process = subprocess.Popen(
            [*command, "--data", data], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        links: list[str] = []
        while len(links) < 2:
            line = process.stdout.readline()
            links += [word for word in line.split() if word.startswith("http")]
        try:
            _wait_for_trick(links[0])
            _pictures(links[0], links[1])
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)
    return 0


def _wait_for_trick(table: str) -> None:
    with urllib.request.urlopen(f"{table}/events", timeout=300) as stream:
        for raw in stream:
            if raw.startswith(b"data:"):
                state = json.loads(raw[5:])
                shown = state.get("table", state)
                if (shown.get("trick_number") or 0) >= LAST_TRICK and len(shown["trick"]) >= 2:
                    return


def _pictures(table: str, referee: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        for language in ("en", "zh"):
            page = browser.new_context(viewport=DESKTOP).new_page()  # type: ignore[arg-type]
            _take(page, f"{table}/?lang={language}", f"table-{language}.png")
            context = browser.new_context(viewport=PHONE, device_scale_factor=2)  # type: ignore[arg-type]
            page = context.new_page()
            page.goto(referee, wait_until="domcontentloaded")
            _take(page, f"{table}/referee?lang={language}", f"referee-{language}.png")
        browser.close()


def _take(page: Page, url: str, name: str) -> None:
    page.goto(url, wait_until="domcontentloaded")
    page.wait_for_selector("main")
    page.wait_for_timeout(1500)
    page.screenshot(path=str(FOLDER / name))


if __name__ == "__main__":
    raise SystemExit(main())
