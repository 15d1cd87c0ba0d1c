"""Time 超时: how long a bury, a lead or a follow took, where the profile sets a limit."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.history import Event
from scorer.judge import offences
from scorer.judge.case import Case, found
from scorer.ledger.types import Finding
from scorer.shengji.clock import Action, limit


def delay_findings(case: Case) -> Iterator[Finding]:
    """Yield a notice for each action that took longer than the profile allows.

    Events without a common clock (``t_video``, or ``mono`` of one ``boot``) are passed over.
    """
    for action, begin, end in _spans(case):
        most = limit(case.profile, action)
        taken = seconds_between(begin, end)
        if most is not None and taken is not None and taken > most:
            yield found(
                case,
                offences.DELAY,
                end.seat,
                end.seq,
                certainty="notice",
                evidence=(begin.seq,),
            )


def _spans(case: Case) -> Iterator[tuple[Action, Event, Event]]:
    """Yield what was done, and the events between which its time ran."""
    taken, buried = case.log.last("kitty_taken"), case.log.last("buried")
    first = next(iter(case.course.plays), None)
    if taken is not None and (buried or first):
        yield "bury", taken, buried or first.event if first else buried or taken
    if buried is not None and first is not None:
        yield "first_lead", buried, first.event
    before: Event | None = None
    for trick in case.course.tricks:
        for position, play in enumerate(trick.plays):
            if before is not None:
                yield ("follow" if position else "lead"), before, play.event
            before = play.event


def seconds_between(begin: Event, end: Event) -> float | None:
    """Return the seconds between two events on one clock, or None where they share none."""
    for name in ("t_video", "mono"):
        a, b = begin.get(name), end.get(name)
        same = name == "t_video" or begin.get("boot") == end.get("boot")
        if a is not None and b is not None and same:
            return float(b) - float(a)
    return None
