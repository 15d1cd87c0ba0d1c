"""Incomplete sight: the engine goes on, scores become ranges, corrections recompute everything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scorer import profile
from scorer.cards import SEATS
from scorer.fold import fold
from scorer.history import Event, make
from scorer.ledger.deal import ShengjiDeal
from scorer.ledger.types import Range
from tests.scorer.deals import Dealt, events_of, legal_deal

TWO = profile.load("house-2deck")
HEAD: list[dict[str, Any]] = [
    {"type": "deal", "deal": 1, "declarer": "S"},
    {"type": "trump", "suit": "H", "level": "2"},
]


def folded(*rows: dict[str, Any], head: list[dict[str, Any]] = HEAD) -> ShengjiDeal:
    """Return the fold of a deal of these rows, numbered from 3."""
    deal = fold(events_of([*head, *rows]), TWO).deals[0]
    assert isinstance(deal, ShengjiDeal)
    return deal


def play(seat: str, *cards: str) -> dict[str, Any]:
    """Return a play."""
    return {"type": "play", "seat": seat, "cards": list(cards)}


def holds(interval: Range | None, value: int) -> bool:
    """Return whether a value lies in a range."""
    assert interval is not None
    return interval[0] <= value <= interval[1]


def gaps(deal: ShengjiDeal) -> list[str]:
    """Return the codes of what is missing."""
    return [gap.code for gap in deal.gaps]


def test_an_unread_card_is_worth_between_nothing_and_ten() -> None:
    deal = folded(play("S", "3C"), play("E", "AC"), play("N", "??"), play("W", "5C"))
    assert deal.points == (0, 15), "the unread card may have won, or be worth ten"
    deal = folded(
        play("S", "3C"), play("E", "AC"), play("N", "??"), play("W", "5C"), play("E", "KD")
    )
    assert deal.points == (5, 15), "the next lead shows who won"
    assert gaps(deal) == ["unread_card"]
    assert deal.to_json()["defender_points"] == [5, 15]


def test_supplying_the_card_makes_the_score_a_number() -> None:
    rows = [play("S", "3C"), play("E", "AC"), play("N", "??"), play("W", "5C"), play("E", "KD")]
    fixed = folded(*rows, {"type": "correction", "of": 5, "set": {"cards": ["TC"]}})
    assert (fixed.points, gaps(fixed)) == ((15, 15), [])


def test_a_second_play_by_a_seat_marks_a_missed_one() -> None:
    deal = folded(play("S", "AC"), play("E", "3C"), play("N", "4C"), play("S", "KD"))
    assert gaps(deal) == ["missing_play"]
    assert [len(trick.plays) for trick in deal.course.tricks] == [3, 1]
    assert deal.course.tricks[0].missing == ("W",)
    assert deal.course.tricks[0].winner == "S"


def test_inserting_the_missed_play_heals_the_deal() -> None:
    rows = [play("S", "AC"), play("E", "3C"), play("N", "4C"), play("S", "KD")]
    rows.append({"type": "insert", "before": 6, "event": play("W", "TC")})
    deal = folded(*rows)
    assert gaps(deal) == []
    assert [p.cards for p in deal.course.tricks[0].plays] == [("AC",), ("3C",), ("4C",), ("TC",)]


def test_a_phantom_play_is_undone() -> None:
    rows = [play("S", "AC"), play("E", "3C"), play("E", "3D"), play("N", "4C"), play("W", "6C")]
    assert "missing_play" in gaps(folded(*rows))
    assert gaps(folded(*rows, {"type": "undo", "of": 5})) == []


def test_two_plays_put_in_order() -> None:
    rows = [play("S", "AC"), play("N", "4C"), play("E", "3C"), play("W", "6C")]
    assert [f.offence for f in folded(*rows).findings] == ["play_out_of_turn"]
    assert folded(*rows, {"type": "move", "of": 5, "before": 4}).findings == ()


def test_the_next_leader_is_evidence_where_trump_is_unknown() -> None:
    head = [HEAD[0], {"type": "trump", "suit": "?", "level": "2"}]
    rows = [play("S", "3C"), play("E", "AC"), play("N", "TC"), play("W", "5H"), play("W", "KD")]
    deal = folded(*rows, head=head)
    assert deal.course.tricks[0].winner == "W"
    assert (deal.points, gaps(deal)) == ((15, 15), ["unknown_trump"])
    assert deal.findings == ()


def test_an_unknown_declarer_leaves_both_sides_open() -> None:
    head = [{"type": "deal", "deal": 1, "declarer": "?"}, HEAD[1]]
    rows = [play("S", "3C"), play("E", "AC"), play("N", "TC"), play("W", "5C"), play("E", "KD")]
    deal = folded(*rows, head=head)
    assert deal.points == (0, 15)
    assert "unknown_declarer" in gaps(deal)


def test_joined_half_way() -> None:
    joined = {"type": "joined", "trick": 24, "leader": "W", "defender_points": [20, 45],
              "hand_sizes": dict.fromkeys(SEATS, 2)}  # fmt: skip
    rows = [joined, play("W", "AC"), play("S", "3C"), play("E", "5C"), play("N", "4C")]
    deal = folded(*rows)
    assert deal.points == (25, 50)
    assert deal.course.tricks[0].n == 24
    rows += [play("W", "KC"), play("S", "6C"), play("E", "7C"), play("N", "8C")]
    kitty = {"type": "kitty", "cards": ["3D", "3D", "4D", "4D", "6D", "6D", "7D", "KD"]}
    deal = folded(*rows, kitty, {"type": "deal_end"})
    assert deal.points == (35 + 20, 60 + 20)
    assert (deal.complete, deal.finished, gaps(deal)) == (False, True, ["joined"])


def _rows(deal: Dealt) -> list[Event]:
    return deal.events()


def _deal(seed: int) -> Dealt:
    return legal_deal(TWO, Random(seed))


@pytest.mark.parametrize("seed", range(8))
def test_the_true_score_lies_in_the_range_whatever_is_missing(seed: int) -> None:
    rng = Random(f"gap {seed}")
    deal = _deal(seed)
    events = _rows(deal)
    plays = [i for i, event in enumerate(events) if event.type == "play"]
    for _ in range(4):
        damaged = list(events)
        for _ in range(rng.randint(1, 3)):
            place = rng.choice(plays)
            event = damaged[place]
            cards = list(event.cards)
            cards[rng.randrange(len(cards))] = "??"
            damaged[place] = make(event.seq, "play", seat=event.seat, cards=cards)
        result = fold(damaged).deals[0]
        assert isinstance(result, ShengjiDeal)
        assert holds(result.points, deal.defender_points)
        assert not result.complete
        assert not [f for f in result.findings if f.certainty == "proven"]


@pytest.mark.parametrize("seed", range(8))
def test_a_missing_play_is_marked_and_the_true_score_stays_in_range(seed: int) -> None:
    rng = Random(f"missing {seed}")
    deal = _deal(seed)
    events = _rows(deal)
    plays = [i for i, event in enumerate(events) if event.type == "play"]
    place = rng.choice(plays)
    result = fold(events[:place] + events[place + 1 :]).deals[0]
    assert isinstance(result, ShengjiDeal)
    assert not result.complete
    assert holds(result.points, deal.defender_points)
    assert not [f for f in result.findings if f.certainty == "proven"]


def test_without_the_kitty_the_deal_is_incomplete_where_it_counts() -> None:
    seen = set()
    for seed in range(12):
        deal = _deal(seed)
        events = [event for event in _rows(deal) if event.type != "kitty"]
        result = fold(events).deals[0]
        assert isinstance(result, ShengjiDeal)
        assert holds(result.points, deal.defender_points)
        assert result.complete == (deal.multiplier == 0)
        seen.add(result.complete)
    assert seen == {True, False}


def test_unread_kitty_cards_are_bounded() -> None:
    for seed in range(12):
        deal = _deal(seed)
        events = [
            make(e.seq, "kitty", cards=[*e.cards[:5], "??", "??", "??"]) if e.type == "kitty" else e
            for e in _rows(deal)
        ]
        result = fold(events).deals[0]
        assert isinstance(result, ShengjiDeal)
        assert holds(result.points, deal.defender_points)


def test_a_missed_play_that_led_the_next_trick_marks_the_last_event() -> None:
    """E won unseen and led again: its lead looks like its follow, and no trick lacks a play."""
    rows = [play("S", "3C"), play("N", "4C"), play("W", "5C"), play("E", "KD"),
            play("N", "3D"), play("W", "4D"), play("S", "6D")]  # fmt: skip
    deal = folded(*rows)
    assert deal.points == (15, 25)
    assert [(gap.code, gap.seq) for gap in deal.gaps] == [("unseen_play", 9)]
