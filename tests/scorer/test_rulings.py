"""Rulings: what a decision moves, and what happens when its proof goes away."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import profile, projection
from scorer.cards import SEATS
from scorer.fold import fold
from scorer.ledger.deal import ShengjiDeal
from scorer.ledger.types import MatchResult
from tests.scorer.deals import events_of

Row = dict[str, Any]
KITTY = {"type": "kitty", "cards": ["3D", "3D", "QD", "QD", "6D", "6D", "7D", "7D"]}


def play(seat: str, *cards: str) -> Row:
    """Return a play."""
    return {"type": "play", "seat": seat, "cards": list(cards)}


def ended(points: int, *more: Row, slug: str = "shuangsheng-no-must-40") -> MatchResult:
    """Return a deal of two last tricks in which W (a defender) revokes, with further rows.

    The declarer's side wins both tricks, so that the defenders end with ``points``. The revoke is
    event 7, proven by event 11.
    """
    rows: list[Row] = [
        {"type": "match", "profile": slug},
        {"type": "deal", "deal": 1, "declarer": "S"},
        {"type": "trump", "suit": "H", "level": profile.load(slug).start_level},
        {"type": "joined", "trick": 24, "leader": "S", "defender_points": points,
         "hand_sizes": dict.fromkeys(SEATS, 2)},
        play("S", "AC"), play("E", "3C"), play("W", "4D"), play("N", "6C"),
        play("S", "BJ"), play("E", "7C"), play("N", "8C"), play("W", "4C"),
        KITTY, {"type": "deal_end"}, *more,
    ]  # fmt: skip
    rows[6], rows[7] = rows[7], rows[6]
    return fold(events_of(rows))


def deal_of(result: MatchResult) -> ShengjiDeal:
    """Return the first deal."""
    deal = result.deals[0]
    assert isinstance(deal, ShengjiDeal)
    return deal


ID = "1.revoke.W.8"


def ruling(decision: str, **fields: Any) -> Row:
    """Return a ruling on the revoke."""
    return {"type": "ruling", "of": ID, "decision": decision, "by": "Referee", **fields}


def test_nothing_moves_before_the_referee_has_decided() -> None:
    deal = deal_of(ended(90))
    assert [f.id for f in deal.findings] == [ID]
    assert deal.points == (90, 90)
    assert deal.outcome.next_declarer == "E"


@pytest.mark.parametrize(
    ("decision", "points"),
    [
        (ruling("upheld"), 70),
        (ruling("dismissed"), 90),
        (ruling("changed", penalty={"points": 40}), 50),
        (ruling("upheld", penalty={"points": 10}), 80),
    ],
)
def test_a_fine_of_the_defenders_is_taken_from_them(decision: Row, points: int) -> None:
    """conflicts.md F1: added to the defenders if the dealer side offends, else subtracted."""
    assert deal_of(ended(90, decision)).points == (points, points)


def test_the_last_decision_counts() -> None:
    assert deal_of(ended(90, ruling("upheld"), ruling("dismissed"))).points == (90, 90)


def test_a_fine_may_turn_the_deal() -> None:
    deal = deal_of(ended(90, ruling("upheld")))
    assert deal.outcome.next_declarer == "N"
    assert deal.outcome.gained == {"NS": 1, "EW": 0}


def test_levels_are_taken_after_the_deal() -> None:
    """shuangsheng-10-must: level -1 after the deal."""
    result = ended(150, ruling("upheld"), slug="shuangsheng-10-must-1h")
    assert deal_of(result).outcome.gained == {"NS": 0, "EW": 2}
    assert result.levels == {"NS": "2", "EW": "4"}


def test_the_third_strike_loses_the_match() -> None:
    """shuangsheng-10-must: the third time loses the match."""
    rows: list[Row] = [{"type": "match", "profile": "shuangsheng-10-must-1h"}]
    for number in (1, 2, 3):
        first = len(rows) + 1
        rows += [
            {"type": "deal", "deal": number, "declarer": "S"},
            {"type": "trump", "suit": "H", "level": "2"},
            play("S", "AC"), play("E", "3C"), play("N", "6C"), play("W", "4D"),
            play("S", "BJ"), play("E", "7C"), play("N", "8C"), play("W", "4C"),
            {"type": "ruling", "of": f"{number}.revoke.W.{first + 5}", "decision": "upheld"},
            {"type": "deal_end"},
        ]  # fmt: skip
    result = fold(events_of(rows))
    penalties = [deal.findings[0].penalty for deal in result.deals]
    assert [p["result"] for p in penalties if p is not None] == ["none", "none", "match_lost"]
    assert result.winner == "NS"


def test_a_ruling_whose_proof_goes_away_stands_and_is_flagged() -> None:
    result = ended(90, ruling("upheld"), {"type": "correction", "of": 12, "set": {"cards": ["4S"]}})
    deal = deal_of(result)
    assert deal.findings == ()
    assert [(r.of, r.vanished) for r in deal.rulings] == [(ID, True)]
    assert projection.referee(result)["proof_vanished"][0]["flag"] == "proof_vanished"


def test_a_fine_given_by_hand_needs_no_finding() -> None:
    row = {"type": "ruling", "of": 5, "decision": "upheld",
           "penalty": {"points": 20, "side": "NS"}, "reason": "talking"}  # fmt: skip
    deal = deal_of(ended(90, row))
    assert deal.points == (110, 110)
    assert not deal.rulings[0].vanished


def test_the_table_shows_a_decided_ruling_and_no_finding() -> None:
    shown = projection.table(ended(90, ruling("upheld")))
    assert [r["offence"] for r in shown["rulings"]] == ["revoke"]
    assert projection.table(ended(90))["rulings"] == []
    assert projection.table(ended(90, ruling("dismissed")))["rulings"] == []
