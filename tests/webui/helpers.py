"""A store, an app and a browser for the page tests."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorer import history
from scorer.history import Event
from webui import create_app
from webui.live import Projection
from webui.serve import Server
from webui.settings import Keys, Settings
from webui.store import Clock, Store

DATA = Path(__file__).parent.parent / "scorer" / "data"
DEMO = Path(__file__).parent.parent / "data" / "demo" / "history.jsonl"
KEYS = Keys(
    "secret-for-tests",
    {role: f"key-of-{role}" for role in ("player", "referee", "director", "installer")},  # type: ignore[misc]
)


@dataclass
class Time:
    """A clock that stands still until it is moved."""

    now: float = 1000.0
    boot: str = "boot-1"
    wall: str = "2026-11-30T12:00:00.000+08:00"
    clock: Clock = field(init=False)

    def __post_init__(self) -> None:
        self.clock = Clock(lambda: self.wall, lambda: self.now, self.boot)


def revoke_events() -> list[Event]:
    """Return the scripted deal in which West revokes in trick 1."""
    return history.loads((DATA / "revoke.jsonl").read_text("utf-8"))


def fixture(name: str) -> dict[str, Any]:
    """Return one of the fixed answers of the scorer."""
    found: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return found


def fixed_projection(events: Sequence[Event]) -> Projection:
    """Return the fixed answers, whatever the events."""
    if not events:
        return Projection({"phase": "waiting"}, {"findings": []})
    return Projection(fixture("table"), fixture("referee"))


@contextmanager
def serving(store: Store, port: int = 0, **settings: Any) -> Iterator[Server]:
    """Serve a store's pages on loopback until the block ends."""
    server = Server(create_app(store, Settings(keys=KEYS, **settings)), "127.0.0.1", port)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(20)
        assert not thread.is_alive()
