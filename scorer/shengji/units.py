"""Units and rungs: the notation ``2x3+2*2+1`` and what it stands for.

A unit is ``(copies, length)``: ``(2, 1)`` a pair, ``(2, 3)`` a tractor 拖拉机 of three linked
pairs. A rung is one row of a follow ladder 跟牌次序: the units that a play must consist of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
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


Sets = tuple[int, int, int]
"""Numbers of quads, triples and pairs."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A row of a ladder: its tractors (longest first), its loose sets, and all sets together."""

    text: str
    tractors: tuple[Unit, ...]
    loose: Sets
    total: Sets


def count_sets(units: Iterable[Unit]) -> Sets:
    """Return the numbers of quads, triples and pairs, those inside tractors included."""
    found = [0, 0, 0, 0, 0]
    for copies, length in units:
        found[min(copies, 4)] += length
    return found[4], found[3], found[2]


def rung_of(units: tuple[Unit, ...], text: str | None = None) -> Rung:
    """Return the rung that consists of the given units."""
    tractors = sorted(
        (unit for unit in units if unit.length > 1),
        key=lambda u: (u.length, u.copies),
        reverse=True,
    )
    return Rung(
        text=format_units(units) if text is None else text,
        tractors=tuple(tractors),
        loose=count_sets(unit for unit in units if unit.length == 1),
        total=count_sets(units),
    )


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


def parse_rung(text: str) -> Rung:
    """Return the rung of a text, keeping the text as it was written."""
    return rung_of(parse_units(text), text)
