"""The end of a deal: hands not all empty, who took the last trick, records that stay odd."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from scorer import profile
from scorer.cards import SEATS, Seat
from scorer.fold import fold
from scorer.ledger.deal import ShengjiDeal
from scorer.ledger.types import Range
from tests.scorer.deals import events_of

Row = dict[str, Any]
EIGHT: Row = {"type": "kitty", "cards": ["3D", "3D", "4D", "4D", "6D", "6D", "7D", "KD"]}
"""Ten points."""
END: Row = {"type": "deal_end"}


def played(text: str) -> list[Row]:
    """Return plays written ``S:3C`` or ``S:3C,3C``."""
    words = (word.partition(":") for word in text.split())
    return [{"type": "play", "seat": seat, "cards": cards.split(",")} for seat, _, cards in words]


def ending(
    *rows: Row,
    slug: str = "house-2deck",
    carried: int = 0,
    sizes: Mapping[Seat, int] = MappingProxyType({}),
) -> ShengjiDeal:
    """Return a deal whose last tricks are seen: trump hearts, S declares and leads, one card each.

    ``sizes`` are the seats that still have another number of cards.
    """
    rules = profile.load(slug)
    head: list[Row] = [
        {"type": "deal", "deal": 1, "declarer": "S"},
        {"type": "trump", "suit": "H", "level": rules.start_level},
        {"type": "joined", "trick": 20, "leader": "S", "defender_points": carried,
         "hand_sizes": dict.fromkeys(SEATS, 1) | dict(sizes)},
    ]  # fmt: skip
    deal = fold(events_of([*head, *rows]), rules).deals[0]
    assert isinstance(deal, ShengjiDeal)
    return deal


def test_before_the_first_card_no_trick_is_counted() -> None:
    assert ending().table_json()["trick_number"] == 0
    assert ending(*played("S:3C")).table_json()["trick_number"] == 20


@pytest.mark.parametrize(
    ("sizes", "phase"),
    [({}, "kitty"), ({"E": 2}, "kitty"), ({"E": 2, "N": 2}, "play")],
    ids=["all empty", "one hand with a card too many", "two hands that can play on"],
)
def test_the_last_trick_is_over_when_three_hands_are_empty(
    sizes: dict[Seat, int], phase: str
) -> None:
    deal = ending(*played("S:AC E:3C N:4C W:6C"), sizes=sizes)
    assert deal.phase == phase
    assert (deal.tally.multiplier is not None) is (phase == "kitty")


@pytest.mark.parametrize(
    ("text", "points"),
    [("S:3C E:AC", (0, 220)), ("S:AC E:3C,8D W:6C,9D", (0, 200))],
    ids=["the kitty may count twice", "the kitty counts for nobody"],
)
def test_a_record_that_stays_odd_bounds_the_score_by_the_deck(text: str, points: Range) -> None:
    """Two plays of the last trick are wrong or missing: what was counted may be wrong too."""
    assert ending(*played(text), EIGHT, END, carried=20).points == points


@pytest.mark.parametrize(
    ("text", "factor"),
    [("S:3C E:3H N:4C W:6C", 2), ("S:3C E:AC N:4C W:6C", 0), ("S:4H E:5H N:3C W:6C", 2)],
    ids=["ruffed", "won with a plain card", "won among trumps"],
)
def test_only_a_trump_of_the_winner_captures_the_kitty(text: str, factor: int) -> None:
    """triple-company-swiss-2h: kitty_bonus.trump_only."""
    assert ending(*played(text), slug="triple-company-swiss-2h").tally.multiplier == (
        factor,
        factor,
    )


def test_an_unread_last_trick_may_cost_the_defenders_and_never_pays_them() -> None:
    """triple-union-3toK-150m: the dealer side takes points where it wins with a pair or more."""
    deal = ending(
        *played("S:??,?? E:4C,4C"), slug="triple-union-3toK-150m", sizes=dict.fromkeys(SEATS, 2)
    )
    assert deal.tally.multiplier is None
    rows = played("S:AC,AC E:4C,4C N:??,?? W:6C,6C")
    deal = ending(*rows, slug="triple-union-3toK-150m", sizes=dict.fromkeys(SEATS, 2))
    assert deal.tally.multiplier == (-4, 0)


def test_a_record_that_stays_odd_and_breaks_off_may_still_bring_the_kitty() -> None:
    """The dealer side took 50 points; if it did not, the kitty comes on top of the whole deck."""
    rows = played("S:AC,AC E:TC,TC N:KC,KC W:5C,5C S:3S E:AS")
    deal = ending(*rows, EIGHT, END, sizes=dict.fromkeys(SEATS, 4))
    assert deal.tally.multiplier is None
    assert deal.points == (0, 200 + 2 * 10)


def test_a_record_that_stays_odd_may_have_cost_the_defenders_the_kitty() -> None:
    rows = played("S:AC,AC E:4C,4C,8D W:6C,6C,9D")
    kitty: Row = {"type": "kitty", "cards": ["4D", "6D", "7D", "8D", "9D", "KD"]}
    deal = ending(
        *rows, kitty, END, slug="triple-union-3toK-150m", carried=20, sizes=dict.fromkeys(SEATS, 2)
    )
    assert deal.points == (20 - 4 * 10, 300)


OWED = "S:AC,AC,AC E:3C,4C,6C N:3S,3S,3S W:3D,3D,3D S:AS,AS,AS E:8C,8C,8C N:4S,4S,4S W:4S,5S,6S"
"""house-4deck: E kept three eights from a led triple; with a fourth one they were a quad."""


@pytest.mark.parametrize(
    ("size", "shown", "over", "wanted"),
    [
        (7, False, False, []),
        (7, True, False, [("withheld", "E")]),
        (7, True, True, []),
        (6, False, True, [("withheld", "E")]),
    ],
    ids=[
        "the seventh card may be the fourth eight",
        "the seventh card is seen",
        "a whole trick was not seen, so nobody knows how large the hands were",
        "there is no seventh card",
    ],
)
def test_the_size_of_a_hand_proves_unless_a_whole_trick_was_not_seen(
    size: int, shown: bool, over: bool, wanted: list[tuple[str, str]]
) -> None:
    rows = played(OWED)
    rows += [{"type": "hand_shown", "seat": "E", "cards": ["9D"]}] if shown else []
    rows += [END] if over else []
    deal = ending(*rows, slug="house-4deck", sizes=dict.fromkeys(SEATS, size))
    faults = [(f.offence, f.seat) for f in deal.findings if f.offence in ("withheld", "revoke")]
    assert faults == wanted


def test_a_dismissed_finding_is_no_strike_in_its_own_deal() -> None:
    """shuangsheng-10-must-1h 悔牌: the third time loses the match."""
    taken = []
    for place, card in enumerate(("3C", "4C", "6C")):
        taken += [*played(f"E:{card}"), {"type": "retracted", "of": 5 + 2 * place, "seat": "E",
                                         "cards": [card]}]  # fmt: skip
    slug = "shuangsheng-10-must-1h"
    deal = ending(*played("S:AC"), *taken, slug=slug)
    first = deal.findings[0].id
    ruling: Row = {"type": "ruling", "of": first, "decision": "dismissed"}

    def results(*more: Row) -> list[str]:
        found = ending(*played("S:AC"), *taken, *more, slug=slug).findings
        return [f.penalty["result"] for f in found if f.penalty and f.offence == "retraction"]

    assert results() == ["none", "none", "match_lost"]
    assert results(ruling) == ["none", "none", "none"]
    upheld: Row = {**ruling, "decision": "upheld"}
    assert results(upheld) == ["none", "none", "match_lost"]
