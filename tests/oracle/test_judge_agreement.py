"""The judge and the literal one agree on every fault and on the event that first proves it."""

from __future__ import annotations

import random

import pytest

from tests.oracle.judge import deal_differs, literal, small_deal
from tests.oracle.rules import slugs


@pytest.mark.parametrize("slug", slugs())
def test_judge_agrees_with_the_literal_judge(slug: str) -> None:
    rng = random.Random(f"judge {slug}")
    for _ in range(3):
        assert deal_differs(rng, slug) is None


def test_at_least_half_of_the_deals_hold_a_fault() -> None:
    rng = random.Random("share")
    faulty = sum(bool(literal(small_deal(rng, "house-2deck"))) for _ in range(12))
    assert faulty >= 6
