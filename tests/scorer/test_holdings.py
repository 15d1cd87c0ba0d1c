"""What is known of a hand: bids opened later, the kitty, deals that follow one another."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import profile
from scorer.cards import SEATS
from scorer.fold import fold
from scorer.ledger.types import Trump
from tests.scorer.deals import events_of

Row = dict[str, Any]


def play(seat: str, *cards: str) -> Row:
    """Return a play."""
    return {"type": "play", "seat": seat, "cards": list(cards)}


def faults(rows: list[Row], slug: str) -> list[tuple[str, str | None, int]]:
    """Return the proven follow faults of a deal, each with the event that proves it."""
    found = fold(events_of(rows), profile.load(slug)).deals[0].findings
    return [(f.offence, f.seat, f.at) for f in found if f.offence in ("revoke", "withheld")]


@pytest.mark.parametrize(("fourth", "wanted"), [("8C", [("withheld", "W", 13)]), ("9C", [])])
def test_the_kitty_takes_an_excuse_away_at_the_event_that_turns_it_up(
    fourth: str, wanted: list[Any]
) -> None:
    """house-4deck: three eights shown prove nothing while the fourth may have been there too."""
    rows: list[Row] = [
        {"type": "deal", "deal": 1, "declarer": "N"},
        {"type": "trump", "suit": "H", "level": "2"},
        {"type": "joined", "trick": 1, "leader": "N", "hand_sizes": dict.fromkeys(SEATS, 7)},
        play("N", "AC", "AC", "AC"), play("W", "3C", "4C", "6C"), play("S", "3S", "3S", "3S"),
        play("E", "3D", "3D", "3D"),
        play("N", "AS", "AS", "AS"), play("W", "8C", "8C", "8C"), play("S", "4S", "4S", "4S"),
        play("E", "4S", "5S", "6S"),
        {"type": "hand_shown", "seat": "S", "cards": ["9S"]},
        {"type": "kitty", "cards": [fourth, "3H", "4H", "6H", "7H", "8H", "9H", "JH"]},
    ]  # fmt: skip
    assert profile.load("house-4deck").kitty == 8
    assert faults(rows, "house-4deck") == wanted


def test_a_hidden_bid_belongs_to_the_seat_that_laid_it() -> None:
    """暗叫: two lie face down; the one that is opened says what its own seat holds."""
    slug = "quad-game-dark-bid"
    level = profile.load(slug).start_level
    rows: list[Row] = [
        {"type": "deal", "deal": 1, "declarer": "N"},
        {"type": "bid", "seat": "E", "count": 1, "hidden": True},
        {"type": "bid", "seat": "W", "count": 1, "hidden": True},
        {"type": "bid_shown", "of": 3, "cards": [f"{level}H"]},
        {"type": "trump", "suit": "H", "level": level},
        play("N", "9H"), play("W", "4S"), play("S", "8H"), play("E", "4S"),
    ]  # fmt: skip
    assert faults(rows, slug) == [("revoke", "W", 7)]


def test_a_deal_is_over_when_the_next_begins() -> None:
    rows: list[Row] = []
    for number in (7, 9, 10):
        rows += [
            {"type": "deal", "deal": number, "declarer": "N"},
            {"type": "trump", "suit": "H", "level": "2"},
            play("N", "9H"),
        ]
    found = fold(events_of(rows), profile.load("house-2deck")).deals
    assert [deal.deal for deal in found] == [7, 9, 10]
    assert [deal.finished for deal in found] == [True, True, False]


def test_deals_without_a_number_are_counted() -> None:
    rows: list[Row] = [
        {"type": "deal", "declarer": "N"}, play("N", "9H"),
        {"type": "deal", "declarer": "N"}, play("N", "9H"),
    ]  # fmt: skip
    found = fold(events_of(rows), profile.load("house-2deck")).deals
    assert [deal.deal for deal in found] == [1, 2]


def test_a_redeal_keeps_what_the_referee_decided_and_nothing_else() -> None:
    rows: list[Row] = [
        {"type": "deal", "deal": 1, "declarer": "N"},
        {"type": "trump", "suit": "H", "level": "2"},
        play("N", "9H"), play("W", "8H"),
        {"type": "ruling", "of": "hand.1", "decision": "upheld",
         "penalty": {"points": 5, "side": "NS"}},
        {"type": "redeal", "reason": "exposed"},
        {"type": "trump", "suit": "S", "level": "2"},
        play("N", "TC"),
    ]  # fmt: skip
    deal = fold(events_of(rows), profile.load("house-2deck")).deals[0]
    shown = deal.to_json()
    assert shown["trump"] == {"suit": "S", "level": "2"}
    assert [p["cards"] for p in shown["tricks"][0]["plays"]] == [["TC"]]
    assert shown["defender_points"] == 5


def test_a_part_taken_back_and_laid_anew() -> None:
    """悔牌: one of two cards goes back, another comes; the play is what lies at the end."""
    rows: list[Row] = [
        {"type": "deal", "deal": 1, "declarer": "N"},
        {"type": "trump", "suit": "H", "level": "2"},
        play("N", "AC", "AC"), play("W", "3C", "8D"),
        {"type": "retracted", "of": 4, "seat": "W", "cards": ["8D"]},
        play("W", "4C"), play("S", "5C", "6C"), play("E", "7C", "9C"),
    ]  # fmt: skip
    deal = fold(events_of(rows), profile.load("house-2deck")).deals[0]
    (trick,) = deal.to_json()["tricks"]
    assert [p["cards"] for p in trick["plays"]] == [
        ["AC", "AC"], ["3C", "4C"], ["5C", "6C"], ["7C", "9C"],
    ]  # fmt: skip
    assert trick["winner"] == "N"
    assert [(f.offence, f.seat) for f in deal.findings] == [("retraction", "W")]


@pytest.mark.parametrize(
    ("suit", "level", "known"), [("H", "2", True), ("?", "2", False), ("H", "?", False)]
)
def test_a_trump_is_known_by_suit_and_level(suit: str, level: str, known: bool) -> None:
    assert Trump(suit, level).known is known
