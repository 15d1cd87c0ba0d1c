"""Units and rungs: the notation ``2x3+2*2+1`` and what it stands for.

A unit is ``(copies, length)``: ``(2, 1)`` a pair, ``(2, 3)`` a tractor 拖拉机 of three linked
pairs. A rung is one row of a follow ladder 跟牌次序: the units that a play must consist of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple


class Unit(NamedTuple):
    """``length`` linked sets of ``copies`` identical cards each; length 1 is a single set."""

    copies: int
    length: int

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return self.copies * self.length

    def __str__(self) -> str:
        return str(self.copies) if self.length == 1 else f"{self.copies}x{self.length}"


@dataclass(frozen=True, slots=True)
class Rung:
    """A row of a ladder: its tractors (longest first) and the numbers of loose sets."""

    text: str
    tractors: tuple[Unit, ...]
    quads: int
    triples: int
    pairs: int
    singles: int

    @property
    def size(self) -> int:
        """Return the number of cards."""
        loose = 4 * self.quads + 3 * self.triples + 2 * self.pairs + self.singles
        return loose + sum(unit.size for unit in self.tractors)

    @property
    def total_sets(self) -> tuple[int, int, int]:
        """Return the numbers of quads, triples and pairs, those inside tractors included."""
        q, t, p = self.quads, self.triples, self.pairs
        for copies, length in self.tractors:
            q += length if copies == 4 else 0
            t += length if copies == 3 else 0
            p += length if copies == 2 else 0
        return q, t, p


@lru_cache(maxsize=4096)
def rung_of(units: tuple[Unit, ...]) -> Rung:
    """Return the rung that consists of the given units."""
    loose = Counter(unit.copies for unit in units if unit.length == 1)
    tractors = sorted((u for u in units if u.length > 1), key=lambda u: (u.length, u.copies))
    text = format_units(units)
    return Rung(text, tuple(reversed(tractors)), loose[4], loose[3], loose[2], loose[1])


def format_units(units: Iterable[Unit]) -> str:
    """Return the notation of some units: copies descending, longer tractors first."""
    count = Counter(units)
    parts = []
    for unit in sorted(count, reverse=True):
        times = count[unit]
        parts.append(str(unit) if times == 1 else f"{unit}*{times}")
    return "+".join(parts)


def parse_unit(text: str) -> Unit:
    """Return the unit that ``"2"`` or ``"2x3"`` stands for."""
    copies, _, length = text.partition("x")
    return Unit(int(copies), int(length or 1))


def parse_units(text: str) -> tuple[Unit, ...]:
    """Return the units of a rung text such as ``"2x2+2*2+1"``."""
    units: list[Unit] = []
    for part in text.split("+"):
        unit, _, times = part.partition("*")
        units += [parse_unit(unit)] * int(times or 1)
    return tuple(units)


@lru_cache(maxsize=4096)
def parse_rung(text: str) -> Rung:
    """Return the rung of a text, keeping the text as it was written."""
    rung = rung_of(parse_units(text))
    return Rung(text, rung.tractors, rung.quads, rung.triples, rung.pairs, rung.singles)
