"""Debian's Chromium for the page tests: pages that may ask no other machine for anything."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from scorer.history import Event

CHROMIUM = shutil.which("chromium")
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")
expect.set_options(timeout=60_000)


def open_page(
    browser: Browser, size: dict[str, int], port: int, path: str, keep: Page | None = None
) -> Page:
    """Return a page that fails the test when it asks any other machine for anything.

    With ``keep`` the new page shares that page's cookies.
    """
    page = (
        keep.context.new_page()
        if keep
        else browser.new_page(viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
    )
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.set_default_timeout(60_000)
    home = f"http://127.0.0.1:{port}/"
    page.on("request", lambda request: home_only(request.url, home))
    page.goto(f"{home}{path.lstrip('/')}")
    return page


@contextmanager
def visiting(browser: Browser, size: dict[str, int], port: int, path: str) -> Iterator[Page]:
    """Open a page and close it after use."""
    page = open_page(browser, size, port, path)
    try:
        yield page
    finally:
        page.close()


def home_only(url: str, home: str) -> None:
    """Check that a request stays on this machine."""
    assert url.startswith((home, "data:", "blob:")), url


def picture(folder: Path, number: int) -> str:
    """Write a small picture and return its evidence name."""
    shade = np.full((40, 30, 3), (number * 7 % 256, number * 31 % 256, 90), np.uint8)
    data = cv2.imencode(".jpg", shade)[1].tobytes()
    name = f"{hashlib.sha256(data).hexdigest()}.jpg"
    (folder / name).write_bytes(data)
    return name


def with_pictures(events: Sequence[Event], folder: Path) -> list[Event]:
    """Return the events with one evidence picture for each play, written to the folder."""
    folder.mkdir()
    return [
        event.changed(evidence=[picture(folder, event.seq)]) if event.type == "play" else event
        for event in events
    ]
