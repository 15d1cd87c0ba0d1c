"""From a laid-out deal to findings that can be shown: certainty weighed, penalties proposed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from scorer.cards import Card, Side
from scorer.history import Event
from scorer.judge import offences
from scorer.judge.alignment import unsure_tricks
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
)
"""Findings that fall when a play belongs to another trick."""


def hear(
    case: Case,
    again: Callable[[Sequence[Event]], Case],
    dismissed: Collection[str],
    strikes: Mapping[tuple[Side, str], int],
) -> tuple[Finding, ...]:
    """Return the findings of a deal; ``again`` lays the deal out with other events."""
    found = _aligned(case, verdicts(case))
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


def _aligned(case: Case, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    unsure = unsure_tricks(case)
    return tuple(
        replace(finding, certainty="suspected")
        if finding.certainty == "proven"
        and finding.offence in RESTS_ON_TRICKS
        and finding.trick in unsure
        else finding
        for finding in findings
    )


def _grounds(case: Case, finding: Finding) -> tuple[int, ...]:
    """Return further events on whose reading a finding rests: the lead, or the trick before."""
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
