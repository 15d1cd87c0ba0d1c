"""Card types and their readings; by the articles 牌型 and 逢人配."""

from __future__ import annotations

import pytest

from scorer.guandan.compare import beats, meaning
from scorer.guandan.types import DEFAULT_RULES, TypeRules, default_reading, readings
from tests.scorer.guandan.helpers import cards, names, reading


@pytest.mark.parametrize(
    ("level", "text", "expected"),
    [
        ("2", "7S", "single:7:1"),
        ("2", "2H", "single:2:1"),
        ("2", "2H 2H", "pair:2:2"),
        ("2", "7S 2H", "pair:7:2"),
        ("2", "SJ SJ", "pair:SJ:2"),
        ("2", "SJ BJ", ""),
        ("2", "BJ 2H", ""),
        ("2", "9S 9D 2H", "triple:9:3"),
        ("2", "BJ 2H 2H", ""),
        ("2", "9S 9D 9C 2D", ""),
        ("2", "8S 8D 2H 2H", "bomb:8:4"),
        ("7", "SJ SJ BJ BJ", "joker_bomb:BJ:4"),
        ("2", "SJ SJ BJ 2H", ""),
        ("7", "9S 9D 9C 3S 3D", "full_house:9:5"),
        ("7", "SJ SJ 9S 9D 7H", "full_house:9:5"),
        ("7", "SJ BJ 9S 9D 7H", ""),
        ("2", "6S 6D 2H 2H BJ", ""),
        ("7", "5S 5D 8S 8D 7H", "full_house:8:5 full_house:5:5"),
        ("5", "AS AD 5S 5D 5H", "full_house:5:5 full_house:A:5"),
        ("2", "8S 8D 8C 2H 2H", "bomb:8:5 full_house:8:5"),
        ("2", "5S 5D 8S 2H 2H", "full_house:8:5 full_house:5:5"),
        ("2", "3S 4D 5S 2H 2H", "straight:7:5 straight:6:5 straight:5:5"),
        ("2", "3S 4S 5S 2H 2H", "straight_flush:7:5 straight_flush:6:5 straight_flush:5:5"),
        ("7", "AS 2D 3C 4S 7H", "straight:5:5"),
        ("7", "TS JD QS KC AS", "straight:A:5"),
        ("7", "JS QD KS AC 2S", ""),
        ("2", "3S 4S 5S 6S 7S 8S", ""),
        ("7", "AS AD 2S 2D 3S 7H", "tube:3:6"),
        ("7", "QS QD KS KD AS AD", "tube:A:6"),
        ("7", "AS AD AC 2S 2D 7H", "plate:2:6"),
        ("7", "KS KD KC AS 7H 7H", "plate:A:6"),
        ("2", "4S 4D 5S 5D 2H 2H", "plate:5:6 tube:6:6 tube:5:6"),
        ("2", "3S 3D 3C 5S 5D 5C", ""),
        ("7", "9S 9D 9C 9H 9S 9D 9C 9H 7H 7H", "bomb:9:10"),
        ("7", "6S 6D 6C 8S 7H 7H", ""),
    ],
)
def test_readings(level: str, text: str, expected: str) -> None:
    assert names(readings(cards(text), level)) == expected


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        (TypeRules(joker_pair_in_full_house=False), "9S 9D 9C SJ SJ", ""),
        (TypeRules(max_bomb=8), "9S 9D 9C 9H 9S 9D 9C 9H 7H", ""),
        (TypeRules(max_cards=6), "9S 9D 9C 9H 9S 9D 9C", ""),
        (
            TypeRules(declarable_suited_straight=True),
            "3D 4D 5D 6D 2D",
            "straight_flush:6:5 straight:6:5",
        ),
    ],
)
def test_rules_change_readings(rules: TypeRules, text: str, expected: str) -> None:
    assert readings(cards(text), "7") != ()
    assert names(readings(cards(text), "7", rules)) == expected


def test_no_cards_and_too_many_cards_are_no_type() -> None:
    assert readings((), "2") == ()
    assert readings(("9S",) * 11, "2") == ()
    assert readings(("2H",) * 3, "2") == ()


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        (DEFAULT_RULES, "5S 5D 8S 8D 7H", "full_house:5:5"),
        (TypeRules(undeclared_full_house="big"), "5S 5D 8S 8D 7H", "full_house:8:5"),
        (DEFAULT_RULES, "8S 8D 8C 7H 7H", "bomb:8:5"),
        (TypeRules(triple_two_wilds="full_house"), "8S 8D 8C 7H 7H", "full_house:8:5"),
        (TypeRules(triple_two_wilds="full_house"), "8S 8D 8C 8H 7H", "bomb:8:5"),
    ],
)
def test_undeclared_meaning(rules: TypeRules, text: str, expected: str) -> None:
    found = default_reading(readings(cards(text), "7", rules), rules, level="7")
    assert found == reading(expected)


_LADDER = [
    "3S",
    "AS",
    "7S",
    "SJ",
    "BJ",
    "3S 3D 3C 3H",
    "7S 7D 7C 7H",
    "3S 3D 3C 3H 3S",
    "AS 2S 3S 4S 5S",
    "TS JS QS KS AS",
    "3S 3D 3C 3H 3S 3D",
    "2S 2D 2C 2H 2S 2D 2C",
    "4S 4D 4C 4H 4S 4D 4C 4H 7H 7H",
    "SJ SJ BJ BJ",
]


@pytest.mark.parametrize("low", range(len(_LADDER)))
def test_bomb_order_is_strict(low: int) -> None:
    for high in range(len(_LADDER)):
        standing = meaning(cards(_LADDER[low]), "7")
        play = meaning(cards(_LADDER[high]), "7", current=standing)
        assert standing is not None
        assert (play is not None and beats(play, standing, "7")) == (high > low)


@pytest.mark.parametrize(
    ("current", "play", "expected"),
    [
        ("AS AD", "7S 7D", True),
        ("KS KD KC AS AD AC", "6S 6D 6C 7S 7D 7C", False),
        ("6S 6D 6C 3S 3D", "6H 6S 6D AS AD", False),
        ("3S 3D 4S 4D 5S 5D", "4S 4D 5S 5D 7H 7H", True),
        ("3S 3D 3C 4S 4D 4C", "4H 4S 5S 5D 7H 7H", True),
        ("2S 3D 4C 5H 6D", "6S 6D 6C AS AD", False),
        ("2S 3D 4C 5H 6D", "3S 3D", False),
        ("7S", "7H", False),
    ],
)
def test_compare_in_context(current: str, play: str, expected: bool) -> None:
    standing = meaning(cards(current), "7")
    assert standing is not None
    laid = meaning(cards(play), "7", current=standing)
    assert (laid is not None and beats(laid, standing, "7")) == expected


def test_a_declaration_that_the_cards_do_not_have_is_ignored() -> None:
    suited = cards("3S 4D 5C 6S 7H")
    assert meaning(suited, "7", declared=reading("straight:8:5")) == reading("straight:7:5")
    houses = cards("5S 5D 8S 8D 7H")
    assert meaning(houses, "7", declared=reading("full_house:8:5")) == reading("full_house:8:5")
