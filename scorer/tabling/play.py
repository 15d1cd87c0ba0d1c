"""The play phase: settled contents of the seats' zones become plays, throws and retractions.

A play is given out when it is closed: the number of led cards lies there, another seat has laid, or
nothing has changed for a while. Which seat's turn it is decides only the order of two plays that
settled at nearly the same time; a card's reading is never chosen by the rules. What may be no card
is set aside: it counts only where a play would lack a card without it, and what lay aside when the
trick ended belongs to no later one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import hypot

from scorer.cards import SEATS, UNREAD, Card, Seat, next_seat
from scorer.tabling.lay import Lay, items_of, own_cards
from scorer.tabling.observed import SeenCard, ZoneSeen
from scorer.tabling.reality import MAYBE, SURE, counted, sure
from scorer.tabling.record import Record

MOVED_MM = 4.0
"""A card that lies this far from where it lay has been moved."""
CARD_MM = 63.0
"""A card can hide another whose middle lay nearer than this."""
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
    """The trick that is being played.

    ``turn`` is asked of the recorded events; ``is_throw`` says whether a lead is a throw 甩牌.
    """

    record: Record
    turn: Callable[[], Seat | None]
    is_throw: Callable[[Sequence[Card]], bool]
    spent: set[int] = field(default_factory=set)
    lays: list[Lay] = field(default_factory=list)
    aside: dict[Seat, tuple[ZoneSeen, list[SeenCard]]] = field(default_factory=dict)
    cleared: set[int] = field(default_factory=set)
    """Items of tricks that were taken from the table whole."""

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
        return len(self.lays[0].cards) if self.lays else None

    @property
    def _taken_away(self) -> bool:
        """Return whether every card of the trick has left the table."""
        return len(self.lays) > 1 and all(lay.lifted_at is not None for lay in self.lays)

    @property
    def resting(self) -> bool:
        """Return whether a trick is complete, or has been taken away and no card lies there yet."""
        given = self.full and all(lay.event is not None for lay in self.lays)
        return given or not self.lays

    def is_over_for(self, item: int) -> bool:
        """Return whether an item lay in a trick that is over and was taken away whole.

        What is taken for it afterwards is another copy of that card, laid where it lay.
        """
        return item in self.cleared

    def seen(self, seat: Seat, zone: ZoneSeen) -> None:
        """Take in the settled content of a seat's zone."""
        lay = self.lay_of(seat)
        others = {item for other in self.lays if other is not lay for item in other.all_items}
        there = [card for card in zone.cards if card.item not in self.spent | others]
        mine = self._counted(lay, there)
        left_out = [card for card in there if card not in mine]
        if lay is None and not there and self._was_laid_aside(seat, zone.t):
            return
        if there or lay is None or lay.event is not None:
            self.aside[seat] = (zone, left_out)
        if lay is not None and self._only_doubt_stays(lay, mine):
            lay.lift(zone.t)
            if self.full and self._taken_away:
                self.roll(zone.t)
            return
        if not mine:
            return
        if lay is None:
            self._catch_up(seat)
            self._begin(seat, mine, zone)
        else:
            self._change(lay, mine, zone)
        self._close_counted(zone.t)

    def overlook(self, seat: Seat, zone: ZoneSeen) -> None:
        """Take what lies there as known: the play that was given out as it lies, or old cards."""
        lay = self.lay_of(seat)
        own = [] if lay is None else own_cards(zone.cards, lay.items, len(lay.given), self.spent)
        old = items_of(zone.cards) - items_of(own)
        self.spent |= old
        self.cleared |= old
        if lay is None:
            return
        if not own:
            lay.lift(zone.t)
            return
        lay.put(own, zone)
        lay.given, lay.most = list(own), list(own)

    def _was_laid_aside(self, seat: Seat, t: float) -> bool:
        """Let what lay aside before the seat whose turn it was be its play: it has been taken."""
        zone, cards = self.aside.get(seat, (None, []))
        maybe = [card for card in cards if card.real >= MAYBE]
        if zone is None or not maybe or not self.lays or seat != self._next_in_order():
            return False
        self.aside[seat] = (zone, [])
        self._begin(seat, counted(maybe, self.needed), zone)
        self.lays[-1].lift(t)
        return True

    def _counted(self, lay: Lay | None, there: list[SeenCard]) -> list[SeenCard]:
        """Return what counts as cards.

        Doubtful things don't join a play that lies there by themselves; what lay aside when it was
        closed never does.
        """
        kept = set() if lay is None else lay.items
        late = items_of(self._aside_of(lay.seat)) if lay is not None and lay.event else set()
        fresh = [card for card in there if card.item not in kept | late]
        begins = lay is None or (self.full and lay.lifted_at is not None)
        fresh = counted(fresh, None) if begins else [c for c in fresh if c.real >= SURE]
        mine = [card for card in there if card.item in kept or card in fresh]
        leads = not self.lays or lay is self.lays[0] or self.full
        return mine if leads else counted(mine, max(1, self.needed or 1))

    @staticmethod
    def _only_doubt_stays(lay: Lay, mine: list[SeenCard]) -> bool:
        """Return whether a play has been taken away, all but what hardly was a card of it."""
        stays = items_of(mine)
        if not mine or stays - lay.all_items:
            return not mine
        gone = [card for card in lay.cards if card.item not in stays]
        return any(card.real >= SURE for card in gone) and all(card.real < SURE for card in mine)

    def _aside_of(self, seat: Seat) -> list[SeenCard]:
        return self.aside[seat][1] if seat in self.aside else []

    def _catch_up(self, seat: Seat) -> None:
        """Let what lies aside before the seat whose turn it is be its play: others go on."""
        due = self._next_in_order()
        if due is None or due == seat or self.full or due not in self.aside:
            return
        zone, cards = self.aside[due]
        maybe = [card for card in cards if card.real >= MAYBE]
        if maybe and self.lay_of(due) is None:
            self.aside[due] = (zone, [card for card in cards if card not in maybe])
            self._begin(due, maybe, zone)

    def _begin(self, seat: Seat, mine: list[SeenCard], zone: ZoneSeen) -> None:
        if self._taken_away:
            self.roll(zone.t)
        lay = Lay(seat, zone.t, zone.t)
        lay.put(mine, zone)
        place = len(self.lays)
        if seat == self._next_in_order():
            while place > 1 and self._came_too_early(self.lays[place - 1], seat, zone.t):
                place -= 1
        self.lays.insert(place, lay)
        for other in self.lays[:place]:
            self.settle(other, zone.t)

    def _came_too_early(self, lay: Lay, seat: Seat, t: float) -> bool:
        """Return whether a seat that plays after this one laid at nearly the same time."""
        around = [next_seat(self.lays[0].seat, n) for n in range(len(SEATS))]
        late = around.index(lay.seat) > around.index(seat)
        return late and lay.event is None and t - lay.first_t <= ORDER_S

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
        if fresh and gone and sure(card for card in lay.cards if card.item not in items_of(mine)):
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
        names = self.record.names(back)
        if not names:
            return
        if len(back) == len(lay.given):
            names += [UNREAD] * self.record.hidden(lay.event)
        self.record.add("retracted", t, of=lay.event.seq, seat=lay.seat, cards=names)
        self.record.keep(lay.event.seq, items_of(lay.given) - items_of(back))

    def _close_counted(self, t: float) -> None:
        """Close the plays that have as many cards as were led, in order."""
        for lay in self.lays[1:]:
            if lay.event is None and len(lay.cards) != self.needed:
                return
            if lay.event is None and not self._in_turn(lay) and t - lay.first_t < ORDER_S:
                return
            # Cards that went may be the trick being cleared: only time tells (see `tick`).
            whole = lay.event is None or len(lay.cards) >= len(lay.given)
            if whole and lay.names != [card.card for card in lay.given]:
                self.settle(lay, t)

    def _in_turn(self, lay: Lay) -> bool:
        before = {other.seat for other in self.lays[: self.lays.index(lay)]}
        around = (next_seat(self.lays[0].seat, n) for n in range(1, len(SEATS)))
        return next((seat for seat in around if seat not in before), None) == lay.seat

    def asks(self) -> tuple[Seat, int] | None:
        """Return the seat whose cards are worth another look and how many should lie there.

        Of the lead it is where others follow with more cards than were seen of it.
        """
        if len(self.lays) < 2 or self.lays[0].lifted_at is not None:
            return None
        lead, most = self.lays[0], max(len(lay.cards) for lay in self.lays[1:])
        return (lead.seat, most) if most > len(lead.cards) else None

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
        if not back:
            self._make_up(lay)
        laid = lay.most if back else lay.cards
        short = 0 if lay is self.lays[0] else (self.needed or 0) - len(laid)
        lay.event = self.record.add_cards("play", lay.changed_t, lay.seat, laid, lay.picture, short)
        lay.given = list(laid)
        if back:
            self._taken_back(lay, back, t)

    def _make_up(self, lay: Lay) -> None:
        """Let what lies aside count as cards where a play would be too short without it."""
        self._make_up_lead(lay)
        short = (self.needed or 0) - len(lay.cards)
        maybe = [card for card in self._aside_of(lay.seat) if card.real >= MAYBE]
        if lay is self.lays[0] or short <= 0 or not maybe:
            return
        zone, lying = self.aside[lay.seat]
        more = counted(maybe, short)
        self.aside[lay.seat] = (zone, [card for card in lying if card not in more])
        lifted_at, changed_t = lay.lifted_at, lay.changed_t
        lay.put([*lay.cards, *more], zone)
        lay.lifted_at = lifted_at
        lay.changed_t = changed_t if lifted_at is not None else lay.changed_t

    def _make_up_lead(self, lay: Lay) -> None:
        """Let what lies aside of the lead count where a seat follows with more cards."""
        lead = self.lays[0]
        more = sum(card.real >= SURE for card in lay.cards) - len(lead.cards)
        maybe = [card for card in self._aside_of(lead.seat) if card.real >= MAYBE]
        if lay is lead or more <= 0 or not maybe or lead.lifted_at is not None:
            return
        zone = self.aside[lead.seat][0]
        lead.put([*lead.cards, *counted(maybe, more)], zone)
        self.settle(lead, zone.t)

    def _update(self, lay: Lay, t: float) -> None:
        if lay.event is None:
            return
        given, now = items_of(lay.given), lay.items
        back = [card for card in lay.given if card.item not in now]
        if back and now:
            if self._is_being_cleared(lay):
                return
            if t - lay.changed_t >= WITHDRAW_S or self._passed(lay):
                self._taken_back(lay, back, t)
        elif lay.reopened and now - given:
            self._play_again(lay, [c for c in lay.cards if c.item not in given], t)
        elif now - given or lay.names != [card.card for card in lay.given]:
            fresh = [card for card in lay.cards if card.item not in lay.kept]
            self.record.correct(lay.event, t, fresh, lay.picture)
            lay.given = list(lay.cards)

    def _is_being_cleared(self, lay: Lay) -> bool:
        """Return whether the whole trick is being taken away: nothing goes back to a hand then."""
        return self.full and any(o.lifted_at is not None for o in self.lays if o is not lay)

    def _passed(self, lay: Lay) -> bool:
        """Return whether another seat has laid after a play was given out."""
        return lay is not self.lays[-1]

    def _taken_back(self, lay: Lay, back: list[SeenCard], t: float) -> None:
        """Part of a play went back to the hand: a failed throw 甩错 of the leader, else 悔牌.

        What vanishes and was doubtful never was a card: the play is corrected.
        """
        if lay.event is None:
            return
        gone = items_of(back)
        stays = [card for card in lay.given if card.item not in gone]
        if not sure(back):
            self.record.correct(lay.event, t, stays, lay.picture)
        elif lay is self.lays[0] and sure(stays) and self._was_throw(lay, stays):
            stands = self.record.names(stays)
            self.record.add("throw_failed", t, of=lay.event.seq, stands=stands)
            self.record.keep(lay.event.seq, items_of(stays))
        elif _pushed_over(lay, back):
            return
        else:
            self._retract(lay, back, t)
            lay.reopened = True
        lay.given = stays
        lay.most = list(stays)

    def _was_throw(self, lay: Lay, stays: list[SeenCard]) -> bool:
        laid, stands = self.record.names(lay.given), self.record.names(stays)
        return 0 < len(stands) < len(laid) and self.is_throw(laid)

    def roll(self, t: float) -> None:
        """End the trick: give out what is left, mark plays that were not seen, begin the next."""
        self.settle_all(t)
        if self.lays and not self.full:
            self._mark_missed(t)
        elif self.lays:
            self._mark_lead(t)
        taken_away = self._taken_away
        for lay in self.lays:
            self.spent |= lay.all_items
            self.cleared |= lay.all_items if taken_away else set()
        for _, cards in self.aside.values():
            self.spent |= items_of(cards)
        self.lays = []
        self.aside = {}

    def _mark_lead(self, t: float) -> None:
        """Mark a lead of which fewer cards were seen than every other seat has laid."""
        lead, others = self.lays[0], {len(lay.given) for lay in self.lays[1:]}
        lacking = min(others) - len(lead.given)
        whole = len(lead.most) <= len(lead.given)
        if len(others) == 1 and lacking > 0 and whole and lead.event is not None:
            self.record.lacks(lead.event, lead.given, lacking, t)

    def _mark_missed(self, t: float) -> None:
        laid = {lay.seat for lay in self.lays}
        for steps in range(1, len(SEATS)):
            seat = next_seat(self.lays[0].seat, steps)
            if seat in laid:
                continue
            zone, cards = self.aside.get(seat, (None, []))
            maybe = counted([card for card in cards if card.real >= MAYBE], self.needed)
            if zone is not None and maybe:
                self.record.add_cards("play", t, seat, maybe, zone.settled)
                continue
            self.record.add(
                "play",
                t,
                seat=seat,
                cards=[UNREAD] * (self.needed or 1),
                confidence=0.0,
                note="this play was not seen",
            )


def _pushed_over(lay: Lay, back: Sequence[SeenCard]) -> bool:
    """Return whether cards that vanished may lie under others that were moved: straightening."""
    before = {card.item: card.centre for card in lay.given}
    moved = [c for c in lay.cards if c.item in before and _gap(c, before[c.item]) >= MOVED_MM]
    return all(any(_gap(card, gone.centre) <= CARD_MM for card in moved) for gone in back)


def _gap(card: SeenCard, place: tuple[float, float]) -> float:
    return hypot(card.centre[0] - place[0], card.centre[1] - place[1])
