"""The Guandan demo: a false tribute, seen by the camera, reaches the referee with both pictures."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from hardware.cameras.sim import SimCamera
from hardware.cameras.spec import open_camera
from hardware.demos import DEMOS, FOLDER
from hardware.simtable.truth import history as true_history
from hardware.station.keeper import Keeper
from hardware.station.opening import table_for
from scorer import history
from scorer.family import load
from scorer.fold import fold
from tests.e2e.compare_guandan import compare
from tests.nightly.watch_guandan import fed
from tests.scorer.guandan.eyes import begun_anew
from tests.scorer.guandan.test_resume import what
from tests.webui.helpers import KEYS, serving
from vision import tablefile
from webui.store import Store

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "tests" / "data" / "demo-guandan"
DEMO = DEMOS["guandan"]
OFFENCE = "tribute_not_largest"
PATIENCE_S = 400.0
CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="module")
def truth() -> list[dict[str, Any]]:
    """Return the true history of the demo's deal."""
    with open_camera(DEMO.camera) as camera:
        assert isinstance(camera, SimCamera)
        table = camera.table
        stored = tablefile.load(FOLDER / "table.toml").calibration.corners_px
        assert [list(corner) for corner in stored] == table.corners_px()
        return true_history(table.deal, table.timed, DEMO.profile, "demo")


@pytest.fixture(scope="module")
def told() -> list[dict[str, Any]]:
    """Return what the eyes told of the demo's deal, recorded."""
    lines = (RECORDED / "observed.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_the_demo_knows_the_deal_before(truth: list[dict[str, Any]]) -> None:
    assert "".join(truth[0]["finish"]) == DEMO.finish
    assert truth[0]["levels"] == DEMO.levels


def test_the_recorded_deal_is_seen_as_it_was_played(
    truth: list[dict[str, Any]], told: list[dict[str, Any]]
) -> None:
    true = history.loads("".join(json.dumps(row) + "\n" for row in truth))
    seen = compare(true, fed(33, told, truth[0]).events)
    assert (seen.right, seen.extra) == (seen.plays, 0)
    assert seen.complete
    assert seen.finish_right
    assert seen.gifts_right
    assert seen.found == seen.planted == ((OFFENCE, "N"),)
    assert seen.false_proofs == ()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_referee_sees_both_pictures(
    browser: Browser,
    tmp_path: Path,
    truth: list[dict[str, Any]],
    told: list[dict[str, Any]],
    lang: str,
) -> None:
    """The tribute card and the larger card that was played later, each as the camera saw it."""
    events = fed(33, told, truth[0]).events
    (finding,) = fold(events).deals[0].findings
    until = next(n for n, event in enumerate(events) if event.seq == finding.at) + 1
    with Store(tmp_path / "table.db") as store:
        store.append(events[:until])
        with serving(store, evidence=RECORDED / "evidence") as server:
            page = browser.new_page(viewport={"width": 390, "height": 844})
            home = f"http://127.0.0.1:{server.port}"
            page.set_default_timeout(60_000)
            for path in (f"/enter/{KEYS.links['referee']}", f"/referee?lang={lang}"):
                page.goto(home + path, wait_until="domcontentloaded")
            alert = page.locator(f'[data-finding^="1.{OFFENCE}.N."]')
            expect(alert.locator("section.trick")).to_have_count(2)
            for section in alert.locator("section.trick").all():
                pictures = section.locator(".crops img")
                assert pictures.count() >= 1
                for picture in pictures.all():
                    picture.scroll_into_view_if_needed()
                    expect(picture).to_have_js_property("complete", True)
                    assert picture.evaluate("image => image.naturalWidth") > 20


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Start the Guandan demo as fast as it goes; yield the table's and the referee's address."""
    command = [sys.executable, "-m", "hardware.cli", "demo", "--game", "guandan", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--speed", "100", "--data", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert process.stdout is not None
    try:
        links: list[str] = []
        for line in process.stdout:
            links += [word for word in line.split() if word.startswith("http")]
            if len(links) == 2:
                break
        yield links[0], links[1]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)
        process.stdout.close()


def test_the_camera_proves_the_false_tribute(demo: tuple[str, str], tmp_path: Path) -> None:
    """From pictures to the referee's alert, through both processes."""
    table, referee = demo
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    opener.open(referee, timeout=30).close()
    end = time.monotonic() + PATIENCE_S
    found: dict[str, Any] | None = None
    while found is None and time.monotonic() < end:
        with opener.open(f"{table}/events?view=referee", timeout=120) as stream:
            for raw in stream:
                state = json.loads(raw[5:]) if raw.startswith(b"data:") else {}
                proven = [f for f in state.get("findings", ()) if f["certainty"] == "proven"]
                if proven or time.monotonic() > end:
                    found = next(iter(proven), None)
                    break
    assert found is not None
    assert (found["offence"], found["seat"]) == (OFFENCE, "N")
    assert [play["type"] for play in found["plays"]] == ["tribute", "play"]
    for play in found["plays"]:
        pictures = [name for name in play["evidence"] if name.endswith(".jpg")]
        assert pictures
        assert all((tmp_path / "evidence" / name).is_file() for name in pictures)


def test_the_recorded_finding_is_the_only_one(
    truth: list[dict[str, Any]], told: list[dict[str, Any]]
) -> None:
    (finding,) = fold(fed(33, told, truth[0]).events).deals[0].findings
    assert (finding.offence, finding.certainty) == (OFFENCE, "proven")


@pytest.mark.parametrize("cut", [26, 110, 159, 229])
def test_a_restart_in_the_middle_changes_nothing(told: list[dict[str, Any]], cut: int) -> None:
    """Both processes begin anew: the eyes tell everything again, the table knows the events."""
    header = {"levels": DEMO.levels, "finish": list(DEMO.finish)}
    whole = fed(33, told, header)
    memory = fed(33, told[:cut], header)
    keeper = Keeper(table_for(load(DEMO.profile), tuple(memory.events), None), memory)
    for message in begun_anew(told, cut):
        keeper.take(message)
    assert what(memory.events) == what(whole.events)
