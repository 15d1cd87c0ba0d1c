"""Proofs about tribute in Guandan 掼蛋: what no hand consistent with everything seen could excuse.

The camera never sees a hand. A card that a seat lays down and did not receive was in its hand when
it paid or gave back; that is all the evidence there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from scorer.cards import BIG_JOKER, UNREAD, Card, Seat, Side, side_of
from scorer.guandan.rules import TributePoints
from scorer.guandan.tribute import is_double, is_low, payers
from scorer.guandan.types import card_value, wild_card

Certainty = Literal["proven", "suspected"]


@dataclass(frozen=True, slots=True)
class TributeEvent:
    """One thing seen: a card paid or returned, a refusal 抗贡, cards laid, a seat out of cards.

    ``show`` are cards shown and kept, ``take_back`` laid cards that went back into the hand.
    ``claims_no_low`` is what the receiver said of cards of 10 or lower; None: not known.
    """

    event: Literal["tribute", "return", "anti", "play", "show", "take_back", "out"]
    seat: Seat | None = None
    to: Seat | None = None
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    count: int = 0
    claims_no_low: bool | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """An offence, the index of the event that proves it, and the cards that do."""

    offence: str
    seat: Seat | None
    side: Side
    at: int
    cards: tuple[Card, ...]
    because: tuple[int, ...]
    certainty: Certainty = "proven"


@dataclass(slots=True)
class _Transfer:
    """A card given, and the index of the event."""

    card: Card
    at: int
    to: Seat
    claim: bool | None = None


@dataclass(slots=True)
class _Prover:
    level: str
    finish: Sequence[Seat]
    points: TributePoints
    hand_size: int
    paid: dict[Seat, _Transfer] = field(default_factory=dict)
    returned: dict[Seat, _Transfer] = field(default_factory=dict)
    got: dict[Seat, Counter[Card]] = field(default_factory=dict)
    laid: dict[Seat, Counter[Card]] = field(default_factory=dict)
    out: set[Seat] = field(default_factory=set)
    anti_at: int | None = None
    proper_anti: bool = False
    found: list[Proof] = field(default_factory=list)

    def run(self, events: Sequence[TributeEvent]) -> list[Proof]:
        for at, event in enumerate(events):
            if event.event == "tribute" and event.seat and event.to and event.card:
                self._tribute(at, event.seat, event.to, event.card)
            elif event.event == "return" and event.seat and event.to and event.card:
                self._return(at, event.seat, event.to, event.card, event.claims_no_low)
            elif event.event == "anti":
                self.anti_at = at
                self.proper_anti = event.cards.count(BIG_JOKER) >= 2
            elif event.event == "play" and event.seat:
                self._play(at, event.seat, event.cards)
            elif event.event == "show" and event.seat:
                self._play(at, event.seat, event.cards)
                self.laid[event.seat].subtract(event.cards)
            elif event.event == "take_back" and event.seat:
                self.laid.setdefault(event.seat, Counter()).subtract(event.cards)
            elif event.event == "out" and event.seat:
                self._out(at, event.seat, event.count)
        return self.found

    def _add(
        self,
        offence: str,
        seat: Seat,
        at: int,
        cards: tuple[Card, ...],
        because: tuple[int, ...],
        certainty: Certainty = "proven",
    ) -> None:
        """Note a finding; the same offence of a seat is reported once, a suspicion may harden."""
        for index, known in enumerate(self.found):
            if (known.offence, known.seat) == (offence, seat):
                if known.certainty == "proven" or certainty == "suspected":
                    return
                del self.found[index]
                break
        proof = Proof(offence, seat, side_of(seat), at, cards, (*because, at), certainty)
        self.found.append(proof)

    @property
    def _paying(self) -> tuple[Seat, ...]:
        return payers(self.finish, self.points) if len(self.finish) == 4 else ()

    def _receive(self, seat: Seat, card: Card) -> None:
        self.got.setdefault(seat, Counter())[card] += 1

    def _tribute(self, at: int, seat: Seat, to: Seat, card: Card) -> None:
        self.paid[seat] = _Transfer(card, at, to)
        self._receive(to, card)
        if card == UNREAD:
            return
        if card == wild_card(self.level):
            self._add("heart_level_paid", seat, at, (card,), ())
        self._receiver(at, seat, to, card)
        self._both_big_jokers(at, seat)

    def _receiver(self, at: int, seat: Seat, to: Seat, card: Card) -> None:
        """A single tribute goes to first place; the larger of two goes to first place."""
        if not self.finish:
            return
        winners = self.finish[:2] if is_double(self.finish) else self.finish[:1]
        others = [(payer, paid) for payer, paid in self.paid.items() if payer != seat]
        if to not in winners or any(paid.to == to for _, paid in others):
            self._add("tribute_to_wrong_winner", seat, at, (card,), ())
            return
        for payer, paid in others:
            if UNREAD in (paid.card, card):
                continue
            mine, other = card_value(card, self.level), card_value(paid.card, self.level)
            if mine > other and paid.to == self.finish[0]:
                self._add("tribute_to_wrong_winner", seat, at, (card,), (paid.at,))
            elif other > mine and to == self.finish[0]:
                self._add("tribute_to_wrong_winner", payer, at, (paid.card,), (paid.at,))

    def _both_big_jokers(self, at: int, seat: Seat) -> None:
        """Both big jokers shown by the payers: where refusal is automatic nothing was due."""
        if self.points.anti_mode != "automatic" or not self.paid or seat not in self._paying:
            return
        shown = sum(self._held(payer, BIG_JOKER) for payer in self._paying)
        if shown >= 2:
            earlier = tuple(paid.at for paid in self.paid.values() if paid.at != at)
            self._add("anti_tribute_omitted", seat, at, (BIG_JOKER,), earlier)

    def _held(self, seat: Seat, card: Card) -> int:
        """Return how many copies of a card a seat demonstrably held before it paid."""
        given = int(seat in self.paid and self.paid[seat].card == card)
        laid = self.laid.get(seat, Counter())[card] - self.got.get(seat, Counter())[card]
        return given + max(0, laid)

    def _return(self, at: int, seat: Seat, to: Seat, card: Card, claim: bool | None) -> None:
        self.returned[seat] = _Transfer(card, at, to, claim)
        self._receive(to, card)
        if not self._above_limit(card):
            return
        if claim is False:
            self._add("return_above_limit", seat, at, (card,), ())
        elif claim is None:
            self._add("return_above_limit", seat, at, (card,), (), "suspected")

    def _above_limit(self, card: Card) -> bool:
        free = self.points.double_return == "any"
        if free and (is_double(self.finish) or not self.finish):
            return False
        return card != UNREAD and not is_low(card, self.level, self.points)

    def _play(self, at: int, seat: Seat, cards: Sequence[Card]) -> None:
        laid = self.laid.setdefault(seat, Counter())
        for card in cards:
            laid[card] += 1
            if card == UNREAD:
                continue
            if laid[card] > self.got.get(seat, Counter())[card]:
                self._own_card(at, seat, card)
            if card == BIG_JOKER:
                self._big_joker(at, seat)

    def _own_card(self, at: int, seat: Seat, card: Card) -> None:
        """Judge a card that the seat held when it paid or gave back."""
        value = card_value(card, self.level)
        paid = self.paid.get(seat)
        payable = paid is not None and paid.card != UNREAD and card != wild_card(self.level)
        if paid and payable and value > card_value(paid.card, self.level):
            self._add("tribute_not_largest", seat, at, (card,), (paid.at,))
        back = self.returned.get(seat)
        if not back or not self._above_limit(back.card):
            return
        if is_low(card, self.level, self.points):
            offence = "false_no_low_card" if back.claim else "return_above_limit"
            self._add(offence, seat, at, (card,), (back.at,))
        elif value < card_value(back.card, self.level) and back.claim is not False:
            self._add("return_not_smallest", seat, at, (card,), (back.at,))

    def _big_joker(self, at: int, seat: Seat) -> None:
        if self.anti_at is not None:
            if self._paying and seat not in self._paying and not self.proper_anti:
                self._false_anti(at, (BIG_JOKER,))
        else:
            self._both_big_jokers(at, seat)

    def _false_anti(self, at: int, cards: tuple[Card, ...]) -> None:
        if self.anti_at is not None:
            self._add("false_anti_tribute", self._paying[0], at, cards, (self.anti_at,))

    def _out(self, at: int, seat: Seat, count: int) -> None:
        self.out.add(seat)
        if count != self.hand_size:
            self._add("wrong_hand_size", seat, at, (), ())
        paying = self._paying
        if self.anti_at is None or not paying or not self.out.issuperset(paying):
            return
        if self.proper_anti:
            return
        if any(UNREAD in self.laid.get(payer, ()) for payer in paying):
            return
        if sum(self._held(payer, BIG_JOKER) for payer in paying) < 2:
            self._false_anti(at, ())


def prove(
    events: Sequence[TributeEvent],
    level: str,
    finish: Sequence[Seat],
    points: TributePoints,
    hand_size: int = 27,
) -> list[Proof]:
    """Return every tribute offence that the events prove, in the order in which they prove it.

    ``finish`` is the finishing order of the deal before; empty where it is not known. A card
    received explains as many plays as copies received. A return above the limit without a known
    claim is suspected until a card of 10 or lower appears.
    """
    return _Prover(level, finish, points, hand_size).run(events)
