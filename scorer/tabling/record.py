"""The events that the table has given out: numbered, kept, corrected where a reading changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import UNREAD, Card, Seat
from scorer.history import Event, make
from scorer.tabling.elimination import eliminate
from scorer.tabling.joint import NOTHING, Change, Laid, excess, least_sure, resolve
from scorer.tabling.observed import SeenCard

DOUBT_BELOW = 0.9
"""A card read with less probability than this is named in the event's note."""

DOUBTED = 0.5
"""What is less probably a card than this is no surer than that, however well it reads."""

_NAMELESS = (UNREAD, NOTHING)
_STAY = ("play", "kitty", "hand_shown")
"""Cards of these events don't come back to a hand; those of a bid are laid once more later."""


class Record:
    """Numbers and keeps events; ``taken()`` hands out those that are new."""

    def __init__(self, decks: int, seq: int) -> None:
        self.events: list[Event] = []
        self._decks = decks
        self._next = seq
        self._laid: list[Laid] = []
        self._hidden: dict[int, int] = {}

    def number_from(self, seq: int) -> None:
        """Number the next events from here on."""
        self._next = seq

    def note(self, event: Event) -> None:
        """Take in an event that somebody else has written."""
        self.events.append(event)
        self._next = max(self._next, event.seq + 1)

    def restore(
        self, events: Sequence[Event], laid: Sequence[Laid], hidden: Mapping[int, int]
    ) -> None:
        """Go on from known events; ``laid`` are the cards of the deal that is under way.

        ``hidden`` is how many cards of a play may lie unseen under others, by its number.
        """
        self.events = list(events)
        self._laid = list(laid)
        self._hidden = {seq: number for seq, number in hidden.items() if number}
        self._next = events[-1].seq + 1 if events else self._next

    def taken(self, since: int) -> list[Event]:
        """Return the events from a position on."""
        return self.events[since:]

    def new_deal(self) -> None:
        """Forget the cards of the last deal."""
        self._laid = []
        self._hidden = {}

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
        short: int = 0,
        **fields: Any,
    ) -> Event:
        """Append an event with cards; their readings are made to fit into the decks.

        ``short`` is how many cards are missing: second copies may lie exactly under what is seen.
        Earlier events whose card must have been another one are corrected. ``picture`` shows the
        settled zone; it and the cards' crops are the evidence.
        """
        if seat is not None:
            fields = {"seat": seat, **fields}
        seq = self._next
        names, changes = self._fit(seq, cards)
        reading = self._reading(cards, names)
        if type_ not in _STAY:
            self.forget(seq)
        self._hide(seq, min(short, self._spare(seq)), reading)
        event = self.add(
            type_,
            t,
            **fields,
            **reading,
            evidence=_evidence(cards, picture),
        )
        self._reread_earlier(changes, t)
        self._uncover(t)
        return event

    def correct(
        self, event: Event, t: float, cards: Sequence[SeenCard], picture: str | None = None
    ) -> None:
        """Correct the cards of an event that was given out too early or read otherwise."""
        if not cards:
            return
        self.forget(event.seq)
        names, changes = self._fit(event.seq, cards)
        now: dict[str, Any] = self._reading(cards, names)
        now["evidence"] = _evidence(cards, picture)
        note = {"note": now.pop("note")} if "note" in now else {}
        self.add("correction", t, of=event.seq, set=now, **note)
        self._reread_earlier(changes, t)

    def eliminate(self, events: Sequence[Event], t: float) -> None:
        """Name the unread cards of a finished deal that can only be one card.

        Such a card is as sure as all other readings together; its next reading is unread.
        """
        by_seq = {event.seq: event for event in events}
        found = eliminate(events, self._decks, self._hidden)
        for seq in dict.fromkeys(named.place.seq for named in found):
            event = by_seq[seq]
            cards, each = list(event.cards), event.get("confidences")
            ps = list(each) if isinstance(each, list) and len(each) == len(cards) else []
            ps = ps or [1.0] * len(cards)
            for named in found:
                if named.place.seq == seq:
                    cards[named.place.index] = named.card
                    ps[named.place.index] = round(named.p, 4)
            new = {named.place.index for named in found if named.place.seq == seq}
            others = event.get("alternatives")
            kept = others if isinstance(others, list) and len(others) == len(cards) else None
            self.add(
                "correction",
                t,
                of=seq,
                set={
                    "cards": cards,
                    "confidence": min(ps),
                    "confidences": ps,
                    "alternatives": [
                        [[UNREAD, round(1 - ps[n], 4)]] if n in new else kept[n] if kept else []
                        for n in range(len(ps))
                    ],
                },
                note="by elimination: every other card of the decks was seen; "
                f"look at {', '.join(cards[n] for n in sorted(new))}",
            )

    def lacks(self, event: Event, cards: Sequence[SeenCard], number: int, t: float) -> None:
        """Add so many unread cards to an event of which only these were seen."""
        reading = reading_of(cards)
        ps = [*reading["confidences"], *[0.0] * number]
        others = [*reading["alternatives"], *[[] for _ in range(number)]]
        names = [*self.names(cards), *[UNREAD] * number]
        if len(names) != len(ps):
            return
        now = {"cards": names, "confidence": 0.0, "confidences": ps, "alternatives": others}
        note = "fewer cards were seen of the lead than every other seat has laid"
        self.add("correction", t, of=event.seq, set=now, note=note)

    def names(self, cards: Sequence[SeenCard]) -> list[Card]:
        """Return as what some laid cards count now; what is no card is left out."""
        now = {item.item: item.card for item in self._laid}
        names = [now.get(card.item, card.card) for card in cards]
        return [name for name in names if name != NOTHING]

    def _fit(self, seq: int, cards: Sequence[SeenCard]) -> tuple[list[Card], list[Change]]:
        """Count an event's cards; return their names and the changes to earlier events."""
        new = [_laid(seq, index, card) for index, card in enumerate(cards)]
        if len(new) == 1:  # somebody laid something: that one thing is a card
            new = [replace(new[0], real=1.0)]
        names = [item.card for item in new]
        earlier: list[Change] = []
        for change in resolve([*self._laid, *new], self._decks):
            if change.seq == seq:
                names[change.index] = change.after
            else:
                earlier.append(change)
        if all(name == NOTHING for name in names):
            names = [item.card for item in new]
        self._laid += [replace(item, card=names[item.index]) for item in new]
        return names, earlier

    def hidden(self, event: Event) -> int:
        """Return how many cards of an event may lie unseen under others."""
        return self._hidden.get(event.seq, 0)

    def _spare(self, seq: int) -> int:
        """Return of how many cards of an event a further copy has not been seen."""
        count = Counter(item.card for item in self._laid)
        own = {item.card for item in self._laid if item.seq == seq} - {*_NAMELESS}
        return sum(count[card] < self._decks for card in own)

    def _hide(self, seq: int, number: int, reading: dict[str, Any]) -> None:
        """Name the cards of an event that may lie exactly under others as unread."""
        if number <= 0:
            return
        self._hidden[seq] = number
        reading["cards"] = [*reading["cards"], *[UNREAD] * number]
        reading["confidences"] = [*reading["confidences"], *[0.0] * number]
        reading["alternatives"] = [*reading["alternatives"], *[[] for _ in range(number)]]
        reading["confidence"] = 0.0
        reading["note"] = "a card short: look whether two copies lie exactly upon each other"

    def _uncover(self, t: float) -> None:
        """Correct plays that hide nothing, as every copy of their cards has been seen elsewhere."""
        for seq in [seq for seq in self._hidden if not self._spare(seq)]:
            del self._hidden[seq]
            own = sorted((i for i in self._laid if i.seq == seq), key=lambda item: item.index)
            names = [item.card for item in own if item.card != NOTHING]
            if names:
                note = "no copy is left that could lie under these cards"
                self.add("correction", t, of=seq, set={"cards": names}, note=note)

    def forget(self, seq: int) -> None:
        """Take an event's cards out of the count: they went back or were undone."""
        self._laid = [item for item in self._laid if item.seq != seq]
        self._hidden.pop(seq, None)

    def keep(self, seq: int, items: set[int]) -> None:
        """Count only these items of an event: the others went back to the hand."""
        self._laid = [i for i in self._laid if i.seq != seq or i.item in items]

    def copies_left(self) -> dict[Card, int]:
        """Return how many copies remain of every card that has been seen in this deal."""
        count = Counter(item.card for item in self._laid if item.card not in _NAMELESS)
        return {card: max(0, self._decks - number) for card, number in sorted(count.items())}

    def _reread_earlier(self, changes: Sequence[Change], t: float) -> None:
        for about in sorted({change.seq for change in changes}):
            self._reread(about, {c.index: c.after for c in changes if c.seq == about}, t)

    def _reread(self, seq: int, moved: dict[int, Card], t: float) -> None:
        items = sorted((i for i in self._laid if i.seq == seq), key=lambda item: item.index)
        changed = [replace(i, card=moved.get(i.index, i.card)) for i in items]
        stay = [item for item in changed if item.card != NOTHING]
        if not stay:
            return
        self._laid = [i for i in self._laid if i.seq != seq] + changed
        doubtful = [
            old.card if new.card == NOTHING else new.card
            for old, new in zip(items, changed, strict=True)
            if old.card != new.card
        ]
        self.add(
            "correction",
            t,
            of=seq,
            set={
                "cards": [item.card for item in stay] + [UNREAD] * self._hidden.get(seq, 0),
                "confidence": round(min((i.p(i.card) for i in stay), default=0.0), 4),
                "alternatives": [[[c, p] for c, p in i.options if c != i.card] for i in stay],
            },
            note=f"the decks hold no further copy; look at {', '.join(doubtful)}",
        )

    def _reading(self, cards: Sequence[SeenCard], names: Sequence[Card]) -> dict[str, Any]:
        """Return an event's cards as they count, with confidence, alternatives and a note."""
        stay = [name for name in names if name != NOTHING]
        result = {"cards": stay, **_reading(cards, names)}
        notes = [result["note"]] if "note" in result else []
        for name in excess(self._laid, self._decks):
            if name in stay:
                seq = least_sure(self._laid, name).seq
                notes.append(f"more {name} than the decks hold; least sure in event {seq}")
        return result | ({"note": "; ".join(notes)} if notes else {})


