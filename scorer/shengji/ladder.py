"""Follow ladders 跟牌次序: the rungs of a led shape, best first, and the best one demanded.

A lead of one unit that the profile lists uses the profile's rungs. Every other lead, throws 甩牌
included, uses a *derived* ladder: each led unit may be cut lengthwise into segments and each
segment's sets split (4 into 3+1, 2+2, 2+1+1 or singles), and the results are ordered by number of
quads, then triples, then pairs, then longest links. It is never listed: counting gives the best
numbers of sets at once, and only the link patterns with those numbers are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scorer.profile import Profile
from scorer.shengji.supply import Supply
from scorer.shengji.units import Rung, Sets, Unit, count_sets, parse_rung, rung_of

Rank = tuple[Sets, tuple[int, ...]]
"""How good a rung is, greater is better: its sets and its link lengths; in a listed ladder minus
its position."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A ladder as the profile prints it: rungs, best first, equal alternatives together."""

    rungs: tuple[tuple[Rung, ...], ...]

    @property
    def top(self) -> Rank:
        """Return the rank of the first rung."""
        return (0, 0, 0), ()

    def best(self, supply: Supply) -> tuple[Rank, tuple[str, ...]]:
        """Return the rank of the best rung supplied and its supplied alternatives."""
        for position, rungs in enumerate(self.rungs):
            met = tuple(rung.text for rung in rungs if supply.fits(rung))
            if met:
                return ((-position, 0, 0), ()), met
        return ((-len(self.rungs), 0, 0), ()), ()

    def reaches(self, supply: Supply, rank: Rank) -> bool:
        """Return whether a play realises a rung not below the given rank."""
        position = -rank[0][0]
        return position == len(self.rungs) or any(
            supply.fits(rung) for at in range(position, -1, -1) for rung in self.rungs[at]
        )


@dataclass(frozen=True, slots=True)
class Derived:
    """The ladder of a led structure: its tractors, loose sets, all sets, and number of cards."""

    tractors: tuple[Unit, ...]
    loose: Sets
    total: Sets
    size: int

    @property
    def top(self) -> Rank:
        """Return the rank of the led structure itself."""
        lengths = sorted((unit.length for unit in self.tractors), reverse=True)
        return self.total, tuple(lengths)

    def best(self, supply: Supply) -> tuple[Rank, tuple[str, ...]]:
        """Return the rank of the best rung supplied and the texts of the equal best ones."""
        sets = supply.most_sets(*self.total)
        for links, rungs in _patterns(self, sets):
            met = tuple(rung.text for rung in rungs if supply.fits(rung))
            if met:
                return (sets, links), met
        raise AssertionError("the unlinked pattern always fits")

    def reaches(self, supply: Supply, rank: Rank) -> bool:
        """Return whether a play realises a rung not below the given rank."""
        sets = supply.most_sets(*self.total)
        if sets != rank[0]:
            return sets > rank[0]
        return any(
            supply.fits(rung)
            for links, rungs in _patterns(self, sets)
            if links >= rank[1]
            for rung in rungs
        )


Ladder = Listed | Derived


@lru_cache(maxsize=256)
def _listed(profile: Profile, unit: str) -> Listed | None:
    rungs = profile.ladders.get(unit)
    if rungs is None:
        return None
    return Listed(tuple(tuple(parse_rung(text) for text in rung) for rung in rungs))


def ladder_of(profile: Profile, units: tuple[Unit, ...]) -> Ladder:
    """Return the ladder of a led structure."""
    if len(units) == 1 and (listed := _listed(profile, str(units[0]))) is not None:
        return listed
    return Derived(
        tractors=tuple(sorted((unit for unit in units if unit.length > 1), reverse=True)),
        loose=count_sets(unit for unit in units if unit.length == 1),
        total=count_sets(units),
        size=sum(unit.size for unit in units),
    )


def _sets(loose: Sets) -> tuple[Unit, ...]:
    return (Unit(4, 1),) * loose[0] + (Unit(3, 1),) * loose[1] + (Unit(2, 1),) * loose[2]


