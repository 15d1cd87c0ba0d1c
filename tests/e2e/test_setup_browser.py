"""From nothing to a scored deal in a browser: the station as a person sets it up the first time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hardware.station.workbench import table_of
from tests.webui.browsing import DESKTOP, PHONE, home_only, needs_chromium

pytestmark = needs_chromium
ROOT = Path(__file__).resolve().parents[2]
SESSION = ROOT / "hardware" / "demo" / "session.mp4"
CORNERS = table_of(SESSION.parent / "table.toml")[0]


@contextmanager
def station(file: Path, *options: str) -> Iterator[str]:
    """Run a station; yield the link that it prints for setting it up."""
    command = [sys.executable, "-m", "hardware.cli", "run", str(file), "--port", "0", *options]
    process = subprocess.Popen(
        [*command, "--host", "127.0.0.1"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert process.stdout is not None
    try:
        yield next(line for line in process.stdout if line.startswith("setup")).split()[1]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
        process.stdout.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    found = browser.new_page(reduced_motion="reduce")
    found.set_default_timeout(90_000)
    yield found
    found.close()


def show_picture(page: Page) -> None:
    page.locator("#look").click()
    expect(page.locator("#view")).to_be_visible(timeout=90_000)
    expect(page.locator("#advice li")).not_to_have_count(0, timeout=90_000)


def tap_corners(page: Page) -> None:
    """Tap where the table's corners are in the picture of 1920 px."""
    assert CORNERS is not None
    view = page.locator("#view")
    box = view.bounding_box()
    assert box is not None
    for x, y in CORNERS:
        scale = box["width"] / 1920
        view.click(position={"x": x * scale, "y": y * scale}, force=True)


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("lang", "size", "good", "up"),
    [("zh", PHONE, "画面和光线都好", "东西"), ("en", DESKTOP, "light are good", "East–West")],
)
def test_from_nothing_to_a_scored_deal(
    page: Page, tmp_path: Path, lang: str, size: dict[str, int], good: str, up: str
) -> None:
    file = tmp_path / "station.toml"
    with station(file, "--speed", "10") as link:
        home = link.split("/enter/")[0]
        page.on("request", lambda request: home_only(request.url, f"{home}/"))
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto(link)
        page.goto(f"{home}/setup?lang={lang}")
        page.locator(f'input[name="language"][value="{lang}"]').check(force=True)
        page.locator('input[name="camera"]').fill(f"video:{SESSION}")
        show_picture(page)
        page.locator('input[name="width"]').fill("1080")
        page.locator('input[name="height"]').fill("600")
        tap_corners(page)
        expect(page.locator("#marks polygon")).to_have_count(1)
        expect(page.locator("#advice")).to_contain_text(good)
        expect(page.locator("#corner-problem")).to_be_hidden()
        page.locator('input[name="player-N"]').fill("Ann")
        page.locator('input[name="event"]').fill("Friday cup")
        page.locator("#read").click()
        expect(page.locator("#cards-read, #seen .flag")).not_to_have_count(0)
        page.locator('select[name="profile"]').select_option("house-2deck")
        page.locator('#wizard button[type="submit"]').click()
        page.wait_for_url("**/setup?saved=1*")
        expect(page.locator("#links svg")).to_have_count(5)
        assert 'camera = "video:' in file.read_text("utf-8")
        page.goto(f"{home}/")
        expect(page.locator(".names").first).to_contain_text("Ann")
        expect(page.locator("#result")).to_contain_text(up, timeout=600_000)
        expect(page.locator("#points b")).to_have_text("125")


def test_a_mistake_in_the_file_is_shown_with_line_and_key(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "station.toml"
    file.write_text(
        'camera = "v4l2:/dev/none"\ntable = "table.toml"\nprofile = "house-2dek"\ndata = "kept"\n'
    )
    with station(file) as link:
        page.goto(link)
        home = link.split("/enter/")[0]
        page.goto(f"{home}/setup?lang=en")
        expect(page.locator("#safe")).to_contain_text("house-2dek")
        expect(page.locator("#safe")).to_contain_text("profile")
        assert page.context.request.get(f"{home}/healthz").json()["camera"] == "none"
        assert (tmp_path / "kept" / "keys.json").is_file(), "the links stay those of the station"


def test_crossed_corners_are_refused_and_nothing_is_written(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "station.toml"
    with station(file) as link:
        page.goto(link)
        page.locator('input[name="camera"]').fill(f"video:{SESSION}")
        show_picture(page)
        page.locator("details summary").first.click()
        for at, (x, y) in enumerate([(1800, 40), (100, 40), (1800, 1000), (100, 1000)]):
            for part, value in enumerate((x, y)):
                cell = page.locator(f'#numbers input[data-corner="{at}"][data-part="{part}"]')
                cell.fill(str(value))
        cell.press("Tab")
        expect(page.locator("#corner-problem")).to_be_visible()
        page.locator('#wizard button[type="submit"]').click()
        expect(page.locator("#toast")).to_be_visible()
        assert not file.exists()
