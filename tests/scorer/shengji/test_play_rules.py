"""Single rules of play, each with the clause or the reading that it comes from."""

from __future__ import annotations

import pytest

from scorer.profile import load, with_switches
from scorer.shengji.follow import verdict
from scorer.shengji.kitty import multiplier
from scorer.shengji.lead import check_lead
from scorer.shengji.order import Trump, order_of
from scorer.shengji.structure import decompose
from scorer.shengji.throw import try_throw
from scorer.shengji.trick import points, winner
from scorer.shengji.units import format_units, parse_units

HEARTS_5 = Trump("H", "5")
NO_TRUMP_5 = Trump("NT", "5")


def c(text: str) -> list[str]:
    """Return the cards of a line."""
    return text.split()


# --- order -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "trump", "strongest_first"),
    [
        ("house-2deck", HEARTS_5, "BJ SJ 5H 5S AH KH 6H 4H 2H"),
        ("house-2deck", NO_TRUMP_5, "BJ SJ 5H"),
        ("triple-union-3toK-150m", HEARTS_5, "BJ SJ 5H 5C 2H 2S AH 3H"),
        ("triple-union-3toK-150m", Trump("H", "2"), "BJ SJ 2H 2C AH KH"),
    ],
    ids=["suited", "no trump", "permanent twos", "permanent twos at level 2"],
)
def test_rank_of_trumps(slug: str, trump: Trump, strongest_first: str) -> None:
    order = order_of(load(slug), trump)
    ranks = [order.rank(card) for card in c(strongest_first)]
    assert ranks == sorted(set(ranks), reverse=True)
    assert all(order.is_trump(card) for card in c(strongest_first))


def test_off_suit_level_cards_are_equal_trumps_but_no_pair() -> None:
    order = order_of(load("house-2deck"), HEARTS_5)
    assert order.rank("5S") == order.rank("5C")
    assert [p.unit for p in decompose(load("house-2deck"), HEARTS_5, c("5S 5C")) or ()] == [
        (1, 1),
        (1, 1),
    ]


@pytest.mark.parametrize(
    ("slug", "trump", "cards", "is_one"),
    [
        ("house-2deck", HEARTS_5, "4S 4S 6S 6S", True),
        ("house-2deck", HEARTS_5, "3S 3S 6S 6S", False),
        ("house-2deck", HEARTS_5, "AH AH 5S 5S", True),
        ("house-2deck", HEARTS_5, "5S 5S 5C 5C", False),
        ("house-2deck", HEARTS_5, "5H 5H SJ SJ BJ BJ", True),
        ("house-2deck", NO_TRUMP_5, "5C 5C SJ SJ", True),
        ("house-2deck", Trump("H", "A"), "KH KH AS AS AH AH", True),
        ("house-2deck", HEARTS_5, "2S 2S AS AS", False),
        ("quad-150m-3-nothrow", HEARTS_5, "4S 4S 6S 6S", False),
        ("quad-150m-3-nothrow", HEARTS_5, "AH AH 2H 2H", True),
        ("quad-150m-3-nothrow", HEARTS_5, "AH AH 2H 2H KH KH", False),
        ("tongji-groups-60m", HEARTS_5, "AH AH 5S 5S", False),
        ("tongji-groups-60m", HEARTS_5, "5H 5H SJ SJ", True),
        ("house-4deck", HEARTS_5, "8S 8S 8S 8S 9S 9S 9S 9S", True),
        ("quad-school-past4", HEARTS_5, "8S 8S 8S 8S 9S 9S 9S 9S", False),
        ("quad-160-2h", HEARTS_5, "8S 8S 9S 9S", False),
    ],
)
def test_tractors(slug: str, trump: Trump, cards: str, is_one: bool) -> None:
    parts = decompose(load(slug), trump, c(cards)) or ()
    assert (len(parts) == 1 and parts[0].unit.length > 1) is is_one


# --- leads -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "cards", "legal", "shape"),
    [
        ("house-2deck", "8S", True, "single"),
        ("house-2deck", "AS AS KS", True, "throw"),
        ("house-2deck", "AS AC", False, "mixed_suits"),
        ("house-2deck", "5S 5C", True, "throw"),
        ("quad-150m-3-nothrow", "AS AS KS", False, "throw"),
        ("quad-150m-3-nothrow", "8S 8S 8S 8S", True, "quad"),
        ("tongji-groups-60m", "AS KS KS", True, "sidecar"),
        ("tongji-groups-60m", "AH KH KH", True, "throw"),
        ("triple-company-swiss-2h", "9S 9S 9S 7S 7S", False, "full_house"),
        ("house-3deck", "9S 9S 9S 7S 7S", True, "throw"),
        ("house-1deck", "9S 7S", True, "throw"),
        ("house-2deck", "8S 8S 8S 8S 8S", False, "quad"),
    ],
)
def test_leads(slug: str, cards: str, legal: bool, shape: str) -> None:
    found = check_lead(load(slug), HEARTS_5, c(cards))
    assert (found.legal, found.shape) == (legal, shape)