@lru_cache(maxsize=256)
def _patterns(ladder: Derived, sets: Sets) -> tuple[tuple[tuple[int, ...], tuple[Rung, ...]], ...]:
    """Return the rungs with the given numbers of sets, grouped by link lengths, best first."""
    groups: dict[tuple[int, ...], set[tuple[Unit, ...]]] = {}
    for links in set(_links(ladder.tractors, ladder.loose, sets)):
        lengths = tuple(sorted((unit.length for unit in links), reverse=True))
        groups.setdefault(lengths, set()).add(links)
    return tuple(
        (lengths, tuple(sorted((_full(links, sets, ladder.size) for links in rungs), key=_text)))
        for lengths, rungs in sorted(groups.items(), reverse=True)
    )


def _text(rung: Rung) -> str:
    return rung.text


def _full(links: tuple[Unit, ...], sets: Sets, size: int) -> Rung:
    """Return the rung that has the given tractors, and loose sets and singles for the rest."""
    left = [
        n - sum(u.length for u in links if u.copies == c)
        for n, c in zip(sets, (4, 3, 2), strict=True)
    ]
    units = links + _sets((left[0], left[1], left[2]))
    return rung_of(units + (Unit(1, 1),) * (size - sum(unit.size for unit in units)))


def _links(tractors: tuple[Unit, ...], loose: Sets, sets: Sets) -> Iterator[tuple[Unit, ...]]:
    """Yield the tractors that may remain when the structure is refined to the given sets."""
    if not tractors:
        if _splits(loose, sets):
            yield ()
        return
    first, rest = tractors[0], tractors[1:]
    for share in _shares(first, sets):
        left = (sets[0] - share[0], sets[1] - share[1], sets[2] - share[2])
        if not _within(rest, loose, left):
            continue
        own = _cuts(first, share)
        for others in set(_links(rest, loose, left)):
            for links in own:
                yield tuple(sorted(links + others, reverse=True))


def _within(tractors: tuple[Unit, ...], loose: Sets, sets: Sets) -> bool:
    """Return whether a structure can be refined to exactly these numbers of sets."""
    linked = count_sets(tractors)
    whole = (loose[0] + linked[0], loose[1] + linked[1], loose[2] + linked[2])
    return _splits(whole, sets)


def _splits(have: Sets, want: Sets) -> bool:
    """Return whether loose sets can be split so that exactly the wanted numbers remain."""
    q, t, p = want
    if min(want) < 0 or q > have[0] or t > have[1] + have[0] - q:
        return False
    from_quads = max(0, t - have[1])
    spare_triples, spare_quads = have[1] - (t - from_quads), have[0] - q - from_quads
    return p <= have[2] + spare_triples + 2 * spare_quads


def _shares(unit: Unit, sets: Sets) -> Iterator[Sets]:
    """Yield the numbers of sets that one tractor can contribute."""
    copies, length = unit
    for q in range((min(length, sets[0]) if copies == 4 else 0) + 1):
        left = length - q
        for t in range((min(left, sets[1]) if copies >= 3 else 0) + 1):
            most = (left - t) * (2 if copies == 4 else 1)
            for p in range(min(most, sets[2]) + 1):
                yield q, t, p


@lru_cache(maxsize=1024)
def _cuts(unit: Unit, share: Sets) -> tuple[tuple[Unit, ...], ...]:
    """Return the tractors that may remain of one tractor when it contributes these sets."""
    q, t, p = share
    doubled = range(max(0, p - (unit.length - q - t)), p // 2 + 1) if unit.copies == 4 else (0,)
    found = {
        tuple(sorted((*fours, *threes, *twos, *twos, *ones), reverse=True))
        for fours in _chains(4, q)
        for threes in _chains(3, t)
        for both in doubled
        for twos in _chains(2, both)
        for ones in _chains(2, p - 2 * both)
    }
    return tuple(found)


@lru_cache(maxsize=256)
def _chains(copies: int, sets: int) -> tuple[tuple[Unit, ...], ...]:
    """Return the ways to link a number of sets into chains; single sets are left out."""
    return tuple(
        tuple(Unit(copies, length) for length in parts if length > 1)
        for parts in _partitions(sets, sets)
    )


def _partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)
