"""Every switch changes what a history amounts to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorer.fold import fold
from scorer.guandan.profile import all_switches, load, with_switches
from tests.scorer.guandan.test_fold import DEAL, FIRST, events, given, play

Row = dict[str, Any]
TIME: Row = {"type": "match_end", "reason": "time"}
BIG_BOMB = "9S 9D 9C 9H 9S 9D 9C"
NO_TURN: Row = {"type": "turned", "seat": "N", "card": "7C"}


def ending(*finish: str) -> list[Row]:
    return [DEAL, {"type": "deal_end", "finish": list(finish)}]


def foul(seq: int) -> list[Row]:
    """A foul by S in a deal in which NS may come from A."""
    ruling = {
        "type": "ruling",
        "of": f"1.wrong_leader.S.{seq}",
        "decision": "upheld",
        "penalty": {"effect": "level_to_opponents"},
    }
    return [DEAL, NO_TURN, play("S", "3S"), ruling]


def equal_tributes(*rest: Row) -> list[Row]:
    """A double 双下 by N and S, paid with two aces."""
    paid = [given("tribute", "W", "N", "AS"), given("tribute", "E", "S", "AD")]
    back = [given("return", "N", "W", "3S"), given("return", "S", "E", "4S")]
    return [*ending(*"NSWE"), DEAL, *paid, *back, *rest]


def at_a(*finish: str, fails: int = 0) -> list[Row]:
    """NS climb to A, fail there, then a deal ends so."""
    climb = [row for _ in range(4) for row in ending(*"NSWE")]
    failed = [row for _ in range(fails) for row in ending(*"NWES")]
    return [*climb, *failed, *ending(*finish)]


WIND = [
    DEAL,
    {"type": "joined", "leader": "W", "hand_sizes": {"N": 9, "W": 2, "S": 9, "E": 9}},
    play("W", "KS KD"),
    play("E", "5S"),
]
DECLARED = {"type": "straight", "key": "7", "length": 5}
ONE_PAIR_OF_JOKERS = [given("tribute", "S", "N", "BJ"), given("return", "N", "S", "4D"),
                      play("S", "BJ")]  # fmt: skip
CASES: dict[str, tuple[str, list[Row]]] = {
    "joker_pair_in_full_house": ("house-guandan", [DEAL, play("N", "9S 9D 9C SJ SJ")]),
    "long_bombs": ("guandan-p3-report6", [DEAL, play("N", f"{BIG_BOMB} 9H 2H")]),
    "play_limit": ("guandan-p1-knockout40", [DEAL, play("N", BIG_BOMB)]),
    "suited_straight": (
        "house-guandan",
        [DEAL, {**play("N", "3S 4S 5S 6S 7S"), "as": DECLARED}, play("W", "8S 9D TC JS QD")],
    ),
    "triple_two_wilds": ("house-guandan", [DEAL, play("N", "8S 8D 8C 2H 2H")]),
    "undeclared_full_house": ("house-guandan", [DEAL, play("N", "5S 5D 8S 8D 2H")]),
    "pass_a": ("guandan-p2-shift3", at_a(*"NWES")),
    "a_fail_counts": ("house-guandan", at_a(*"WENS", fails=2)),
    "overshoot": ("house-guandan", [row for _ in range(4) for row in ending(*"NSWE")]
                  + ending(*"WENS") + ending(*"NSWE")),
    "level_diff": ("guandan-p2-shift3", at_a(*"NSWE")),
    "timeout_points": ("guandan-p2-shift3", [*FIRST, TIME]),
    "time_end_deal": ("house-guandan", [*FIRST, DEAL, play("N", "3S"), TIME]),
    "foul_past_a": ("guandan-p3-report6", foul(4)),
    "tie_pick": ("guandan-p3-report6", equal_tributes()),
    "tie_assignment": ("house-guandan", equal_tributes()),
    "tie_lead": ("guandan-p4-gain531", equal_tributes(play("E", "3D"))),
    "partner_tribute": ("guandan-p5-report10", [*ending(*"NWES"), DEAL, *ONE_PAIR_OF_JOKERS]),
    "double_return": (
        "guandan-p5-report10",
        [*ending(*"NSWE"), DEAL, given("tribute", "W", "N", "AS"), given("return", "N", "W", "QS"),
         play("W", "3S"), play("N", "4S")],
    ),
    "level_card_return": (
        "house-guandan",
        [*FIRST, DEAL, given("tribute", "E", "N", "AS"), given("return", "N", "E", "4S")],
    ),
    "anti_mode": (
        "house-guandan",
        [*FIRST, DEAL, given("tribute", "E", "N", "BJ"), given("return", "N", "E", "5S"),
         play("E", "BJ")],
    ),
    "wind": ("house-guandan", WIND),
}  # fmt: skip


def test_every_switch_has_a_case() -> None:
    assert set(CASES) == set(all_switches())


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_history_amounts_to_something_else(name: str) -> None:
    slug, rows = CASES[name]
    header = {"levels": {"NS": "5", "EW": "A"}} if name == "foul_past_a" else {}
    if name == "overshoot":
        header = {"levels": {"NS": "2", "EW": "2"}}
    answers = set()
    for choice in all_switches()[name].choices:
        profile = with_switches(load(slug), {name: choice})
        result = fold(events(rows, slug, **header), profile)
        answers.add(json.dumps(result.to_json(), sort_keys=True))
    assert len(answers) == len(all_switches()[name].choices)
