"""Type recognition against a brute force over all substitutions; the nightly run takes 200,000."""

from __future__ import annotations

from collections import Counter

import pytest

from scorer.guandan import types
from tests.oracle.guandan_types import (
    all_readings,
    comparison_differences,
    differences,
    questions,
)


def test_no_reading_differs() -> None:
    assert differences(seed=1, number=3000) == []


def test_no_comparison_differs() -> None:
    assert comparison_differences(seed=1, number=20000) == []


def test_the_questions_cover_every_type_and_number_of_wilds() -> None:
    made = questions(seed=1, number=3000)
    wilds = Counter(q.cards.count(q.level + "H") for q in made)
    assert set(wilds) == {0, 1, 2}
    found = {(r.type, r.length) for q in made for r in types.readings(q.cards, q.level)}
    assert len(found) == 16
    assert sum(not types.readings(q.cards, q.level) for q in made) > 500


def test_the_oracle_catches_a_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    """A straight that forgets A2345 must not pass."""
    monkeypatch.setitem(types._RUNS, 5, types._RUNS[5][:-1])
    assert all_readings(("AS", "2D", "3C", "4S", "5H"), "7") == [("straight", "5", 5)]
    assert differences(seed=1, number=1000) != []
