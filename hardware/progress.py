"""Progress of long work, on one line that overwrites itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

_EVERY_S = 0.5


class Progress:
    """Shows how far work has come, on a terminal only; ``clock`` gives seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self._stream = stream
        self._clock = clock
        self._shown_at = float("-inf")
        self._on = stream.isatty()

    def show(self, text: str) -> None:
        """Show a line, at most twice a second."""
        if self._on and self._clock() - self._shown_at >= _EVERY_S:
            self._shown_at = self._clock()
            self._stream.write(f"\r\x1b[K{text}")
            self._stream.flush()

    def end(self) -> None:
        """Leave the line."""
        if self._on:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
