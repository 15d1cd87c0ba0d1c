"""The demo as a person starts it: two processes, a real server, the shipped session."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Start the demo on a free port; yield the table's and the referee's address."""
    command = [sys.executable, "-m", "hardware.cli", "demo", "--port", "0", "--speed", "6"]
    process = subprocess.Popen(
        [*command, "--lang", "en", "--data", str(tmp_path)],
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


def states(url: str) -> Iterator[dict[str, object]]:
    """Yield what the live stream of the table page says."""
    with urllib.request.urlopen(f"{url}/events", timeout=120) as stream:
        for raw in stream:
            if raw.startswith(b"data:"):
                yield json.loads(raw[5:])


def test_the_score_changes_by_itself(demo: tuple[str, str]) -> None:
    table, _ = demo
    tricks: set[object] = set()
    points: set[object] = set()
    for state in states(table):
        shown = state.get("table", state)
        assert isinstance(shown, dict)
        tricks.add(shown.get("trick_number"))
        score = shown.get("score")
        points.add(json.dumps(score["defender_points"]) if isinstance(score, dict) else None)
        assert "findings" not in shown
        if len(tricks) >= 4 and len(points) >= 3:
            break
    assert len(points) >= 3


def test_a_port_in_use_is_one_clear_line(demo: tuple[str, str]) -> None:
    port = demo[0].rsplit(":", 1)[1]
    second = subprocess.run(
        [sys.executable, "-m", "hardware.cli", "demo", "--port", port],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert second.returncode == 2
    assert second.stderr.strip().splitlines() == [
        f"dipai: port {port} is in use: stop the other program or choose another with --port"
    ]
