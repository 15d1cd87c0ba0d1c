"""A question with a wrong field gets an error line; it never stops the program."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from scorer.ask import answer

PLAYS = [{"seat": "N", "cards": ["3S"]}, {"seat": "W", "cards": ["4S"]}]
BID = {"first_deal": True, "level": "2", "phase": "draw", "history": [], "new": PLAYS[0]}
CAPTURE = {"winner": "defender", "level": "2", "trump": "H", "led": ["3S"], "winning": ["4S"]}
CASES: dict[str, dict[str, Any]] = {
    "score": {"defender_points": 5},
    "levels": {"side_level": "2", "gain": 1, "role": "dealer"},
    "time": {"event": "lead", "seconds": 3},
    "match": {"result": "win"},
    "bid": {**BID, "history": PLAYS[:1], "turned": "3S", "dealer_side": "NS"},
    "rotation": {
        "event": "nobody_bids", "dealer": "N", "dealer_level": "2", "defender_level": "3",
        "bidder": "W",
    },
    "penalty": {"offence": "late", "by": "dealer", "occurrence": 1, "amount": 3},
    "order": {"context": "deal", "level": "2", "trump": "H", "cards": ["3S"]},
    "tractor": {"level": "2", "trump": "H", "cards": ["3S", "3S"]},
    "lead": {"level": "2", "trump": "H", "cards": ["3S"]},
    "follow": {"level": "2", "trump": "H", "led": ["3S"], "hand": ["4S"], "play": ["4S"]},
    "throw": {
        "level": "2", "trump": "H", "seat": "N", "throw": ["3S", "4S"], "hands": {"W": ["5S"]}
    },
    "compare": {"level": "2", "trump": "H", "plays": PLAYS},
    "kitty": {"kitty_points": 5, "last_trick": CAPTURE},
}  # fmt: skip
JUNK = [None, True, -1, 3.5, "", "x", [], ["zz"], {}, {"a": 1}, [1], [[]], [{"seat": "N"}]]


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    inside = [found for key, item in items for found in paths(item, (*path, key))]
    return [*([path] if path else []), *inside]


@pytest.mark.parametrize("kind", CASES)
def test_junk_never_raises(kind: str) -> None:
    case = {"profile": "triple-company-swiss-2h", "kind": kind, "input": CASES[kind]}
    assert "answer" in answer(case), answer(case)
    for path in paths(CASES[kind]):
        for junk in JUNK:
            changed = copy.deepcopy(case)
            place: Any = changed["input"]
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = junk
            assert set(answer(changed)) & {"answer", "error"}
    for name in CASES[kind]:
        left_out = {key: value for key, value in CASES[kind].items() if key != name}
        assert set(answer({**case, "input": left_out})) & {"answer", "error"}


@pytest.mark.parametrize("switches", [1, [1], {"smoking_fine": []}, {"smoking_fine": {}}, "x"])
def test_junk_switches(switches: Any) -> None:
    given = {**CASES["score"], "switches": switches}
    case = {"profile": "triple-company-swiss-2h", "kind": "score", "input": given}
    assert answer(case)["error"]["code"] == "bad_input"
