"""Can some cards of one class supply the units of a rung? Counting over ranks, no enumeration.

A slot's *family* is a small number that says which sets it can give, one choice excluding the
others: bit 8 a quad, bit 4 a triple, the low two bits the number of pairs. ``FREE`` is the family
of 0, 1, 2, … copies when everything may be broken (more than four can only be misread);
:func:`demand_table` gives what may be *demanded* from a hand under ``break_triple`` and
``break_quad``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorer.profile import Profile
from scorer.shengji.order import Line
from scorer.shengji.units import Rung, Unit

_BEYOND = (14,) * 50
FREE = (0, 0, 1, 5, 14, *_BEYOND)
_QUAD, _TRIPLE, _PAIRS = 8, 4, 3
_BITS = 6
_MASK = (1 << _BITS) - 1
_UNKNOWN = (-1,)

Open = tuple[int, int, int]
"""A tractor being laid: copies, sets still to come, the slot just taken (-1: an earlier rank)."""
State = tuple[tuple[Open, ...], tuple[int, ...], int]
"""Tractors being laid, tractors to begin (by kind), packed number of slots of each family."""


def demand_table(profile: Profile, lone_pair: bool) -> tuple[int, ...]:
    """Return the families of 0, 1, 2, … copies in a hand that follows a lead.

    A set smaller than what the hand holds of the card is demanded only where the profile says
    ``compulsory``; ``lone_pair`` tells that a single pair was led (``break_triple.for_pair``).
    """
    triple = profile.break_triple
    pair_rule = triple.for_pair if lone_pair else triple.for_pair_in_longer
    three = _TRIPLE | (1 if pair_rule == "compulsory" else 0)
    four = _QUAD
    if profile.break_quad.for_triple == "compulsory":
        four |= _TRIPLE
    if profile.break_quad.for_pair == "compulsory":
        four |= 2
    return (0, 0, 1, three, four, *(four for _ in _BEYOND))


def meet(families: Iterable[int]) -> int:
    """Return what a slot gives whichever of several families it turns out to have."""
    bits, pairs = _QUAD | _TRIPLE, _PAIRS
    for family in families:
        bits &= family
        pairs = min(pairs, family & _PAIRS)
    return bits | pairs


def can_give(family: int, copies: int) -> bool:
    """Return whether a slot of the family can give a set of 2, 3 or 4 cards."""
    if copies == 2:
        return bool(family & _PAIRS)
    return bool(family & (_TRIPLE if copies == 3 else _QUAD))


class Supply:
    """The families of one hand or play in one class, with what is derived from them."""

    __slots__ = ("_chains", "_runs", "families", "line", "packed")

    def __init__(self, line: Line, families: Sequence[int]) -> None:
        self.line = line
        self.families = families
        packed = 0
        for family in families:
            if family:
                packed += 1 << (_BITS * family)
        self.packed = packed
        self._chains = [-1] * 5
        self._runs: tuple[int, ...] | None = _UNKNOWN

    def most_sets(self, quads: int, triples: int, pairs: int) -> tuple[int, int, int]:
        """Return the best numbers of sets for a structure of that many, quads before triples
        before pairs; a quad that is not kept may serve as a triple or two pairs."""
        q = min(quads, _count(self.packed, _QUAD))
        t = 0
        most = triples + quads - q
        while t < most and _sets_fit(self.packed, q, t + 1, 0):
            t += 1
        from_quads = max(0, t - triples)
        most = pairs + (triples - (t - from_quads)) + 2 * (quads - q - from_quads)
        return q, t, min(most, _pairs_left(self.packed, q, t))

    def fits(self, rung: Rung) -> bool:
        """Return whether the rung's units can all be supplied at once, singles aside."""
        if not _sets_fit(self.packed, *rung.total_sets):
            return False
        tractors = rung.tractors
        if not tractors:
            return True
        if any(length > self._longest(copies) for copies, length in tractors):
            return False
        simple = self._packs(tractors) if _only_pairs(self.packed) else None
        if simple is not None:
            return simple
        return self._placed(tractors, (rung.quads, rung.triples, rung.pairs))

    def _longest(self, copies: int) -> int:
        """Return the length of the longest tractor with the given copies."""
        known = self._chains[copies]
        if known >= 0:
            return known
        families, line = self.families, self.line
        longest = run = 0
        for number, tier in enumerate(line.tiers):
            if not line.linked[number]:
                run = 0
            held = sum(1 for slot in tier if families[slot] and can_give(families[slot], copies))
            run = 0 if not held else run + (held if line.self_linked[number] else 1)
            longest = max(longest, run)
        if line.wrap and longest < 2 and all(can_give(families[s], copies) for s in line.wrap):
            longest = 2
        self._chains[copies] = longest
        return longest

    def _packs(self, tractors: tuple[Unit, ...]) -> bool | None:
        """Return whether pair tractors go into the chains of pairs; None where that is not all."""
        runs = self._pair_runs()
        if runs is None:
            return None
        if len(tractors) == 1:
            return True
        return _pack([unit.length for unit in tractors], list(runs))

    def _pair_runs(self) -> tuple[int, ...] | None:
        """Return the chain lengths of pairs, longest first; None where ranks hold several."""
        if self._runs is not _UNKNOWN:
            return self._runs
        line, families = self.line, self.families
        runs, length = [], 0
        answer: tuple[int, ...] | None
        for number, tier in enumerate(line.tiers):
            held = families[tier[0]] if len(tier) == 1 else sum(families[slot] for slot in tier)
            if held > 1:
                self._runs = None
                return None
            if not held or not line.linked[number]:
                runs.append(length)
                length = 0
            length += held
        runs.append(length)
        answer = tuple(sorted((run for run in runs if run > 1), reverse=True))
        if line.wrap is not None and all(families[slot] for slot in line.wrap):
            answer = None
        self._runs = answer
        return answer

    def _placed(self, tractors: tuple[Unit, ...], loose: tuple[int, int, int]) -> bool:
        wrap = self.line.wrap
        if wrap is not None:
            for unit in {unit for unit in tractors if unit.length == 2}:
                if all(can_give(self.families[slot], unit.copies) for slot in wrap):
                    families = list(self.families)
                    for slot in wrap:
                        families[slot] = _rest(families[slot], unit.copies)
                    rest = list(tractors)
                    rest.remove(unit)
                    if Supply(self.line, families)._placed(tuple(rest), loose):
                        return True
        return _sweep(self.line, self.families, self.packed, tractors, loose)


