"""What each hand is known to have held, from the cards that it showed.

For one seat let P(i) be the cards it had played before event i. A showing at event m (cards
played, taken back, withdrawn from a failed throw, exposed, bid) proves that its hand after the bury
held at least shown(m) + P(m) of each card, so the hand at event i held at least
max(shown(m) + P(m)) - P(i). That holds for showings before and after i alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scorer.cards import CARDS, SEATS, UNREAD, Card, Seat
from scorer.history import Event
from scorer.ledger.tricks import Course


@dataclass(frozen=True, slots=True)
class Showing:
    """Cards of one seat seen at an event: each card's least number in the hand after the bury.

    ``at`` is the event that reveals it, ``place`` its position among the deal's events.
    """

    at: int
    place: int
    seat: Seat
    least: Mapping[Card, int]


@dataclass(frozen=True, slots=True)
class Holdings:
    """All showings of a deal, and what every seat had played before each of its plays.

    ``sizes`` are the hands' sizes after the bury, ``before`` the cards played before an event (by
    its ``seq``), ``counted`` whether the seat's number of cards at that event is certain.
    """

    showings: tuple[Showing, ...]
    before: Mapping[int, Mapping[Card, int]]
    counted: Mapping[int, bool]
    sizes: Mapping[Seat, int | None]
    kitty: tuple[Card, ...] | None
    kitty_place: int
    bids: Mapping[Seat, Mapping[Card, int]]
    _least: dict[tuple[Seat, int], Counter[Card]] = field(default_factory=dict, compare=False)
    _pools: dict[tuple[Seat, int], Counter[Card]] = field(default_factory=dict, compare=False)

    def least(self, seat: Seat, until: int) -> Counter[Card]:
        """Return the least hand after the bury, by what was shown up to a place (inclusive)."""
        known = self._least.get((seat, until))
        if known is None:
            known = self._least[seat, until] = self._count(seat, until)
        return known

    def _count(self, seat: Seat, until: int) -> Counter[Card]:
        result: Counter[Card] = Counter()
        for showing in self.showings:
            if showing.seat == seat and showing.place <= until:
                for card, number in showing.least.items():
                    if number > result[card]:
                        result[card] = number
        return result

    def known(self, seat: Seat, seq: int, until: int) -> Counter[Card]:
        """Return the cards that the hand surely held just before a play."""
        before = self.before[seq]
        least = self.least(seat, until)
        return Counter({c: n - before.get(c, 0) for c, n in least.items() if n > before.get(c, 0)})

    def unknown(self, seat: Seat, seq: int, until: int) -> int | None:
        """Return how many further cards the hand held just before a play, None if uncertain."""
        size = self.sizes[seat]
        if size is None or not self.counted[seq]:
            return None
        left = size - sum(self.before[seq].values())
        return max(0, left - self.known(seat, seq, until).total())

    def pool(self, seat: Seat, decks: int, until: int) -> Counter[Card]:
        """Return the copies of each card that this seat may hold beyond its known cards."""
        known = self._pools.get((seat, until))
        if known is None:
            known = self._pools[seat, until] = self._pool(seat, decks, until)
        return known

    def _pool(self, seat: Seat, decks: int, until: int) -> Counter[Card]:
        pool = Counter(dict.fromkeys(CARDS, decks))
        for other in SEATS:
            held = Counter(self.least(other, until))
            if other != seat:
                for card, number in self.bids.get(other, {}).items():
                    held[card] = max(held[card], number)
            pool.subtract(held)
        if self.kitty is not None and self.kitty_place <= until:
            pool.subtract(card for card in self.kitty if card != UNREAD)
        return +pool


def gather(
    events: Iterable[Event],
    course: Course,
    sizes: Mapping[Seat, int | None],
    kitty_size: int,
    buriers: frozenset[Seat],
) -> Holdings:
    """Return the holdings of a deal from its effective events and its course of play.

    ``sizes`` are the hands' numbers of cards after the bury, None where nobody knows;
    ``buriers`` are the seats that may have buried a card after bidding it.
    """
    log = tuple(events)
    kitty_place = next((i for i, e in enumerate(log) if e.type == "kitty"), len(log))
    kitty = log[kitty_place].cards if kitty_place < len(log) else None
    if kitty is not None and (len(kitty) != kitty_size or UNREAD in kitty):
        kitty = None
    collector = _Collector(log, course, buriers, kitty, kitty_place)
    collector.run()
    return Holdings(
        tuple(collector.showings),
        collector.before,
        collector.counted,
        sizes,
        kitty,
        kitty_place,
        collector.bids,
    )


class _Collector:
    """Walks the events once and notes every showing with what its seat had played by then."""

    def __init__(
        self,
        log: tuple[Event, ...],
        course: Course,
        buriers: frozenset[Seat],
        kitty: tuple[Card, ...] | None,
        kitty_place: int,
    ) -> None:
        self.log = log
        self.buriers = buriers
        self.kitty = kitty
        self.kitty_place = kitty_place
        self.stands = {play.seq: play for play in course.plays}
        self.trick_of = {play.seq: trick for trick in course.tricks for play in trick.plays}
        self.played: dict[Seat, Counter[Card]] = {seat: Counter() for seat in SEATS}
        self.missed: dict[Seat, int] = dict.fromkeys(SEATS, 99999)
        for trick in course.tricks:
            for seat in trick.missing:
                self.missed[seat] = min(self.missed[seat], trick.n)
        self.showings: list[Showing] = []
        self.before: dict[int, Mapping[Card, int]] = {}
        self.counted: dict[int, bool] = {}
        self.bids: dict[Seat, dict[Card, int]] = {}

    def run(self) -> None:
        for place, event in enumerate(self.log):
            if event.type in ("bid", "bid_shown"):
                self._bid(event, place)
            elif event.type == "play":
                self._play(event, place)
            elif event.type in ("retracted", "hand_shown"):
                self._show(event.seq, place, event.seat, event.cards)
            elif event.type == "throw_failed":
                self._beating(event, place)

    def _bidder(self, event: Event) -> Seat:
        if event.type == "bid":
            seat: Seat = event.seat
            return seat
        return next(e.seat for e in self.log if e.seq == event.fields["of"])

    def _bid(self, event: Event, place: int) -> None:
        """Note a bid: still in the hand, unless its seat buried afterwards.

        Where several seats bury one after another 炒地皮, a card that one of them bid may have gone
        through the kitty into the hand of the next: then only the others' bids say something.
        """
        seat = self._bidder(event)
        shown = Counter(c for c in event.cards if c != UNREAD)
        if len(self.buriers) == 1:
            held = self.bids.setdefault(seat, {})
            for card, number in shown.items():
                held[card] = max(held.get(card, 0), number)
        if seat not in self.buriers:
            self._note(event.seq, place, seat, dict(shown))
        elif self.kitty is not None and len(self.buriers) == 1:
            rest = shown - Counter(self.kitty)
            self._note(self.log[self.kitty_place].seq, self.kitty_place, seat, dict(rest))

    def _play(self, event: Event, place: int) -> None:
        seat: Seat = event.seat
        play = self.stands.get(event.seq)
        self._show(event.seq, place, seat, event.cards if play is None else play.laid)
        self.before[event.seq] = dict(self.played[seat])
        trick = self.trick_of.get(event.seq)
        self.counted[event.seq] = trick is not None and trick.n <= self.missed[seat]
        if play is not None:
            self.played[seat].update(play.cards)

    def _beating(self, event: Event, place: int) -> None:
        beaten = event.get("beaten_by") or {}
        if beaten.get("seat") and beaten.get("cards"):
            self._show(event.seq, place, beaten["seat"], tuple(beaten["cards"]))

    def _show(self, at: int, place: int, seat: Seat, cards: tuple[Card, ...]) -> None:
        least = Counter(card for card in cards if card != UNREAD)
        for card in least:
            least[card] += self.played[seat][card]
        self._note(at, place, seat, dict(least))

    def _note(self, at: int, place: int, seat: Seat, least: Mapping[Card, int]) -> None:
        if least:
            self.showings.append(Showing(at, place, seat, least))
