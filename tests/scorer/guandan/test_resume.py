"""A Guandan table that begins anew in the middle of a deal goes on as if nothing had happened."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from scorer.effective import effective
from scorer.fold import fold
from scorer.guandan.automatch import play_match
from scorer.guandan.profile import load
from scorer.guandan.table import GuandanTable
from scorer.history import Event, make
from tests.scorer.guandan.eyes import Eyes, Message, begun_anew, feed

HOUSE = load("house-guandan")
HEADER = make(1, "match", profile="house-guandan", levels={"NS": "2", "EW": "2"})
HARD = {1: (139,), 2: (24, 185), 4: (162,)}
"""Moments at which a copy of a card laid before is laid next, or all zones are told at once."""
KINDS = ("deal", "tribute", "return", "no_tribute", "play", "retracted", "hand_shown", "deal_end")


@cache
def told(seed: int) -> tuple[Message, ...]:
    """Return what eyes tell of two deals."""
    eyes = Eyes(seed)
    for deal in play_match(HOUSE, 2, random.Random(seed)):
        eyes.deal(deal)
    return tuple(eyes.messages)


def what(events: Sequence[Event]) -> list[tuple[Any, ...]]:
    """Return what happened, readings and times left out."""
    return [
        (e.type, e.seat or e.get("from"), e.cards or e.get("card"), e.get("to"))
        for e in effective(events)
        if e.type in KINDS
    ]


@cache
def undisturbed(seed: int) -> tuple[tuple[int, tuple[tuple[Any, ...], ...]], ...]:
    """Return how many events there were, and what had happened, after each message."""
    table = GuandanTable.resume(HOUSE, [HEADER])
    after = []
    for message in told(seed):
        table.observe(message)
        after.append((len(table.events), tuple(what(table.events))))
    return tuple(after)


def goes_on(table: GuandanTable, seed: int, cut: int) -> None:
    """Let eyes that begin anew tell a table the next part of a deal; nothing may differ."""
    messages, after = told(seed), undisturbed(seed)
    until = min(cut + 30, len(messages))
    feed(table, begun_anew(messages[:until], cut))
    assert what(table.events) == list(after[until - 1][1]), cut


@pytest.mark.parametrize("seed", [0, 1, 2, 4])
def test_a_restart_of_the_station_changes_nothing(seed: int) -> None:
    table = GuandanTable.resume(HOUSE, [HEADER])
    feed(table, told(seed))
    for cut in (*range(1, len(told(seed)), 19), *HARD.get(seed, ())):
        known = table.events[: undisturbed(seed)[cut - 1][0]]
        goes_on(GuandanTable.resume(HOUSE, known), seed, cut)


@pytest.mark.parametrize("cut", [11, 60, 139, 185])
def test_a_restart_of_the_eyes_changes_nothing(cut: int) -> None:
    table = GuandanTable.resume(HOUSE, [HEADER])
    feed(table, told(2)[:cut])
    goes_on(table, 2, cut)


def test_no_number_is_given_twice() -> None:
    messages = told(0)
    cut = len(messages) // 3
    table = GuandanTable.resume(HOUSE, [HEADER])
    feed(table, messages[:cut])
    table = GuandanTable.resume(HOUSE, table.events)
    feed(table, begun_anew(messages, cut))
    numbers = [event.seq for event in table.events]
    assert numbers == sorted(set(numbers))


def test_a_joker_shown_before_a_restart_is_no_lead() -> None:
    """Both big jokers lie open 抗贡 when the station begins anew."""
    header = make(
        1, "match", profile="house-guandan", levels={"NS": "5", "EW": "5"}, finish=[*"NWSE"]
    )
    eyes = Eyes()
    eyes.put("E", ["BJ", "BJ"])
    table = GuandanTable.resume(HOUSE, [header])
    feed(table, eyes.messages)
    assert what(table.events)[-1][0] == "no_tribute"
    cut = len(eyes.messages)
    eyes.wait(5.0)
    eyes.take("E")
    eyes.put("N", ["7S"])
    eyes.wait(3.0)
    after = GuandanTable.resume(HOUSE, table.events)
    feed(after, begun_anew(eyes.messages, cut))
    assert [row[:3] for row in what(after.events)[2:]] == [("play", "N", ("7S",))]
    assert fold(after.events).deals[0].findings == ()
