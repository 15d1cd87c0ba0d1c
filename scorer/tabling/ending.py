"""The end of a deal: the kitty 底牌 turned up, cards left in a hand, the deal closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorer.cards import SEATS, UNREAD, Card, Seat
from scorer.tabling.observed import CENTRE, SeenCard, ZoneSeen
from scorer.tabling.reality import counted
from scorer.tabling.record import Record

KITTY_S = 1.5
"""The whole kitty is taken down when it has lain so long unchanged."""
PARTIAL_S = 12.0
"""A kitty of which fewer cards can be seen is taken down after this time, the rest unread."""
LEFT_S = 2.0
"""Cards in front of a seat that has some left are taken down after this time."""


@dataclass(slots=True)
class Ending:
    """Waits for the kitty. ``captured`` are the last trick's cards, which may go to the centre."""

    record: Record
    size: int
    left: Mapping[Seat, int]
    captured: Counter[Card]
    spent: set[int]
    piles: dict[str, dict[int, SeenCard]] = field(default_factory=dict)
    changed_t: float = 0.0
    picture: str | None = None
    doubtful: set[int] = field(default_factory=set)
    kitty_seen: bool = False
    shown: set[Seat] = field(default_factory=set)

    def seen(self, zone: ZoneSeen) -> None:
        """Take in any zone's settled content."""
        fresh = {card.item: card for card in zone.cards if card.item not in self.spent}
        old = self.piles.get(zone.zone, {})
        if {i: c.card for i, c in fresh.items()} == {i: c.card for i, c in old.items()}:
            return
        if zone.zone == CENTRE:
            self._set_captured_apart(fresh, old)
        if len(fresh) < len(old) and zone.zone == CENTRE:
            return
        self.piles[zone.zone] = fresh
        self.changed_t = zone.t
        self.picture = zone.settled

    def _set_captured_apart(
        self, fresh: Mapping[int, SeenCard], old: Mapping[int, SeenCard]
    ) -> None:
        """Point cards of the last trick that come to the centre are no kitty."""
        for item, card in fresh.items():
            if item not in old and self.captured[card.card] > 0:
                self.captured[card.card] -= 1
                self.doubtful.add(item)

    def tick(self, t: float, *, last: bool = False) -> bool:
        """Time has passed; return whether the deal is over."""
        still = t - self.changed_t
        for seat in SEATS:
            pile = self.piles.get(seat, {})
            if pile and self._is_rest(seat, len(pile)) and (last or still >= LEFT_S):
                self.record.add_cards("hand_shown", t, seat, list(pile.values()), self.picture)
                self.shown.add(seat)
        if not self.kitty_seen and self.size:
            self._kitty(t, still, last)
        return self.kitty_seen or self.size == 0

    def _is_rest(self, seat: Seat, number: int) -> bool:
        return seat not in self.shown and 0 < number <= self.left.get(seat, 0)

    def _kitty(self, t: float, still: float, last: bool) -> None:
        piles = [pile for zone, pile in self.piles.items() if zone not in self.shown]
        best = max(piles, key=lambda pile: len(self._sure(pile)), default={})
        cards = self._sure(best)
        if len(cards) < self.size:
            cards += [c for i, c in best.items() if i in self.doubtful][: self.size - len(cards)]
        cards = counted(cards, self.size) if len(cards) > self.size else cards
        if not cards:
            return
        whole = len(cards) == self.size
        if not (last or still >= (KITTY_S if whole else PARTIAL_S)):
            return
        if len(cards) > self.size or len(cards) < self.size // 2:
            return
        missing = self.size - len(cards)
        unread = replace(cards[0], card=UNREAD, p=0.0, alternatives=(), crop=None)
        self.record.add_cards("kitty", t, None, [*cards, *[unread] * missing], self.picture)
        self.kitty_seen = True

    def _sure(self, pile: Mapping[int, SeenCard]) -> list[SeenCard]:
        return [card for item, card in pile.items() if item not in self.doubtful]
