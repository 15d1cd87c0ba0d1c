"""Rounds, wind 接风 and places from plays alone."""

from __future__ import annotations

import pytest

from scorer.cards import Seat
from scorer.guandan.profile import load, with_switches
from scorer.guandan.rounds import Course, Laid, finishing_order, follow
from tests.scorer.guandan.helpers import laid, reading

HOUSE = load("house-guandan")
FULL: dict[Seat, int] = {"N": 27, "W": 27, "S": 27, "E": 27}


def course(*plays: Laid, left: dict[Seat, int] | None = None, **more: object) -> Course:
    return follow(plays, left or FULL, "7", HOUSE.play, **more)  # type: ignore[arg-type]


def groups(found: Course) -> list[tuple[int, ...]]:
    return [one.plays for one in found.rounds]


def test_a_second_play_by_the_same_seat_opens_the_next_round() -> None:
    found = course(laid("N", "5S"), laid("E", "8S"), laid("E", "3S 3D"), laid("N", "4S 4D"))
    assert groups(found) == [(0, 1), (2, 3)]
    assert [one.winner for one in found.rounds] == ["E", "N"]
    assert found.ambiguous == ()


def test_a_seat_that_passed_may_play_later_in_the_round() -> None:
    found = course(laid("N", "5S"), laid("E", "8S"), laid("W", "9S"), laid("N", "TS"))
    assert groups(found) == [(0, 1, 2, 3)]


def test_the_partner_takes_the_wind() -> None:
    left: dict[Seat, int] = {**FULL, "W": 2}
    found = course(laid("W", "KS KD"), laid("E", "5S"), laid("S", "6S"), left=left)
    assert groups(found) == [(0,), (1, 2)]
    assert found.rounds[1].wind
    assert found.finished == ("W",)
    assert found.ambiguous == ()


def test_a_play_that_may_follow_or_take_the_wind_is_reported() -> None:
    left: dict[Seat, int] = {**FULL, "W": 1}
    found = course(laid("W", "5S"), laid("E", "9S"), laid("S", "TS"), left=left)
    assert groups(found) == [(0, 1, 2)]
    assert found.ambiguous == (1,)
    known = course(laid("W", "5S"), laid("E", "9S"), laid("S", "TS"), left=left, opens={1})
    assert groups(known) == [(0,), (1, 2)]
    assert known.ambiguous == ()


def test_an_answer_that_only_a_lead_allows_settles_the_wind() -> None:
    """4455 and two wilds beat a tube as a tube; answered by a plate it was a lead."""
    left: dict[Seat, int] = {**FULL, "W": 6}
    tube = laid("W", "3S 3D 4H 4C 5H 5C")
    twofold = laid("E", "4S 4D 5S 5D 7H 7H")
    plate = laid("S", "8S 8D 8C 9S 9D 9C")
    assert groups(course(tube, twofold, left=left)) == [(0, 1)]
    found = course(tube, twofold, plate, left=left)
    assert groups(found) == [(0,), (1, 2)]
    assert found.ambiguous == ()


def test_with_the_other_wind_the_next_player_leads() -> None:
    points = with_switches(HOUSE, {"wind": "next_player"}).play
    left: dict[Seat, int] = {**FULL, "W": 2}
    found = follow([laid("W", "KS KD"), laid("S", "5S")], left, "7", points)
    assert groups(found) == [(0,), (1,)]
    assert found.faults == ()
    assert [fault.offence for fault in course(laid("W", "KS KD"), laid("S", "5S"), left=left)
            .faults] == ["wrong_leader"]  # fmt: skip


def test_a_later_play_settles_an_earlier_meaning() -> None:
    houses = laid("N", "5S 5D 8S 8D 7H")
    found = course(houses, laid("W", "6S 6D 6C 3S 3D"))
    assert found.rounds[0].meanings[0] == (reading("full_house:5:5"),)
    assert len(course(houses).rounds[0].meanings[0]) == 2


def test_a_declared_meaning_is_taken() -> None:
    said = Laid("N", ("5S", "5D", "8S", "8D", "7H"), reading("full_house:8:5"))
    found = course(said, laid("W", "6S 6D 6C 3S 3D"))
    assert [(fault.play, fault.offence) for fault in found.faults] == [(1, "does_not_beat")]


def test_unread_cards_may_be_anything() -> None:
    found = course(laid("N", "KS"), laid("W", "?? ??"), laid("S", "3S"))
    assert found.faults == ()
    assert groups(found) == [(0, 1, 2)]


@pytest.mark.parametrize(
    ("finished", "expected"),
    [
        ((), ()),
        (("N", "W"), ()),
        (("N", "S"), ("N", "S", "E", "W")),
        (("N", "W", "S"), ("N", "W", "S", "E")),
        (("N", "S", "W"), ("N", "S", "W", "E")),
    ],
)
def test_places(finished: tuple[Seat, ...], expected: tuple[Seat, ...]) -> None:
    assert finishing_order(finished) == expected


def test_too_many_cards_are_counted() -> None:
    left: dict[Seat, int] = {**FULL, "W": 1}
    found = course(laid("W", "KS KD"), left=left)
    assert found.extra == {"W": 1}
    assert found.finished == ("W",)


def test_the_leader_of_the_deal_is_checked() -> None:
    assert course(laid("W", "KS"), leader="W").faults == ()
    assert course(laid("W", "KS"), leader="N").faults[0].offence == "wrong_leader"
