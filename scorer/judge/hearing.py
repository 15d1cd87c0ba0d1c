"""From a laid-out deal to findings that can be shown: certainty weighed, penalties proposed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from scorer.cards import Card, Side
from scorer.history import Event
from scorer.judge import offences
from scorer.judge.case import Case
from scorer.judge.certainty import over_full, weighed
from scorer.judge.penalties import with_penalties
from scorer.judge.verdicts import verdicts
from scorer.ledger.types import Finding

RESTS_ON_TRICKS = (
    offences.REVOKE,
    offences.WITHHELD,
    offences.WRONG_COUNT,
    offences.OUT_OF_TURN,
    offences.ILLEGAL_LEAD,
)
"""Findings that fall when a play belongs to another trick."""


@dataclass(frozen=True, slots=True)
class Doubts:
    """Other ways in which the deal may have been played; ``confused`` where none explains it."""

    others: tuple[Case, ...]
    confused: bool


def hear(
    case: Case,
    doubts: Doubts,
    again: Callable[[Sequence[Event]], Case],
    dismissed: Collection[str],
    strikes: Mapping[tuple[Side, str], int],
) -> tuple[Finding, ...]:
    """Return the findings of a deal.

    ``again`` lays the deal out with other events.
    """
    found = _aligned(case, verdicts(case), doubts)
    found = weighed(
        found,
        case.log.events,
        lambda events: {finding.id for finding in verdicts(again(events))},
        lambda finding: _grounds(case, finding),
    )
    found = over_full(
        found, case.log.events, _extra(found), lambda finding: _grounds(case, finding)
    )
    return with_penalties(case, found, dismissed, strikes)


def _aligned(case: Case, findings: tuple[Finding, ...], doubts: Doubts) -> tuple[Finding, ...]:
    """Return the findings; what does not hold in every reading of the tricks is only suspected."""
    if not findings:
        return findings
    found = [{finding.id for finding in verdicts(other)} for other in doubts.others]

    def holds(finding: Finding) -> bool:
        if not finding.cards and _cards_unseen(case):
            return False
        if finding.offence not in RESTS_ON_TRICKS:
            return True
        if finding.offence == offences.WRONG_COUNT and _lead_is_odd(case, finding):
            return False
        if doubts.confused or (finding.offence == offences.OUT_OF_TURN and _unseen_trick(case)):
            return False
        return all(finding.id in ids for ids in found)

    return tuple(
        replace(finding, certainty="suspected")
        if finding.certainty == "proven" and not holds(finding)
        else finding
        for finding in findings
    )


def _cards_unseen(case: Case) -> bool:
    """Return whether a finished deal left a seat with cards: one of its cards was not seen.

    Then nothing follows from which cards are left over.
    """
    return case.finished and any((number or 0) > 0 for number in case.left.values())


def _lead_is_odd(case: Case, finding: Finding) -> bool:
    """Return whether several seats laid the same number, another than was seen of the lead."""
    trick = next((trick for trick in case.course.tricks if trick.n == finding.trick), None)
    if trick is None:
        return False
    numbers = [len(play.cards) for play in trick.plays]
    own = next((len(play.cards) for play in trick.plays if play.seq == finding.at), None)
    return own is not None and own != numbers[0] and numbers[1:].count(own) > 1


def _unseen_trick(case: Case) -> bool:
    """Return whether every hand has cards left although the deal is over."""
    return case.finished and all((number or 0) > 0 for number in case.left.values())


def _grounds(case: Case, finding: Finding) -> tuple[int, ...]:
    """Return further events on whose reading a finding rests: the lead, or the trick before.

    A count of a hand rests on all that the seat has laid.
    """
    if finding.offence == offences.MISCOUNT:
        return tuple(play.seq for play in case.course.plays if play.seat == finding.seat)
    if finding.offence not in RESTS_ON_TRICKS:
        return ()
    tricks = case.course.tricks
    place = next((i for i, trick in enumerate(tricks) if trick.n == finding.trick), None)
    if place is None:
        return ()
    if finding.offence == offences.OUT_OF_TURN:
        return tuple(play.seq for play in tricks[place - 1].plays) if place else ()
    return (tricks[place].plays[0].seq,)


def _extra(findings: Sequence[Finding]) -> dict[Card, tuple[int, ...]]:
    return {f.cards[0]: f.evidence for f in findings if f.offence == offences.EXTRA_COPY}
