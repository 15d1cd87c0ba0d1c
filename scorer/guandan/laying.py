"""Settled zones become plays of Guandan 掼蛋: laid, closed, taken back, cleared.

Nobody sees a pass and no number of cards is led, so a play is closed when another seat lays, when
it has lain still for a while, or when it is taken away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from scorer.cards import SEATS, Card, Seat
from scorer.history import Event
from scorer.tabling.lay import items_of, own_cards
from scorer.tabling.observed import SeenCard, ZoneSeen
from scorer.tabling.reality import PLAUSIBLE, SURE
from scorer.tabling.record import Record

CLOSE_S = 2.0
"""A play that has not changed for so long is closed."""
GROW_S = 1.2
"""Cards laid one after another follow each other faster than this."""
TOGETHER_S = 3.0
"""Plays that are taken away within this time leave together, as a round does."""
WITHDRAW_S = 1.2
"""Cards that are away for so long, others remaining, were taken back."""


@dataclass(slots=True)
class Lay:
    """What lies in front of a seat: one play, given out once it is closed."""

    seat: Seat
    first_t: float
    changed_t: float
    cards: list[SeenCard]
    picture: str | None
    event: Event | None = None
    gone: set[int] = field(default_factory=set)
    cleared: bool = False
    """Whether the play before had been taken away when this one began."""

    @property
    def items(self) -> set[int]:
        """Return the physical cards of the play."""
        return {card.item for card in self.cards}

    def put(self, cards: Sequence[SeenCard], zone: ZoneSeen) -> None:
        """Take in the zone's new content, of which all belongs to the play."""
        if [(c.item, c.card) for c in cards] != [(c.item, c.card) for c in self.cards]:
            self.changed_t = zone.t
        self.cards = list(cards)
        self.picture = zone.settled


@dataclass(frozen=True, slots=True)
class Cleared:
    """A play that was taken away at ``t``, when ``begun`` plays had been begun."""

    items: frozenset[int]
    seat: Seat
    t: float
    begun: int


Spoils = Callable[[Sequence[Card], Sequence[Card]], bool]
"""Tells whether cards are a type only without some more."""


class Completes(Protocol):
    """Tells whether cards belong to the play before them; an open play may still grow."""

    def __call__(
        self, before: Sequence[Card], more: Sequence[Card], *, open_play: bool = False
    ) -> bool:
        """Return whether they belong together."""


