"""The shipped session through the real networks and the live path, against the truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.cli import main
from scorer import history
from tests.e2e.compare import Comparison, compare

ROOT = Path(__file__).resolve().parents[2]
SESSION = ROOT / "hardware" / "demo" / "session.mp4"
TRUTH = ROOT / "tests" / "data" / "demo" / "history.jsonl"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    """Watch the session once."""
    out = tmp_path_factory.mktemp("watch") / "seen.jsonl"
    assert main(["watch", str(SESSION), "--profile", "house-2deck", "--out", str(out)]) == 1
    true = history.loads(TRUTH.read_text("utf-8"))
    return compare(true, history.loads(out.read_text("utf-8")))


def test_plays_are_seen_exactly(seen: Comparison) -> None:
    assert seen.share >= 0.95
    assert seen.extra <= seen.plays * 0.05


def test_the_score_is_right_or_marked(seen: Comparison) -> None:
    assert not seen.wrong_unmarked
    assert seen.score_right


def test_the_planted_revoke_is_found_and_nobody_else_is_accused(seen: Comparison) -> None:
    assert seen.planted == (("revoke", "S", 3),)
    assert seen.found == seen.planted
    assert seen.false_proofs == ()
