"""Other ways to cut a record into tricks: a play missed, or one that never was."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scorer import profile
from scorer.history import Event
from scorer.ledger.realign import UNSEEN, oddities, readings
from scorer.ledger.tricks import Course, Play0, derive
from scorer.ledger.winners import winners_by
from scorer.shengji.order import Trump
from scorer.shengji.trick import points
from tests.scorer.deals import events_of

TWO = profile.load("house-2deck")


def record(text: str) -> list[Event]:
    """Return plays written ``N:AC`` or ``N:AC,AC``, numbered from 1."""
    words = (word.partition(":") for word in text.split())
    return events_of(
        [{"type": "play", "seat": seat, "cards": cards.split(",")} for seat, _, cards in words]
    )


def course(events: Sequence[Event], _more: bool = False) -> Course:
    """Return the course of play: N leads, trump hearts, level 2."""
    return derive(
        events,
        Play0(1, "N"),
        winners_by(TWO, Trump("H", "2")),
        lambda cards: points(TWO, cards),
        finished=False,
    )


def told(text: str) -> tuple[list[list[str]], bool]:
    """Return the other readings of a record, each as its plays, and whether it is confused."""
    found = readings(record(text), course)
    logs = [
        [f"{e.seat}:{','.join(e.cards)}" + ("!" if e.seq >= UNSEEN else "") for e in log]
        for log in found.logs
    ]
    return logs, found.confused


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        ("N:AC W:4C S:5C E:6C N:KC W:7C S:8C E:9C", 0),
        ("N:AC S:5C W:4C E:6C", 1),
        ("N:AC W:4C S:5C N:KC", 1),
        ("N:AC S:5C E:6C N:KC", 3),
        ("N:AC,AC W:4C S:5C,6C E:6C,7C", 1),
        ("N:AC,AC W:4C S:5C E:6C,7C", 2),
        ("W:AC S:5C E:6C N:4C", 1),
    ],
    ids=["none", "out of turn", "missed", "missed and out of turn", "short", "two short", "lead"],
)
def test_oddities(text: str, odd: int) -> None:
    assert oddities(course(record(text))) == odd


@pytest.mark.parametrize(
    "text",
    [
        "N:AC W:4C S:5C E:6C N:KC W:7C",
        "N:AC S:5C W:4C E:6C",
        "N:AC,AC W:4C S:5C,6C E:6C,7C",
        "W:AC S:5C E:6C N:4C",
        "N:AC,AC W:4C S:5C E:6C,7C",
    ],
    ids=[
        "regular",
        "a play out of turn",
        "a wrong count",
        "a lead out of turn",
        "two wrong counts, which no change makes fewer",
    ],
)
def test_oddities_that_no_missed_play_explains_are_taken_as_they_are(text: str) -> None:
    assert told(text) == ([], False)


def test_a_missed_follow_is_put_in_where_it_belongs() -> None:
    logs, confused = told("N:AC S:5C E:6C N:KC W:7C S:8C E:9C")
    assert logs == [["N:AC", "W:??!", "S:5C", "E:6C", "N:KC", "W:7C", "S:8C", "E:9C"]]
    assert not confused


def test_a_missed_pair_is_as_large_as_the_lead() -> None:
    logs, _ = told("N:AC,AC S:5C,5C E:6C,6C N:KC W:7C S:8C E:9C")
    assert logs == [["N:AC,AC", "W:??,??!", "S:5C,5C", "E:6C,6C", "N:KC", "W:7C", "S:8C", "E:9C"]]


def test_a_play_too_many_may_be_either_of_two() -> None:
    logs, confused = told("N:AC W:4C W:5D S:5C E:6C N:KC W:7C S:8C E:9C")
    rest = ["S:5C", "E:6C", "N:KC", "W:7C", "S:8C", "E:9C"]
    assert ["N:AC", "W:4C", *rest] in logs
    assert ["N:AC", "W:5D", *rest] in logs
    assert all(len(log) == 8 for log in logs)
    assert not confused


def test_two_plays_missed_in_two_tricks() -> None:
    logs, confused = told("N:AC S:5C E:6C N:KC W:7C E:9C N:QC W:8C S:8C E:TC")
    wanted = ["N:AC", "W:??!", "S:5C", "E:6C", "N:KC", "W:7C", "S:??!", "E:9C", "N:QC", "W:8C",
              "S:8C", "E:TC"]  # fmt: skip
    assert wanted in logs
    assert not confused
    found = next(log for log in readings(record(
        "N:AC S:5C E:6C N:KC W:7C E:9C N:QC W:8C S:8C E:TC"), course).logs
        if [e.seq for e in log if e.seq >= UNSEEN])  # fmt: skip
    unseen = [event.seq for event in found if event.seq >= UNSEEN]
    assert sorted(unseen) == [UNSEEN, UNSEEN + 1]


def test_what_three_changes_cannot_explain_is_confused() -> None:
    logs, confused = told(
        "N:AC S:5C E:6C N:KC S:7C E:9C N:QC S:8C E:8C N:JC S:TC E:TC N:9C S:3C E:3C N:7C S:4C E:4C"
    )
    assert confused
    assert all(sum(play.endswith("!") for play in log) <= 3 for log in logs)
