"""Zones that the eyes tell again after they, or the table itself, have begun anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scorer.tabling.identities import Identities
from scorer.tabling.observed import Pulse, ZoneSeen

RETOLD_S = 3.0
"""After a restart a zone of which the eyes tell nothing for so long (s) is empty."""


class Retold:
    """Waits a little for what is told again; zones not told of by then are empty."""

    def __init__(self, who: Identities, zones: Collection[str]) -> None:
        self._who = who
        self._zones = frozenset(zones)
        self._restarts = 0
        self._untold: set[str] = set()
        self._waiting = False
        self._by: float | None = None

    def expect_all(self) -> None:
        """Wait for every zone, as after a restart of the table itself."""
        self._untold, self._waiting, self._by = set(self._zones), True, None

    def told_at_once(self, lying: Sequence[Mapping[str, Any]]) -> list[ZoneSeen]:
        """Return every zone as it lies; those that no message tells of are empty.

        Nothing is waited for after that, except where there is no message at all, or where the eyes
        began anew between two messages: what they have not told again yet is not forgotten at once.
        """
        told = [seen for seen in map(self._who.parse, lying) if isinstance(seen, ZoneSeen)]
        if not told:
            return []
        self._untold, self._waiting = set(), self._who.restarts > 0
        self._restarts = self._who.restarts
        if not self._waiting:
            self._who.forget_recalled()
        t = max(seen.t for seen in told)
        empty = sorted(self._zones - {seen.zone for seen in told})
        return [*told, *(ZoneSeen(t, zone, (), 0, None, None, None) for zone in empty)]

    def before(self, message: Mapping[str, Any]) -> None:
        """Forget in time what was not told again: a message after that tells of other cards."""
        t = message.get("t")
        if self._waiting and self._by is not None and isinstance(t, float) and t >= self._by:
            self._who.forget_recalled()

    def empty_zones(self, seen: ZoneSeen | Pulse) -> list[ZoneSeen]:
        """Take in a message; return the zones that must be empty by now."""
        if self._who.restarts != self._restarts:
            self._restarts = self._who.restarts
            self.expect_all()
        if not self._waiting:
            return []
        if self._by is None:
            self._by = seen.t + RETOLD_S
        if isinstance(seen, ZoneSeen):
            self._untold.discard(seen.zone)
        if seen.t < self._by:
            return []
        self._waiting = False
        self._who.forget_recalled()
        untold, self._untold = self._untold, set()
        return [ZoneSeen(seen.t, zone, (), 0, None, None, None) for zone in sorted(untold)]
