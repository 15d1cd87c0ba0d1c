"""The play phase: settled contents of the seats' zones become plays, throws and retractions.

A play is given out when it is closed: the number of led cards lies there, another seat has laid, or
nothing has changed for a while. Which seat's turn it is decides only the order of two plays that
settled at nearly the same time; a card's reading is never chosen by the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from scorer.cards import SEATS, UNREAD, Seat, next_seat
from scorer.tabling.lay import Lay, items_of
from scorer.tabling.observed import SeenCard, ZoneSeen
from scorer.tabling.record import Record

CLOSE_S = 2.0
"""A play that has not changed for so long is closed."""
WITHDRAW_S = 1.2
"""Cards that are away for so long were taken back; less is straightening."""
ORDER_S = 1.2
"""Plays that settle within this time may have been laid the other way round."""
CLEAR_S = 1.5
"""An unfinished trick whose cards have all been away for so long is over."""


@dataclass(slots=True)
class Trickplay:
    """The trick that is being played. ``turn`` and ``winner`` are asked of the recorded events."""

    record: Record
    turn: Callable[[], Seat | None]
    spent: set[int] = field(default_factory=set)
    lays: list[Lay] = field(default_factory=list)

    def lay_of(self, seat: Seat) -> Lay | None:
        """Return what a seat has laid in this trick, or None."""
        return next((lay for lay in self.lays if lay.seat == seat), None)

    @property
    def full(self) -> bool:
        """Return whether every seat has laid."""
        return len(self.lays) == len(SEATS)

    @property
    def needed(self) -> int | None:
        """Return how many cards were led, None before the lead."""
        return len(self._led(self.lays[0])) if self.lays else None

    @staticmethod
    def _led(lead: Lay) -> list[SeenCard]:
        return lead.cards

    def seen(self, seat: Seat, zone: ZoneSeen) -> None:
        """Take in the settled content of a seat's zone."""
        lay = self.lay_of(seat)
        others = {item for other in self.lays if other is not lay for item in other.all_items}
        mine = [card for card in zone.cards if card.item not in self.spent | others]
        if not mine:
            if lay is not None:
                lay.lift(zone.t)
            return
        if lay is None:
            self._begin(seat, mine, zone)
        else:
            self._change(lay, mine, zone)
        self._close_counted(zone.t)

    def _begin(self, seat: Seat, mine: list[SeenCard], zone: ZoneSeen) -> None:
        if len(self.lays) > 1 and all(lay.lifted_at is not None for lay in self.lays):
            self.roll(zone.t)
        lay = Lay(seat, zone.t, zone.t)
        lay.put(mine, zone)
        place = len(self.lays)
        if seat == self._next_in_order():
            while place > 1 and self._just_laid(self.lays[place - 1], zone.t):
                place -= 1
        self.lays.insert(place, lay)
        for other in self.lays[:place]:
            self.settle(other, zone.t)

    def _just_laid(self, lay: Lay, t: float) -> bool:
        return lay.event is None and t - lay.first_t <= ORDER_S

    def _next_in_order(self) -> Seat | None:
        """Return the first seat after the leader that has not laid."""
        if not self.lays:
            return self.turn()
        laid = {lay.seat for lay in self.lays}
        around = (next_seat(self.lays[0].seat, n) for n in range(1, len(SEATS)))
        return next((seat for seat in around if seat not in laid), None)

    def _change(self, lay: Lay, mine: list[SeenCard], zone: ZoneSeen) -> None:
        """Tell more cards of a play from cards taken back, exchanged, and the next trick's lead."""
        fresh = [card for card in mine if card.item not in lay.all_items]
        gone = lay.lifted_at is not None or bool(lay.items - items_of(mine))
        if fresh and self._is_next_trick(lay, gone):
            self.roll(zone.t)
            self._begin(lay.seat, fresh, zone)
            return
        if fresh and gone:
            self.settle(lay, zone.t)
            self._exchange(lay, mine, zone)
            return
        lay.put(mine, zone)

    def _is_next_trick(self, lay: Lay, gone: bool) -> bool:
        others = [other for other in self.lays if other is not lay]
        lifted = [other for other in others if other.lifted_at is not None]
        if self.full:
            if not gone:
                return len(lay.cards) >= (self.needed or 0)
            self.settle_all(lay.changed_t)
            return self.turn() in (lay.seat, None) or len(lifted) > 1
        return bool(others) and gone and len(lifted) == len(others)

    def _exchange(self, lay: Lay, mine: list[SeenCard], zone: ZoneSeen) -> None:
        """A seat took cards back and laid others: a retraction 悔牌 and a new play."""
        if lay.event is None:
            self._give(lay, zone.t)
        if lay.event is None:
            return
        stays = [card for card in mine if card.item in items_of(lay.given)]
        back = [card for card in lay.given if card.item not in items_of(stays)]
        fresh = [card for card in mine if card.item not in items_of(stays)]
        if back:
            self._retract(lay, back, zone.t)
        lay.put(mine, zone)
        lay.most = list(mine)
        self._play_again(lay, fresh, zone.t)

    def _play_again(self, lay: Lay, fresh: list[SeenCard], t: float) -> None:
        """Give out the cards that a seat laid after taking others back."""
        lay.kept = lay.items - items_of(fresh)
        lay.event = self.record.add_cards("play", t, lay.seat, fresh, lay.picture)
        lay.given = list(lay.cards)
        lay.reopened = False

    def _retract(self, lay: Lay, back: list[SeenCard], t: float) -> None:
        if lay.event is None:
            return
        names = [card.card for card in back]
        self.record.add("retracted", t, of=lay.event.seq, seat=lay.seat, cards=names)
        stays = [card.card for card in lay.given if card.item not in items_of(back)]
        self.record.keep(lay.event.seq, stays)

    def _close_counted(self, t: float) -> None:
        """Close the plays that have as many cards as were led, in order."""
        for lay in self.lays[1:]:
            if lay.event is None and len(lay.cards) != self.needed:
                return
            if lay.event is None and not self._in_turn(lay) and t - lay.first_t < ORDER_S:
                return
            if lay.event is None or lay.names != [card.card for card in lay.given]:
                self.settle(lay, t)

    def _in_turn(self, lay: Lay) -> bool:
        before = {other.seat for other in self.lays[: self.lays.index(lay)]}
        around = (next_seat(self.lays[0].seat, n) for n in range(1, len(SEATS)))
        return next((seat for seat in around if seat not in before), None) == lay.seat

    def tick(self, t: float) -> None:
        """Time has passed: close what has been still long enough."""
        for lay in self.lays:
            if t - lay.changed_t < (CLOSE_S if lay.event is None else WITHDRAW_S):
                break
            self.settle(lay, t)
        away = [lay.lifted_at for lay in self.lays]
        if len(self.lays) > 1 and all(since is not None and t - since >= CLEAR_S for since in away):
            self.roll(t)

    def settle_all(self, t: float) -> None:
        """Give out every play of the trick as it lies."""
        for lay in self.lays:
            self.settle(lay, t)

    def settle(self, lay: Lay, t: float) -> None:
        """Give out a play, or what has changed about it since it was given out."""
        if lay.event is None:
            self._give(lay, t)
        elif lay.lifted_at is None:
            self._update(lay, t)

    def _give(self, lay: Lay, t: float) -> None:
        """Give out a play for the first time: all that was laid, then what was taken back."""
        back = lay.withdrawn if lay.lifted_at is None else []
        laid = lay.most if back else lay.cards
        lay.event = self.record.add_cards("play", lay.changed_t, lay.seat, laid, lay.picture)
        lay.given = list(laid)
        if back:
            self._taken_back(lay, back, t)

    def _update(self, lay: Lay, t: float) -> None:
        if lay.event is None:
            return
        given, now = items_of(lay.given), lay.items
        back = [card for card in lay.given if card.item not in now]
        if back and now:
            if t - lay.changed_t >= WITHDRAW_S or self._passed(lay):
                self._taken_back(lay, back, t)
        elif lay.reopened and now - given:
            self._play_again(lay, [c for c in lay.cards if c.item not in given], t)
        elif now - given or lay.names != [card.card for card in lay.given]:
            fresh = [card for card in lay.cards if card.item not in lay.kept]
            self.record.correct(lay.event, t, fresh, lay.picture)
            lay.given = list(lay.cards)

    def _passed(self, lay: Lay) -> bool:
        """Return whether another seat has laid after a play was given out."""
        return lay is not self.lays[-1]

    def _taken_back(self, lay: Lay, back: list[SeenCard], t: float) -> None:
        """Part of a play went back to the hand: a failed throw 甩错 of the leader, else 悔牌."""
        if lay.event is None:
            return
        stands = [card.card for card in lay.given if card.item not in items_of(back)]
        if lay is self.lays[0] and len(lay.given) > 1:
            self.record.add("throw_failed", t, of=lay.event.seq, stands=stands)
            self.record.keep(lay.event.seq, stands)
        else:
            self._retract(lay, back, t)
            lay.reopened = True
        lay.given = [card for card in lay.given if card.item not in items_of(back)]
        lay.most = list(lay.given)

    def roll(self, t: float) -> None:
        """End the trick: give out what is left, mark plays that were not seen, begin the next."""
        self.settle_all(t)
        if self.lays and not self.full:
            self._mark_missed(t)
        for lay in self.lays:
            self.spent |= lay.all_items
        self.lays = []

    def _mark_missed(self, t: float) -> None:
        laid = {lay.seat for lay in self.lays}
        for steps in range(1, len(SEATS)):
            seat = next_seat(self.lays[0].seat, steps)
            if seat not in laid:
                self.record.add(
                    "play",
                    t,
                    seat=seat,
                    cards=[UNREAD] * (self.needed or 1),
                    confidence=0.0,
                    note="this play was not seen",
                )
