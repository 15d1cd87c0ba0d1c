"""Which tricks may be cut at the wrong place because a play was not seen.

When the last seat's play of a trick is missed and that seat leads the next trick, its lead looks
like the missing play. From then on every trick seems to be led by the same seat, until the record
shows that a play is missing or a lead comes from the wrong seat. All tricks of that run may then be
cut one play too late, and no proof may rest on them.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.judge.case import Case
from scorer.ledger.types import Trick


def unsure_tricks(case: Case) -> frozenset[int]:
    """Return the numbers of the tricks whose plays may belong to another trick."""
    tricks = case.course.tricks
    unsure: set[int] = set()
    for position, trick in enumerate(tricks):
        if len(trick.missing) > 1:
            unsure.add(trick.n)
            unsure |= _run(tricks, position)
        elif trick.missing and _last_missing(trick):
            run = _run(tricks, position)
            unsure |= run if len(run) > 1 else set()
        elif _led_wrongly(tricks, position) and _shifted(tricks, position):
            unsure |= _run(tricks, position) | _onward(tricks, position)
    return frozenset(unsure)


def _last_missing(trick: Trick) -> bool:
    """Return whether the missing play is the last seat's, so that it may have been covered."""
    return not any(play.out_of_turn for play in trick.plays[1:])


def _led_wrongly(tricks: Sequence[Trick], position: int) -> bool:
    """Return whether the next trick's leader is not the winner of this one."""
    if position + 1 >= len(tricks):
        return False
    return tricks[position + 1].plays[0].out_of_turn


def _shifted(tricks: Sequence[Trick], position: int) -> bool:
    """Return whether this trick's last play may be the lead of the next one."""
    here, after = tricks[position], tricks[position + 1]
    return after.leader == here.leader and _fits(here, after)


def _fits(here: Trick, after: Trick) -> bool:
    return len(here.plays[-1].cards) == len(after.led)


def _run(tricks: Sequence[Trick], position: int) -> set[int]:
    """Return the tricks before this one, and it, that one seat seems to have led in a row."""
    run = {tricks[position].n}
    while position > 0 and tricks[position - 1].leader == tricks[position].leader:
        if not _fits(tricks[position - 1], tricks[position]):
            break
        position -= 1
        run.add(tricks[position].n)
    return run


def _onward(tricks: Sequence[Trick], position: int) -> set[int]:
    run = set()
    while position + 1 < len(tricks) and _shifted(tricks, position):
        position += 1
        run.add(tricks[position].n)
    return run
