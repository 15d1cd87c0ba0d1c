"""Recorded rounds of another program: every injected revoke is found, no clean round accused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorer import profile
from scorer.cards import SEATS
from scorer.fold import fold
from scorer.history import Event
from scorer.ledger.types import MatchResult
from tests.scorer.deals import events_of

LIKE_THE_PROGRAM = {
    4: {"break_quad.for_pair": "compulsory", "break_quad.for_triple": "compulsory"},
}
"""The program protects no set: with four decks a quad must be broken too."""


def _rounds(shared_dir: Path) -> Iterator[dict[str, Any]]:
    path = shared_dir / "vectors" / "shengji_round_logs.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _events(log: dict[str, Any]) -> list[Event]:
    declarer = SEATS[log["declarer"]]
    rows: list[dict[str, Any]] = [
        {"type": "deal", "deal": 1, "declarer": declarer},
        {"type": "trump", "suit": log["trump"]["suit"] or "NT", "level": log["trump"]["level"]},
    ]
    rows += [
        {"type": "play", "seat": SEATS[play["player"]], "cards": play["cards"]}
        for trick in log["tricks"]
        for play in trick["plays"]
    ]
    rows += [{"type": "kitty", "cards": log["kitty"]}, {"type": "deal_end"}]
    return events_of(rows)


def _fold(log: dict[str, Any]) -> MatchResult:
    rules = profile.load(f"house-{log['decks']}deck")
    rules = profile.with_switches(rules, LIKE_THE_PROGRAM.get(log["decks"], {}))
    return fold(_events(log), rules)


@pytest.mark.shared
def test_every_injected_revoke_at_its_moment_and_no_clean_round_accused(shared_dir: Path) -> None:
    found = clean = 0
    for log in _rounds(shared_dir):
        deal = _fold(log).deals[0]
        fault = log.get("violation")
        if fault is None:
            assert deal.findings == (), log["id"]
            clean += 1
            continue
        shown = deal.to_json()
        assert len(shown["findings"]) == 1, log["id"]
        finding = shown["findings"][0]
        at = next(t["n"] for t in shown["tricks"] for p in t["plays"] if p["seq"] == finding["at"])
        wanted = (SEATS[fault["player"]], fault["trick"] + 1, fault["earliest_proof_trick"] + 1)
        assert (finding["seat"], finding["trick"], at) == wanted, log["id"]
        assert finding["certainty"] == "proven"
        found += 1
    assert (found, clean) == (231, 89)
