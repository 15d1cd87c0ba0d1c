"""One browser for all page tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.webui.browsing import CHROMIUM


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium without any profile."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield found
        found.close()
