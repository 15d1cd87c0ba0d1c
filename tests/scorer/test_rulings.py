"""Rulings: what a decision moves, and what happens when its proof goes away."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import profile, projection
from scorer.cards import SEATS
from scorer.fold import fold
from scorer.ledger.deal import ShengjiDeal
from scorer.ledger.types import MatchResult
from scorer.shengji.penalty import propose
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


def test_a_fine_waits_while_nobody_knows_who_deals() -> None:
    rows: list[Row] = [
        {"type": "match", "profile": "shuangsheng-no-must-40"},
        {"type": "deal", "deal": 1, "declarer": "?"},
        {"type": "trump", "suit": "H", "level": "2"},
        play("S", "3C"), play("E", "4C"), play("N", "5C"), play("W", "AC"),
        {"type": "ruling", "of": 5, "decision": "upheld", "penalty": {"points": 20, "side": "NS"}},
    ]  # fmt: skip
    deal = deal_of(fold(events_of(rows)))
    assert deal.points == (0, 5)
    rows[1]["declarer"] = "S"
    assert deal_of(fold(events_of(rows))).points == (25, 25)


def test_an_offence_that_only_the_referee_sees_takes_the_penalty_of_the_document() -> None:
    """triple-company: smoking 5 points; no proof is missed where there can be none."""
    row: Row = {"type": "ruling", "of": "1.smoking.E.5", "decision": "upheld"}
    deal = deal_of(ended(90, row, slug="triple-company-swiss-2h"))
    (ruled,) = deal.rulings
    assert (ruled.penalty or {})["points"] == 5
    assert not ruled.vanished
    assert deal.points == (85, 85)
    by_hand: Row = {**row, "of": "hand.1", "offence": "smoking", "seat": "S"}
    assert deal_of(ended(90, by_hand, slug="triple-company-swiss-2h")).points == (95, 95)
    dismissed: Row = {**row, "decision": "dismissed"}
    assert deal_of(ended(90, dismissed, slug="triple-company-swiss-2h")).points == (90, 90)
    given: Row = {**row, "penalty": {"points": 10, "side": "EW"}}
    assert deal_of(ended(90, given, slug="triple-company-swiss-2h")).points == (80, 80)
    silent = deal_of(ended(90, row, slug="swiss-8x90"))
    assert silent.points == (90, 90)
    assert not silent.rulings[0].vanished


def test_the_first_delay_is_a_warning_and_the_next_costs() -> None:
    """triple-company: warning, then 20 each; counted over the deals of a match."""
    rows: list[Row] = [{"type": "match", "profile": "triple-company-swiss-2h"}]
    for number in (1, 2):
        rows += [
            {"type": "deal", "deal": number, "declarer": "S"},
            {"type": "trump", "suit": "H", "level": "2"},
            {"type": "ruling", "of": f"{number}.delay.W.{3 + 5 * (number - 1)}",
             "offence": "delay", "decision": "upheld"},
            play("S", "AC"), {"type": "deal_end"},
        ]  # fmt: skip
    for row in rows:
        if row["type"] == "ruling":
            row["of"] = f"hand.{row['of'][0]}"
            row["seat"] = "W"
    found = [deal_of_number(fold(events_of(rows)), n).rulings[0].penalty or {} for n in (0, 1)]
    assert [(one["result"], one["points"]) for one in found] == [("warning", 0), ("none", 20)]


def deal_of_number(result: MatchResult, number: int) -> ShengjiDeal:
    """Return a deal by its place."""
    deal = result.deals[number]
    assert isinstance(deal, ShengjiDeal)
    return deal


def test_the_table_counts_its_tricks() -> None:
    rows: list[Row] = [
        {"type": "match", "profile": "house-2deck"},
        {"type": "deal", "deal": 1, "declarer": "S"},
        {"type": "trump", "suit": "H", "level": "2"},
    ]
    assert projection.table(fold(events_of(rows)))["trick_number"] == 0
    assert projection.table(fold(events_of([*rows, play("S", "AC")])))["trick_number"] == 1


@pytest.mark.parametrize("seat", ["W", "S"])
def test_what_is_proposed_depends_on_the_side(seat: str) -> None:
    """shuangsheng-10-must: a wrong number in play; the dealer side steps down, defenders give 1."""
    slug = "shuangsheng-10-must-1h"
    row: Row = {"type": "ruling", "of": "hand.1", "decision": "upheld",
                "offence": "miscount", "seat": seat}  # fmt: skip
    rules = profile.load(slug)
    assert "miscount" in rules.penalties
    (ruled,) = deal_of(ended(40, row, slug=slug)).rulings
    wanted = propose(rules, "miscount", "dealer" if seat == "S" else "defender", 1)
    given = ruled.penalty or {}
    assert (given["stage"], given["dealer_levels"], given["defender_levels"]) == (
        wanted.stage, wanted.dealer_levels, wanted.defender_levels,
    )  # fmt: skip
    other = propose(rules, "miscount", "defender" if seat == "S" else "dealer", 1)
    assert (wanted.stage, wanted.dealer_levels) != (other.stage, other.dealer_levels)
