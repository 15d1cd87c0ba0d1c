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


def serve_station(station: Served) -> int:
    """Serve until interrupt or termination; return the exit code 0."""

    def end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the system's signature
        threading.Thread(target=station.stop, daemon=True).start()

    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, end)
    station.run()
    return 0