def _laid(seq: int, index: int, card: SeenCard) -> Laid:
    options = ((card.card, card.p), *card.alternatives)
    return Laid(seq, index, card.card, options, card.item, card.real)


def reading_of(cards: Sequence[SeenCard]) -> dict[str, Any]:
    """Return confidence and alternatives of cards that count as they were read."""
    return _reading(cards, [card.card for card in cards])


def _reading(cards: Sequence[SeenCard], names: Sequence[Card]) -> dict[str, Any]:
    """Return confidence and alternatives of cards as they count; what is no card is left out."""
    ps, alternatives, doubtful = [], [], []
    for card, name in zip(cards, names, strict=True):
        options = dict(((card.card, card.p), *card.alternatives))
        p = options.get(name, 0.0)
        if name == NOTHING:
            doubtful.append(card.card)
            continue
        ps.append(min(p, card.real) if card.real < DOUBTED else p)
        alternatives.append([[other, q] for other, q in options.items() if other != name])
        if name != card.card or (min(p, card.real) < DOUBT_BELOW and name != UNREAD):
            doubtful.append(name)
    result: dict[str, Any] = {
        "confidence": round(min(ps, default=1.0), 4),
        "confidences": [round(p, 4) for p in ps],
        "alternatives": alternatives,
    }
    if doubtful:
        result["note"] = f"look at {', '.join(doubtful)}"
    return result


def _evidence(cards: Sequence[SeenCard], picture: str | None) -> list[str]:
    crops = [card.crop for card in cards if card.crop]
    return crops if picture is None else [picture, *crops]
