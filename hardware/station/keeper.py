"""Observations in, durable events out: the score process without its surroundings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from scorer.history import Event

Make = Callable[[int], Iterable[Event]]


class Log(Protocol):
    """Where events become durable."""

    def extend(self, make: Make) -> list[Event]:
        """Keep the events that ``make`` gives for the next free number, numbered from it."""

    def current(self) -> tuple[int, Sequence[Event]]:
        """Return the last number and the events of the match, oldest first."""


class Watching(Protocol):
    """The table's state machine of either game."""

    def note(self, event: Event) -> None:
        """Take in an event that somebody else has written."""

    def observe(self, message: Mapping[str, Any], seq: int | None = None) -> list[Event]:
        """Return the events that a message completes."""

    def expect(self) -> dict[str, Any] | None:
        """Return the hint for the eyes."""


class Memory:
    """A log that lives in memory, for recordings that are watched after the event."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def extend(self, make: Make) -> list[Event]:
        """Keep events, numbered from 1."""
        first = len(self.events) + 1
        stored = [
            Event(seq, MappingProxyType({**event.fields, "seq": seq}))
            for seq, event in enumerate(make(first), start=first)
        ]
        self.events += stored
        return stored

    def current(self) -> tuple[int, Sequence[Event]]:
        """Return the last number and all events."""
        return len(self.events), self.events


class Keeper:
    """Hands observations to the table and keeps the events that it makes of them.

    What others have written meanwhile, such as a referee's correction, is told to the table first;
    ``known`` is the last event that the table knows already, by default the log's last one.
    """

    def __init__(self, table: Watching, log: Log, known: int | None = None) -> None:
        self._table = table
        self._log = log
        self._known = log.current()[0] if known is None else known
        self._hint: dict[str, Any] | None = None

    def take(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        """Take in one observation; return the hint for the eyes where it has changed."""
        stored = self._log.extend(lambda seq: self._make(message, seq))
        if stored:
            self._known = stored[-1].seq
        hint = self._table.expect()
        if hint == self._hint:
            return None
        self._hint = hint
        return hint

    def _make(self, message: Mapping[str, Any], seq: int) -> list[Event]:
        last, events = self._log.current()
        for event in events[len(events) - (last - self._known) :] if last > self._known else ():
            self._table.note(event)
        self._known = last
        return self._table.observe(message, seq)
