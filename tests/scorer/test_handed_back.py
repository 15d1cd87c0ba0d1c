"""A record that was kept by hand goes back to the camera: what lies there makes no events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from scorer.guandan.profile import load as load_guandan
from scorer.guandan.table import GuandanTable
from scorer.history import Event, make
from scorer.profile import load
from scorer.table import Table
from tests.scorer.guandan.eyes import Eyes as GuandanEyes
from tests.scorer.watching import Eyes, brief

TWO = load("house-2deck")
HEAD = make(1, "match", profile="house-2deck")
BIDDEN = (HEAD, make(2, "deal", deal=1), make(3, "bid", seat="S", cards=["2H"]))
FIRST = (("S", "JC"), ("E", "3C"), ("N", "AC"), ("W", "4C"))


def by_hand(known: Sequence[Event], *plays: tuple[str, str]) -> list[Event]:
    """Return a record to which a referee has added plays."""
    more = [make(len(known) + n, "play", seat=seat, cards=cards.split(), source="referee")
            for n, (seat, cards) in enumerate(plays, start=1)]  # fmt: skip
    return [*known, *more]


def handed_back(known: Sequence[Event], **lying: Sequence[Any]) -> Eyes:
    """Return a table that goes on from a record, with cards in front of some seats."""
    eyes = Eyes(Table(TWO))
    for zone, cards in lying.items():
        eyes.lay(zone, *cards)
    told = [_zone(eyes, zone, seq) for seq, zone in enumerate(lying, start=1)]
    eyes.table = Table.resume(TWO, known, lying=told)
    eyes.events.clear()
    eyes.wait(5)
    return eyes


def _zone(eyes: Eyes, zone: str, seq: int) -> dict[str, Any]:
    return {"v": 1, "kind": "zone", "seq": seq, "t": eyes.t, "zone": zone, "backs": 0,
            "cards": [dict(card) for card in eyes.zones.get(zone, [])]}  # fmt: skip


LYING: dict[str, dict[str, Sequence[Any]]] = {
    "the trick as it was entered": {"S": ["JC"], "E": ["3C"], "N": ["AC"]},
    "one card read otherwise": {"S": ["JC"], "E": ["3D"], "N": ["AC"]},
    "a seat that the referee has not entered": {"S": ["JC"], "E": ["3C"], "N": ["AC"], "W": ["6C"]},
    "cards of an older trick": {"S": ["JC"], "E": ["3C", "9H"], "N": ["AC"], "W": ["KD", "KD"]},
    "captured point cards": {"S": ["JC"], "E": ["3C"], "N": ["AC"], "centre": ["5D", "TD", "KH"]},
}


@pytest.mark.parametrize("lying", LYING.values(), ids=LYING)
def test_what_lies_there_when_the_camera_goes_on_makes_no_events(
    lying: dict[str, Sequence[Any]],
) -> None:
    eyes = handed_back(by_hand(BIDDEN, *FIRST[:3]), **lying)
    assert eyes.events == []
    eyes.clear()
    eyes.wait(1)
    assert [line for line in brief(eyes.events) if "W" not in line] == []


def test_a_trick_that_was_cleared_unfinished_lacks_a_play() -> None:
    assert brief(handed_back(by_hand(BIDDEN, *FIRST[:3]), S=[]).events) == ["play W ??"]


def test_eyes_that_began_anew_meanwhile_may_tell_a_zone_late() -> None:
    eyes = Eyes(Table(TWO))
    for zone, card in (("N", "AC"), ("E", "3C"), ("S", "JC"), ("W", "KD")):
        eyes.lay(zone, card)
    told = [_zone(eyes, zone, seq) for zone, seq in (("W", 8), ("N", 9), ("E", 1), ("S", 2))]
    eyes.table = Table.resume(TWO, by_hand(BIDDEN, *FIRST[:3]), lying=told)
    eyes.events.clear()
    for zone in "WN":
        eyes.zones[zone] = [eyes.zones[zone][0] | {"track": 100 + ord(zone)}]
        eyes.show(zone)
    eyes.wait(5)
    assert eyes.events == []


@pytest.mark.parametrize("third", ["AC", "KC"], ids=["read as entered", "read otherwise"])
def test_the_trick_that_was_begun_by_hand_is_finished_by_the_camera(third: str) -> None:
    eyes = handed_back(by_hand(BIDDEN, *FIRST[:3]), S=["JC"], E=["3C"], N=[third])
    eyes.lay("W", "4C")
    eyes.clear()
    eyes.wait(3)
    eyes.lay("N", "5D")
    eyes.lay("W", "6D")
    assert brief(eyes.events) == ["play W 4C", "play N 5D", "play W 6D"]


def test_the_same_card_laid_again_where_an_old_one_lay_is_a_play() -> None:
    """Both copies of a card exist: once the overlooked one is gone the next one counts."""
    eyes = handed_back(by_hand(BIDDEN, *FIRST), N=["5D"], W=["9D"])
    eyes.clear()
    eyes.wait(3)
    eyes.lay("N", "5D")
    eyes.lay("W", "9D")
    assert brief(eyes.events) == ["play N 5D", "play W 9D"]


def test_an_arm_over_an_old_card_makes_no_play_of_it() -> None:
    eyes = handed_back(by_hand(BIDDEN, *FIRST), N=["5D"])
    old = dict(eyes.zones["N"][0])
    eyes.take("N")
    eyes.lay("N", old | {"track": 77}, after=0.4)
    eyes.wait(5)
    assert eyes.events == []


def test_cards_that_lie_there_before_the_first_trick_are_neither_bid_nor_lead() -> None:
    eyes = handed_back(BIDDEN, S=["2H"], E=["9C", "2S", "2S"])
    assert eyes.events == []
    eyes.take("S")
    eyes.wait(6)
    eyes.lay("S", "JC")
    eyes.lay("E", "9C", "2S", "2S", "3C")
    assert brief(eyes.events)[0] == "play S JC"


def test_a_kitty_that_was_turned_up_meanwhile_still_counts() -> None:
    """All four hands are played out in the record: what lies in the centre is the kitty."""
    cards = ["3S 4S 6S 7S 8S 9S JS QS AS", "3H 4H 6H 7H 8H 9H JH QH AH",
             "3C 4C 6C 7C 8C 9C JC QC AC", "3D 4D 6D 7D 8D 9D JD QD AD"]  # fmt: skip
    kitty = ["3S", "4S", "6S", "7S", "8S", "9S", "JS", "QS"]
    plays = [(seat, one[n : n + 2]) for n in range(0, 25 * 3, 3) for seat, one in
             zip("SENW", ((c + " " + c + " " + c)[:75] for c in cards), strict=True)]  # fmt: skip
    eyes = handed_back(by_hand(BIDDEN, *plays), centre=kitty)
    eyes.wait(10)
    assert brief(eyes.events)[:1] == ["kitty " + " ".join(kitty)]


HOUSE = load_guandan("house-guandan")
GUANDAN = (make(1, "match", profile="house-guandan", levels={"NS": "2", "EW": "2"}),
           make(2, "deal", deal=1, declarer=None))  # fmt: skip


def guandan(known: Sequence[Event], **lying: Sequence[str]) -> tuple[GuandanTable, GuandanEyes]:
    eyes = GuandanEyes()
    for seat, cards in lying.items():
        eyes.put(seat, cards)  # type: ignore[arg-type]
    table = GuandanTable.resume(HOUSE, known, lying=eyes.messages)
    eyes.messages.clear()
    return table, eyes


def news(table: GuandanTable, eyes: GuandanEyes, known: Sequence[Event]) -> list[str]:
    for number, message in enumerate(eyes.messages):
        table.observe(message | {"seq": 100 + number})
    return brief(table.events[len(known) :])


def test_guandan_what_lies_there_makes_no_plays_and_the_next_play_does() -> None:
    known = by_hand(GUANDAN, ("S", "5C 5D"), ("E", "7H 7S"))
    table, eyes = guandan(known, S=["5C", "5D"], E=["7H", "7D"], N=["9C", "9D"], W=["KC"])
    eyes.wait(6)
    eyes.put("N", ["TC", "TD"])
    eyes.wait(3)
    assert news(table, eyes, known) == ["play N TC TD"]


def test_guandan_a_second_copy_where_an_overlooked_one_lay_is_a_play() -> None:
    known = by_hand(GUANDAN, ("S", "5C 5D"))
    table, eyes = guandan(known, S=["5C", "5D"], E=["7H", "7S"])
    eyes.wait(1)
    eyes.put("N", ["TC", "TD"])
    eyes.take("E")
    eyes.wait(6)
    eyes.put("E", ["7H", "7S", "7C", "7D"])
    eyes.wait(3)
    assert news(table, eyes, known) == ["play N TC TD", "play E 7H 7S 7C 7D"]
