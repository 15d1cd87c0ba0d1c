"""Holding a history that was seen against the true one of a simulated deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from scorer.effective import effective
from scorer.fold import fold
from scorer.history import Event

Play = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How well one deal was seen: plays right of all, the score, what was found of the faults."""

    right: int
    plays: int
    extra: int
    complete: bool
    points: object
    true_points: object
    planted: tuple[tuple[str, str, int], ...]
    found: tuple[tuple[str, str, int], ...]
    false_proofs: tuple[tuple[str, str, int], ...]

    @property
    def score_right(self) -> bool:
        """Whether the final score is the true one."""
        return self.points == self.true_points

    @property
    def wrong_unmarked(self) -> bool:
        """Whether a wrong final score passes for a complete one."""
        return self.complete and not self.score_right

    @property
    def share(self) -> float:
        """Share of the true plays that were seen exactly."""
        return self.right / self.plays if self.plays else 1.0


def plays_of(events: Sequence[Event]) -> list[Play]:
    """Return seat and cards of every play that counts, in order."""
    return [
        (str(event.seat), tuple(sorted(event.cards)))
        for event in effective(events)
        if event.type == "play"
    ]


def compare(true: Sequence[Event], seen: Sequence[Event]) -> Comparison:
    """Return how the seen history of one deal compares with the true one.

    A fault counts as found where a proven finding names its offence, seat and trick; any other
    proven finding is a false proof.
    """
    wanted, got = plays_of(true), plays_of(seen)
    blocks = SequenceMatcher(None, wanted, got, autojunk=False).get_matching_blocks()
    right = sum(block.size for block in blocks)
    truth, result = fold(true).deals[0], fold(seen).deals
    last = result[0] if result else None
    planted = proven(truth)
    claimed = proven(last) if last is not None else ()
    return Comparison(
        right,
        len(wanted),
        len(got) - right,
        last is not None and last.to_json()["complete"],
        None if last is None else last.to_json()["defender_points"],
        truth.to_json()["defender_points"],
        planted,
        tuple(fault for fault in claimed if fault in planted),
        tuple(fault for fault in claimed if fault not in planted),
    )


def proven(deal: object) -> tuple[tuple[str, str, int], ...]:
    """Return offence, seat and trick of a deal's proven findings."""
    findings = deal.to_json()["findings"]  # type: ignore[attr-defined]
    return tuple(
        (str(f["offence"]), str(f["seat"]), int(f["trick"] or 0))
        for f in findings
        if f["certainty"] == "proven"
    )
