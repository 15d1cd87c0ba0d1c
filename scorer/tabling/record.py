"""The events that the table has given out: numbered, kept, corrected where a reading changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import UNREAD, Card, Seat
from scorer.history import Event, make
from scorer.tabling.joint import Laid, resolve
from scorer.tabling.observed import SeenCard

STAYS = ("play", "kitty", "hand_shown")
"""Cards of these events have left the hand; a bid card goes back to it and is laid once more."""
DOUBT_BELOW = 0.9
"""A card read with less probability than this is named in the event's note."""


class Record:
    """Numbers and keeps events; ``taken()`` hands out those that are new."""

    def __init__(self, decks: int, seq: int) -> None:
        self.events: list[Event] = []
        self._decks = decks
        self._next = seq
        self._laid: list[Laid] = []

    def number_from(self, seq: int) -> None:
        """Number the next events from here on."""
        self._next = seq

    def note(self, event: Event) -> None:
        """Take in an event that somebody else has written."""
        self.events.append(event)
        self._next = max(self._next, event.seq + 1)

    def taken(self, since: int) -> list[Event]:
        """Return the events from a position on."""
        return self.events[since:]

    def new_deal(self) -> None:
        """Forget the cards of the last deal."""
        self._laid = []

    def add(self, type_: str, t: float, **fields: Any) -> Event:
        """Append an event of the camera and return it."""
        event = make(self._next, type_, **fields, source="camera", t_video=round(t, 3))
        self.events.append(event)
        self._next += 1
        return event

    def add_cards(
        self,
        type_: str,
        t: float,
        seat: Seat | None,
        cards: Sequence[SeenCard],
        picture: str | None = None,
        **fields: Any,
    ) -> Event:
        """Append an event with cards; their readings are made to fit into the decks.

        Earlier events whose card must have been another one are corrected. ``picture`` shows the
        settled zone; it and the cards' crops are the evidence.
        """
        if seat is not None:
            fields = {"seat": seat, **fields}
        seq = self._next
        new = [_laid(seq, index, card) for index, card in enumerate(cards)]
        names = [item.card for item in new]
        changes = resolve([*self._laid, *new], self._decks)
        for change in changes:
            if change.seq == seq:
                names[change.index] = change.after
        event = self.add(
            type_,
            t,
            **fields,
            cards=names,
            **_reading(cards, names),
            evidence=_evidence(cards, picture),
        )
        if type_ in STAYS:
            self._laid += [replace(item, card=names[item.index]) for item in new]
        earlier = {change.seq for change in changes if change.seq != seq}
        for about in sorted(earlier):
            moved = {c.index: c.after for c in changes if c.seq == about}
            self._reread(about, moved, t)
        return event

    def correct(
        self, event: Event, t: float, cards: Sequence[SeenCard], picture: str | None = None
    ) -> None:
        """Correct the cards of an event that was given out too early or read otherwise."""
        self.forget(event.seq)
        new = [_laid(event.seq, index, card) for index, card in enumerate(cards)]
        names = [item.card for item in new]
        for change in resolve([*self._laid, *new], self._decks):
            if change.seq == event.seq:
                names[change.index] = change.after
        self._laid += [replace(item, card=names[item.index]) for item in new]
        changes: dict[str, Any] = {"cards": names, **_reading(cards, names)}
        changes["evidence"] = _evidence(cards, picture)
        self.add("correction", t, of=event.seq, set=changes)

    def forget(self, seq: int) -> None:
        """Take an event's cards out of the count: they went back or were undone."""
        self._laid = [item for item in self._laid if item.seq != seq]

    def keep(self, seq: int, cards: Sequence[Card]) -> None:
        """Count only these of an event's cards: the others went back to the hand."""
        stays = Counter(cards)
        kept = []
        for item in self._laid:
            if item.seq == seq:
                if not stays[item.card]:
                    continue
                stays[item.card] -= 1
            kept.append(item)
        self._laid = kept

    def copies_left(self) -> dict[Card, int]:
        """Return how many copies remain of every card that has been seen in this deal."""
        count = Counter(item.card for item in self._laid if item.card != UNREAD)
        return {card: max(0, self._decks - number) for card, number in sorted(count.items())}

    def _reread(self, seq: int, moved: dict[int, Card], t: float) -> None:
        items = sorted((i for i in self._laid if i.seq == seq), key=lambda item: item.index)
        changed = [replace(i, card=moved.get(i.index, i.card)) for i in items]
        self._laid = [i for i in self._laid if i.seq != seq] + changed
        names = [item.card for item in changed]
        doubtful = [name for item, name in zip(items, names, strict=True) if item.card != name]
        self.add(
            "correction",
            t,
            of=seq,
            set={
                "cards": names,
                "confidence": round(min(i.p(i.card) for i in changed), 4),
                "alternatives": [
                    [[card, p] for card, p in i.options if card != i.card] for i in changed
                ],
            },
            note=f"the decks hold no further copy; look at {', '.join(doubtful)}",
        )


def _laid(seq: int, index: int, card: SeenCard) -> Laid:
    return Laid(seq, index, card.card, ((card.card, card.p), *card.alternatives))


def _reading(cards: Sequence[SeenCard], names: Sequence[Card]) -> dict[str, Any]:
    """Return confidence and alternatives of the cards as they count."""
    ps, alternatives, doubtful = [], [], []
    for card, name in zip(cards, names, strict=True):
        options = dict(((card.card, card.p), *card.alternatives))
        p = options.get(name, 0.0)
        ps.append(p)
        alternatives.append([[other, q] for other, q in options.items() if other != name])
        if name != card.card or (p < DOUBT_BELOW and name != UNREAD):
            doubtful.append(name)
    result: dict[str, Any] = {
        "confidence": round(min(ps, default=1.0), 4),
        "confidences": [round(p, 4) for p in ps],
        "alternatives": alternatives,
    }
    if doubtful:
        result["note"] = f"look at {', '.join(doubtful)}"
    return result


def reading_of(cards: Sequence[SeenCard]) -> dict[str, Any]:
    """Return confidence and alternatives of cards that count as they were read."""
    return _reading(cards, [card.card for card in cards])


def _evidence(cards: Sequence[SeenCard], picture: str | None) -> list[str]:
    crops = [card.crop for card in cards if card.crop]
    return crops if picture is None else [picture, *crops]
