"""All findings of one deal, in the order in which they could be known."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorer.judge.case import Case
from scorer.judge.clock import delay_findings
from scorer.judge.conduct import (
    bid_findings,
    ceding_findings,
    copy_findings,
    exposed_findings,
    looking_findings,
    retraction_findings,
)
from scorer.judge.counting import bury_findings, hand_findings
from scorer.judge.follow import follow_findings
from scorer.judge.immediate import count_findings, lead_findings, turn_findings
from scorer.judge.throws import failed_findings, unchallenged_findings
from scorer.ledger.types import Finding

TESTS: tuple[Callable[[Case], Iterator[Finding]], ...] = (
    count_findings,
    turn_findings,
    lead_findings,
    follow_findings,
    failed_findings,
    unchallenged_findings,
    retraction_findings,
    exposed_findings,
    looking_findings,
    bid_findings,
    ceding_findings,
    copy_findings,
    bury_findings,
    hand_findings,
    delay_findings,
)
"""Every test that the judge applies to a deal."""


def verdicts(case: Case) -> tuple[Finding, ...]:
    """Return the findings of a deal, its readings taken as they are."""
    found = [finding for test in TESTS for finding in test(case)]
    return tuple(sorted(found, key=lambda finding: (case.places.get(finding.at, 0), finding.id)))
