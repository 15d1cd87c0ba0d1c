"""Winning a game and a match, as histories: last level, many games, must-play levels."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import profile
from scorer.cards import SEATS
from scorer.fold import fold
from scorer.ledger.deal_fold import fold_deal
from scorer.ledger.deal_log import split
from scorer.ledger.match import next_entry
from scorer.ledger.settle import Entry
from scorer.ledger.types import MatchResult
from tests.scorer.deals import events_of

Row = dict[str, Any]


def deal(number: int, declarer: str, points: int, size: int = 8) -> list[Row]:
    """Return the rows of a deal with so many points; the declarer wins the last trick."""
    lay = {"N": "3C", "W": "4C", "S": "6C", "E": "7C", declarer: "BJ"}
    order = SEATS[SEATS.index(declarer) :] + SEATS[: SEATS.index(declarer)]  # type: ignore[arg-type]
    return [
        {"type": "deal", "deal": number, "declarer": declarer},
        {"type": "trump", "suit": "H", "level": "2", "declarer": declarer},
        {"type": "joined", "trick": 25, "leader": declarer, "defender_points": points,
         "hand_sizes": dict.fromkeys(SEATS, 1)},
        *({"type": "play", "seat": seat, "cards": [lay[seat]]} for seat in order),
        *([{"type": "kitty", "cards": ["3D", "4D", "6D", "7D", "8D", "9D", "JD", "QD"][:size]}]
          if size else []),
        {"type": "deal_end"},
    ]  # fmt: skip


def match(
    slug: str, levels: dict[str, str], *deals: list[Row], tail: Row | None = None
) -> MatchResult:
    """Return the fold of some deals from given levels."""
    head: Row = {"type": "match", "profile": slug, "levels": levels}
    rows = [head, *(row for one in deals for row in one)]
    return fold(events_of([*rows, *([tail] if tail else [])]))


@pytest.mark.parametrize(
    ("slug", "levels", "declarer", "points", "winner"),
    [
        ("swiss-8x90", {"NS": "A", "EW": "9"}, "N", 40, "NS"),
        ("swiss-8x90", {"NS": "A", "EW": "9"}, "N", 95, None),
        ("swiss-8x90", {"NS": "A", "EW": "9"}, "W", 150, None),
        ("swiss-8x90", {"NS": "9", "EW": "A"}, "W", 40, "EW"),
        ("past10-joker-bid-60m", {"NS": "T", "EW": "9"}, "N", 40, "NS"),
        ("quad-school-past4", {"NS": "4", "EW": "3"}, "N", 40, "NS"),
        ("triple-company-swiss-2h", {"NS": "A", "EW": "3"}, "N", 40, None),
    ],
    ids=[
        "past A as declarer",
        "A lost",
        "A is not passed as defender",
        "the other side",
        "past 10",
        "past 4",
        "no last level, only time",
    ],
)
def test_match(
    slug: str, levels: dict[str, str], declarer: str, points: int, winner: str | None
) -> None:
    size = profile.load(slug).kitty
    assert match(slug, levels, deal(1, declarer, points, size)).winner == winner


def test_many_games_are_counted_and_each_begins_anew() -> None:
    """quad-160-2h: reaching A wins a game; the next begins at the start level."""
    rules = profile.load("quad-160-2h")
    assert rules.win.many_games
    first = deal(1, "N", 20, rules.kitty)
    found = match("quad-160-2h", {"NS": "K", "EW": "9"}, first)
    assert found.winner is None
    assert found.levels == {"NS": rules.start_level, "EW": rules.start_level}
    assert found.deals[0].outcome.games == {"NS": 1}  # type: ignore[attr-defined]
    again = match("quad-160-2h", {"NS": "K", "EW": "9"}, first, deal(2, "S", 0, rules.kitty))
    assert again.deals[1].outcome.games == {"NS": 2}  # type: ignore[attr-defined]


def test_levels_go_on_from_deal_to_deal_and_stop_at_what_must_be_played() -> None:
    two = match("house-2deck", {"NS": "2", "EW": "2"}, deal(1, "N", 20), deal(2, "S", 130))
    assert [one.to_json()["levels"] for one in two.deals] == [
        {"NS": "4", "EW": "2"}, {"NS": "4", "EW": "3"},
    ]  # fmt: skip
    assert two.levels == {"NS": "4", "EW": "3"}
    must = match("shuangsheng-10-must-1h", {"NS": "9", "EW": "2"}, deal(1, "N", 0))
    assert must.levels["NS"] == "T"


def test_who_deals_next() -> None:
    kept = match("house-2deck", {"NS": "2", "EW": "2"}, deal(1, "N", 20)).deals[0].to_json()
    lost = match("house-2deck", {"NS": "2", "EW": "2"}, deal(1, "N", 80)).deals[0].to_json()
    assert (kept["next_declarer"], lost["next_declarer"]) == ("S", "W")


@pytest.mark.parametrize("result", ["match_lost", "forfeit", "disqualified", "eliminated"])
def test_a_side_that_is_out_has_lost_the_match(result: str) -> None:
    ruling: Row = {"type": "ruling", "of": "hand.1", "decision": "upheld",
                   "penalty": {"result": result, "side": "NS"}}  # fmt: skip
    running = match("house-2deck", {"NS": "2", "EW": "2"}, deal(1, "N", 20)[:5], tail=ruling)
    assert running.winner == "EW"
    over = match("house-2deck", {"NS": "2", "EW": "2"}, [*deal(1, "N", 20)[:-1], ruling],
                 tail={"type": "deal_end"})  # fmt: skip
    assert over.winner == "EW"
    dismissed = {**ruling, "decision": "dismissed"}
    assert (
        match("house-2deck", {"NS": "2", "EW": "2"}, deal(1, "N", 20), tail=dismissed).winner
        is None
    )


@pytest.mark.parametrize(
    ("penalty", "levels", "dealer"),
    [
        ({"levels_own": -1, "side": "NS"}, {"NS": "6", "EW": "5"}, "S"),
        ({"defender_levels": 1, "side": "NS"}, {"NS": "7", "EW": "6"}, "S"),
        ({"dealer_levels": 2}, {"NS": "9", "EW": "5"}, "S"),
        ({"stage": "defender", "side": "NS"}, {"NS": "7", "EW": "5"}, "W"),
        ({"stage": "replay"}, {"NS": "7", "EW": "5"}, "N"),
        ({"stage": "race"}, {"NS": "7", "EW": "5"}, None),
        ({"result": "deal_lost", "side": "NS"}, {"NS": "7", "EW": "5"}, "W"),
        ({"result": "deal_lost", "side": "EW"}, {"NS": "7", "EW": "5"}, "S"),
    ],
)
def test_what_a_ruling_moves(penalty: Row, levels: dict[str, str], dealer: str | None) -> None:
    ruling: Row = {"type": "ruling", "of": "hand.1", "decision": "upheld", "penalty": penalty}
    found = match("house-2deck", {"NS": "5", "EW": "5"}, [*deal(1, "N", 20)[:-1], ruling],
                  tail={"type": "deal_end"})  # fmt: skip
    assert found.levels == levels
    assert found.deals[0].to_json()["next_declarer"] == dealer


def test_an_empty_match_and_its_end() -> None:
    empty = fold([], profile.load("house-2deck"))
    assert (empty.seq, empty.deals, empty.winner) == (0, (), None)
    ended = match("house-2deck", {"NS": "2", "EW": "2"}, deal(1, "N", 20),
                  tail={"type": "match_end", "reason": "target"})  # fmt: skip
    assert (ended.ended, ended.seq) == ("target", 11)


def test_the_kitty_moves_the_levels_before_anyone_says_that_the_deal_is_over() -> None:
    found = match("house-2deck", {"NS": "2", "EW": "2"}, deal(1, "N", 20)[:-1])
    assert found.levels == {"NS": "4", "EW": "2"}


@pytest.mark.parametrize(
    ("levels", "points", "winner"),
    [
        ({"NS": "5", "EW": "6"}, [40], "EW"),
        ({"NS": "6", "EW": "5"}, [120], "NS"),
        ({"NS": "5", "EW": "6"}, [0, 120, 120], "NS"),
        ({"NS": "5", "EW": "5"}, [80], None),
    ],
    ids=["one came up to it", "the other came up to it", "both climbed", "there from the start"],
)
def test_equal_levels_go_to_the_side_that_was_there_first(
    levels: dict[str, str], points: list[int], winner: str | None
) -> None:
    """shuangsheng-no-must-40: 以先升上该级者为胜."""
    deals = [deal(number, "N", each) for number, each in enumerate(points, 1)]
    found = match("shuangsheng-no-must-40", levels, *deals,
                  tail={"type": "match_end", "reason": "time"})  # fmt: skip
    assert found.levels["NS"] == found.levels["EW"]
    assert found.winner == winner


def test_a_ruling_against_nobody_is_no_strike() -> None:
    """triple-company-swiss-2h 延时: a second delay costs points, the first is warned of."""
    slug = "triple-company-swiss-2h"
    size = profile.load(slug).kitty
    nobody: Row = {"type": "ruling", "of": "hand.1", "decision": "upheld",
                   "penalty": {"code": "delay", "result": "warning"}}  # fmt: skip
    against: Row = {**nobody, "of": "hand.2", "penalty": {**nobody["penalty"], "side": "NS"}}
    unnamed: Row = {**nobody, "of": "hand.3", "penalty": {"points": 5, "side": "EW"}}
    one = deal(1, "N", 45, size)
    log = split(events_of([*one[:-1], nobody, against, unnamed, one[-1]]))[0]
    start = Entry((("NS", "3"), ("EW", "3")), None, ())
    folded = fold_deal(profile.load(slug), log, start)
    assert next_entry(start, folded, log).strikes == (("NS", "delay", 1),)
