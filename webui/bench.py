"""What the setup page needs from the machine that it runs on; the station provides it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Look:
    """One look through a camera.

    ``size`` is the picture's own width and height in px (``jpeg`` may be smaller); ``advice`` are
    codes of what to change; ``cards`` name what lies there, with probabilities; ``problem`` says
    why the corners cannot be used.
    """

    jpeg: str | None
    size: tuple[int, int] | None
    advice: Sequence[str] = ()
    cards: Sequence[tuple[str, float]] = ()
    problem: str | None = None


class Bench(Protocol):
    """The station's settings, its cameras, and a way to try both."""

    def settings(self) -> Mapping[str, Any]:
        """Return the settings as the setup page edits them; defaults before the first time."""

    def problem(self) -> str | None:
        """Return what is wrong with the station's files (file, line, key), or None."""

    def ready(self) -> bool:
        """Return whether a table is being watched with these settings."""

    def run(self) -> int:
        """Return how often the station has been started since the program began."""

    def cameras(self) -> Sequence[tuple[str, str]]:
        """Return the cameras of this machine: how each is written, what it is called."""

    def look(
        self,
        camera: str,
        corners: Sequence[tuple[float, float]] | None,
        size_mm: tuple[float, float],
        read: bool,
    ) -> Look | None:
        """Look through a camera, with the table's corners where known; None when it fails."""

    def save(self, settings: Mapping[str, Any]) -> None:
        """Write the station's files and start anew with them.

        Raises:
            InputError: a value is not allowed; nothing is written.
        """
