"""Tribute 进贡 and return 还贡 as a camera sees them: single cards laid before the first lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorer.cards import BIG_JOKER, UNREAD, Card, Seat
from scorer.guandan.rules import TributePoints
from scorer.guandan.seen import Seen
from scorer.guandan.tribute import is_double, payers, plan
from scorer.tabling.observed import SeenCard, ZoneSeen
from scorer.tabling.record import Record, reading_of


@dataclass(slots=True)
class _Shown:
    """Cards that a seat lays open, still until ``changed_t``."""

    cards: list[SeenCard]
    changed_t: float
    picture: str | None


@dataclass(slots=True)
class Giving:
    """Watches the seats before play begins. ``finish`` holds the places of the deal before.

    A tribute may be taken before the other one is laid, so what a payer has shown is remembered.
    """

    record: Record
    finish: tuple[Seat, ...]
    level: str
    points: TributePoints
    spent: set[int]
    shown: dict[Seat, _Shown] = field(default_factory=dict)
    paid: dict[Seat, tuple[Seat, Card]] = field(default_factory=dict)
    """Payer → receiver and card."""
    returned: set[Seat] = field(default_factory=set)
    refused: bool = False
    given: set[int] = field(default_factory=set)
    """Cards that were given or shown; the same number later is another copy."""

    @property
    def due(self) -> tuple[Seat, ...]:
        """Return who has to pay."""
        return payers(self.finish, self.points) if self.finish else ()

    @property
    def over(self) -> bool:
        """Return whether nothing more is to be given."""
        if not self.due or self.refused:
            return True
        return len(self.paid) == len(self.due) == len(self.returned)

    def restore(self, seen: Seen, given: set[int]) -> None:
        """Go on from what the events of the deal say; ``given`` are cards that may still lie."""
        self.paid = {one.giver: (one.to, one.card) for one in seen.paid}
        self.returned = {one.giver for one in seen.returned}
        self.refused = seen.refused is not None
        self.given |= given

    def takes(self, seat: Seat, zone: ZoneSeen) -> bool:
        """Take in a zone; False where what lies there must be the first lead."""
        if self.over:
            return False
        fresh = [card for card in zone.cards if card.item not in self.spent]
        if not fresh:
            if seat not in self.due:
                self.shown.pop(seat, None)
            return True
        if not self._may_give(seat, fresh):
            return False
        self.shown[seat] = _Shown(fresh, zone.t, zone.settled)
        self._give(zone.t)
        return True

    def _may_give(self, seat: Seat, cards: Sequence[SeenCard]) -> bool:
        """One card of a payer who has not paid, of a receiver who has not returned; or jokers."""
        names = [card.card for card in cards]
        if seat in self.due and seat not in self.paid:
            return len(names) == 1 or names == [BIG_JOKER] * 2
        receives = any(to == seat for to, _ in self.paid.values())
        return len(names) == 1 and receives and seat not in self.returned

    def _give(self, t: float) -> None:
        waiting = {s: self.shown[s] for s in self.due if s in self.shown and s not in self.paid}
        if not self.paid and len(waiting) == len(self.due):
            self._pay(waiting, t)
        elif not self.paid and self._jokers(waiting) >= 2:
            self._refuse(waiting, t)
        for seat, shown in self.shown.items():
            payer = next((p for p, (to, _) in self.paid.items() if to == seat), None)
            if payer is not None and seat not in self.returned and seat not in self.due:
                self.returned.add(seat)
                self._add("return", t, seat, payer, shown)

    @staticmethod
    def _jokers(shown: Mapping[Seat, _Shown]) -> int:
        return sum(card.card == BIG_JOKER for one in shown.values() for card in one.cards)

    def _refuse(self, shown: Mapping[Seat, _Shown], t: float) -> None:
        """Both big jokers were laid open 抗贡."""
        seats = [seat for seat, one in shown.items() if self._jokers({seat: one})]
        self.refused = True
        self._spend(shown)
        self.record.add("no_tribute", t, seats=seats, shown=[BIG_JOKER] * 2)

    def _pay(self, waiting: Mapping[Seat, _Shown], t: float) -> None:
        if self._jokers(waiting) >= 2 and self.points.anti_mode == "automatic":
            self._refuse(waiting, t)
            return
        for payer, to in self._receivers(waiting):
            self.paid[payer] = (to, waiting[payer].cards[0].card)
            self._add("tribute", t, payer, to, waiting[payer])
        self._spend(waiting)

    def _receivers(self, waiting: Mapping[Seat, _Shown]) -> list[tuple[Seat, Seat]]:
        """Return who receives each tribute: the larger goes to first place; else in seat order."""
        winners = self.finish[:2] if is_double(self.finish) else self.finish[:1]
        hands = {seat: [one.cards[0].card] for seat, one in waiting.items()}
        if any(UNREAD in hand for hand in hands.values()):
            return list(zip(self.due, winners, strict=True))
        due = plan(self.finish, hands, self.level, self.points)
        pairs = zip(due.payments, winners, strict=True)
        return [(payment.payer, payment.to or default) for payment, default in pairs]

    def _add(self, kind: str, t: float, giver: Seat, to: Seat, shown: _Shown) -> None:
        card = shown.cards[0]
        self.spent.add(card.item)
        self.given.add(card.item)
        evidence = [name for name in (shown.picture, card.crop) if name]
        fields = {"from": giver, "to": to, "card": card.card, **reading_of([card])}
        self.record.add(kind, t, **fields, evidence=evidence)

    def _spend(self, shown: Mapping[Seat, _Shown]) -> None:
        for seat, one in shown.items():
            self.spent |= {card.item for card in one.cards}
            self.given |= {card.item for card in one.cards}
            self.shown.pop(seat, None)
