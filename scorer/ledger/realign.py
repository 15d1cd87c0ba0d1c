"""Other ways to cut the plays into tricks, where the record shows that a play was not seen.

A play that was missed makes the plays after it look like others: a lead like the missing follow, a
follow like a lead. Sooner or later that shows: a play out of turn, a wrong number of cards, a
second play in an open trick. From there back, as long as one seat seems to have led every trick,
a play may have been missed, or one recorded that never was. Each such place is tried; what explains
the record with no more oddities and changes than the record as it stands is another reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scorer.cards import UNREAD, Seat
from scorer.history import Event, make
from scorer.ledger.tricks import Course
from scorer.ledger.types import Trick

Derive = Callable[[Sequence[Event], bool], Course]
"""Returns the course of play of some events; the flag says that further plays may come."""
UNSEEN = 1 << 50
"""Sequence numbers from here on are plays that nobody saw."""
DEPTH = 3
"""So many changes are tried in one deal."""
BEAM = 4


@dataclass(frozen=True, slots=True)
class Readings:
    """The best other readings of a deal's events; ``confused`` where much stays unexplained."""

    logs: tuple[tuple[Event, ...], ...]
    confused: bool


@dataclass(frozen=True, slots=True)
class _Reading:
    log: tuple[Event, ...]
    odd: int
    changes: int

    @property
    def cost(self) -> int:
        return self.odd + self.changes


def readings(events: Sequence[Event], derive: Derive) -> Readings:
    """Return the best other readings of a deal's events: plays put in or left out; often none.

    Only readings of the least cost are returned, and only where the record as it stands costs more;
    the same cost is enough where a play is missing in it anyway.
    """
    course = derive(events, False)
    base = _Reading(tuple(events), oddities(course), 0)
    if base.odd == 0:
        return Readings((), False)
    missing = any(trick.missing for trick in course.tricks)
    best, found = base.cost - (not missing), list[_Reading]()
    if best < 1:
        return Readings((), False)
    beam = [base]
    for depth in range(DEPTH):
        tried = [log for known in beam for log in _changed(known, derive, depth)]
        least = min((reading.cost for reading in tried), default=best + 1)
        if least > best or (depth and least == best):
            break
        found = [reading for reading in tried if reading.cost == least]
        improved = least < best
        best, beam = least, sorted(found, key=lambda reading: reading.odd)[:BEAM]
        if not improved or beam[0].odd == 0:
            break
    left = min((reading.odd for reading in found), default=base.odd)
    return Readings(tuple(reading.log for reading in found), missing and left > 1)


def oddities(course: Course) -> int:
    """Return how much about a course of play is irregular."""
    number = 0
    for trick in course.tricks:
        number += len(trick.missing)
        for play in trick.plays:
            number += play.out_of_turn + (len(play.cards) != len(trick.led))
    return number


def _changed(known: _Reading, derive: Derive, depth: int) -> Iterator[_Reading]:
    """Yield the events with one more play put in, or left out, near the first oddity."""
    events = known.log
    place = {event.seq: i for i, event in enumerate(events)}
    for seq in _places(derive(events, False)):
        at = place[seq]
        before = derive(events[:at], True)
        logs = [(*events[:at], *events[at + 1 :])]
        if before.turn is not None:
            size = before.needed or len(events[at].cards)
            logs.append((*events[:at], _unseen(before.turn, size, depth), *events[at:]))
        for log in logs:
            yield _Reading(log, oddities(derive(log, False)), known.changes + 1)


def _unseen(seat: Seat, size: int, depth: int) -> Event:
    return make(UNSEEN + depth, "play", seat=seat, cards=[UNREAD] * size)


def _places(course: Course) -> list[int]:
    """Return the plays around the first oddity, back to where it may have begun."""
    tricks = course.tricks
    first = next((i for i, trick in enumerate(tricks) if _odd(trick)), None)
    if first is None:
        return []
    start = first
    while start > 0 and tricks[start - 1].leader == tricks[first].leader:
        start -= 1
    start = max(0, start - 1)
    end = min(len(tricks), first + 2)
    return [play.seq for trick in tricks[start:end] for play in trick.plays if play.seq < UNSEEN]


def _odd(trick: Trick) -> bool:
    wrong = any(play.out_of_turn or len(play.cards) != len(trick.led) for play in trick.plays)
    return wrong or bool(trick.missing)