@dataclass(slots=True)
class Laying:
    """The plays of a deal. ``cleared`` gives for each card taken away the play that it was in."""

    record: Record
    completes: Completes
    spoils: Spoils
    spent: set[int]
    lays: dict[Seat, Lay] = field(default_factory=dict)
    last: Lay | None = None
    cleared: dict[int, Cleared] = field(default_factory=dict)
    begun: int = 0
    """Plays begun so far."""

    def seen(self, seat: Seat, zone: ZoneSeen) -> None:
        """Take in the settled content of a seat's zone."""
        lay = self.lays.get(seat)
        others = {item for s, other in self.lays.items() if s != seat for item in other.items}
        mine = [c for c in zone.cards if c.item not in self.spent and c.item not in others]
        mine = self._counted(lay, mine)
        if lay is None:
            if mine:
                self._begin(seat, mine, zone)
        elif lay.event is None:
            self._open(lay, mine, zone)
        else:
            self._given(lay, mine, zone)

    def overlook(self, seat: Seat, zone: ZoneSeen) -> None:
        """Take what lies there as known: the play that was given out as it lies, or old cards."""
        lay = self.lays.get(seat)
        own = [] if lay is None else own_cards(zone.cards, lay.items, len(lay.cards), self.spent)
        old = frozenset(items_of(zone.cards) - items_of(own))
        self.spent |= old
        # Taken away at no time of this deal: with no other play, so only a later play parts them.
        self.cleared.update(dict.fromkeys(old, Cleared(old, seat, -inf, self.begun)))
        if lay is not None and own:
            lay.put(own, zone)
        elif lay is not None:
            self._clear(lay, zone.t)

    def _counted(self, lay: Lay | None, there: list[SeenCard]) -> list[SeenCard]:
        """Leave out what is probably no card, and a doubtful thing without which there is a type.

        Beside a play that was given out a doubtful thing counts only where that play lacks it.
        """
        known = set() if lay is None else lay.items
        firm = [card for card in there if card.item in known or card.real >= SURE]
        whole = [card for card in there if card in firm or card.real >= PLAUSIBLE]
        maybe = [card for card in whole if card not in firm]
        if not firm or not maybe:
            return whole
        names, more = [card.card for card in firm], [card.card for card in maybe]
        given = lay is not None and lay.event is not None and {c.item for c in firm} <= known
        if given:
            return whole if self.completes(names, more) else firm
        return firm if self.spoils(names, more) else whole

    def _begin(self, seat: Seat, cards: Sequence[SeenCard], zone: ZoneSeen) -> None:
        self.settle_all()
        cleared = self.last is not None and self.last not in self.lays.values()
        self.lays[seat] = Lay(seat, zone.t, zone.t, list(cards), zone.settled, cleared=cleared)
        self.begun += 1

    def _open(self, lay: Lay, mine: Sequence[SeenCard], zone: ZoneSeen) -> None:
        """The play is still being laid; once it is gone it was a play all the same."""
        fresh = [card for card in mine if card.item not in lay.items]
        kept = len(fresh) < len(mine)
        if mine and kept and (not fresh or self._grows(lay, fresh, zone.t)):
            lay.put(mine, zone)
            return
        self._give(lay)
        self._clear(lay, zone.t)
        if fresh:
            self._begin(lay.seat, fresh, zone)

    def _grows(self, lay: Lay, fresh: Sequence[SeenCard], t: float) -> bool:
        """Return whether more cards belong to an open play rather than open the next one."""
        if t - lay.changed_t < GROW_S:
            return True
        before = [card.card for card in lay.cards]
        return self.completes(before, [card.card for card in fresh], open_play=True)

    def _given(self, lay: Lay, mine: Sequence[SeenCard], zone: ZoneSeen) -> None:
        fresh = [card for card in mine if card.item not in lay.items]
        if not mine:
            self._clear(lay, zone.t)
        elif not fresh:
            self._same(lay, mine, zone)
        elif self.last is lay and self.completes(
            [card.card for card in lay.cards], [card.card for card in fresh]
        ):
            lay.put(mine, zone)
            if lay.event is not None:
                self.record.correct(lay.event, zone.t, mine, zone.settled)
        else:
            self._clear(lay, zone.t)
            self._begin(lay.seat, fresh, zone)

    def _same(self, lay: Lay, mine: Sequence[SeenCard], zone: ZoneSeen) -> None:
        """Fewer of the cards lie there, or they are read otherwise."""
        now = {card.item: card for card in mine}
        gone = lay.items - set(now)
        if gone != lay.gone:
            lay.gone, lay.changed_t = gone, zone.t
        names = [now.get(card.item, card).card for card in lay.cards]
        if not gone and names != [card.card for card in lay.cards]:
            lay.put(mine, zone)
            if lay.event is not None:
                self.record.correct(lay.event, zone.t, mine, zone.settled)

    def tick(self, t: float) -> None:
        """Time has passed: close what has been still, note what was taken back."""
        for lay in list(self.lays.values()):
            if lay.event is None and t - lay.changed_t >= CLOSE_S:
                self._give(lay)
            elif lay.gone and self.last is lay and t - lay.changed_t >= WITHDRAW_S:
                self._retract(lay, t)

    def settle_all(self) -> None:
        """Give out every play that is still open, in the order in which they were laid."""
        for lay in sorted(self.lays.values(), key=lambda lay: lay.first_t):
            if lay.event is None:
                self._give(lay)

    def end(self) -> set[int]:
        """Give out what is left and return every card that was part of a play."""
        self.settle_all()
        for seat in SEATS:
            if seat in self.lays:
                self._clear(self.lays[seat], self.lays[seat].changed_t)
        return self.spent

    def _give(self, lay: Lay) -> None:
        more = {"cleared": True} if lay.cleared else {}
        lay.event = self.record.add_cards(
            "play", lay.changed_t, lay.seat, lay.cards, lay.picture, **more
        )
        self.last = lay

    def _clear(self, lay: Lay, t: float) -> None:
        self.spent |= lay.items
        away = Cleared(frozenset(lay.items), lay.seat, t, self.begun)
        self.cleared.update(dict.fromkeys(lay.items, away))
        del self.lays[lay.seat]

    def round_over(self, away: Cleared) -> bool:
        """Return whether a play that was taken away is over: others went too, or came since."""
        together = any(
            other.seat != away.seat and abs(other.t - away.t) <= TOGETHER_S
            for other in self.cleared.values()
        )
        return together or away.begun < self.begun

    def _retract(self, lay: Lay, t: float) -> None:
        """Part of the last play went back to the hand 悔牌: the rest stands as a new play."""
        back = [card.card for card in lay.cards if card.item in lay.gone]
        if lay.event is not None:
            self.record.add("retracted", t, of=lay.event.seq, seat=lay.seat, cards=back)
            self.record.forget(lay.event.seq)
        lay.cards = [card for card in lay.cards if card.item not in lay.gone]
        lay.gone = set()
        lay.changed_t = t
        self._give(lay)
