"""Command-line options that several sub-commands share."""

from __future__ import annotations

from scorer.cards import RANKS, SIDES
from scorer.errors import InputError


def parse_levels(text: str | None) -> dict[str, str]:
    """Return the levels of both sides from a text such as ``NS=2,EW=T``.

    Raises:
        InputError: the text is not of that form.
    """
    levels: dict[str, str] = {}
    for part in (text or "").split(","):
        if not part.strip():
            continue
        side, _, level = part.partition("=")
        side, level = side.strip().upper(), level.strip().upper().replace("10", "T")
        if side not in SIDES or len(level) != 1 or level not in RANKS:
            raise InputError(f"--levels {text}: write levels like NS=2,EW=T")
        levels[side] = level
    return levels
