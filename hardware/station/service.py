"""Running a station until a person or the system ends it."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Protocol


class Served(Protocol):
    """Something that serves until it is stopped."""

    def run(self) -> None:
        """Serve."""

    def stop(self) -> None:
        """Make ``run`` return."""


class Service:
    """Serves one thing after the other until interrupt or termination.

    An interrupt that comes while nothing is served ends what is served next.
    """

    def __init__(self) -> None:
        self.ended = False
        self._served: Served | None = None
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._end)

    def serve(self, served: Served) -> None:
        """Serve until stopped."""
        self._served = served
        if self.ended:
            served.stop()
        try:
            served.run()
        finally:
            self._served = None

    def _end(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - the system's
        self.ended = True
        if self._served is not None:
            threading.Thread(target=self._served.stop, daemon=True).start()


def serve_station(station: Served) -> int:
    """Serve until interrupt or termination; return the exit code 0."""
    Service().serve(station)
    return 0
