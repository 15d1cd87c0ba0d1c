"""Messages of the eyes as frozen values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorer.cards import Card, parse_card

SEAT_ZONES = ("N", "W", "S", "E")
CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One face-up card as read: its probability, the next readings, its place (mm), its crop.

    ``real`` is the probability that it is a card at all.
    """

    item: int
    card: Card
    p: float
    alternatives: tuple[tuple[Card, float], ...]
    centre: tuple[float, float]
    crop: str | None
    real: float = 1.0


@dataclass(frozen=True, slots=True)
class ZoneSeen:
    """The complete settled content of one zone, bottom card first."""

    t: float
    zone: str
    cards: tuple[SeenCard, ...]
    backs: int
    settled: str | None
    doubt: str | None
    source: int | None


@dataclass(frozen=True, slots=True)
class Pulse:
    """A second has passed; ``state`` is ok, moving, covered, lost or end."""

    t: float
    state: str


def alternatives_of(raw: Iterable[Any]) -> tuple[tuple[Card, float], ...]:
    return tuple((parse_card(str(card)), float(p)) for card, p in raw)
