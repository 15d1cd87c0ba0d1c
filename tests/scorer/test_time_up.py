"""Matches that end by the clock, as hand histories of random legal deals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scorer import profile
from scorer.cards import Side, side_of
from scorer.fold import fold
from scorer.ledger.types import MatchResult
from scorer.profile import Profile
from tests.scorer.deals import events_of, legal_deal

Row = dict[str, Any]


def deals_of(rules: Profile, count: int) -> list[list[Row]]:
    """Return the rows of some random legal deals, one list a deal."""
    found = []
    for number in range(1, count + 1):
        one = legal_deal(rules, Random(number), throws=False)
        head: Row = {"type": "deal", "deal": number, "declarer": one.declarer}
        trump: Row = {"type": "trump", "suit": one.trump.suit, "level": one.trump.level}
        found.append([head, {**trump, "declarer": one.declarer}, *one.steps])
    return found


def judged(rules: Profile, deals: list[list[Row]], *tail: Row) -> MatchResult:
    rows: list[Row] = [{"type": "match", "profile": rules.slug}]
    return fold(events_of([*rows, *[row for deal in deals for row in deal], *tail]), rules)


def with_time(deals: list[list[Row]], number: int, place: int, what: str) -> list[list[Row]]:
    """Return the deals with a time event in one of them, at a place in it (-1: after its end)."""
    changed = [list(deal) for deal in deals]
    row: Row = {"type": "time", "what": what}
    if place < 0:
        changed[number - 1].append(row)
    else:
        changed[number - 1].insert(place, row)
    return changed


@pytest.mark.parametrize(
    ("slug", "switches", "number", "place", "what", "count"),
    [
        ("quad-160-2h", {}, 1, 6, "called", 1),
        ("swiss-8x90", {}, 1, 6, "called", 2),
        ("swiss-8x90", {}, 2, -1, "called", 3),
        ("triple-union-3toK-150m", {}, 2, 1, "called", 1),
        ("triple-union-3toK-150m", {}, 2, 6, "called", 2),
        ("triple-company-swiss-2h", {}, 1, 6, "announced", 3),
        ("triple-company-swiss-2h", {"extra_deals_from": "limit"}, 2, 6, "called", 4),
    ],
)
def test_only_the_deals_that_count_move_the_levels(
    slug: str, switches: dict[str, str], number: int, place: int, what: str, count: int
) -> None:
    rules = profile.with_switches(profile.load(slug), switches)
    deals = deals_of(rules, 4)
    found = judged(rules, with_time(deals, number, place, what))
    end: Row = {"type": "match_end", "reason": "time"}
    wanted = judged(rules, deals[:count], end)
    assert found.ended == wanted.ended == "time"
    assert found.levels == wanted.levels
    assert found.winner == wanted.winner
    assert len(found.deals) == 4


def test_not_over_while_the_last_deal_runs() -> None:
    rules = profile.load("swiss-8x90")
    deals = deals_of(rules, 2)
    running = [deals[0], deals[1][:-2]]
    assert judged(rules, with_time(running, 1, 6, "called")).ended is None
    assert judged(rules, deals).ended is None


def test_the_higher_level_wins_by_the_clock() -> None:
    rules = profile.load("unit-draft-national")
    found = judged(rules, deals_of(rules, 3), {"type": "match_end", "reason": "time"})
    ranks = "23456789TJQKA"
    high: Side = max(found.levels, key=lambda side: ranks.index(found.levels[side]))
    assert found.levels["NS"] != found.levels["EW"]
    assert found.winner == high


@pytest.mark.parametrize(
    ("slug", "by_rule"),
    [("swiss-8x90", False), ("tongji-groups-60m", True), ("quad-2toA-6h", False)],
)
def test_a_tie_goes_as_the_document_says(slug: str, by_rule: bool) -> None:
    rules = profile.load(slug)
    end: Row = {"type": "match_end", "reason": "time"}
    for seed in range(1, 40):
        one = legal_deal(rules, Random(seed), throws=False)
        head: Row = {"type": "deal", "deal": 1, "declarer": one.declarer}
        trump: Row = {"type": "trump", "suit": one.trump.suit, "level": one.trump.level}
        found = judged(rules, [[head, {**trump, "declarer": one.declarer}, *one.steps]], end)
        if found.levels["NS"] == found.levels["EW"]:
            stage = side_of(found.deals[0].to_json()["next_declarer"])
            assert found.winner == (stage if by_rule else None)
            return
    pytest.fail("no deal left the levels equal")


@pytest.mark.parametrize("offender", ["N", "W"])
def test_a_side_judged_to_lose_the_deal_does_not_deal_next(offender: str) -> None:
    rules = profile.load("shuangsheng-no-must-40")
    (deal,) = deals_of(rules, 1)
    about = f"1.unreasonable_bury.{offender}.3"
    ruling: Row = {"type": "ruling", "of": about, "decision": "changed"}
    ruling["penalty"] = {"result": "deal_lost"}
    found = judged(rules, [[*deal[:-1], ruling, deal[-1]]]).deals[0].to_json()
    assert side_of(found["next_declarer"]) == ("EW" if offender == "N" else "NS")
