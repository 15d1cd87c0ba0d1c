"""Short notations for Guandan tests."""

from __future__ import annotations

from scorer.cards import Card, Seat
from scorer.guandan.rounds import Laid
from scorer.guandan.types import Reading


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text, separated by blanks."""
    return tuple(text.split())


def reading(text: str) -> Reading:
    """Return the reading written ``type:key:length``."""
    kind, key, length = text.split(":")
    return Reading(kind, key, int(length))


def names(found: tuple[Reading, ...]) -> str:
    """Return readings as ``type:key:length``, separated by blanks."""
    return " ".join(f"{one.type}:{one.key}:{one.length}" for one in found)


def laid(seat: Seat, text: str) -> Laid:
    """Return a play."""
    return Laid(seat, cards(text))
