"""The Guandan 掼蛋 table as a state machine: what the eyes have settled, in; events, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import SEATS, SIDES, UNREAD, Card, Seat, Side
from scorer.effective import effective
from scorer.guandan.deal import GuandanDeal
from scorer.guandan.fold import Entry, entry_after, first_entry, fold_deal, under_way
from scorer.guandan.giving import Giving
from scorer.guandan.laying import Laying
from scorer.guandan.profile import GuandanProfile
from scorer.guandan.resume import gifts, lying
from scorer.guandan.seen import seat_of
from scorer.guandan.types import readings
from scorer.history import Event
from scorer.ledger.deal_log import DealLog, split
from scorer.tabling.identities import Identities
from scorer.tabling.observed import SEAT_ZONES, Pulse, SeenCard, ZoneSeen
from scorer.tabling.record import Record
from scorer.tabling.resume import cards_of
from scorer.tabling.retold import Retold

VERSION = 1
END_S = 4.0
"""A decided deal ends when nothing has changed for so long."""
_DECKS = 2


class GuandanTable:
    """Turns observed messages into events; keeps no clock, all times come from the messages.

    ``levels`` default to the profile's start level; ``entry`` is what the deals before left behind.
    Messages of one deal after another may be fed
    without end.
    """

    def __init__(
        self,
        profile: GuandanProfile,
        *,
        levels: Mapping[Side, str] | None = None,
        entry: Entry | None = None,
        deal: int = 1,
        seq: int = 1,
    ) -> None:
        start: dict[Side, str] = {
            side: (levels or {}).get(side, profile.levels.start) for side in SIDES
        }
        self._profile = profile
        self._entry = entry or first_entry(start)
        self._deal = deal
        self._record = Record(_DECKS, seq)
        self._who = Identities()
        self._from = 0
        self._begun = False
        self._shown: dict[Seat, set[int]] = {}
        self._on_table: dict[str, set[int]] = {}
        self._alias: dict[int, int] = {}
        self._aliases = 0
        self._changed_t = 0.0
        self._over = self._playing = False
        self._judged = -1
        self._retold = Retold(self._who, SEAT_ZONES)
        self._resumed = False
        self._untold: set[int] = set()
        """Cards under newer ones of their seat when the station began anew."""
        self._giving, self._laying = self._start(set())

    @classmethod
    def resume(
        cls,
        profile: GuandanProfile,
        events: Sequence[Event],
        *,
        lying: Sequence[Mapping[str, Any]] = (),
    ) -> GuandanTable:
        """Return a table that goes on where the events of a match end, in the middle of a deal too.

        What the eyes tell again of cards that were given out already makes no new plays. ``lying``
        are the newest zone messages where the record was kept by hand: what they tell of makes no
        events at all.
        """
        table = cls(profile)
        table._restore(events)
        for seen in table._retold.told_at_once(lying):
            table._on_table[seen.zone] = {card.item for card in seen.cards}
            seat = seat_of(seen.zone)
            if seat is not None:
                table._laying.overlook(seat, seen)
        return table

    @property
    def events(self) -> Sequence[Event]:
        """Return every event given out or noted so far."""
        return tuple(self._record.events)

    def note(self, event: Event) -> None:
        """Take in an event that the referee or an operator has written, such as a correction."""
        self._record.note(event)

    def observe(self, message: Mapping[str, Any], seq: int | None = None) -> list[Event]:
        """Return the events that a message completes; ``seq`` numbers them from there.

        Raises:
            InputError: the message is not of version 1's form.
        """
        if seq is not None:
            self._record.number_from(seq)
        before = len(self._record.events)
        self._retold.before(message)
        seen = self._who.parse(message)
        if seen is not None and self._resumed:
            self._resumed, self._changed_t = False, min(self._changed_t, seen.t)
        for empty in [] if seen is None else self._retold.empty_zones(seen):
            self._on_table[empty.zone] = set()
            self._zone(empty)
        if isinstance(seen, ZoneSeen):
            seen = self._told_apart(seen)
            self._on_table[seen.zone] = {card.item for card in seen.cards}
            self._zone(seen)
            self._known_whole(seen)
            self._tick(seen.t)
        elif isinstance(seen, Pulse) and seen.state != "lost":
            self._tick(seen.t, last=seen.state == "end")
        return self._record.events[before:]

    def expect(self) -> dict[str, Any] | None:
        """Return the message to the eyes: whose turn it is; the number of cards is never known."""
        turn = None if self._over else self._now().turn
        if turn is None:
            return None
        return {
            "v": VERSION,
            "kind": "expect",
            "seat": turn,
            "count": 0,
            "copies_left": self._record.copies_left(),
        }

    def _restore(self, events: Sequence[Event]) -> None:
        """Build the state of the deal that is under way from the events of the match."""
        self._entry, log, self._deal = under_way(self._profile, events)
        self._record.restore(events, (), {})
        self._retold.expect_all()
        self._resumed = True
        self._changed_t = max((float(e.get("t_video") or 0.0) for e in events[-1:]), default=0.0)
        starts = [n for n, event in enumerate(events) if event.type == "deal"]
        last = starts[-1] if starts else 0
        self._from = len(events) if log is None else last
        if log is None:
            spent = self._recall_old(effective(events[last:]))
            self._giving, self._laying = self._start(spent)
            return
        self._begun = log.start is not None
        self._restore_deal(log)

    def _restore_deal(self, log: DealLog) -> None:
        deal = self._now()
        known = lying(deal, self._who.new_item)
        self._record.restore(self._record.events, known.counts, {})
        for seat, cards in known.old:
            self._untold |= self._recall(seat, cards)
        spent = set(self._untold)
        given = set() if deal.plays else self._recall_gifts(log.events)
        self._giving, self._laying = self._start(spent | given)
        self._giving.restore(deal.seen, given)
        self._playing = bool(deal.plays)
        for seat, lay in known.lays.items():
            self._recall(seat, lay.cards)
            self._laying.lays[seat] = lay
        self._laying.last = known.last
        for event in log.all("hand_shown"):
            shown = seat_of(event.seat)
            if shown is not None:
                items = self._recall(shown, cards_of(event, event.cards, self._who.new_item))
                self._shown.setdefault(shown, set()).update(items)

    def _recall_gifts(self, events: Sequence[Event]) -> set[int]:
        items: set[int] = set()
        for seat, card in gifts(events, self._who.new_item):
            items |= self._recall(seat, [card])
        return items

    def _recall_old(self, events: Sequence[Event]) -> set[int]:
        """Cards of the deal that is over may still lie there; they belong to no later one."""
        items: set[int] = set()
        for seat in SEATS:
            laid = [e for e in events if e.type in ("play", "hand_shown") and e.seat == seat]
            for event in laid[-2:]:
                cards = cards_of(event, event.cards, self._who.new_item)
                items |= self._recall(seat, cards)
        return items

    def _recall(self, zone: str, cards: Sequence[SeenCard]) -> set[int]:
        """Expect cards to be told again; return their numbers."""
        self._who.recall(zone, cards)
        items = {card.item for card in cards}
        self._on_table.setdefault(zone, set()).update(items)
        return items

    def _start(self, spent: set[int]) -> tuple[Giving, Laying]:
        giving = Giving(
            self._record, self._entry.finish, self._now().level, self._profile.tribute, spent
        )
        return giving, Laying(self._record, self._completes, self._spoils, spent)

    def _known_whole(self, seen: ZoneSeen) -> None:
        """Where a seat's newest play lies there whole, older cards that are not told are gone."""
        lay = next((lay for seat, lay in self._laying.lays.items() if seat == seen.zone), None)
        if lay is not None and lay.items <= {card.item for card in seen.cards}:
            self._who.forget_recalled(seen.zone)

    def _told_apart(self, seen: ZoneSeen) -> ZoneSeen:
        """Give a second copy its own number where it lies where the first was taken away.

        The same cards lying there again as before are the same play uncovered; with other cards
        beside them, without their fellows, or after the round they are new.
        """
        cards = [replace(c, item=self._alias.get(c.item, c.item)) for c in seen.cards]
        items = {card.item for card in cards}
        for place, card in enumerate(cards):
            if self._is_another(seen.zone, card.item, items):
                self._aliases += 1
                self._alias[seen.cards[place].item] = -self._aliases
                cards[place] = replace(card, item=-self._aliases)
        return replace(seen, cards=tuple(cards))

    def _is_another(self, zone: str, item: int, items: set[int]) -> bool:
        """Return whether a known number stands for another copy, laid where the first one lay."""
        laying = self._laying
        if item not in self._on_table.get(zone, set()):
            if item in self._giving.given:
                return self._giving.over
            away = laying.cleared.get(item)
            if away is None:
                return False
            new = laying.round_over(away) or away.items != items
            return new or not items <= laying.spent
        lay = next((lay for seat, lay in laying.lays.items() if seat == zone), None)
        if lay is None or lay.items <= items or item not in lay.items | self._untold:
            return False
        return bool(items - lay.items - laying.spent)

    def _zone(self, seen: ZoneSeen) -> None:
        seat = next((seat for seat in SEATS if seat == seen.zone), None)
        if seat is None or seen.zone not in SEAT_ZONES:
            return
        fresh = [card for card in seen.cards if card.item not in self._laying.spent]
        if fresh:
            self._changed_t = seen.t
            self._begin(seen.t)
        if self._over:
            self._rest(seat, fresh, seen)
        elif self._playing or not self._giving.takes(seat, seen):
            self._playing = self._playing or bool(fresh)
            self._laying.seen(seat, seen)

    def _begin(self, t: float) -> None:
        if not self._begun:
            self._begun = True
            self._record.add("deal", t, deal=self._deal, declarer=None)

    def _rest(self, seat: Seat, fresh: Sequence[SeenCard], seen: ZoneSeen) -> None:
        """After the deal is decided a seat shows what it holds."""
        lay = self._laying.lays.get(seat)
        known = self._shown.setdefault(seat, set()) | (lay.items if lay else set())
        new = [card for card in fresh if card.item not in known]
        if new:
            self._shown[seat] |= {card.item for card in new}
            self._record.add_cards("hand_shown", seen.t, seat, new, seen.settled)

    def _tick(self, t: float, *, last: bool = False) -> None:
        self._laying.tick(t)
        if last:
            self._laying.settle_all()
        if not self._over and len(self._record.events) != self._judged:
            self._judged = len(self._record.events)
            self._over = bool(self._now().finish)
        if self._over and (last or t - self._changed_t >= END_S):
            self._close(t)

    def _completes(
        self, before: Sequence[Card], more: Sequence[Card], *, open_play: bool = False
    ) -> bool:
        """Return whether cards are the rest of a play: the first ones alone are no type.

        An open play grows as long as the cards together may be a type, or become one.
        """
        level, rules = self._now().level, self._profile.types.rules()
        if UNREAD in (*before, *more):
            return open_play
        alone = bool(readings(tuple(before), level, rules))
        whole = bool(readings((*before, *more), level, rules))
        return (whole and open_play) if alone else (whole or open_play)

    def _spoils(self, cards: Sequence[Card], more: Sequence[Card]) -> bool:
        """Return whether cards are a type, and with more of them none."""
        level, rules = self._now().level, self._profile.types.rules()
        if UNREAD in cards or not readings(tuple(cards), level, rules):
            return False
        return UNREAD in more or not readings((*cards, *more), level, rules)

    def _close(self, t: float) -> None:
        """End the deal; what still lies there belongs to the old one."""
        spent = self._laying.end()
        self._record.add("deal_end", t)
        self._entry = entry_after(self._profile, self._entry, self._now())
        spent |= {item for items in self._on_table.values() for item in items}
        self._from = len(self._record.events)
        self._deal += 1
        self._begun = self._over = self._playing = False
        self._shown = {}
        self._record.new_deal()
        self._giving, self._laying = self._start(spent)

    def _now(self) -> GuandanDeal:
        logs = split(effective(self._record.events[self._from :]))
        empty = DealLog(self._deal, None, None, (), False)
        return fold_deal(self._profile, logs[-1] if logs else empty, self._entry)
