"""How cards of one class fall into units.

The longest tractor is taken first, with the highest copies inside it; what is left are sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from scorer.cards import Card
from scorer.profile import Profile
from scorer.shengji.order import Line, Trump, order_of
from scorer.shengji.units import Unit

WRAPPED = -1
"""Rank number of AA22 where it is the lowest trump tractor."""


@dataclass(frozen=True, slots=True)
class Part:
    """One unit of a play: its shape, its cards, and the rank number of its strongest card."""

    unit: Unit
    top: int
    cards: tuple[Card, ...]


@lru_cache(maxsize=1024)
def _decompose(profile: Profile, trump: Trump, cards: tuple[Card, ...]) -> tuple[Part, ...] | None:
    order = order_of(profile, trump)
    name = order.only_class(cards)
    if name is None:
        return None
    line = order.lines[name]
    return split(line, line.counts(cards), profile.tractor.copies if profile.tractor.exists else ())


def decompose(profile: Profile, trump: Trump, cards: Sequence[Card]) -> tuple[Part, ...] | None:
    """Return the units of cards of one class, or None where classes mix or a card is unread.

    Tractors come first, longest first, then loose sets by copies and rank, strongest first.
    """
    return _decompose(profile, trump, tuple(cards))


def split(line: Line, counts: list[int], copies: Sequence[int]) -> tuple[Part, ...]:
    """Return the units of the counted cards of a line (see :func:`decompose`)."""
    left = list(counts)
    parts: list[Part] = []
    while (found := _longest(line, left, copies)) is not None:
        unit, slots, top = found
        for slot in slots:
            left[slot] -= unit.copies
        parts.append(_part(line, unit, slots, top))
    sets = [(n, slot) for slot, n in enumerate(left) if n]
    for n, slot in sorted(sets, reverse=True):
        parts.append(_part(line, Unit(n, 1), (slot,), line.tier[slot]))
    return tuple(parts)


def _part(line: Line, unit: Unit, slots: Sequence[int], top: int) -> Part:
    cards = tuple(line.slots[slot] for slot in slots for _ in range(unit.copies))
    return Part(unit, top, cards)


def _longest(
    line: Line, counts: list[int], copies: Sequence[int]
) -> tuple[Unit, tuple[int, ...], int] | None:
    """Return the longest tractor in the counts, the strongest of them, with its slots and top."""
    best: tuple[Unit, tuple[int, ...], int] | None = None
    for c in sorted(copies, reverse=True):
        for slots in _runs(line, counts, c):
            if len(slots) > 1 and (best is None or len(slots) > best[0].length):
                best = (Unit(c, len(slots)), slots, line.tier[slots[0]])
        if best is None and line.wrap and all(counts[slot] >= c for slot in line.wrap):
            best = (Unit(c, 2), line.wrap, WRAPPED)
    return best


def _runs(line: Line, counts: list[int], c: int) -> list[tuple[int, ...]]:
    """Return the slots of each chain of linked sets of c cards, strongest chain and slot first."""
    runs: list[list[int]] = [[]]
    for number, tier in enumerate(line.tiers):
        if not line.linked[number]:
            runs.append([])
        held = sorted((slot for slot in tier if counts[slot] >= c), key=lambda s: counts[s])
        if not held:
            runs.append([])
        else:
            runs[-1] += held if line.self_linked[number] else held[:1]
    return [tuple(reversed(run)) for run in reversed(runs) if run]


def exact_unit(line: Line, counts: Sequence[int], unit: Unit) -> int | None:
    """Return the top rank of a play that is exactly one given unit, or None where it is not."""
    held = [slot for slot, n in enumerate(counts) if n]
    if len(held) != unit.length or any(counts[slot] != unit.copies for slot in held):
        return None
    if unit.length == 1:
        return line.tier[held[0]]
    if line.wrap is not None and tuple(sorted(held)) == tuple(sorted(line.wrap)):
        return WRAPPED
    for low, high in pairwise(held):
        a, b = line.tier[low], line.tier[high]
        if not (line.self_linked[a] if a == b else b == a + 1 and line.linked[b]):
            return None
    return line.tier[held[-1]]
