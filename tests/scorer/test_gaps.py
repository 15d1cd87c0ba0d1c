"""What is missing from a deal: each code, the event that shows it, and the range of the score."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scorer import profile
from scorer.cards import CARDS, SEATS
from scorer.fold import fold
from scorer.ledger.deal import ShengjiDeal
from scorer.ledger.points import slots, unseen
from scorer.shengji.trick import points as card_points
from tests.scorer.deals import events_of, legal_deal

Row = dict[str, Any]
TWO = profile.load("house-2deck")
EIGHT = ["3D", "3D", "4D", "4D", "6D", "6D", "7D", "KD"]
END: Row = {"type": "deal_end"}


def last_tricks(
    *rows: Row, hands: int = 1, trick: int = 25, points: Any = 0, declarer: str = "S"
) -> ShengjiDeal:
    """Return a deal of which the last tricks are seen: trump hearts, level 2, S leads."""
    head: list[Row] = [
        {"type": "deal", "deal": 1, "declarer": declarer},
        {"type": "trump", "suit": "H", "level": "2"},
        {"type": "joined", "trick": trick, "leader": "S",
         "hand_sizes": dict.fromkeys(SEATS, hands)},
    ]  # fmt: skip
    if points is not None:
        head[2]["defender_points"] = points
    deal = fold(events_of([*head, *rows]), TWO).deals[0]
    assert isinstance(deal, ShengjiDeal)
    return deal


def play(seat: str, *cards: str) -> Row:
    """Return a play."""
    return {"type": "play", "seat": seat, "cards": list(cards)}


def trick(*plays: str) -> list[Row]:
    """Return the plays of a trick that S leads, each ``3C`` or ``3C 3C``."""
    return [play(seat, *cards.split()) for seat, cards in zip("SENW", plays, strict=False)]


def kitty(*cards: str) -> Row:
    """Return the kitty turned up."""
    return {"type": "kitty", "cards": list(cards)}


def gaps(deal: ShengjiDeal) -> list[tuple[str, int, str | None, int | None]]:
    """Return the gaps beside the one for joining."""
    return [(g.code, g.seq, g.seat, g.trick) for g in deal.gaps if g.code != "joined"]


FOUR = trick("AC", "3C", "4C", "6C")
"""A trick without points that the declarer's side wins."""


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        ([*FOUR, kitty(*EIGHT), END], []),
        ([*FOUR, END], []),
        ([*trick("3C", "AC", "4C", "6C"), END], [("unknown_kitty", 8, None, None)]),
        ([*trick("3C", "AC", "4C", "6C"), kitty(*EIGHT[:7], "??"), END],
         [("unknown_kitty", 9, None, None)]),
        ([*FOUR, kitty(*EIGHT[:7]), END], [("kitty_count", 9, None, None)]),
        ([*FOUR[:3], END],
         [("missing_play", 6, "W", 25), ("unknown_winner", 7, None, 25),
          ("unknown_kitty", 7, None, None)]),
        ([*trick("3C", "??", "4C", "6C"), kitty(*EIGHT), END],
         [("unread_card", 5, "E", 25), ("unknown_winner", 9, None, 25)]),
        ([*trick("3C", "4C", "??", "6C"), kitty(*EIGHT), END],
         [("unread_card", 6, "N", 25), ("unknown_winner", 9, None, 25)]),
    ],
    ids=[
        "nothing",
        "the kitty does not count where the dealer side wins the last trick",
        "the kitty counts and was not seen",
        "a card of the kitty was not read",
        "the kitty is too small",
        "the last play was not seen",
        "the last trick may be either's",
        "its own partner may have won it",
    ],
)  # fmt: skip
def test_a_deal_that_is_over(rows: list[Row], wanted: list[Any]) -> None:
    deal = last_tricks(*rows)
    assert gaps(deal) == wanted
    assert deal.finished
    assert deal.to_json()["gaps"][0] == {"code": "joined", "seq": 3, "seat": None, "trick": None} \
        or wanted  # fmt: skip


def test_cards_left_when_the_deal_is_ended() -> None:
    deal = last_tricks(*FOUR, END, hands=2, trick=24)
    assert gaps(deal) == [("cards_left", 8, None, None)]
    assert deal.points is not None
    assert deal.points[0] == 0
    assert deal.points[1] > 100


def test_the_kitty_may_count_as_often_as_the_cards_left_allow() -> None:
    """Four cards are left in each hand: their tractor could make the kitty count eight times."""
    bounds = []
    for cards in (EIGHT, [*EIGHT[:7], "JD"]):
        deal = last_tricks(*FOUR, kitty(*cards), END, hands=5, trick=21)
        assert deal.points is not None
        bounds.append(deal.points[1])
    assert bounds[0] - bounds[1] == 8 * 10 - 10


