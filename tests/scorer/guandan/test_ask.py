"""Questions about Guandan: every kind answers, and bad input is one clear line."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.ask import answer


def ask(kind: str, profile: str = "house-guandan", **fields: Any) -> dict[str, Any]:
    return answer({"profile": profile, "kind": kind, "input": fields})


def test_an_answer() -> None:
    found = ask("type", level="7", cards=["10s", "td", "7H"])
    assert found == {"answer": {"valid": True, "type": "triple", "key": "T", "length": 3}}


def test_a_switch_changes_the_answer() -> None:
    cards = ["5S", "5D", "8S", "8D", "7H"]
    small, big = (
        ask("type", level="7", cards=cards, switches={"undeclared_full_house": choice})
        for choice in ("small", "big")
    )
    assert (small["answer"]["key"], big["answer"]["key"]) == ("5", "8")


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("type", {"level": "1", "cards": ["AS"]}, "input.level"),
        ("type", {"level": "7", "cards": []}, "at least 1"),
        ("type", {"level": "7", "cards": ["1S"]}, "input.cards"),
        ("type", {"level": "7", "cards": ["??"]}, "no card"),
        ("type", {"level": "7", "cards": "AS"}, "write a list"),
        ("type", {"level": "7"}, "input.cards is missing"),
        ("type", {"level": "7", "cards": ["AS"], "switches": {"wind": "up"}}, "wind"),
        ("type", {"level": "7", "cards": ["AS"], "switches": ["wind"]}, "switches"),
        ("compare", {"level": "7", "current": {"cards": ["AS", "KS"]}, "play": {}}, "no type"),
        ("levelup", {"level": "7", "own_side": "N"}, "input.own_side"),
        ("draw", {"finish": ["N", "N", "S", "E"]}, "stands twice"),
        ("draw", {"finish": ["N", "S", "E"]}, "all four seats"),
        ("tribute", {"level": "7", "finish": ["N", "W", "S", "E"], "hands": {}}, "hand of E"),
        ("time", {"clock": "play", "seconds": -1}, "at least 0"),
        ("deal_level", {"deal": 2, "last_first_side": "none", "levels": {}}, "last_first_side"),
        ("report", {"before": 12, "after": 9, "agreed": 1}, "true or false"),
    ],
)
def test_bad_input_is_one_clear_line(kind: str, fields: dict[str, Any], said: str) -> None:
    error = answer({"profile": "house-guandan", "kind": kind, "input": fields})["error"]
    assert error["code"] == "bad_input"
    assert said in error["message"]
    assert "\n" not in error["message"]


def test_silent_points_say_open() -> None:
    assert ask("draw", finish=[])["answer"] == {"seat": "open"}
    assert ask("seating", pair1="9S", pair2="AD")["answer"]["NS"] == "none"
