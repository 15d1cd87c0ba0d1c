"""Unread cards of a finished deal: named only where nothing else is possible."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scorer import profile
from scorer.cards import CARDS
from scorer.fold import fold
from scorer.history import Event, make
from scorer.table import Table
from scorer.tabling.elimination import eliminate
from tests.scorer.deals import legal_deal
from tests.scorer.test_table import act
from tests.scorer.watching import Eyes

ONE = profile.load("house-1deck")


def deck_without(*missing: str, **fields: object) -> Event:
    """Return one play of a whole deck, some cards missing."""
    gone = Counter(missing)
    cards = [card for card in CARDS if not gone[card]]
    ps = [1.0] * len(cards)
    return make(5, "play", seat="N", cards=cards, confidences=ps, **fields)


def unread(seq: int, *options: list[list[object]]) -> Event:
    cards = ["??"] * len(options)
    return make(seq, "play", seat="W", cards=cards, alternatives=list(options), confidence=0.0)


def names(events: list[Event], open_seqs: tuple[int, ...] = ()) -> list[tuple[int, int, str]]:
    found = eliminate(events, 1, open_seqs)
    return [(named.place.seq, named.place.index, named.card) for named in found]


def test_the_only_card_missing_is_the_unread_one() -> None:
    assert names([deck_without("4S"), unread(6, [])]) == [(6, 0, "4S")]


def test_two_cards_missing_are_shared_out_by_what_the_places_look_like() -> None:
    looks = unread(6, [["4S", 0.4], ["4C", 0.2]], [["KH", 0.3]])
    assert names([deck_without("4S", "KH"), looks]) == [(6, 0, "4S"), (6, 1, "KH")]


def test_cards_of_one_event_are_named_whatever_their_order() -> None:
    """A kitty that was swept away before three of its eight cards had settled."""
    cards = ["5D", "??", "??", "??"]
    kitty = make(6, "kitty", cards=cards, confidences=[1.0, 0.0, 0.0, 0.0])
    found = names([deck_without("5D", "9C", "6S", "3D"), kitty])
    assert [name[:2] for name in found] == [(6, 1), (6, 2), (6, 3)]
    assert sorted(name[2] for name in found) == ["3D", "6S", "9C"]


@pytest.mark.parametrize(
    ("reason", "events", "open_seqs"),
    [
        ("two cards, nothing tells them apart",
         [deck_without("4S", "KH"), unread(6, []), unread(7, [])], ()),
        ("fewer places than cards", [deck_without("4S", "KH"), unread(6, [])], ()),
        ("more places than cards", [deck_without("4S"), unread(6, [], [])], ()),
        ("a card too often", [deck_without("4S"), make(7, "play", seat="S", cards=["5S"]),
                              unread(6, [])], ()),
        ("a play that may be short", [deck_without("4S"), unread(6, [])], (6,)),
        ("nothing unread", [deck_without("4S")], ()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_nothing_is_named(reason: str, events: list[Event], open_seqs: tuple[int, ...]) -> None:
    assert names(events, open_seqs) == [], reason


@pytest.mark.parametrize(("other", "wanted"), [("4S", []), ("9D", [(6, 0, "4S")])])
def test_a_doubtful_reading_counts_where_it_may_be_the_missing_card(
    other: str, wanted: list[tuple[int, int, str]]
) -> None:
    cards = [card for card in CARDS if card != "4S"]
    count = len(cards) - 1
    play = make(
        5,
        "play",
        seat="N",
        cards=cards,
        confidences=[0.7] + [1.0] * count,
        alternatives=[[[other, 0.25]], *[[] for _ in range(count)]],
    )
    assert names([play, unread(6, [])]) == wanted


def test_a_deal_with_one_card_not_seen_is_complete_and_names_it() -> None:
    two = profile.load("house-2deck")
    rng = Random(11)
    deal = legal_deal(two, rng)
    while deal.trump.suit == "NT":
        deal = legal_deal(two, rng)
    kitty = next(step for step in deal.steps if step["type"] == "kitty")
    wanted = list(kitty["cards"])
    kitty["cards"] = [*wanted[:-1], "??"]
    levels = {"NS": deal.trump.level, "EW": deal.trump.level}
    eyes = Eyes(Table(two, levels=levels))
    act(deal, eyes, rng)
    folded = fold([make(1, "match", profile="house-2deck", levels=levels), *eyes.events]).deals[0]
    assert folded.complete
    assert sorted(folded.kitty or ()) == sorted(wanted)
    assert folded.points == (deal.defender_points, deal.defender_points)
    note = next(event for event in reversed(eyes.events) if event.type == "correction")
    assert "by elimination" in note.get("note")