def test_a_card_taken_back_that_was_never_laid() -> None:
    taken: Row = {"type": "retracted", "of": 4, "seat": "E", "cards": ["3C"]}
    deal = last_tricks(play("S", "AC"), taken)
    assert gaps(deal) == [("retraction_unplaced", 5, "E", 25)]
    assert [f.offence for f in deal.findings] == ["retraction"]


def test_a_card_too_often_names_the_last_play_with_it() -> None:
    rows = [*trick("AC", "3C", "3C", "6C"), *trick("7C", "3C", "8C", "9C")]
    deal = last_tricks(*rows, hands=3, trick=23)
    assert gaps(deal) == [("extra_copy", 9, "E", None)]


def test_nothing_is_missing_while_the_deal_runs() -> None:
    deal = last_tricks(*FOUR[:2], hands=3, trick=23)
    assert gaps(deal) == []
    assert (deal.phase, deal.finished, deal.complete) == ("play", False, False)


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (trick("3C", "AC", "TC", "5C"), (15, 15)),
        (trick("3C", "AC", "??", "5C"), (0, 15)),
        (trick("3C", "4C", "??", "5C"), (0, 15)),
        (trick("AC", "3C", "??", "5C"), (0, 0)),
        (trick("AC", "TC", "??", "??"), (0, 30)),
        (trick("AC", "TC", "3C"), (0, 0)),
        ([*trick("3C", "AC", "TC", "5C"), *trick("AC", "3C", "4C", "??")], (15, 25)),
    ],
    ids=[
        "all read",
        "partner's unread card may have won",
        "the unread card may be a ten that lost",
        "only the declarer's side can have won",
        "an unread defender may have won",
        "a running trick counts for nobody",
        "in the next trick W, unread, may win ten of its own",
    ],
)
def test_points_are_a_range(rows: list[Row], wanted: tuple[int, int]) -> None:
    assert last_tricks(*rows, hands=9, trick=17).points == wanted


def test_points_before_joining_count() -> None:
    rows = trick("3C", "AC", "TC", "5C")
    assert last_tricks(*rows, hands=9, points=20).points == (35, 35)
    assert last_tricks(*rows, hands=9, points=[20, 30]).points == (35, 45)
    unknown = last_tricks(*rows, hands=9, points=None).points
    assert unknown == (15, 215)


def test_an_unread_lead_leaves_the_multiplier_open() -> None:
    deal = last_tricks(*trick("??", "3C", "4C", "6C"), kitty(*EIGHT), END)
    assert deal.tally.kitty_points == (10, 10)
    assert deal.tally.multiplier == (0, 2)
    assert deal.points == (0, 30)
    pair = last_tricks(*trick("?? ??", "3C 3C", "4C 4C", "6C 6C"), kitty(*EIGHT), END, hands=2)
    assert pair.tally.multiplier == (0, 4)


def test_unseen_cards_are_what_the_decks_have_left() -> None:
    pool = unseen(2, ["KD", "KD", "5S", "??"])
    assert (pool["KD"], pool["5S"], pool["BJ"], pool["??"]) == (0, 1, 2, 0)
    assert pool.total() == 2 * len(CARDS) - 3

    def points(cards: Any) -> int:
        return card_points(TWO, cards)

    few = unseen(1, [card for card in CARDS if card not in ("KD", "5S", "3C")])
    assert [slots(n, few, points) for n in range(5)] == [
        (0, 0), (0, 10), (5, 15), (15, 15), (15, 15),
    ]  # fmt: skip


@pytest.mark.parametrize(("seed", "wide"), [(6, False), (7, True)])
def test_where_no_reading_explains_a_record_the_score_may_be_anything(
    seed: int, wide: bool
) -> None:
    """Three plays were missed. One missed play explains itself; the second deal stays confused."""
    deal = legal_deal(TWO, Random(seed))
    events = deal.events()
    plays = [place for place, event in enumerate(events) if event.type == "play"]
    missed = set(Random(seed).sample(plays[4:-4], 3))
    kept = [event for place, event in enumerate(events) if place not in missed]
    found = fold(kept).deals[0].to_json()["defender_points"]
    assert found[0] <= deal.defender_points <= found[1]
    assert (found[0] <= 0 and found[1] >= 200) is wide


@pytest.mark.parametrize(("slug", "over"), [("quad-150m-3-nothrow", True), ("house-4deck", False)])
def test_without_a_kitty_the_last_card_ends_the_deal(slug: str, over: bool) -> None:
    rules = profile.load(slug)
    rows: list[Row] = [
        {"type": "deal", "deal": 1, "declarer": "S"},
        {"type": "trump", "suit": "H", "level": "3"},
        {"type": "joined", "trick": 25, "leader": "S", "defender_points": 0,
         "hand_sizes": dict.fromkeys(SEATS, 1)},
        *FOUR,
    ]  # fmt: skip
    deal = fold(events_of(rows), rules).deals[0]
    assert isinstance(deal, ShengjiDeal)
    assert deal.finished is over
    assert deal.phase == ("finished" if over else "kitty")
