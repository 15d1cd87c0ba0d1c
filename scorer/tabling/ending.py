"""The end of a deal: the kitty 底牌 turned up, cards left in a hand, the deal closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import hypot

from scorer.cards import SEATS, UNREAD, Card, Seat
from scorer.tabling.observed import CENTRE, SeenCard, ZoneSeen
from scorer.tabling.reality import SURE, counted
from scorer.tabling.record import Record

KITTY_S = 1.5
"""The whole kitty is taken down when it has lain so long unchanged."""
PARTIAL_S = 12.0
"""A kitty of which fewer cards can be seen is taken down after this time, the rest unread."""
LEFT_S = 3.0
"""Cards in front of a seat that has some left are taken down after this time."""
HEAP_MM = 75.0
"""Cards of the kitty lie this near the next one, also where one between them was overlooked."""


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
    changed: dict[str, float] = field(default_factory=dict)
    late: dict[Seat, ZoneSeen] = field(default_factory=dict)
    """What seats have laid since, the last content of each."""
    picture: str | None = None
    doubtful: set[int] = field(default_factory=set)
    here: frozenset[int] = frozenset()
    """What was seen in the centre last."""
    kitty_seen: bool = False
    shown: set[Seat] = field(default_factory=set)

    def seen(self, zone: ZoneSeen) -> None:
        """Take in any zone's settled content."""
        if zone.zone == CENTRE:
            self.here = frozenset(card.item for card in zone.cards)
        fresh = {card.item: card for card in zone.cards if card.item not in self.spent}
        old = self.piles.get(zone.zone, {})
        if {i: c.card for i, c in fresh.items()} == {i: c.card for i, c in old.items()}:
            return
        if zone.zone == CENTRE:
            self._set_captured_apart(fresh, old)
        if len(fresh) < len(old) and zone.zone == CENTRE:
            return
        self.piles[zone.zone] = fresh
        self.changed_t = self.changed[zone.zone] = zone.t
        self.picture = zone.settled
        seat = next((seat for seat in SEATS if seat == zone.zone), None)
        if seat is not None and any(card.real >= SURE for card in fresh.values()):
            self.late[seat] = zone

    @property
    def goes_on(self) -> bool:
        """Return whether the deal is not over: several seats have laid one more card.

        Then the cards were miscounted; a single seat may show what it has left.
        """
        return len(self.late) > 1 and not self.kitty_seen and not self.shown

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
        kitty = None if self.kitty_seen or not self.size else self._kitty(t, last)
        for seat in SEATS:
            pile = self.piles.get(seat, {})
            still = t - self.changed.get(seat, t)
            due = last or kitty is not None or still >= LEFT_S
            if pile and self._is_rest(seat, len(pile)) and due:
                self.record.add_cards("hand_shown", t, seat, list(pile.values()), self.picture)
                self.shown.add(seat)
        if kitty is not None:
            self.record.add_cards("kitty", t, None, kitty, self.picture)
            self.kitty_seen = True
        return self.kitty_seen or self.size == 0

    @property
    def wanted(self) -> int:
        """Return how many cards should lie in the centre once the kitty has been turned up."""
        old = sum(item in self.spent for item in self.here)
        return 0 if self.kitty_seen or not self.size else self.size + old + len(self.doubtful)

    def _is_rest(self, seat: Seat, number: int) -> bool:
        return seat not in self.shown and 0 < number <= self.left.get(seat, 0)

    def _kitty(self, t: float, last: bool) -> list[SeenCard] | None:
        """Return the kitty once it has been seen well enough, what is missing of it unread."""
        cards = max((self._heap(zone) for zone in self.piles if zone not in self.shown),
                    key=len, default=[])  # fmt: skip
        whole = len(cards) == self.size
        if not (last or t - self.changed_t >= (KITTY_S if whole else PARTIAL_S)):
            return None
        if not cards or not self.size // 2 <= len(cards) <= self.size:
            return None
        unread = replace(cards[0], card=UNREAD, p=0.0, alternatives=(), crop=None, real=1.0)
        return [*cards, *[unread] * (self.size - len(cards))]

    def _heap(self, zone: str) -> list[SeenCard]:
        """Return which cards of a zone may be the kitty: they lie together."""
        pile = list(self.piles[zone].values())
        sure = [card for card in pile if card.item not in self.doubtful]
        if len(sure) == self.size:
            return sure
        heap = max(_heaps(pile), key=lambda h: sum(card in sure for card in h), default=[])
        if len(heap) > self.size:
            heap = counted(heap, self.size)
        if len(heap) > self.size:
            heap = [card for card in heap if card in sure]
        return heap


def _heaps(cards: list[SeenCard]) -> list[list[SeenCard]]:
    """Return groups of cards that lie together."""
    heaps: list[list[SeenCard]] = []
    for card in cards:
        near = [heap for heap in heaps if any(_gap(card, other) <= HEAP_MM for other in heap)]
        joined = [other for heap in near for other in heap]
        heaps = [heap for heap in heaps if heap not in near] + [[*joined, card]]
    return heaps


def _gap(a: SeenCard, b: SeenCard) -> float:
    return hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1])
