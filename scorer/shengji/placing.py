"""Placing tractors 拖拉机 on the ranks of a hand, by a sweep over the ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorer.shengji import families as fam
from scorer.shengji.order import Line
from scorer.shengji.units import Unit

Open = tuple[int, int, int]
"""A tractor being laid: copies, sets still to come, the slot just taken (-1: an earlier rank)."""
State = tuple[tuple[Open, ...], tuple[int, ...], int]
"""Tractors being laid, tractors to begin (by kind), packed number of slots of each family."""


def sweep(
    line: Line,
    families: Sequence[int],
    packed: int,
    tractors: tuple[Unit, ...],
    loose: tuple[int, int, int],
) -> bool:
    """Return whether the tractors can be laid so that the loose sets remain.

    Ranks are swept from the weakest; a state is what is being laid, what is still to begin and how
    many slots of each family remain, so the work grows with ranks times states, not with subsets.
    """
    kinds = tuple(sorted(set(tractors)))
    todo = tuple(tractors.count(kind) for kind in kinds)
    states: set[State] = {((), todo, packed)}
    for number, tier in enumerate(line.tiers):
        if not line.linked[number]:
            states = {state for state in states if not state[0]}
        for slot in tier:
            if families[slot]:
                grown = _take(states, slot, families[slot], kinds, line.self_linked[number])
                for opened, left, pool in grown:
                    if not opened and not any(left) and fam.sets_fit(pool, *loose):
                        return True
                states |= grown
        states = {
            (tuple((c, n, -1) for c, n, _ in opened), left, pool)
            for opened, left, pool in states
            if all(last >= 0 for _, _, last in opened)
        }
    return any(
        not opened and not any(left) and fam.sets_fit(pool, *loose) for opened, left, pool in states
    )


def _take(
    states: set[State], slot: int, family: int, kinds: tuple[Unit, ...], self_linked: bool
) -> set[State]:
    """Return the states reached by giving sets of this slot to one tractor, or pairs to two."""
    grown: set[State] = set()
    for copies in (3, 4):
        if fam.can_give(family, copies):
            swap = -(1 << (fam.BITS * family))
            grown |= _given(states, slot, copies, swap, kinds, self_linked)
    once = states
    while family & fam.PAIRS:
        rest = (family & fam.PAIRS) - 1
        swap = -(1 << (fam.BITS * family)) + ((1 << (fam.BITS * rest)) if rest else 0)
        once = _given(once, slot, 2, swap, kinds, self_linked)
        grown |= once
        family = rest
    return grown


def _given(
    states: set[State],
    slot: int,
    copies: int,
    swap: int,
    kinds: tuple[Unit, ...],
    self_linked: bool,
) -> set[State]:
    return {
        (opened, left, pool + swap)
        for state in states
        for opened, left, pool in _advance(state, slot, copies, kinds, self_linked)
    }


def _advance(
    state: State, slot: int, copies: int, kinds: tuple[Unit, ...], self_linked: bool
) -> Iterable[State]:
    opened, left, pool = state
    for at, (c, n, last) in enumerate(opened):
        if c == copies and (last < 0 or (self_linked and last != slot)):
            rest = opened[:at] + opened[at + 1 :]
            yield (tuple(sorted((*rest, (c, n - 1, slot)))) if n > 1 else rest, left, pool)
    for at, kind in enumerate(kinds):
        if left[at] and kind.copies == copies:
            begun = tuple(sorted((*opened, (copies, kind.length - 1, slot))))
            yield (begun, (*left[:at], left[at] - 1, *left[at + 1 :]), pool)
