"""Messages of the eyes as frozen values, and what lies on the table as items with an identity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any

from scorer.cards import Card, CardError, parse_card
from scorer.errors import InputError

SEAT_ZONES = ("N", "W", "S", "E")
CENTRE = "centre"
SAME_PLACE_MM = 40.0
"""A card that vanishes and one like it that appears this near, soon after, are one card."""
REAPPEAR_S = 4.0


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One face-up card as read: its probability, the next readings, its place (mm), its crop."""

    item: int
    card: Card
    p: float
    alternatives: tuple[tuple[Card, float], ...]
    centre: tuple[float, float]
    crop: str | None


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


class Identities:
    """Gives every physical card a number that survives a lost track."""

    def __init__(self) -> None:
        self._item_of: dict[Any, int] = {}
        self._last: dict[str, dict[int, SeenCard]] = {}
        self._gone: dict[int, tuple[float, str, SeenCard]] = {}
        self._next = 0

    def parse(self, message: Mapping[str, Any]) -> ZoneSeen | Pulse | None:
        """Return a message as a value; None for other kinds.

        Raises:
            InputError: a field is missing or holds what it may not.
        """
        kind = message.get("kind")
        try:
            if kind == "pulse":
                return Pulse(float(message["t"]), str(message["state"]))
            return self._zone(message) if kind == "zone" else None
        except (KeyError, TypeError, ValueError, CardError) as error:
            raise InputError(f"observed message {message.get('seq')}: {error!r}") from error

    def _zone(self, message: Mapping[str, Any]) -> ZoneSeen:
        t, zone = float(message["t"]), str(message["zone"])
        raw = list(message["cards"])
        present = {self._item_of.get(card["track"]) for card in raw}
        for item, old in self._last.get(zone, {}).items():
            if item not in present:
                self._gone[item] = (t, zone, old)
        cards = tuple(self._card(card, zone, t, present) for card in raw)
        self._last[zone] = {card.item: card for card in cards}
        evidence = message.get("evidence") or {}
        return ZoneSeen(
            t,
            zone,
            cards,
            int(message.get("backs") or 0),
            evidence.get("settled"),
            message.get("doubt"),
            message.get("seq"),
        )

    def _card(
        self, raw: Mapping[str, Any], zone: str, t: float, present: set[int | None]
    ) -> SeenCard:
        card = parse_card(str(raw["card"]))
        centre = (float(raw["centre_mm"][0]), float(raw["centre_mm"][1]))
        item = self._item_of.get(raw["track"])
        if item is None:
            item = self._returned(card, centre, zone, t, present)
            if item is None:
                self._next += 1
                item = self._next
            self._item_of[raw["track"]] = item
        self._gone.pop(item, None)
        return SeenCard(
            item,
            card,
            float(raw.get("p", 1.0)),
            _alternatives(raw.get("alternatives") or ()),
            centre,
            raw.get("crop"),
        )

    def _returned(
        self,
        card: Card,
        centre: tuple[float, float],
        zone: str,
        t: float,
        present: set[int | None],
    ) -> int | None:
        """Return the item that vanished here a moment ago and was read alike."""
        near = [
            (hypot(old.centre[0] - centre[0], old.centre[1] - centre[1]), item)
            for item, (since, where, old) in self._gone.items()
            if where == zone
            and old.card == card
            and t - since <= REAPPEAR_S
            and item not in present
        ]
        best = min(near, default=None)
        return best[1] if best is not None and best[0] <= SAME_PLACE_MM else None


def _alternatives(raw: Iterable[Any]) -> tuple[tuple[Card, float], ...]:
    return tuple((parse_card(str(card)), float(p)) for card, p in raw)
