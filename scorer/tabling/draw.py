"""The draw phase: cards shown in front of a seat are bids until somebody has led and followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import dist

from scorer.cards import Card, Seat
from scorer.history import Event
from scorer.tabling.lay import items_of
from scorer.tabling.observed import SeenCard, ZoneSeen
from scorer.tabling.reality import MAYBE, counted
from scorer.tabling.record import Record

LEAD_S = 2.0
"""Cards that are no bid and lie so long, every bid having gone back, are the first lead."""
BIDS_GONE_S = 2.5
"""When all bids have been away for so long the kitty has been taken: what comes next may lead."""

SAME_PLACE_MM = 15.0
"""A bid that was out of sight lies within this distance of where it lay."""

Accepts = Callable[[Seat, Sequence[Card]], bool]
"""Returns whether cards are a bid that counts now, all cards of the seat's bid given."""


@dataclass(slots=True)
class Shown:
    """What lies in front of a seat during the draw; ``event`` is the bid given out for it.

    ``zones`` are its contents one after another, the last one as it lies.
    """

    seat: Seat
    zones: list[ZoneSeen]
    cards: list[SeenCard]
    event: Event | None
    first_t: float
    leads: bool = False
    may_lead: bool = False
    """It came back so late that the kitty may have been buried meanwhile."""


