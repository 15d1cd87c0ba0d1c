"""Questions that cannot be answered get one clear line."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.ask import answer

_FOLLOW = {"level": "5", "trump": "H", "led": ["AS"], "hand": ["3S", "4C"], "play": ["3S"]}


def _ask(**changes: Any) -> dict[str, Any]:
    case = {"id": "q", "profile": "house-2deck", "kind": "follow", "input": dict(_FOLLOW)}
    case["input"] |= changes.pop("input", {})  # type: ignore[operator]
    return answer(case | changes)


def test_an_answer_echoes_the_id() -> None:
    assert _ask() == {"id": "q", "answer": {"legal": True, "required": ["1"]}}


def test_switches_override_the_profile() -> None:
    pair = {"led": ["AS", "AS"], "hand": ["9S", "9S", "9S", "3S", "4S"], "play": ["3S", "4S"]}
    assert _ask(profile="house-3deck", input=pair)["answer"]["legal"] is False
    kept = {**pair, "switches": {"break_triple.for_pair": "optional"}}
    assert _ask(profile="house-3deck", input=kept)["answer"]["legal"] is True


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"profile": "house-9deck"}, "unknown_profile", "house-9deck"),
        ({"kind": "dance"}, "unknown_kind", "dance"),
        ({"input": None}, "bad_case", "input"),
        ({"kind": 3}, "bad_case", "kind"),
        ({"input": {"led": "AS"}}, "bad_input", "led"),
        ({"input": {"led": ["1S"]}}, "bad_input", "1S"),
        ({"input": {"led": ["??"]}}, "bad_input", "unread"),
        ({"input": {"led": [7]}}, "bad_input", "led"),
        ({"input": {"trump": "X"}}, "bad_input", "trump"),
        ({"input": {"level": "23"}}, "bad_input", "level"),
        ({"input": {"play": ["KS"]}}, "bad_input", "KS"),
        ({"kind": "kitty"}, "bad_input", "last_trick"),
        ({"kind": "compare", "input": {"plays": []}}, "bad_input", "plays"),
        ({"kind": "throw", "input": {"throw": ["AS", "AC"], "hands": {}}}, "bad_input", "suit"),
        ({"kind": "throw", "input": {"throw": ["AS"], "hands": []}}, "bad_input", "hands"),
        ({"input": {"switches": {"no.such": 1}}}, "bad_input", "no.such"),
    ],
)
def test_errors(changes: dict[str, Any], code: str, words: str) -> None:
    if "input" in changes and changes["input"] is None:
        given = answer({"id": "q", "profile": "house-2deck", "kind": "follow"})
    else:
        given = _ask(**changes)
    assert given["error"]["code"] == code
    assert words in given["error"]["message"]