def test_trump_throw_where_the_table_forbids_it() -> None:
    table = with_switches(load("house-2deck"), {"throw.trump_ok": False})
    assert not check_lead(table, HEARTS_5, c("AH KH")).legal
    assert check_lead(table, HEARTS_5, c("AS KS")).legal


# --- following -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "led", "hand", "play", "legal"),
    [
        ("house-2deck", "AS", "3S 8C", "8C", False),
        ("house-2deck", "AS", "5S 8C", "8C", True),
        ("house-2deck", "AH", "5S 8C", "8C", False),
        ("house-2deck", "AS AS", "9S 8C 8C", "8C 8C", False),
        ("house-2deck", "AS AS", "9S 8C 8C", "9S 8C", True),
        ("house-2deck", "AS AS", "9S 9S KS QS", "KS QS", False),
        ("house-2deck", "AS AS KS KS", "9S 9S 8S 3S 2S 4S", "9S 8S 3S 2S", False),
        ("house-2deck", "AS AS KS KS", "9S 9S 8S 8S 3S 3S", "9S 9S 3S 3S", False),
        ("house-2deck", "TS TS JS JS QS QS", "2S 2S 3S 3S 7S 7S 9S 9S", "2S 2S 7S 7S 9S 9S", False),
        ("house-2deck", "AS AS QS QS", "3S 3S 4S 4S 9S 9S", "3S 3S 9S 9S", True),
        ("house-2deck", "KS KS", "7S 7S 8S 8S QS QS", "7S 7S", True),
        ("house-3deck", "AS AS", "9S 9S 9S 3S", "9S 3S", False),
        ("quad-150m-3-nothrow", "AS AS", "9S 9S 9S 3S 4S", "3S 4S", True),
        ("house-4deck", "AS AS", "9S 9S 9S 9S 3S", "9S 3S", True),
        ("quad-160-2h", "AS AS AS", "9S 9S 9S 9S 3S 4S 6S", "3S 4S 6S", True),
        ("quad-school-past4", "AS AS AS", "9S 9S 9S 9S 3S 4S 6S", "3S 4S 6S", False),
        ("house-2deck", "AS KS QS", "2S 3S 3S 9C", "2S 3S 3S", True),
    ],
    ids=[
        "revoke in a plain suit",
        "off-suit level card is trump, suit is void",
        "off-suit level card must follow a trump lead",
        "short suit must be played",
        "short suit, then anything",
        "pair withheld",
        "one pair for a tractor",
        "tractor withheld",
        "shorter tractor for a longer one",
        "loose pairs thrown do not ask for a tractor",
        "a tractor may be broken for a pair",
        "triple is broken for a pair",
        "triple need not be broken (quad-150m)",
        "quad need not be broken",
        "quad holder may answer a triple with singles (quad-160)",
        "quad is cut for a triple (school)",
        "thrown singles take any cards",
    ],
)
def test_following(slug: str, led: str, hand: str, play: str, legal: bool) -> None:
    assert verdict(load(slug), HEARTS_5, c(led), c(hand), c(play)).legal is legal


def test_a_mixed_or_unread_lead_demands_nothing() -> None:
    house = load("house-2deck")
    assert verdict(house, HEARTS_5, c("AS 9C"), c("3S 4D 7D"), c("4D 7D")).legal
    assert verdict(house, HEARTS_5, c("AS ??"), c("3S 4D 7D"), c("4D 7D")).legal


def test_a_play_of_another_size_is_illegal() -> None:
    assert not verdict(load("house-2deck"), HEARTS_5, c("AS AS"), c("3S 4S 9S"), c("3S")).legal


# --- throws ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"), [("TS TS", "AS"), ("AS", "TS TS")], ids=["pair first", "ace first"]
)
def test_what_stands_does_not_depend_on_seats(first: str, second: str) -> None:
    hands = {"W": c(first), "S": c(second), "E": c("6C")}
    found = try_throw(load("house-2deck"), HEARTS_5, c("KS 9S 9S"), hands)  # type: ignore[arg-type]
    assert found.stands == (("9S", "9S"),)


def test_a_pair_does_not_beat_a_tractor_in_a_throw() -> None:
    hands = {"W": c("AS AS"), "S": c("6C"), "E": c("6C")}
    found = try_throw(load("house-3deck"), HEARTS_5, c("QS QS KS KS AS"), hands)  # type: ignore[arg-type]
    assert found.succeeds


def test_the_partner_counts_as_another_hand() -> None:
    found = try_throw(load("house-2deck"), HEARTS_5, c("KS QS"), {"S": c("AS")})
    assert found.beaten_by == ("S",)


def test_a_throw_of_two_suits_is_refused() -> None:
    with pytest.raises(ValueError, match="one suit"):
        try_throw(load("house-2deck"), HEARTS_5, c("AS AC"), {})


