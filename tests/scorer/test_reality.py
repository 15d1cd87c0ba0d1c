"""Whether what was read as a card counts as one."""

from __future__ import annotations

import pytest

from scorer.tabling.reality import PLAUSIBLE, SURE, reality

STEADY = {"p": 0.999, "seen": 1.0, "arrived": True}


@pytest.mark.parametrize(
    ("raw", "low", "high"),
    [
        ({"real": 0.85, **STEADY}, SURE, 1.0),
        ({"real": 0.85, **STEADY, "seen": 0.6}, PLAUSIBLE, SURE),
        ({"real": 0.85, **STEADY, "p": 0.7}, 0.0, PLAUSIBLE),
        ({"real": 0.85, **STEADY, "arrived": False}, 0.0, PLAUSIBLE),
        ({"real": 0.30, **STEADY}, PLAUSIBLE, SURE),
        ({"real": 0.99, "p": 0.4, "seen": 0.4, "arrived": False}, 0.0, 0.05),
        ({}, 0.99, 1.0),
    ],
)
def test_reality(raw: dict[str, object], low: float, high: float) -> None:
    assert low <= reality(raw) < high or reality(raw) == high == 1.0
