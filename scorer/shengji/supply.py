"""Can some cards of one class supply the units of a rung? Counting over ranks, no enumeration."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.shengji import families as fam
from scorer.shengji.order import Line
from scorer.shengji.placing import sweep
from scorer.shengji.units import Rung, Unit

_UNKNOWN = (-1,)


class Supply:
    """The families of one hand or play in one class, with what is derived from them."""

    __slots__ = ("_chains", "_runs", "families", "line", "packed")

    def __init__(self, line: Line, families: Sequence[int]) -> None:
        self.line = line
        self.families = families
        packed = 0
        for family in families:
            if family:
                packed += 1 << (fam.BITS * family)
        self.packed = packed
        self._chains = [-1] * 5
        self._runs: tuple[int, ...] | None = _UNKNOWN

    def most_sets(self, quads: int, triples: int, pairs: int) -> tuple[int, int, int]:
        """Return the best numbers of sets for a structure of that many, quads before triples
        before pairs; a quad that is not kept may serve as a triple or two pairs."""
        q = min(quads, fam.count_with(self.packed, fam.QUAD))
        t = 0
        most = triples + quads - q
        while t < most and fam.sets_fit(self.packed, q, t + 1, 0):
            t += 1
        from_quads = max(0, t - triples)
        most = pairs + (triples - (t - from_quads)) + 2 * (quads - q - from_quads)
        return q, t, min(most, fam.pairs_left(self.packed, q, t))

    def fits(self, rung: Rung) -> bool:
        """Return whether the rung's units can all be supplied at once, singles aside."""
        if not fam.sets_fit(self.packed, *rung.total):
            return False
        tractors = rung.tractors
        if not tractors:
            return True
        if any(length > self._longest(copies) for copies, length in tractors):
            return False
        simple = self._packs(tractors) if fam.only_pairs(self.packed) else None
        if simple is not None:
            return simple
        return self._placed(tractors, rung.loose)

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
            held = sum(
                1 for slot in tier if families[slot] and fam.can_give(families[slot], copies)
            )
            run = 0 if not held else run + (held if line.self_linked[number] else 1)
            longest = max(longest, run)
        if line.wrap and longest < 2 and all(fam.can_give(families[s], copies) for s in line.wrap):
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
                if all(fam.can_give(self.families[slot], unit.copies) for slot in wrap):
                    families = list(self.families)
                    for slot in wrap:
                        families[slot] = fam.rest(families[slot], unit.copies)
                    rest = list(tractors)
                    rest.remove(unit)
                    if Supply(self.line, families)._placed(tuple(rest), loose):
                        return True
        return sweep(self.line, self.families, self.packed, tractors, loose)


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
