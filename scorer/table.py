"""The table as a state machine: what the eyes have settled, in; the events of a history, out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import SEATS, SIDES, UNREAD, Card, Seat, Side
from scorer.effective import effective
from scorer.history import Event, make
from scorer.ledger.deal_fold import Table as Laid
from scorer.ledger.deal_fold import fold_deal, lay_out, play_trump
from scorer.ledger.deal_log import DealLog, split
from scorer.ledger.match import next_entry
from scorer.ledger.settle import Entry, settle
from scorer.profile import Profile
from scorer.shengji.lead import check_lead
from scorer.shengji.trick import points
from scorer.tabling.draw import Draw, Shown
from scorer.tabling.ending import Ending
from scorer.tabling.identities import Identities
from scorer.tabling.observed import CENTRE, SEAT_ZONES, Pulse, SeenCard, ZoneSeen
from scorer.tabling.places import Places
from scorer.tabling.play import Trickplay
from scorer.tabling.record import Record
from scorer.tabling.resume import cards_of, count, hidden_in, shown_of, trick_of
from scorer.tabling.retold import Retold

VERSION = 1
AGAIN_S = 1.0
"""A card that was away for so long after its trick was cleared is another copy of it."""
_PROBE = 1 << 40
"""Sequence number of an event that is only tried."""


class Table:
    """Turns observed messages into events; keeps no clock, all times come from the messages.

    It begins with a deal's draw. ``levels`` default to the profile's start level; ``declarer`` None
    lets the bids decide. Messages of one deal after another may be fed without end.
    """

    def __init__(
        self,
        profile: Profile,
        *,
        levels: Mapping[Side, str] | None = None,
        declarer: Seat | None = None,
        deal: int = 1,
        seq: int = 1,
    ) -> None:
        start = {side: (levels or {}).get(side, profile.start_level) for side in SIDES}
        self._profile = profile
        self._entry = Entry(tuple(start.items()), declarer, ())
        self._named = declarer
        self._deal = deal
        self._record = Record(profile.decks, seq)
        self._who = Identities()
        self._from = 0
        self._centre: dict[int, Card] = {}
        self._on_table: dict[str, set[int]] = {}
        self._left_at: dict[int, float] = {}
        self._alias: dict[int, int] = {}
        self._spent: set[int] = set()
        self._places = Places()
        self._turned_up: ZoneSeen | None = None
        """The kitty as it lay in the centre when the camera was listened to again."""
        self._begun = False
        self._retold = Retold(self._who, (*SEAT_ZONES, CENTRE))
        self._draw = self._new_draw()
        self._play: Trickplay | None = None
        self._ending: Ending | None = None

    @classmethod
    def resume(
        cls,
        profile: Profile,
        events: Sequence[Event],
        *,
        declarer: Seat | None = None,
        lying: Sequence[Mapping[str, Any]] = (),
    ) -> Table:
        """Return a table that goes on where the events of a match end, in the middle of a deal too.

        What the eyes tell again of cards that were given out already makes no new plays.
        ``declarer`` is named for the next deal where the last one is over. ``lying`` are the newest
        zone messages where the record was kept by hand: what they tell of makes no events at all.
        """
        table = cls(profile, declarer=declarer)
        table._restore(events)
        for seen in table._retold.told_at_once(lying):
            table._on_table[seen.zone] = {card.item for card in seen.cards}
            table._overlook(seen)
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
        for empty in [] if seen is None else self._retold.empty_zones(seen):
            self._on_table[empty.zone] = set()
            self._zone(empty)
        if seen is not None and self._turned_up is not None:
            kitty, self._turned_up = replace(self._turned_up, t=seen.t), None
            self._zone(kitty)
        if isinstance(seen, ZoneSeen):
            seen = self._told_apart(seen)
            self._zone(seen)
            self._tick(seen.t)
        elif isinstance(seen, Pulse) and seen.state != "lost":
            self._tick(seen.t, last=seen.state == "end")
        return self._record.events[before:]

    def expect(self) -> dict[str, Any] | None:
        """Return the message to the eyes: where how many cards should lie; 0 for a lead."""
        wanted = self._expected()
        if wanted is None:
            return None
        zone, count = wanted
        return {
            "v": VERSION,
            "kind": "expect",
            "seat": zone,
            "count": count,
            "copies_left": self._record.copies_left(),
        }

    def _expected(self) -> tuple[str, int] | None:
        """Return the seat whose turn it is and how many cards it should lay.

        Before that comes a lead of which fewer cards were seen than followed, and at the end of the
        deal the kitty in the centre.
        """
        if self._ending is not None and self._ending.wanted:
            return CENTRE, self._ending.wanted
        if self._play is None:
            leads = self._layout().course.turn if self._draw.over else None
            return None if leads is None else (leads, 0)
        asked = self._play.asks()
        if asked is not None:
            return asked
        course = self._layout().course
        return None if course.turn is None else (course.turn, course.needed or 0)

    def _told_apart(self, seen: ZoneSeen) -> ZoneSeen:
        """Give a second copy its own number where it lies where the first was taken away."""
        before = self._on_table.get(seen.zone, set())
        cards = []
        for card in seen.cards:
            item = self._alias.get(card.item, card.item)
            away = seen.t - self._left_at.get(item, seen.t)
            back = item not in before and away >= AGAIN_S
            if back and self._play is not None and self._play.is_over_for(item):
                item = self._alias[card.item] = self._who.new_item()
            cards.append(replace(card, item=item))
        here = {card.item for card in cards}
        self._left_at |= dict.fromkeys(before - here, seen.t)
        self._on_table[seen.zone] = here
        return replace(seen, cards=tuple(cards))

    def _restore(self, events: Sequence[Event]) -> None:
        """Build the state of the deal that is under way from the events of the match."""
        counting = effective(events)
        header = next((event for event in counting if event.type == "match"), None)
        given = {} if header is None else header.get("levels") or {}
        levels = {side: given.get(side, self._profile.start_level) for side in SIDES}
        self._entry = Entry(tuple(levels.items()), self._named, ())
        logs = split(counting)
        for log in logs:
            if log.ended or log is not logs[-1]:
                deal = fold_deal(self._profile, log, self._entry)
                self._entry = next_entry(self._entry, deal, log)
        self._record.restore(events, (), {})
        if not logs:
            return
        log = logs[-1]
        self._retold.expect_all()
        starts = [n for n, event in enumerate(events) if event.type == "deal"]
        if log.ended:
            self._deal = log.number + 1
            self._from = len(events)
            self._recall_old(log)
            self._draw = self._new_draw()
            return
        self._deal, self._begun = log.number, log.start is not None
        self._from = starts[-1] if starts else 0
        self._named = next((seat for seat in SEATS if seat == log.declarer), None)
        self._restore_deal(log)

    def _restore_deal(self, log: DealLog) -> None:
        laid = self._layout()
        if not laid.course.tricks:
            for shown in shown_of(log.all("bid"), self._who.new_item):
                self._draw.shown[shown.seat] = shown
                self._who.recall(shown.seat, shown.cards)
            self._draw.bids = len(log.all("bid"))
            flipped = [c for e in log.all("kitty_flip") for c in self._recall(CENTRE, e, e.cards)]
            self._draw.flipped = [card.item for card in flipped]
            return
        trick = trick_of(laid, self._who.new_item)
        here = {lay.event.seq: lay.given for lay in trick.lays if lay.event is not None}
        counts = []
        for play in laid.course.plays:
            known = here.get(play.seq)
            cards = known or cards_of(play.event, play.cards, self._who.new_item)
            counts += count(play.seq, cards)
            points_ = [card for card in cards if points(self._profile, [card.card])]
            if play.seq not in here and points_:
                gathered = self._recall(CENTRE, play.event, [card.card for card in points_])
                self._centre |= {card.item: card.card for card in gathered}
        hidden = {play.seq: hidden_in(play.event) for play in laid.course.plays}
        self._record.restore(self._record.events, counts, hidden)
        spent = {card.item for cards in trick.before.values() for card in cards}
        self._play = Trickplay(self._record, self._turn, self._is_throw, spent, list(trick.lays))
        for lay in trick.lays:
            self._who.recall(lay.seat, lay.given)
        for seat, old in trick.before.items():
            self._who.recall(seat, old)

    def _recall(self, zone: str, event: Event, names: Sequence[Card]) -> list[SeenCard]:
        cards = cards_of(event, names, self._who.new_item)
        self._who.recall(zone, cards)
        return cards

    def _recall_old(self, log: DealLog) -> None:
        """Cards of the deal that is over may still lie there; they belong to no later one."""
        for event in (*log.all("play")[-len(SEATS) :], *log.all("kitty")):
            cards = self._recall(event.seat or CENTRE, event, event.cards)
            self._spent |= {card.item for card in cards}

    def _zone(self, seen: ZoneSeen) -> None:
        if self._ending is not None:
            self._ending.seen(seen)
            if not self._ending.goes_on:
                return
            late, self._ending = self._ending.late, None
            for zone in sorted(late.values(), key=lambda zone: zone.t):
                self._zone(zone)
            return
        if seen.zone == CENTRE:
            self._see_centre(seen)
            return
        seat = next((seat for seat in SEATS if seat == seen.zone), None)
        if seat is None or seen.zone not in SEAT_ZONES:
            return
        seen = replace(seen, cards=tuple(self._places.keep(seat, seen.cards)))
        before = len(self._record.events)
        if self._play is None:
            if seen.cards or (seen.backs and self._profile.bid.hidden):
                self._begin_deal(seen.t)
            self._start_play(self._draw.seen(seat, seen))
        else:
            self._play.seen(seat, seen)
        if any(event.seat == seat for event in self._record.events[before:]):
            self._places.learn(seat, seen.cards)

    def _overlook(self, seen: ZoneSeen) -> None:
        """Take what lies in a zone as known; only a kitty that has been turned up is read."""
        seat = next((seat for seat in SEATS if seat == seen.zone), None)
        if seat is None:
            if seen.zone == CENTRE and self._all_played():
                self._turned_up = seen
            elif seen.zone == CENTRE:
                self._spent |= {card.item for card in seen.cards}
                self._centre |= {card.item: card.card for card in seen.cards}
                self._draw.spent |= self._spent
        elif self._play is not None:
            self._play.overlook(seat, seen)
        else:
            self._draw.overlook(seat, seen)

    def _all_played(self) -> bool:
        left = self._layout().left
        return sum((left[seat] or 0) <= 0 for seat in SEATS) >= len(SEATS) - 1

    def _see_centre(self, seen: ZoneSeen) -> None:
        """Cards in the centre are turned from the kitty before play, captured points during it."""
        if self._play is None:
            if self._begun:
                self._draw.flip(seen)
            return
        fresh = {c.item: c for c in seen.cards if c.item not in self._centre}
        plain = [c for c in fresh.values() if not points(self._profile, [c.card])]
        if len(fresh) * 2 > self._profile.kitty > 0 and len(plain) > 1:
            self._end_play(seen.t)
            if self._ending is not None:
                self._ending.seen(seen)
            return
        self._centre |= {item: card.card for item, card in fresh.items()}

    def _tick(self, t: float, *, last: bool = False) -> None:
        if self._ending is None and self._play is None:
            self._start_play(self._draw.tick(t))
        if self._ending is None and self._play is not None:
            self._play.tick(t)
            if last:
                self._play.settle_all(t)
            if self._play.resting and self._all_played():
                self._end_play(t)
        if self._ending is not None and self._ending.tick(t, last=last):
            self._close_deal(t)

    def _begin_deal(self, t: float) -> None:
        if not self._begun:
            self._begun = True
            self._record.add("deal", t, deal=self._deal, declarer=self._named)

    def _new_draw(self) -> Draw:
        return Draw(self._record, self._accepts, self._profile.bid.hidden, set(self._spent))

    def _accepts(self, seat: Seat, cards: Sequence[Card]) -> bool:
        """Return whether cards are a bid that counts now."""
        probe = make(_PROBE, "bid", seat=seat, cards=list(cards))
        log = self._log()
        tried = DealLog(log.number, log.declarer, log.start, (*log.events, probe), False)
        opening = settle(self._profile, tried, self._entry)
        refused = any(bid.seq == _PROBE for bid in opening.refused)
        return not refused and opening.trump.known

    def _start_play(self, first: Sequence[Shown]) -> None:
        if not first:
            return
        self._play = Trickplay(self._record, self._turn, self._is_throw, set(self._spent))
        laid = [(zone, shown.seat) for shown in first for zone in shown.zones]
        for zone, seat in sorted(laid, key=lambda pair: pair[0].t):
            self._play.seen(seat, zone)

    def _end_play(self, t: float) -> None:
        """Every card has been played, or the kitty is being turned up already."""
        if self._play is None:
            return
        self._play.settle_all(t)
        if self._play.lays and not self._play.full:
            self._play.roll(t)
        spent = self._play.spent | {i for lay in self._play.lays for i in lay.all_items}
        laid = [card.card for lay in self._play.lays for card in lay.given]
        captured = Counter(card for card in laid if points(self._profile, [card]))
        left = {seat: number or 0 for seat, number in self._layout().left.items()}
        self._ending = Ending(
            self._record, self._profile.kitty, left, captured, spent | set(self._centre)
        )
        self._ending.changed_t = t

    def _close_deal(self, t: float) -> None:
        """End the deal and wait for the next draw; what still lies there belongs to the old one."""
        self._record.eliminate(self._log().events, t)
        self._record.add("deal_end", t)
        log = self._log()
        self._entry = next_entry(self._entry, fold_deal(self._profile, log, self._entry), log)
        self._spent = {item for items in self._on_table.values() for item in items}
        self._from = len(self._record.events)
        self._deal += 1
        self._named = None
        self._begun = False
        self._centre = {}
        self._left_at = {}
        self._play = self._ending = None
        self._record.new_deal()
        self._draw = self._new_draw()

    def _log(self) -> DealLog:
        logs = split(effective(self._record.events[self._from :]))
        return logs[-1] if logs else DealLog(self._deal, self._named, None, (), False)

    def _layout(self) -> Laid:
        return lay_out(self._profile, self._log(), self._entry)

    def _is_throw(self, cards: Sequence[Card]) -> bool:
        """Return whether a lead is a throw 甩牌, as far as trumps are known."""
        trump = play_trump(self._layout().opening)
        if len(cards) < 2 or UNREAD in cards:
            return False
        return trump is None or check_lead(self._profile, trump, cards).shape == "throw"

    def _turn(self) -> Seat | None:
        return self._layout().course.turn
