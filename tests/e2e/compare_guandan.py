"""Holding a Guandan history that was seen against the true one of a simulated deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from scorer.effective import effective
from scorer.fold import fold
from scorer.history import Event
from tests.e2e.compare import plays_of

Fault = tuple[str, str]
Gift = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class GuandanComparison:
    """How well one deal was seen: plays right of all, gifts, places, what was found of faults."""

    right: int
    plays: int
    extra: int
    gifts_right: bool
    complete: bool
    finish: tuple[str, ...]
    true_finish: tuple[str, ...]
    planted: tuple[Fault, ...]
    found: tuple[Fault, ...]
    false_proofs: tuple[Fault, ...]

    @property
    def share(self) -> float:
        """Share of the true plays that were seen exactly."""
        return self.right / self.plays if self.plays else 1.0

    @property
    def finish_right(self) -> bool:
        """Whether the order in which the seats went out is the true one."""
        return self.finish == self.true_finish

    @property
    def wrong_unmarked(self) -> bool:
        """Whether a wrong order passes for a complete deal."""
        return self.complete and not self.finish_right


def gifts_of(events: Sequence[Event]) -> list[Gift]:
    """Return tribute, return and refusal of a deal, in a fixed order."""
    kinds = ("tribute", "return", "no_tribute")
    return sorted(
        (e.type, str(e.get("from")), str(e.get("to")), str(e.get("card")))
        for e in effective(events)
        if e.type in kinds
    )


def compare(true: Sequence[Event], seen: Sequence[Event]) -> GuandanComparison:
    """Return how the seen history of one deal compares with the true one."""
    wanted, got = plays_of(true), plays_of(seen)
    blocks = SequenceMatcher(None, wanted, got, autojunk=False).get_matching_blocks()
    right = sum(block.size for block in blocks)
    truth = fold(true).deals[0].to_json()
    deals = fold(seen).deals
    last: dict[str, Any] = deals[0].to_json() if deals else {"complete": False, "findings": []}
    planted, claimed = proven(truth), proven(last)
    return GuandanComparison(
        right,
        len(wanted),
        len(got) - right,
        gifts_of(true) == gifts_of(seen),
        len(deals) == 1 and bool(last["complete"]),
        tuple(last.get("finish", ())),
        tuple(truth["finish"]),
        planted,
        tuple(fault for fault in claimed if fault in planted),
        tuple(fault for fault in claimed if fault not in planted),
    )


def proven(deal: dict[str, Any]) -> tuple[Fault, ...]:
    """Return offence and seat of a deal's proven findings."""
    return tuple(
        (str(f["offence"]), str(f["seat"])) for f in deal["findings"] if f["certainty"] == "proven"
    )
