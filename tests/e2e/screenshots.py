"""Makes the pictures of the documentation: ``python -m tests.e2e.screenshots [GROUP…]``.

Groups are ``playing``, ``overlay`` and ``finished``. The recorded session is told by the
observations that are kept with the tests, its evidence is cut from the recording itself, and the
live view is what the real eyes draw.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from hardware.cameras import open_camera
from hardware.eyesight import CardReader, build_watcher
from hardware.looking import answer
from hardware.station.workbench import table_of
from tests.webui.browsing import CHROMIUM, DESKTOP, PHONE
from tests.webui.helpers import KEYS, serving
from tests.webui.sessions import Session
from vision.evidence import EvidenceFolder, jpeg, zone_picture
from vision.frame import Frame
from vision.tablefile import TableFile
from vision.tablefile import load as load_table
from webui.bench import Look
from webui.store import Store

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screenshots"
SESSION = ROOT / "hardware" / "demo" / "session.mp4"
MIDDLE_S, LIVE_S = 129.5, 58.0
"""Where in the recording the pictures are taken (s)."""


def main(wanted: Collection[str]) -> None:
    """Take the pictures of the named groups."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    table = load_table(SESSION.parent / "table.toml")
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = Path(temporary)
        live, whole = looks(table, folder)
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        with Store(folder / "table.db") as store:
            session = Session(store, Crops(table, folder / "evidence"))
            bench = Still(table, whole)
            with serving(
                store,
                evidence=folder / "evidence",
                name="3",
                picture=lambda: live,
                bench=bench,
            ) as server:
                home = f"http://127.0.0.1:{server.port}"
                session.until(MIDDLE_S)
                for name, take_all in (("playing", playing), ("overlay", overlay)):
                    if name in wanted:
                        take_all(browser, home)
                session.until(400)
                if "finished" in wanted:
                    finished(browser, home)
        browser.close()
    for path in FOLDER.glob("*.png"):
        shrink(path)


_MARKS = "f0c04f 7fc6ff ff6b5e ffb347 5fd38d ff5a6e 5aa2ff 4fcb84 c8102e 1552b8 0b7a3b b3261e"
_CARDS = "f6d9b8 e0a526 fffdf8 15181d"
ACCENTS = tuple(bytes.fromhex(f"{_MARKS} {_CARDS}".replace(" ", "")))
"""Colours of small marks, which a palette made of large areas would lose."""


