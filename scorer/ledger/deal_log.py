"""The events of a match cut into deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorer.history import Event

NOBODY_BIDS = "nobody_bids"
"""Reason of a redeal after which the declarer may be another (``bid.nobody_later``)."""
_MATCH_LEVEL = frozenset({"match", "match_end"})


@dataclass(frozen=True, slots=True)
class DealLog:
    """The effective events of one deal, from the last redeal on, in order.

    ``ended`` says that a later event closes it, so that no further card will come; ``choked`` how
    often it was dealt again because nobody bid 憋死.
    """

    number: int
    declarer: str | None
    start: Event | None
    events: tuple[Event, ...]
    ended: bool
    choked: int = 0

    def all(self, *types: str) -> tuple[Event, ...]:
        """Return the events of some types."""
        return tuple(event for event in self.events if event.type in types)

    def with_events(self, events: Iterable[Event], ended: bool | None = None) -> DealLog:
        """Return the same deal with other events, and as ended as before unless told."""
        return replace(self, events=tuple(events), ended=self.ended if ended is None else ended)

    def last(self, type_: str) -> Event | None:
        """Return the last event of a type, or None."""
        return next((e for e in reversed(self.events) if e.type == type_), None)


def split(events: Iterable[Event]) -> tuple[DealLog, ...]:
    """Return the deals of a match; events before the first ``deal`` belong to an implied one."""
    groups: list[tuple[Event | None, list[Event]]] = []
    over = False
    for event in events:
        if event.type == "match_end":
            over = True
        elif event.type == "deal":
            groups.append((event, []))
        elif event.type not in _MATCH_LEVEL:
            if not groups:
                groups.append((None, []))
            groups[-1][1].append(event)
    last = len(groups) - 1
    return tuple(
        _deal(i + 1, start, log, closed=i < last or over) for i, (start, log) in enumerate(groups)
    )


def _deal(number: int, start: Event | None, log: list[Event], *, closed: bool) -> DealLog:
    events: list[Event] = []
    for event in log:
        if event.type == "redeal":
            events = [e for e in events if e.type in ("time", "call", "warning", "ruling")]
        else:
            events.append(event)
    ended = closed or any(event.type == "deal_end" for event in events)
    declarer = None if start is None else start.get("declarer")
    number = number if start is None else start.get("deal", number)
    choked = sum(e.type == "redeal" and e.get("reason") == NOBODY_BIDS for e in log)
    return DealLog(number, declarer, start, tuple(events), ended, choked)
