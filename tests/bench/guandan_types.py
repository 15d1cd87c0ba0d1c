"""Type recognitions per second, all readings: ``python -m tests.bench.guandan_types``."""

from __future__ import annotations

import time

from scorer.guandan.types import readings
from tests.oracle.guandan_types import questions

BARS = {0: 20_000, 1: 4_000, 2: 4_000}
"""Recognitions per second that must be reached, by number of wilds."""


def rate(wilds: int, number: int = 20_000) -> float:
    """Return recognitions per second over different card sets with so many wilds."""
    made = [q for q in questions(7, number) if q.cards.count(q.level + "H") == wilds]
    start = time.perf_counter()
    for question in made:
        readings(question.cards, question.level)
    return len(made) / (time.perf_counter() - start)


def main() -> int:
    rates = {wilds: rate(wilds) for wilds in BARS}
    for wilds, found in rates.items():
        print(f"{wilds} wilds: {found:,.0f} recognitions per second (at least {BARS[wilds]:,})")
    return 0 if all(found >= BARS[wilds] for wilds, found in rates.items()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