def shrink(path: Path) -> None:
    """Keep 256 colours of a picture: a page needs no more, and the file is a third as large."""
    with Image.open(path) as picture:
        if picture.mode == "P":
            return
        full = picture.convert("RGB")
    common = full.quantize(256 - len(ACCENTS) // 3, dither=Image.Dither.NONE)
    palette = Image.new("P", (1, 1))
    colours = (common.getpalette() or [])[: 3 * 256 - len(ACCENTS)]
    palette.putpalette([*colours, *ACCENTS])
    full.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


class Crops:
    """Evidence of each message, cut from the recording without reading a card."""

    def __init__(self, table: TableFile, folder: Path) -> None:
        self._table = table
        self._keep = EvidenceFolder(folder)
        self._frames = frames()
        self._frame = next(self._frames)
        self._last: dict[str, str] = {}

    def __call__(self, message: dict[str, Any]) -> None:
        """Add pictures of the zone as it is at the message's time."""
        while self._frame.t < message["t"]:
            self._frame = next(self._frames, Frame(self._frame.image, np.inf, 0))
        zone = next(one for one in self._table.zones if one.name == message["zone"])
        picture = zone_picture(self._frame.image, self._table.calibration, zone)
        name = self._keep.write(jpeg(picture))
        message["evidence"] = {"before": self._last.get(zone.name, name), "settled": name}
        self._last[zone.name] = name


def frames() -> Iterator[Frame]:
    """Yield the recording's frames."""
    with open_camera(f"video:{SESSION}") as camera:
        yield from camera


def looks(table: TableFile, folder: Path) -> tuple[bytes, dict[str, Any]]:
    """Return the live view as the eyes draw it, and a look as the setup page gets it."""
    watcher = build_watcher(table, folder / "live")
    frame = None
    for frame in frames():
        if frame.t > LIVE_S + 4:
            break
        if frame.t >= LIVE_S:
            watcher.feed(frame)
    drawn = answer({"id": 1, "drawn": True}, frame, table, watcher.tracks, CardReader())
    whole = answer({"id": 2}, frame, table, (), CardReader())
    return base64.b64decode(drawn["jpeg"]), whole


class Still:
    """A bench whose camera shows one picture."""

    def __init__(self, table: TableFile, whole: dict[str, Any]) -> None:
        self._table = table
        self._whole = whole

    def settings(self) -> dict[str, Any]:
        corners, size = table_of(SESSION.parent / "table.toml")
        return {
            **{"camera": "v4l2:/dev/v4l/by-id/usb-camera-index0", "profile": "house-2deck"},
            **{"name": "3", "event": "周五杯", "language": "zh", "levels": {}},
            **{
                "players": {"N": "安", "W": "博", "S": "晨", "E": "岱"},
                "keep_days": 30,
                "webhook": "",
            },
            **{"corners": corners, "size_mm": size, "phones": True, "keep_days": 30},
        }

    def problem(self) -> str | None:
        return None

    def ready(self) -> bool:
        return True

    def run(self) -> int:
        return 1

    def cameras(self) -> list[tuple[str, str]]:
        return []

    def look(self, *_: object) -> Look:
        whole = self._whole
        return Look(whole["jpeg"], tuple(whole["size"]), whole["advice"])

    def save(self, settings: object) -> None:
        raise NotImplementedError


@contextmanager
def visitor(browser: Browser, home: str, size: dict[str, int], lang: str) -> Iterator[Page]:
    """Open a page of a director, sharp on phones."""
    sharp = 2 if size is PHONE else 1
    context = browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        device_scale_factor=sharp,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": "dipai_lang", "value": lang, "url": home}])
    page = context.new_page()
    page.set_default_timeout(120_000)
    yield page
    context.close()


def take(page: Page, url: str, name: str, ready: str, whole: bool = False) -> None:
    """Open a page, wait for a part of it, take its picture."""
    page.goto(url, wait_until="domcontentloaded")
    page.locator(ready).first.wait_for()
    page.evaluate("Promise.all([...document.images].map((one) => one.decode().catch(() => 0)))")
    page.wait_for_timeout(1500)
    page.screenshot(path=str(FOLDER / f"{name}.png"), full_page=whole)


def playing(browser: Browser, home: str) -> None:
    """Take what shows a deal in play."""
    for lang in ("en", "zh"):
        with visitor(browser, home, DESKTOP, lang) as page:
            take(page, f"{home}/", f"table-{lang}", "#points b")
            page.goto(f"{home}/enter/{KEYS.links['director']}")
            take(page, f"{home}/referee", f"referee-desktop-{lang}", ".alert .crops img")
            if lang == "en":
                page.locator("#look").click()
                page.wait_for_timeout(2500)
                page.locator("#picture").screenshot(path=str(FOLDER / "live-view.png"))
        with visitor(browser, home, PHONE, lang) as page:
            take(page, f"{home}/", f"table-phone-{lang}", "#points b")
            page.goto(f"{home}/enter/{KEYS.links['director']}")
            take(page, f"{home}/referee", f"referee-{lang}", ".alert .crops img")


def overlay(browser: Browser, home: str) -> None:
    """Take the overlay as over a broadcast picture."""
    with visitor(browser, home, {"width": 1920, "height": 1080}, "en") as page:
        page.goto(f"{home}/overlay?show=score,trick")
        page.evaluate("document.documentElement.style.background = '#3c6e8f'")
        page.wait_for_timeout(1500)
        page.screenshot(path=str(FOLDER / "overlay-en.png"))


def finished(browser: Browser, home: str) -> None:
    """Take what shows a finished deal, and the setup."""
    with visitor(browser, home, DESKTOP, "zh") as page:
        take(page, f"{home}/wall", "wall-zh", "#result")
    for lang, size, name in (("en", DESKTOP, "en"), ("zh", PHONE, "phone-zh")):
        with visitor(browser, home, size, lang) as page:
            page.goto(f"{home}/enter/{KEYS.links['director']}")
            take(page, f"{home}/review/1", f"review-{name}", ".chart", whole=True)
            page.goto(f"{home}/setup")
            page.locator("#look").click()
            page.locator("#marks polygon").wait_for(state="attached")
            page.evaluate("document.querySelector('.steps-nav').style.position = 'static'")
            page.wait_for_timeout(1500)
            page.locator("#wizard").screenshot(path=str(FOLDER / f"setup-{name}.png"))


if __name__ == "__main__":
    main(sys.argv[1:] or ("playing", "overlay", "finished"))
