"""What one seat lays in one trick, from its first settled card until it is taken away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scorer.cards import Card, Seat
from scorer.history import Event
from scorer.tabling.observed import SeenCard, ZoneSeen


@dataclass(slots=True)
class Lay:
    """The cards in front of a seat in the current trick.

    ``cards`` is what lies there (what lay there, once ``lifted_at`` is set); ``most`` the largest
    content that was settled; ``event`` the play that was given out and ``given`` its cards.
    """

    seat: Seat
    first_t: float
    changed_t: float
    cards: list[SeenCard] = field(default_factory=list)
    most: list[SeenCard] = field(default_factory=list)
    event: Event | None = None
    given: list[SeenCard] = field(default_factory=list)
    lifted_at: float | None = None
    picture: str | None = None
    doubt: str | None = None
    since: dict[int, float] = field(default_factory=dict)
    kept: set[int] = field(default_factory=set)
    """Items of an earlier play of this seat, of which the rest was taken back."""
    reopened: bool = False

    @property
    def items(self) -> set[int]:
        """Return the items that lie there or lay there last."""
        return {card.item for card in self.cards}

    @property
    def all_items(self) -> set[int]:
        """Return every item that was ever part of it."""
        return set(self.since)

    @property
    def names(self) -> list[Card]:
        """Return the cards as read."""
        return [card.card for card in self.cards]

    def put(self, cards: Sequence[SeenCard], seen: ZoneSeen) -> None:
        """Take in the zone's new settled content (only this trick's cards)."""
        before = {card.item: card.card for card in self.cards}
        after = {card.item: card.card for card in cards}
        if before != after:
            self.changed_t = seen.t
        self.cards = list(cards)
        self.picture, self.doubt = seen.settled, seen.doubt
        self.lifted_at = None
        for card in cards:
            self.since.setdefault(card.item, seen.t)
        if len(cards) >= len(self.most) or {c.item for c in cards} - {c.item for c in self.most}:
            self.most = list(cards)
        elif {c.item for c in cards} <= {c.item for c in self.most}:
            now = {card.item: card for card in cards}
            self.most = [now.get(card.item, card) for card in self.most]

    def lift(self, t: float) -> None:
        """Note that all its cards have left the table."""
        if self.lifted_at is None:
            self.lifted_at = t
            self.changed_t = t

    @property
    def withdrawn(self) -> list[SeenCard]:
        """Return the cards of the largest content that no longer lie there, others remaining."""
        return [card for card in self.most if card.item not in self.items]


def items_of(cards: Iterable[SeenCard]) -> set[int]:
    """Return the items of some cards."""
    return {card.item for card in cards}


def own_cards(
    cards: Sequence[SeenCard], known: set[int], number: int, spent: set[int]
) -> list[SeenCard]:
    """Return those of a seat's cards that are its play of so many cards, however they are read.

    ``known`` are the play's items; where fewer lie there, others that are not ``spent`` stand for
    the rest: the record was written by somebody who saw them.
    """
    rest = [card for card in cards if card.item not in known | spent]
    lacking = number - sum(card.item in known for card in cards)
    taken = known | items_of(rest[: max(0, lacking)])
    return [card for card in cards if card.item in taken]
