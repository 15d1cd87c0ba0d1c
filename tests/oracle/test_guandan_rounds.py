"""Rounds, winners and places from plays alone; the nightly run takes 5,000 deals."""

from __future__ import annotations

import pytest

from tests.oracle.guandan_rounds import Count, compare, seen, simulate


@pytest.mark.parametrize("wind", [0, 1])
def test_simulated_deals_are_understood_without_passes(wind: int) -> None:
    count = Count()
    for seed in range(60):
        compare(seed, count, wind)
    assert count.wrong == []
    assert count.rounds > 800


def test_simulated_deals_use_wilds_and_bombs() -> None:
    types = set()
    for seed in range(20):
        deal = simulate(seed)
        types |= {move.meant.type for _, move in deal.plays}
        assert sum(len(move.cards) for _, move in deal.plays) <= 108
        assert seen(deal).faults == ()
    assert len(types) >= 9
