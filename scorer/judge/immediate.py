"""Immediate findings: what the closed play itself shows."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.cards import UNREAD
from scorer.judge import offences
from scorer.judge.case import Case, found
from scorer.ledger.types import Finding, Play, Trick
from scorer.shengji.lead import check_lead


def count_findings(case: Case) -> Iterator[Finding]:
    """Yield each play of another number of cards than were led."""
    for trick in case.course.tricks:
        for play in trick.plays[1:]:
            if len(play.cards) != len(trick.led):
                yield found(
                    case,
                    offences.WRONG_COUNT,
                    play.seat,
                    play.seq,
                    trick=trick,
                    evidence=(trick.plays[0].seq,),
                    cards=play.cards,
                )


def turn_findings(case: Case) -> Iterator[Finding]:
    """Yield each play by a seat whose turn it was not; the play before it is evidence.

    Where the play of the seat whose turn it was has not been seen, the order is not known.
    """
    before = None
    for trick in case.course.tricks:
        for play in trick.plays:
            if play.out_of_turn and not _passed_unseen(trick, play):
                yield found(
                    case,
                    offences.OUT_OF_TURN,
                    play.seat,
                    play.seq,
                    trick=trick,
                    evidence=() if before is None else (before.seq,),
                    cards=play.cards,
                )
            before = play


def _passed_unseen(trick: Trick, play: Play) -> bool:
    """Return whether a play of the trick was not seen that may have come before this one."""
    unseen = {other.seat for other in trick.plays if set(other.cards) == {UNREAD}}
    return bool(unseen - {play.seat}) or bool(trick.missing)


def lead_findings(case: Case) -> Iterator[Finding]:
    """Yield each lead whose shape the profile does not allow; an unread card waits."""
    if case.trump is None:
        return
    for trick in case.course.tricks:
        lead = trick.plays[0]
        if UNREAD in lead.laid:
            continue
        if not check_lead(case.profile, case.trump, lead.laid).legal:
            yield found(
                case, offences.ILLEGAL_LEAD, lead.seat, lead.seq, trick=trick, cards=lead.laid
            )
