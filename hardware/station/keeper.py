"""Observations in, durable events out: the score process without its surroundings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from scorer.history import Event
from scorer.table import Table


class Log(Protocol):
    """Where events become durable; they come back with their sequence numbers."""

    def append(self, events: Iterable[Event]) -> list[Event]:
        """Keep events and return them numbered."""


class Memory:
    """A log that lives in memory, for recordings that are watched after the event."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def append(self, events: Iterable[Event]) -> list[Event]:
        """Keep events, numbered from 1."""
        stored = [
            Event(len(self.events) + n, event.fields) for n, event in enumerate(events, start=1)
        ]
        self.events += stored
        return stored


class Keeper:
    """Hands observations to the table and keeps the events that it makes of them."""

    def __init__(self, table: Table, log: Log) -> None:
        self._table = table
        self._log = log

    def begin(self, opening: Sequence[Event]) -> None:
        """Keep the events that stand before anything was seen."""
        self._log.append(opening)

    def take(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        """Take in one observation; return the hint for the eyes, if there is a new one."""
        events = self._table.observe(message)
        if events:
            self._log.append(events)
        return self._table.expect()
