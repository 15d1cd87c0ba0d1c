"""What users of other programs reported about the rules, each case under its number there."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.cards import SEATS
from scorer.fold import fold
from scorer.profile import Profile, load, with_switches
from scorer.shengji.bidding import Auction, Shown, settle
from scorer.shengji.follow import verdict
from scorer.shengji.levels import promote
from scorer.shengji.order import Trump
from scorer.shengji.structure import decompose
from scorer.shengji.throw import try_throw
from scorer.shengji.trick import winner
from tests.scorer.deals import events_of

BREAKS = ("break_triple.for_pair", "break_triple.for_pair_in_longer", "break_quad.for_pair",
          "break_quad.for_triple")  # fmt: skip
SPADES_2 = Trump("S", "2")


def house(duty: str, decks: int = 4) -> Profile:
    """Return house rules in which triples and quads must, or need not, be broken."""
    return with_switches(load(f"house-{decks}deck"), dict.fromkeys(BREAKS, duty))


def c(text: str) -> list[str]:
    """Return the cards of a line."""
    return text.split()


@pytest.mark.parametrize(
    ("led", "hand", "play", "must_break", "need_not"),
    [
        ("AH AH KH KH", "3H 3H 3H TH TH 7H", "3H 3H 3H 7H", False, True),
        ("AH AH KH KH", "7H 7H 7H 8H 9H TH TH", "7H 7H 7H 8H", False, True),
        ("AH AH KH KH", "7H 7H 7H 8H 9H TH TH", "8H 9H TH TH", False, True),
        ("AH AH KH KH", "7H 7H 7H 8H 9H TH TH", "7H 7H TH TH", True, True),
        ("AH AH KH KH", "7H 7H 7H 8H 9H TH TH", "7H 8H 9H TH", False, False),
        ("7H 7H 8H 8H", "4H 4H 4H TH TH 3H", "4H TH 3H 4H", False, True),
        ("7H 7H 8H 8H", "4H 4H 4H TH TH 3H 5H", "4H TH 3H 5H", False, False),
        ("5H 5H 6H 6H", "9H 9H 9H 8H TH TH", "9H 9H 9H 8H", False, True),
        ("5S 5S", "2H 3H QH QH KH KH", "2H 3H", True, True),
        ("5H 5H", "4H 6H 7H 7H 5S", "4H 6H", False, False),
        ("5H 5H", "3H 4H QH QH KH KH", "3H 4H", False, False),
    ],
    ids=[
        "315: 3337 saves TT only where the triple need not be broken, and its 33 is a pair",
        "319a: 777 8 holds a pair, 77; it is too little only where 77 and TT are both owed",
        "319b: 8 9 TT only where the triple need not be broken",
        "319c: 77 TT always",
        "319: no pair at all never",
        "140: one pair of 444 TT answers where the triple need not be broken",
        "140: no pair of 444 TT never",
        "301: 999 8",
        "a void suit answers as it likes",
        "265: no pair for a pair is no option of our documents",
        "165: a tractor is not protected, its pair must be played",
    ],
)
def test_pairs_and_triples(
    led: str, hand: str, play: str, must_break: bool, need_not: bool
) -> None:
    """No document says that part of a triple is no pair, and none protects a tractor: what need
    not be broken may be broken (docs/play-engine.md, reading 4)."""
    for duty, legal in (("compulsory", must_break), ("optional", need_not)):
        assert verdict(house(duty), SPADES_2, c(led), c(hand), c(play)).legal is legal, duty


@pytest.mark.parametrize(
    ("led", "hand", "required"),
    [
        ("8S 8S 8S 8S", "AS AS AS KS KS QS QS 3S", "3+1"),
        ("8S 8S 8S 8S", "AS AS KS KS 3S 3S 5S", "2*2"),
        ("8S 8S 8S 8S", "AS AS JS JS 3S 5S", "2*2"),
        ("5S 5S 5S 6S 6S 6S", "AS AS AS JS JS QS QS 3S 4S", "3+2+1"),
        ("AS AS AS KS KS KS", "5S 5S 5S 3S 3S 2S 2S 7S", "3+2+1"),
    ],
    ids=["205: triple first", "205: then two pairs", "205: then pairs", "257", "205: 555 22 x"],
)
def test_order_of_duty_with_four_decks(led: str, hand: str, required: str) -> None:
    found = verdict(house("compulsory"), Trump("H", "9"), c(led), c(hand), c(hand)[-len(c(led)) :])
    assert found.required == (required,)


@pytest.mark.parametrize(("slug", "legal"), [("house-4deck", True), ("quad-150m-3-nothrow", False)])
def test_297_a_tractor_answers_a_led_quad_first_where_the_document_says_so(
    slug: str, legal: bool
) -> None:
    trump, hand = Trump("S", "K"), c("2H 2H 6H 6H 8H 8H 9H 9H")
    led = c("4H 4H 4H 4H")
    assert verdict(load(slug), trump, led, hand, c("2H 2H 6H 6H")).legal is legal
    assert verdict(load(slug), trump, led, hand, c("8H 8H 9H 9H")).legal


def test_105_a_pair_of_trumps_kept_back_is_proven_two_tricks_later() -> None:
    rows: list[dict[str, Any]] = [
        {"type": "deal", "deal": 1, "declarer": "N"},
        {"type": "trump", "suit": "S", "level": "K"},
        {"type": "joined", "trick": 1, "leader": "N", "defender_points": 0,
         "hand_sizes": dict.fromkeys(SEATS, 8)},
    ]  # fmt: skip
    plays = (
        ("N", "7S 7S 8S 8S 9S 9S"), ("W", "KC KD KH 4S TS AS"), ("S", "3D 4D 6D 7D 8D 9D"),
        ("E", "3C 4C 6C 7C 8C 9C"),
        ("N", "AH"), ("W", "KS"), ("S", "TD"), ("E", "TC"),
        ("W", "KS"), ("S", "JD"), ("E", "JC"), ("N", "3H"),
    )  # fmt: skip
    rows += [{"type": "play", "seat": seat, "cards": c(cards)} for seat, cards in plays]
    events = events_of(rows)
    (found,) = fold(events, load("house-2deck")).deals[0].findings
    assert (found.offence, found.seat, found.trick, found.at) == ("withheld", "W", 1, 12)
    assert found.cards == ("KS", "KS")
    assert not fold(events[:11], load("house-2deck")).deals[0].findings


def test_84_a_pair_of_aces_beats_no_part_of_ace_and_tractor() -> None:
    found = try_throw(
        load("house-3deck"),
        Trump("S", "4"),
        c("QH QH KH KH AH"),
        {"W": c("AH AH 3H 5H 6H"), "S": c("2H 7H 7H 8H 9H"), "E": c("3D 5D 6D 7D 8D")},
    )
    assert found.succeeds


@pytest.mark.parametrize(
    ("trump", "plays", "wins"),
    [
        (Trump("C", "2"), "8D 8D JD QD / 5C 5C AC 2S / 3S 3S 7C 8C / 6C 6C 2C 2C", 3),
        (Trump("S", "7"), "AH KH / 2S 4S / 3S 5S", 2),
        (Trump("H", "3"), "2C TC / 2H TH / 2H BJ", 2),
        (SPADES_2, "TH / 2S / 3S / SJ", 3),
        (Trump("D", "5"), "AC KC / 5D AD / SJ 5D", 2),
        (Trump("H", "2"), "4C 4C KC / 5H 5H JH / 6H 6H TH", 2),
        (SPADES_2, "JH JH QH QH / 6H 6H 6H 6H", 0),
    ],
    ids=[
        "397: two pairs of trumps over a pair and two singles",
        "36 and 112: the higher ruff",
        "349: the highest of the largest kind",
        "251: plain singles",
        "259: the higher of two ruffs",
        "397: 66T over 55J",
        "392: no bombs in two decks",
    ],
)
def test_who_wins(trump: Trump, plays: str, wins: int) -> None:
    assert winner(load("house-2deck"), trump, [c(play) for play in plays.split(" / ")]) == wins


def test_262_and_392_four_of_a_kind_over_a_tractor_where_the_document_has_it() -> None:
    bombs = next(load(slug) for slug in ("quad-2toA-6h", "quad-school-past4")
                 if load(slug).cross_shape)  # fmt: skip
    assert winner(bombs, SPADES_2, [c("JH JH QH QH"), c("6H 6H 6H 6H")]) == 1


def test_242_a_table_in_which_the_level_leaves_a_gap() -> None:
    trump, cards = Trump("S", "3"), c("2H 2H 4H 4H")
    gap = with_switches(load("house-2deck"), {"tractor.skip_level": False})
    assert len(decompose(load("house-2deck"), trump, cards) or ()) == 1
    assert len(decompose(gap, trump, cards) or ()) == 2


@pytest.mark.parametrize("order", [("W", "S"), ("S", "W")])
def test_135_what_stands_of_a_throw_does_not_hang_on_the_seats(order: tuple[str, str]) -> None:
    pair, ace = order
    hands = {pair: c("TH TH"), ace: c("AH 3H"), "E": c("3C 4C")}
    thrown = c("KH 9H 9H")
    found = try_throw(load("house-2deck"), SPADES_2, thrown, hands)  # type: ignore[arg-type]
    assert not found.succeeds
    assert found.stands == (("9H", "9H"),)


def test_134_a_big_win_does_not_jump_what_must_be_played() -> None:
    must = load("shuangsheng-10-must-1h")
    stop = min(must.must_play, key="23456789TJQKA".index)
    below = "23456789TJQKA"["23456789TJQKA".index(stop) - 1]
    found = promote(must, below, 3, "dealer")  # type: ignore[arg-type]
    assert (found.new_level, found.capped) == (stop, True)


def test_347_a_take_back_leaves_no_stale_winner() -> None:
    rows: list[dict[str, Any]] = [
        {"type": "deal", "deal": 1, "declarer": "N"},
        {"type": "trump", "suit": "S", "level": "2"},
    ]
    plays = (("N", "9H"), ("W", "TH"), ("S", "3H"), ("E", "AH"))
    rows += [{"type": "play", "seat": seat, "cards": [card]} for seat, card in plays]
    rows += [
        {"type": "retracted", "of": 6, "seat": "E", "cards": ["AH"]},
        {"type": "play", "seat": "E", "cards": ["4H"]},
        {"type": "play", "seat": "W", "cards": ["3D"]},
    ]
    deal = fold(events_of(rows), load("house-2deck")).deals[0]
    assert deal.to_json()["tricks"][0]["winner"] == "W"
    assert [f.offence for f in deal.findings] == ["retraction"]


def test_442_a_pair_of_level_cards_does_not_go_over_a_pair_of_jokers() -> None:
    bids = [Shown("N", ("2D",)), Shown("W", ("SJ", "SJ")), Shown("S", ("2S", "2S"))]
    found = settle(load("house-2deck"), Auction(True, "2", "draw"), bids)
    assert [one.reason for one in found] == ["", "", "not_higher"]


def test_119_the_first_of_two_equal_bids_stands() -> None:
    bids = [Shown("N", ("2C", "2C")), Shown("W", ("2H", "2H"))]
    found = settle(load("house-2deck"), Auction(True, "2", "draw"), bids)
    assert [one.reason for one in found] == ["", "not_higher"]


def test_353_a_side_bids_with_its_own_level_in_the_race() -> None:
    auction = Auction(True, "5", "draw", levels=(("NS", "5"), ("EW", "9")))
    found = settle(load("house-2deck"), auction, [Shown("N", ("5D",)), Shown("W", ("9S", "9S"))])
    assert [one.trump.level for one in found if one.trump] == ["5", "9"]
