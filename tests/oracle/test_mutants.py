"""Deliberate faults in the ladder, supply, order, throw and trick functions are noticed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from scorer.shengji import (
    families,
    follow,
    kitty,
    ladder,
    lead,
    order,
    placing,
    structure,
    supply,
    throw,
    trick,
    units,
)
from scorer.shengji.supply import Supply
from tests.oracle.compare import COMPARISONS, Comparison

_MODULES = (
    families,
    follow,
    kitty,
    ladder,
    lead,
    order,
    placing,
    structure,
    supply,
    throw,
    trick,
    units,
)


def _forget() -> None:
    for module in _MODULES:
        for value in vars(module).values():
            clear = getattr(value, "cache_clear", None)
            if clear is not None:
                clear()


@pytest.fixture
def _fresh() -> Iterator[None]:
    """Empty the engine's caches around a test, so that no fault outlives it."""
    _forget()
    yield
    _forget()


def _links_changed(**changes: bool) -> Callable[..., Any]:
    """Return an ``order_of`` for a profile whose tractor links are changed."""
    real = order.order_of.__wrapped__

    def mutant(profile: Any, trump: Any) -> Any:
        return real(replace(profile, tractor=replace(profile.tractor, **changes)), trump)

    return mutant


def _unlinked_fits(self: Supply, rung: units.Rung) -> bool:
    return families.sets_fit(self.packed, *rung.total)


def _pairs_first(self: Supply, quads: int, triples: int, pairs: int) -> tuple[int, int, int]:
    return 0, 0, min(pairs + triples + 2 * quads, families.pairs_left(self.packed, 0, 0))


def _same_rung_only(self: ladder.Listed, held: Supply, rank: ladder.Rank) -> bool:
    at = -rank[0][0]
    return at == len(self.rungs) or any(held.fits(rung) for rung in self.rungs[at])


def _whole_chain_only(copies: int, sets: int) -> tuple[tuple[units.Unit, ...], ...]:
    return ((units.Unit(copies, sets),),) if sets > 1 else ((),)


def _no_chain(_copies: int, _sets: int) -> tuple[tuple[units.Unit, ...], ...]:
    return ((),)


def _no_options(
    _self: Any, held: Any, fixed: Any, slot: int, _room: int
) -> Iterator[tuple[int, Any, Any]]:
    yield 0, held, (*fixed[:slot], 1, *fixed[slot + 1 :])


def _reached_when_equal(line: Any, counts: Any, part: Any) -> bool:
    return _REAL_BEATS(line, counts, replace(part, top=part.top - 1))


def _longest_of_few(line: Any, counts: Any, copies: Any) -> Any:
    return _REAL_LONGEST(line, counts, [c for c in copies if c == 2])


def _last_wins(profile: Any, new: Any, old: Any) -> bool:
    return _REAL_OVER(profile, replace(new, top=new.top + 1), old)


def _any_ruff(_line: Any, counts: Any, _units: Any) -> int:
    return max(slot for slot, n in enumerate(counts) if n)


_REAL_BEATS = throw.beats
_REAL_LONGEST = structure._longest
_REAL_OVER = trick._over

_WHERE = {
    "only the demanded rung answers": "quad-game-dark-bid",
    "every ladder is derived": "quad-school-past4",
    "no shape beats another": "quad-2toA-6h",
    "every split of sets is reachable": "house-4deck",
}
"""Faults that matter in few profiles."""
_FAULTS: dict[str, tuple[Any, str, Any, str]] = {
    "a triple and a quad are always broken": (
        follow,
        "demand_table",
        lambda *_a, **_k: (0, 0, 1, 5, 14),
        "follow",
    ),
    "a triple and a quad are never broken": (
        follow,
        "demand_table",
        lambda *_a, **_k: (0, 0, 1, 4, 8),
        "follow",
    ),
    "a lone pair is a longer lead": (
        follow,
        "demand_table",
        lambda profile, lone_pair: families.demand_table(profile, not lone_pair),
        "follow",
    ),
    "tractors need no links": (Supply, "fits", _unlinked_fits, "follow"),
    "pairs come before triples": (Supply, "most_sets", _pairs_first, "follow"),
    "one pair fewer fits": (
        families,
        "sets_fit",
        lambda p, q, t, n: families.pairs_left(p, q, t) > n,
        "follow",
    ),
    "chains are packed without counting": (supply, "_pack", lambda _l, _r: True, "follow"),
    "every placing of tractors succeeds": (supply, "sweep", lambda *_a: True, "follow"),
    "no placing of tractors succeeds": (supply, "sweep", lambda *_a: False, "follow"),
    "only the demanded rung answers": (ladder.Listed, "reaches", _same_rung_only, "follow"),
    "a derived tractor stays whole": (ladder, "_chains", _whole_chain_only, "follow"),
    "a derived tractor loses its links": (ladder, "_chains", _no_chain, "follow"),
    "every split of sets is reachable": (ladder, "_splits", lambda _h, w: min(w) >= 0, "follow"),
    "every ladder is derived": (
        follow,
        "ladder_of",
        lambda profile, shape: ladder.ladder_of(replace(profile, ladders={}), shape),
        "follow",
    ),
    "only pairs are linked in a lead": (structure, "_longest", _longest_of_few, "follow"),
    "level gap": (follow, "order_of", _links_changed(skip_level=False), "follow"),
    "trump and off-suit level cards apart": (
        follow,
        "order_of",
        _links_changed(main_off=False),
        "follow",
    ),
    "off-suit level cards and ace apart": (
        follow,
        "order_of",
        _links_changed(off_A=False),
        "follow",
    ),
    "jokers apart": (follow, "order_of", _links_changed(bj_sj=False), "follow"),
    "hidden copies never lift a duty": (follow._Search, "_options", _no_options, "proof"),
    "an open slot gives its best": (follow, "meet", max, "proof"),
    "an equal unit beats a throw": (throw, "beats", _reached_when_equal, "throw"),
    "the last of equal plays wins": (trick, "_over", _last_wins, "trick"),
    "any trumps ruff a throw": (trick, "_highest", _any_ruff, "trick"),
    "no shape beats another": (trick, "_stronger", lambda *_a, **_k: (), "trick"),
}


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize("fault", _FAULTS)
def test_fault_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, mutant, what = _FAULTS[fault]
    monkeypatch.setattr(where, name, mutant)
    rng = random.Random(fault)
    assert any(_differs(COMPARISONS[what], rng, _WHERE.get(fault)) for _ in range(4000))


def _differs(comparison: Comparison, rng: random.Random, slug: str | None) -> bool:
    """Return whether the two differ; a mutant that breaks down counts as noticed."""
    try:
        return comparison(rng, slug) is not None
    except (IndexError, KeyError, ValueError, AssertionError, StopIteration, AttributeError):
        return True
