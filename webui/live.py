"""The newest state, folded once and handed to every page."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorer.history import Event
from webui import view
from webui.store import Store

STALE_AFTER = 5.0
"""A camera that said nothing for this long (s) is shown as lost."""


@dataclass(frozen=True, slots=True)
class Projection:
    """What the scorer makes of the events: the viewers' table and the referee's view."""

    table: Mapping[str, Any]
    referee: Mapping[str, Any]


Project = Callable[[Sequence[Event]], Projection]


class Snapshot:
    """The state after one event; JSON is encoded once for all who ask."""

    def __init__(self, seq: int, projection: Projection, events: Sequence[Event]) -> None:
        self.seq = seq
        self.projection = projection
        self._events = events

    @cached_property
    def table(self) -> dict[str, Any]:
        """Return what every viewer may see."""
        return view.viewer_table(self.projection.table, self.seq)

    @cached_property
    def table_json(self) -> str:
        """Return ``table`` as compact JSON."""
        return _compact(self.table)

    @cached_property
    def referee_json(self) -> str:
        """Return the referee's view as compact JSON."""
        referee = view.referee_view(self.projection.referee, self._events)
        return _compact({**referee, "table": self.table, "seq": self.seq})

    def text(self, kind: str) -> str:
        """Return the JSON of one audience: ``table`` or ``referee``."""
        return self.referee_json if kind == "referee" else self.table_json


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Live:
    """Folds the newest match when it has grown and keeps the camera's last sign of life.

    With a ``delay`` (s) the public sees only events that arrived at least that long ago.
    """

    def __init__(
        self,
        store: Store,
        project: Project,
        delay: float = 0.0,
        mono: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.delay = delay
        self.closed = False
        self._project = project
        self._mono = mono
        self._lock = threading.Lock()
        self._made: dict[bool, tuple[int, Snapshot]] = {}
        self._pulse: tuple[str, float] | None = None
        self.by_hand = False
        """Whether an official keeps the record by hand; the camera is not listened to then."""
        self.times_by_hand = 0
        """How often an official has begun to keep the record by hand."""

    def snapshot(self, public: bool) -> Snapshot:
        """Return the newest state for viewers (``public``) or for officials."""
        public = public and self.delay > 0
        with self._lock:
            before = self._mono() - self.delay if public else None
            seq, events = self.store.current(before)
            made = self._made.get(public)
            if made is None or made[0] != seq:
                made = (seq, Snapshot(seq, self._project(events), events))
                self._made[public] = made
            return made[1]

    def wait(self, after: int, timeout: float, public: bool) -> None:
        """Return when there may be something newer than ``after``, or at ``timeout`` s."""
        if public and self.delay > 0:
            due = self.store.next_due(after)
            if due is not None:
                timeout = min(timeout, max(0.01, due + self.delay - self._mono()))
            self.store.wait(self.store.head, timeout)
        else:
            self.store.wait(after, timeout)

    def pulse(self, state: str) -> None:
        """Note a sign of life of the eyes; ``state`` as in the ``pulse`` message."""
        self._pulse = (state, self._mono())

    def camera(self) -> str:
        """Return the eyes' newest state, ``lost`` when they went silent, ``none`` before any."""
        if self._pulse is None:
            return "none"
        state, at = self._pulse
        return "lost" if self._mono() - at > STALE_AFTER and state != "end" else state

    def elapsed(self) -> float | None:
        """Return the seconds since the newest event of the public's view arrived."""
        arrived = self.store.newest_arrival()
        return None if arrived is None else round(self._mono() - arrived, 1)

    def take_over(self, on: bool) -> None:
        """Let an official keep the record by hand, or hand it back to the camera."""
        self.times_by_hand += on and not self.by_hand
        self.by_hand = on

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        self.store.wake()
