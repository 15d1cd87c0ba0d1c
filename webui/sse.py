"""One live stream per page: the newest state, never a queue per client."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from flask import Response, request

from webui.errors import Refused
from webui.live import Live

HEARTBEAT = 2.0
"""Seconds between signs of life; a page is stale after five without any."""
LIFETIME = 600.0
"""Seconds after which a stream ends; the browser opens the next one by itself."""


class Streams:
    """Counts the open streams and refuses those beyond the cap.

    A slot is taken in the view and given back when the response closes, which also happens when
    its generator never started.
    """

    def __init__(self, live: Live, cap: int) -> None:
        self.live = live
        self.cap = cap
        self._lock = threading.Lock()
        self._open = 0
        self._desks = 0

    @property
    def open(self) -> int:
        """Return the number of open streams."""
        return self._open

    def response(self, kind: str) -> Response:
        """Return an open stream of one audience, ``table`` or ``referee``.

        Raises:
            Refused: with status 503 when all streams are taken.
        """
        with self._lock:
            if self._open >= self.cap:
                raise Refused(503, "too_many_streams", "Too many live pages; this one asks again.")
            self._open += 1
            self._desks += kind == "referee"
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        response = Response(self._lines(kind, gone), mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(lambda: self._release(kind))
        return response

    def _release(self, kind: str) -> None:
        with self._lock:
            self._open -= 1
            self._desks -= kind == "referee"

    def _pulse(self, seq: int, kind: str) -> str:
        live = self.live
        shown: dict[str, Any] = {"camera": live.camera(), "seq": seq, "by_hand": live.by_hand}
        if kind == "referee":
            shown["desks"] = self._desks
        if not live.delay:
            shown["elapsed"] = live.elapsed()
        return json.dumps(shown)

    def _lines(self, kind: str, gone: Callable[[], bool]) -> Iterator[str]:
        live, public = self.live, kind != "referee"
        ends = time.monotonic() + LIFETIME
        yield f"retry: {random.randint(1500, 2500)}\n\n"
        last: int | None = None
        while not (live.closed or gone()) and time.monotonic() < ends:
            snapshot = live.snapshot(public)
            lines = ""
            if snapshot.seq != last:
                last = snapshot.seq
                lines = f"id: {last}\nevent: state\ndata: {snapshot.text(kind)}\n\n"
            # One write for both: with hundreds of viewers the writes are what takes time.
            yield f"{lines}event: pulse\ndata: {self._pulse(snapshot.seq, kind)}\n\n"
            live.wait(last, HEARTBEAT, public)
