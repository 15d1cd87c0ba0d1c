"""Asking a running child for a picture, and waiting a little for its answer."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Mapping
from typing import Any

from hardware.lines import Message

WAIT_S = 4.0


class Viewer:
    """Matches ``view`` answers with those who asked; safe from any thread."""

    def __init__(self, send: Callable[[Message], None], wait_s: float = WAIT_S) -> None:
        self._send = send
        self._wait_s = wait_s
        self._numbers = itertools.count(1)
        self._waiting: dict[int, tuple[threading.Event, list[Message]]] = {}

    def ask(self, wait_s: float | None = None, **request: Any) -> Message | None:
        """Return the answer to a request, or None when none comes in time."""
        number = next(self._numbers)
        arrived, box = threading.Event(), list[Message]()
        self._waiting[number] = (arrived, box)
        try:
            self._send({"v": 1, "kind": "look", "id": number, **request})
            arrived.wait(self._wait_s if wait_s is None else wait_s)
        finally:
            del self._waiting[number]
        return box[0] if box else None

    def take(self, message: Mapping[str, Any]) -> bool:
        """Take in a message; return whether it was an answer."""
        if message.get("kind") != "view":
            return False
        waiting = self._waiting.get(int(message.get("id") or 0))
        if waiting is not None:
            waiting[1].append(dict(message))
            waiting[0].set()
        return True
