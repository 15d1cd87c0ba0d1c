"""Shared fixtures."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

from tests.webui.browsing import CHROMIUM

settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
"""The same examples in every run, on a busy machine too."""
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Return the hand-over folder beside the checkout, or skip."""
    folder = Path(os.environ.get("DIPAI_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip("hand-over folder not present")
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium without any profile, one for all tests: playwright allows no second one."""
    if CHROMIUM is None:
        pytest.skip("Debian's chromium is not installed")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield found
        found.close()