# --- tricks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "plays", "wins"),
    [
        ("house-2deck", "AS / 2H / 5C / 3S", 2),
        ("house-2deck", "5S / 5C / 5D / 4H", 0),
        ("house-2deck", "9S 9S / KS QS / 2H 3H / TS TS", 3),
        ("house-2deck", "AS KS / 2H 4H / 3H 6H / 7C 7D", 2),
        ("house-2deck", "8S 8S JS QS / 4H 4H AH 5C / 6H 6H 2H 2H / 3C 3C 4C 4C", 2),
        ("house-2deck", "AS AS KS / 3H 3H 9H / 4H 4H 8H / 2C 2C 3C", 2),
        ("house-2deck", "AS KS / 9H 9H / 7H TH / 3C 4C", 2),
        ("xiandi-80", "AS KS / 9H 9H / 7H 8H / 3C 4C", 2),
        ("quad-2toA-6h", "7S 7S 8S 8S / 2S 2S 2S 2S / 9S 9S TS TS / 3H 3H 4H 4H", 3),
        ("quad-2toA-6h", "7S 7S 8S 8S / 2S 2S 2S 2S / 9S 9S TS TS / 2C 2C 2C 3C", 1),
        ("house-4deck", "7S 7S 8S 8S / 2S 2S 2S 2S / 9S 9S TS TS / 2C 2C 2C 3C", 2),
        ("tongji-groups-60m", "AS AS KS / QH QH AH / 3H 3H 2H / 7C 7C 8C", 2),
        ("house-2deck", "AH KH / BJ SJ / 5H 5C / 2H 3H", 0),
        ("house-2deck", "AS 9C / BJ SJ / 5H 5C / 2H 3H", 0),
    ],
    ids=[
        "off-suit level card over a small trump",
        "equal level cards: the first",
        "singles do not beat a pair",
        "over-ruff by the higher trump",
        "a split pair counts in an over-ruff",
        "over-ruff is decided by the pair alone",
        "a pair ruffs two singles",
        "a pair does not ruff two singles (same shape asked)",
        "trumps beat a bomb",
        "a quad beats two linked pairs",
        "a quad does not beat them at the house table",
        "a sidecar is ruffed on its own side",
        "a trump throw that stood is not beaten",
        "a mixed lead is not beaten",
    ],
)
def test_winner(slug: str, plays: str, wins: int) -> None:
    laid = [c(play) for play in plays.split(" / ")]
    assert winner(load(slug), HEARTS_5, laid) == wins


def test_tractors_in_a_ruff_by_number_only() -> None:
    plays = [c("7S 7S 8S 8S 9S 9S AS"), c("2H 2H 3H 3H KH KH 9H")]
    house = load("house-2deck")
    assert winner(house, HEARTS_5, plays) == 0
    by_number = with_switches(house, {"ruff.tractor_length": "number_only"})
    assert winner(by_number, HEARTS_5, plays) == 1


def test_points_are_fives_tens_and_kings() -> None:
    assert points(load("house-2deck"), c("5S TS KS AS SJ BJ 9S 5H")) == 30


# --- kitty -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "led", "winning", "dealer", "factor"),
    [
        ("house-2deck", "AS", "2H", False, 2),
        ("house-2deck", "AS AS", "2H 2H", True, 0),
        ("shuangsheng-no-must-40", "8S 8S 9S 9S TS TS", "2H 2H 3H 3H 4H 4H", False, 8),
        ("shuangsheng-no-must-40", "AS AS KS", "2H 2H 3H", False, 3),
        ("triple-union-3toK-150m", "AS AS", "KS KS", True, -2),
        ("triple-union-3toK-150m", "AS", "KS", True, 0),
        ("triple-company-swiss-2h", "AS AS", "KS KS", False, 0),
        ("triple-company-swiss-2h", "AS AS", "2H 2H", False, 3),
        ("shuangsheng-game-fixed-trump", "AS AS KS KS QS", "2H 2H 3H 3H 4H", False, 8),
        ("xiyangyang-j-must", "8S 8S 9S 9S", "2H 2H 3H 3H", False, 4),
    ],
)
def test_kitty_multiplier(slug: str, led: str, winning: str, dealer: bool, factor: int) -> None:
    assert multiplier(load(slug), HEARTS_5, c(led), c(winning), dealer) == factor


def test_kitty_by_the_winner_s_cards() -> None:
    table = with_switches(load("house-2deck"), {"kitty_bonus.structure": "winner"})
    assert multiplier(table, HEARTS_5, c("AS KS"), c("9H 9H"), False) == 4
    assert multiplier(load("house-2deck"), HEARTS_5, c("AS KS"), c("9H 9H"), False) == 2


# --- notation --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["1", "2*2+1*3", "4+3+2x2+1", "3x2+2x3*2+2"])
def test_rung_texts_come_back(text: str) -> None:
    assert format_units(parse_units(text)) == text


@pytest.mark.parametrize(("held", "stands"), [("5S 5S", True), ("5S 5S 5C 5C", False)])
def test_one_pair_of_off_suit_level_cards_is_no_tractor(held: str, stands: bool) -> None:
    """Where off-suit level cards are linked to each other, it takes two pairs of them."""
    table = with_switches(load("house-2deck"), {"tractor.off_off": True})
    found = try_throw(table, HEARTS_5, c("3H 3H 4H 4H BJ"), {"W": c(held)})
    assert found.succeeds is stands
