"""The judge and the literal one agree on every fault and on the event that first proves it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.oracle.judge import compare, literal
from tests.oracle.rules import VARIANTS, slugs
from tests.oracle.small_deals import KINDS, assignment, kinds_of, small_deal


@pytest.mark.parametrize("slug", [*slugs(), *VARIANTS])
def test_judge_agrees_with_the_literal_judge(slug: str) -> None:
    for kind in (*kinds_of(slug), None):
        rng = random.Random(f"judge {slug} {kind}")
        assert compare(small_deal(rng, slug, kind))[0] is None


def test_at_least_half_of_the_deals_hold_a_planted_fault() -> None:
    numbers = range(0, 2000, 37)
    made = [small_deal(random.Random(f"share {n}"), *assignment(n)) for n in numbers]
    found = [(small, literal(small)) for small in made]
    assert all(verdicts for small, verdicts in found if small.planted)
    assert sum(bool(verdicts) for _, verdicts in found) > len(numbers) / 2


def test_every_kind_of_fault_is_planted() -> None:
    rng = random.Random("kinds")
    planted = Counter(
        small_deal(rng, slug, kind).planted
        for slug in ("house-2deck", "house-4deck")
        for kind in kinds_of(slug)
        for _ in range(4)
    )
    assert all(planted[kind] for kind in KINDS), planted