def _rest(family: int, copies: int) -> int:
    return (family & _PAIRS) - 1 if copies == 2 else 0


def _count(packed: int, bit: int) -> int:
    total, family = 0, 0
    while packed:
        if family & bit:
            total += packed & _MASK
        packed >>= _BITS
        family += 1
    return total


def _pairs_left(packed: int, quads: int, triples: int) -> int:
    """Return the most pairs beside the given quads and triples; -1 where those are too many."""
    pairs = 0
    spare: list[tuple[int, int]] = []
    family = 0
    while packed:
        n = packed & _MASK
        if n:
            each = family & _PAIRS
            if family & _QUAD:
                used = min(n, quads)
                quads -= used
                n -= used
            pairs += n * each
            if family & _TRIPLE:
                spare.append((each, n))
        packed >>= _BITS
        family += 1
    if triples:
        for each, n in sorted(spare):
            used = min(n, triples)
            triples -= used
            pairs -= used * each
    return pairs if not quads and not triples else -1


def _sets_fit(packed: int, quads: int, triples: int, pairs: int) -> bool:
    return _pairs_left(packed, quads, triples) >= pairs


def _only_pairs(packed: int) -> bool:
    return not packed >> (2 * _BITS)


def _pack(lengths: list[int], runs: list[int]) -> bool:
    """Return whether chains of the given lengths (longest first) can be cut from the runs."""
    if not lengths:
        return True
    tried = set()
    for at, run in enumerate(runs):
        if run >= lengths[0] and run not in tried:
            tried.add(run)
            runs[at] = run - lengths[0]
            if _pack(lengths[1:], runs):
                return True
            runs[at] = run
    return False


def _sweep(
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
                    if not opened and not any(left) and _sets_fit(pool, *loose):
                        return True
                states |= grown
        states = {
            (tuple((c, n, -1) for c, n, _ in opened), left, pool)
            for opened, left, pool in states
            if all(last >= 0 for _, _, last in opened)
        }
    return any(
        not opened and not any(left) and _sets_fit(pool, *loose) for opened, left, pool in states
    )


def _take(
    states: set[State], slot: int, family: int, kinds: tuple[Unit, ...], self_linked: bool
) -> set[State]:
    """Return the states reached by giving sets of this slot to one tractor, or pairs to two."""
    grown: set[State] = set()
    for copies in (3, 4):
        if can_give(family, copies):
            swap = -(1 << (_BITS * family))
            grown |= _given(states, slot, copies, swap, kinds, self_linked)
    once = states
    while family & _PAIRS:
        rest = (family & _PAIRS) - 1
        swap = -(1 << (_BITS * family)) + ((1 << (_BITS * rest)) if rest else 0)
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
