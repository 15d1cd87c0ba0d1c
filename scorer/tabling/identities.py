"""What lies on the table as items with an identity that outlives a lost track and a restart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot, isnan
from typing import Any

from scorer.cards import UNREAD, Card, CardError, parse_card
from scorer.errors import InputError
from scorer.tabling.observed import Pulse, SeenCard, ZoneSeen, alternatives_of
from scorer.tabling.reality import PLAUSIBLE, SURE, reality

SAME_PLACE_MM = 40.0
"""A card that vanishes and one like it that appears this near, soon after, are one card."""
SAME_SPOT_MM = 12.0
"""Something doubtful that vanished and comes back this near is the same, however it is read."""
REAPPEAR_S = 4.0
LIKELY = 0.02
"""A card told again may have been read as what is at least so probable (0-1) now."""
NAMED_P = 0.8
"""What is hardly readable has a name from this probability on."""


class Identities:
    """Gives every physical card a number that survives a lost track.

    A card stays as doubtful as it ever was: looking at a still thing again and again proves little.
    ``restarts`` counts how often the eyes have begun anew; they then tell everything again.
    """

    def __init__(self) -> None:
        self.restarts = 0
        self._item_of: dict[Any, int] = {}
        self._last: dict[str, dict[int, SeenCard]] = {}
        self._gone: dict[int, tuple[float, str, SeenCard]] = {}
        self._recalled: dict[str, list[SeenCard]] = {}
        self._real: dict[int, float] = {}
        self._recognised: set[int] = set()
        self._seq = 0
        self._next = 0

    def new_item(self) -> int:
        """Return a number that no card has."""
        self._next += 1
        return self._next

    def recall(self, zone: str, cards: Sequence[SeenCard]) -> None:
        """Expect known cards to be told again under new tracks (place not a number: anywhere)."""
        self._recalled.setdefault(zone, []).extend(cards)

    def forget_recalled(self, zone: str | None = None) -> None:
        """What has not been told again is gone, in one zone or anywhere."""
        if zone is None:
            self._recalled.clear()
        else:
            self._recalled.pop(zone, None)

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
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, CardError) as error:
            raise InputError(f"observed message {message.get('seq')}: {error!r}") from error

    def _zone(self, message: Mapping[str, Any]) -> ZoneSeen:
        t, zone = float(message["t"]), str(message["zone"])
        raw = list(message["cards"])
        seq = message.get("seq")
        if seq is not None:
            if int(seq) <= self._seq:
                self._restart()
            self._seq = int(seq)
        read = [_read(card) for card in raw]
        self._claim(zone, raw, read)
        present = {self._item_of.get(card["track"]) for card in raw}
        for item, old in self._last.get(zone, {}).items():
            if item not in present:
                self._gone[item] = (t, zone, old)
        cards = tuple(
            self._card(card["track"], seen, zone, t, present)
            for card, seen in zip(raw, read, strict=True)
        )
        self._last[zone] = {card.item: card for card in cards}
        evidence = message.get("evidence") or {}
        return ZoneSeen(
            t,
            zone,
            cards,
            int(message.get("backs") or 0),
            evidence.get("settled"),
            message.get("doubt"),
            seq,
        )

    def _restart(self) -> None:
        """The eyes have begun anew: all tracks are new, what lies there is told again."""
        self.restarts += 1
        self._item_of.clear()
        self._gone.clear()
        for zone, cards in self._last.items():
            self.recall(zone, list(cards.values()))
        self._last.clear()

    def _claim(self, zone: str, raw: Sequence[Mapping[str, Any]], read: list[SeenCard]) -> None:
        """Give new tracks the items that are expected in this zone, those read alike first."""
        pool = self._recalled.get(zone, [])
        fits = (
            lambda old, new: old.card == new.card,
            lambda old, new: old.card in (UNREAD, *_likely(new)),
        )
        for fit in fits:
            for card, seen in zip(raw, read, strict=True):
                if card["track"] in self._item_of:
                    continue
                mine = [old for old in pool if fit(old, seen)]
                if mine:
                    old = min(mine, key=lambda known: _gap(known, seen))
                    pool.remove(old)
                    self._item_of[card["track"]] = old.item
                    self._recognised.add(old.item)
                    self._real[old.item] = old.real

    def _card(
        self, track: Any, seen: SeenCard, zone: str, t: float, present: set[int | None]
    ) -> SeenCard:
        item = self._item_of.get(track)
        if item is None:
            item = self._returned(seen, zone, t, present) or self.new_item()
            self._item_of[track] = item
        self._gone.pop(item, None)
        before = self._real.get(item, 1.0)
        real = before if item in self._recognised else min(before, seen.real)
        self._real[item] = real
        return _named(replace(seen, item=item, real=real))

    def _returned(
        self, seen: SeenCard, zone: str, t: float, present: set[int | None]
    ) -> int | None:
        """Return the item that vanished here a moment ago and was read alike.

        Two doubtful things in one spot are the same thing, whatever they were read as.
        """
        near = [
            (gap, item)
            for item, (since, where, old) in self._gone.items()
            if where == zone
            and t - since <= REAPPEAR_S
            and item not in present
            and (gap := _gap(old, seen))
            <= (SAME_PLACE_MM if old.card == seen.card else SAME_SPOT_MM)
            and (old.card == seen.card or max(old.real, seen.real) < SURE)
        ]
        best = min(near, default=None)
        return None if best is None else best[1]


def _likely(seen: SeenCard) -> list[Card]:
    return [card for card, p in seen.alternatives if p >= LIKELY]


def _gap(a: SeenCard, b: SeenCard) -> float:
    gap = hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1])
    return 0.0 if isnan(gap) else gap


def _read(raw: Mapping[str, Any]) -> SeenCard:
    """Return a card of a message, its item still unknown (0)."""
    return SeenCard(
        0,
        parse_card(str(raw["card"])),
        float(raw.get("p", 1.0)),
        alternatives_of(raw.get("alternatives") or ()),
        (float(raw["centre_mm"][0]), float(raw["centre_mm"][1])),
        raw.get("crop"),
        reality(raw),
    )


def _named(card: SeenCard) -> SeenCard:
    """Return a card, without a name where it hardly passes for one and its name is doubtful too."""
    if card.real > PLAUSIBLE or card.p >= NAMED_P or card.card == UNREAD:
        return card
    return replace(card, card=UNREAD, p=0.0, alternatives=((card.card, card.p), *card.alternatives))
