"""The recorded session as the eyes told it, fed to the table's own state machine and store."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hardware.station.keeper import Keeper
from hardware.station.opening import match_event, table_for
from scorer.family import load
from tests.webui.browsing import picture
from webui.store import Store

OBSERVED = Path(__file__).parent.parent / "data" / "observed" / "demo.jsonl.gz"
PLAYERS = {"N": "安", "W": "博", "S": "晨", "E": "岱"}


Pictures = Path | Callable[[dict[str, Any]], None]


def observed(pictures: Pictures | None = None) -> Iterator[dict[str, Any]]:
    """Yield the recorded messages.

    With a folder, each has pictures as the eyes would store; a function adds its own.
    """
    with gzip.open(OBSERVED, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            message = json.loads(line)
            if message["kind"] == "zone" and callable(pictures):
                pictures(message)
            elif message["kind"] == "zone" and pictures is not None:
                names = [picture(pictures, number * 2 + at) for at in (0, 1)]
                message["evidence"] = dict(zip(("before", "settled"), names, strict=True))
            yield message


class Session:
    """A match that grows as the recorded session is told."""

    def __init__(
        self, store: Store, pictures: Pictures | None = None, rules: str = "house-2deck"
    ) -> None:
        profile = load(rules)
        opening = match_event("recorded", profile, players=PLAYERS, event="周五杯", table="3")
        known = store.append([opening])
        self.store = store
        self._keeper = Keeper(table_for(profile, known, None), store)
        self._messages = observed(pictures)

    def until(self, t: float) -> None:
        """Tell everything up to a time of the recording (s)."""
        for message in self._messages:
            self._keeper.take(message)
            if message["t"] >= t:
                return
