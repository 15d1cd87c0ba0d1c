"""The public tables of other stations in the hall, for a wall that shows them in turn."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from typing import Any

TIMEOUT_S = 2.0
FRESH_S = 2.0
"""An answer younger than this is not asked for again, however many walls look."""
MOST_BYTES = 200_000
Fetch = Callable[[str], Mapping[str, Any] | None]


def fetch(address: str) -> Mapping[str, Any] | None:
    """Return the public table of a station, or None when it does not answer."""
    try:
        with urllib.request.urlopen(f"{address}/api/v1/table", timeout=TIMEOUT_S) as answer:
            found = json.loads(answer.read(MOST_BYTES))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


class Neighbours:
    """Asks stations for their tables, each at most once in two seconds and all at the same time."""

    def __init__(
        self,
        addresses: Sequence[str],
        ask: Fetch = fetch,
        mono: Callable[[], float] = time.monotonic,
    ) -> None:
        self._addresses = [address.rstrip("/") for address in addresses]
        self._ask, self._mono = ask, mono
        self._lock = threading.Lock()
        self._at = float("-inf")
        self._found: list[Mapping[str, Any] | None] = []

    def tables(self) -> list[Mapping[str, Any]]:
        """Return the tables of the stations that answer, in the order of the settings."""
        with self._lock:
            if self._mono() - self._at > FRESH_S:
                self._found = self._all()
                self._at = self._mono()
            return [table for table in self._found if table is not None]

    def _all(self) -> list[Mapping[str, Any] | None]:
        found: list[Mapping[str, Any] | None] = [None] * len(self._addresses)

        def one(at: int) -> None:
            found[at] = self._ask(self._addresses[at])

        threads = [threading.Thread(target=one, args=(at,)) for at in range(len(found))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(TIMEOUT_S + 1)
        return found