@dataclass(slots=True)
class Draw:
    """Collects bids and finds the first lead; ``hidden``: bids may lie face down 暗叫."""

    record: Record
    accepts: Accepts
    hidden_bids: bool = False
    spent: set[int] = field(default_factory=set)
    shown: dict[Seat, Shown] = field(default_factory=dict)
    lifted: dict[Seat, Shown] = field(default_factory=dict)
    """The last bid of each seat that was taken up."""
    aside: dict[Seat, ZoneSeen] = field(default_factory=dict)
    """Where something lies that may be cards and does not count by itself."""
    gone_at: float | None = None
    flipped: list[int] = field(default_factory=list)
    bids: int = 0

    @property
    def over(self) -> bool:
        """Return whether every bid has gone back, so that the next cards are the first lead."""
        return self.gone_at is not None and not self.shown

    def seen(self, seat: Seat, zone: ZoneSeen) -> tuple[Shown, ...]:
        """Take in a seat's zone; return the first plays when they show that play has begun."""
        self.aside.pop(seat, None)
        cards = counted([card for card in zone.cards if card.item not in self.spent], None)
        old = self.shown.get(seat)
        if not cards:
            if any(card.real >= MAYBE and card.item not in self.spent for card in zone.cards):
                self.aside[seat] = zone
            if zone.backs and old is None and self._may_be_hidden(zone.t):
                self._hidden(seat, zone)
            elif old is not None:
                self._lifted(old, zone.t)
            return ()
        if old is not None and items_of(old.cards) == items_of(cards):
            old.cards = cards
            return ()
        names = [card.card for card in cards]
        after_kitty = self._kitty_taken(zone.t)
        if old is None and self._lies_again(seat, cards, zone, after_kitty):
            return ()
        first_t = zone.t if old is None else old.first_t
        if not after_kitty and self.accepts(seat, names):
            event = self.record.add_cards("bid", zone.t, seat, cards, zone.settled)
            self.bids += 1
            self.shown[seat] = Shown(seat, [zone], cards, event, first_t)
            return ()
        zones = [zone] if old is None or not old.leads else [*old.zones, zone]
        here = Shown(seat, zones, cards, None, first_t, leads=True)
        self.shown[seat] = here
        return self._begun(here)

    def overlook(self, seat: Seat, zone: ZoneSeen) -> None:
        """Take what lies there as known: a bid that was given out, or nothing that counts."""
        bid = self.shown.get(seat)
        known = set() if bid is None else items_of(bid.cards)
        self.spent |= items_of(zone.cards) - known
        if bid is not None and not known & items_of(zone.cards):
            self._lifted(bid, zone.t)
        elif bid is not None:
            bid.cards = [card for card in zone.cards if card.item in known]

    def _kitty_taken(self, t: float) -> bool:
        return self.gone_at is not None and t - self.gone_at >= BIDS_GONE_S

    def _lies_again(
        self, seat: Seat, cards: list[SeenCard], zone: ZoneSeen, after_kitty: bool
    ) -> bool:
        """Return whether the cards are a bid that was out of sight or in the hand for a while.

        Once the kitty may have been taken they must lie where they lay; if such a card is led after
        all, what follows it makes it the lead.
        """
        again = self.lifted.get(seat)
        if again is None or sorted(c.card for c in again.cards) != sorted(c.card for c in cards):
            return False
        if after_kitty and not _at_one_place(again.cards, cards):
            return False
        again.zones, again.cards, again.may_lead = [zone], cards, after_kitty
        again.first_t = zone.t if after_kitty else again.first_t
        self.shown[seat] = again
        self.gone_at = None
        return True

    def _may_be_hidden(self, t: float) -> bool:
        """Return whether cards face down may be a bid: later they are the kitty, being buried."""
        return self.hidden_bids and not self._kitty_taken(t)

    def _hidden(self, seat: Seat, zone: ZoneSeen) -> None:
        """Cards face down in front of a seat are a hidden bid 暗叫."""
        event = self.record.add("bid", zone.t, seat=seat, count=zone.backs, hidden=True)
        self.bids += 1
        self.shown[seat] = Shown(seat, [zone], [], event, zone.t)

    def _lifted(self, old: Shown, t: float) -> None:
        del self.shown[old.seat]
        if old.event is None and old.cards and t - old.first_t >= LEAD_S / 2:
            seen = old.cards, old.zones[-1].settled
            old.event = self.record.add_cards("bid", old.first_t, old.seat, *seen)
            self.bids += 1
        if old.event is not None and old.cards:
            self.lifted[old.seat] = old
        if not self.shown and self.bids:
            self.gone_at = t

    def _begun(self, here: Shown) -> tuple[Shown, ...]:
        """Return lead and follow when a second seat has laid cards that are no bid."""
        before = [shown for shown in self.shown.values() if shown is not here]
        leads = [shown for shown in before if shown.leads]
        if leads:
            first = min(leads, key=lambda shown: shown.first_t)
            return self._plays(first, here)
        lying = [shown for shown in before if shown.event is not None and shown.cards]
        if len(lying) == 1 and self._follows(lying[0], here):
            return self._plays(lying[0], here)
        if self._kitty_taken(here.first_t) and self.aside:
            seat, zone = min(self.aside.items(), key=lambda entry: entry[1].t)
            cards = [card for card in zone.cards if card.real >= MAYBE]
            return self._plays(Shown(seat, [zone], cards, None, zone.t, leads=True), here)
        return ()

    def _follows(self, first: Shown, here: Shown) -> bool:
        """Return whether cards taken for a bid were the lead that these cards follow."""
        again = self.gone_at is not None and first.first_t > self.gone_at
        return (again or first.may_lead) and len(here.cards) == len(first.cards)

    def _plays(self, first: Shown, second: Shown) -> tuple[Shown, ...]:
        for shown in (first, second):
            if shown.event is not None and not shown.may_lead:
                self.record.add("undo", second.first_t, of=shown.event.seq)
                self.record.forget(shown.event.seq)
        return first, second

    def tick(self, t: float) -> tuple[Shown, ...]:
        """Return the first lead when it has lain alone long enough after all bids went back."""
        leads = [shown for shown in self.shown.values() if shown.leads]
        bids = [shown for shown in self.shown.values() if shown.event is not None]
        if len(leads) == 1 and not bids and t - leads[0].first_t >= LEAD_S:
            return (leads[0],)
        return ()

    def flip(self, zone: ZoneSeen) -> None:
        """Cards turned up in the centre before anybody has bid are turned from the kitty."""
        if self.bids or self.shown:
            return
        fresh = [card for card in zone.cards if card.item not in {*self.flipped, *self.spent}]
        if fresh:
            self.record.add_cards("kitty_flip", zone.t, None, fresh, zone.settled)
            self.flipped += [card.item for card in fresh]


def _at_one_place(before: Sequence[SeenCard], now: Sequence[SeenCard]) -> bool:
    pairs = zip(
        *(sorted(cards, key=lambda c: (c.card, c.centre)) for cards in (before, now)), strict=True
    )
    return all(dist(a.centre, b.centre) <= SAME_PLACE_MM for a, b in pairs)
