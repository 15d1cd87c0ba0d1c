"""The likeliest other readings of a play."""

from __future__ import annotations

import pytest

from scorer.history import make
from webui.guesses import guesses


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {
                "cards": ["8D"],
                "confidence": 0.7,
                "alternatives": [[["8H", 0.2], ["9D", 0.05], ["6D", 0.04]]],
            },
            [["8H"], ["9D"], ["6D"]],
        ),
        ({"cards": ["8D"]}, [["8H"], ["7D"], ["9D"]]),
        (
            {
                "cards": ["KS", "KC"],
                "confidences": [0.99, 0.6],
                "alternatives": [[["QS", 0.01]], [["KS", 0.3]]],
            },
            [["KS", "KS"], ["QS", "KC"], ["KC", "KC"]],
        ),
        ({"cards": ["BJ"]}, [["SJ"]]),
        ({"cards": ["??"], "alternatives": [[["4C", 0.3], ["4S", 0.2]]]}, [["4C"], ["4S"]]),
        ({"cards": ["AS"]}, [["AC"], ["2S"]]),
    ],
)
def test_guesses(fields: dict[str, object], expected: list[list[str]]) -> None:
    found = guesses(make(1, "play", seat="N", **fields))
    assert sorted(map(tuple, found)) == sorted(map(tuple, expected))
    assert found[0] == expected[0]
