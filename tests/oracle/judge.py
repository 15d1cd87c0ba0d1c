"""A second judge of whole deals, literal: for every play and every later event it asks whether some
hand that agrees with what was shown by then makes the play legal.

It reads the rows of a small deal (``tests.oracle.small_deals``) in order and shares no code with
the judge: tricks, turns, winners, showings and unseen copies are its own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.cards import CARDS, SEATS, Card, Seat, next_seat
from scorer.fold import fold
from tests.oracle import play as oracle
from tests.oracle.compare import profile
from tests.oracle.play import Deal
from tests.oracle.small_deals import Row, Small, lead_allowed, small_deal
from tests.scorer.deals import events_of

FIRST = 4
"""Sequence number of a small deal's first row: the rows before it are deal, trump, joined."""
Verdicts = dict[tuple[str, Seat | None, int], int]
"""Offence, seat and the row it is about, each with the row that first shows it."""
ODD = ("wrong_count", "play_out_of_turn", "extra_copy")
"""After these a record may have been misread, so that other findings need not be certain."""


@dataclass
class Laid:
    """A play that stands: rows of the play and of its trick's lead, what had been played before."""

    row: int
    seat: Seat
    cards: list[Card]
    shown: list[Card]
    before: Counter[Card]
    out_of_turn: bool


@dataclass
class Record:
    """A small deal as read: its tricks, and what each row showed of a hand after the bury."""

    deal: Deal
    size: int
    tricks: list[list[Laid]] = field(default_factory=list)
    showings: list[tuple[int, Seat, Counter[Card]]] = field(default_factory=list)
    kitty: tuple[int, list[Card]] | None = None
    _held: dict[tuple[Seat, int], Counter[Card]] = field(default_factory=dict)
    _unseen: dict[tuple[str, int], Counter[Card]] = field(default_factory=dict)

    def held(self, seat: Seat, until: int) -> Counter[Card]:
        """Return the cards that a seat's hand held after the bury, by all rows up to one."""
        if (seat, until) not in self._held:
            self._held[seat, until] = self._shown(seat, until)
        return self._held[seat, until]

    def unseen(self, name: str, until: int) -> Counter[Card]:
        """Return the copies that nobody has shown; cards of other classes all stand as one."""
        if (name, until) not in self._unseen:
            copies = Counter(dict.fromkeys(CARDS, self.deal.rules["decks"]))
            copies.subtract(self.copies(until))
            self._unseen[name, until] = blank(self.deal, name, +copies)
        return self._unseen[name, until]

    def _shown(self, seat: Seat, until: int) -> Counter[Card]:
        held: Counter[Card] = Counter()
        for row, who, cards in self.showings:
            if who == seat and row <= until:
                held |= cards
        return held

    def copies(self, until: int) -> Counter[Card]:
        """Return how many copies of each card have been seen, a card of a hand once."""
        seen: Counter[Card] = Counter()
        for seat in SEATS:
            seen += self.held(seat, until)
        if self.kitty is not None and self.kitty[0] <= until:
            seen += Counter(self.kitty[1])
        return seen


def read(small: Small) -> Record:
    """Return the record of a small deal, each play in the trick in which it lies."""
    record = Record(small.deal, small.size)
    gone = {row["of"] for row in small.rows if row["type"] == "retracted"}
    stands = {row["of"]: row["stands"] for row in small.rows if row["type"] == "throw_failed"}
    played: dict[Seat, Counter[Card]] = {seat: Counter() for seat in SEATS}
    kept: list[Card] = []
    turn: Seat | None = small.leader
    for at, row in enumerate(small.rows):
        if row["type"] == "kitty":
            whole = len(row["cards"]) == small.deal.rules["kitty"]
            record.kitty = (at, row["cards"]) if whole else None
            continue
        if row["type"] == "throw_failed":
            by = row["beaten_by"]
            record.showings.append((at, by["seat"], played[by["seat"]] + Counter(by["cards"])))
            continue
        seat = row["seat"]
        record.showings.append(
            (at, seat, Counter(row["cards"]) + _same(played[seat], row["cards"]))
        )
        if row["type"] != "play":
            continue
        if at in gone:
            back = next(r for r in small.rows if r["type"] == "retracted" and r["of"] == at)
            kept = list((Counter(row["cards"]) - Counter(back["cards"])).elements())
            continue
        shown = [*kept, *row["cards"]]
        kept = []
        cards = list(stands.get(at, shown))
        if not record.tricks or len(record.tricks[-1]) == len(SEATS):
            turn = _won(record.deal, record.tricks[-1]) if record.tricks else small.leader
            record.tricks.append([])
        trick = record.tricks[-1]
        laid = Laid(at, seat, cards, shown, Counter(played[seat]), seat != turn)
        record.showings.append((at, seat, Counter(shown) + _same(played[seat], shown)))
        trick.append(laid)
        played[seat].update(cards)
        behind = (next_seat(trick[0].seat, n) for n in (1, 2, 3))
        turn = next((s for s in behind if s not in {play.seat for play in trick}), None)
    return record


def _same(played: Counter[Card], cards: Sequence[Card]) -> Counter[Card]:
    """Return how many copies of the shown cards their seat had played by then."""
    return Counter({card: played[card] for card in set(cards)})


def _won(deal: Deal, trick: list[Laid]) -> Seat:
    led = trick[0].cards
    if len({deal.klass(card) for card in led}) > 1:
        return trick[0].seat
    counted = [play for play in trick if len(play.cards) == len(led)]
    return counted[oracle.winner(deal, [play.cards for play in counted])].seat


def literal(small: Small) -> Verdicts:
    """Return every fault and notice of a small deal with the row that first shows it."""
    record = read(small)
    last = len(small.rows) - 1
    found: Verdicts = {}
    for trick in record.tricks:
        lead = trick[0]
        if not lead_allowed(record.deal, lead.shown):
            found["illegal_lead", lead.seat, lead.row] = lead.row
        elif len(lead.shown) == len(lead.cards):
            found |= _unchallenged(record, trick, last)
        for play in trick:
            if play.out_of_turn:
                found["play_out_of_turn", play.seat, play.row] = play.row
            if len(play.cards) != len(lead.cards):
                found["wrong_count", play.seat, play.row] = play.row
        found |= _follows(record, trick, small)
    return found | _conduct(small, record) | _extra(small, record)


def _conduct(small: Small, record: Record) -> Verdicts:
    found: Verdicts = {}
    final = max(play.row for trick in record.tricks for play in trick)
    for at, row in enumerate(small.rows):
        if row["type"] == "retracted":
            found["retraction", row["seat"], at] = at
        if row["type"] == "hand_shown" and at < final:
            found["exposed_card", row["seat"], at] = at
        if row["type"] == "throw_failed":
            lead = small.rows[row["of"]]
            found["failed_throw", lead["seat"], row["of"]] = at
    return found


def _extra(small: Small, record: Record) -> Verdicts:
    """Return the rows with which a card has been seen more often than it exists."""
    found: Verdicts = {}
    told: set[Card] = set()
    for at, row in enumerate(small.rows):
        for card, number in record.copies(at).items():
            if number > small.deal.rules["decks"] and card not in told:
                told.add(card)
                seat = row.get("seat") or row.get("beaten_by", {}).get("seat")
                found["extra_copy", seat, at] = at
    return found


def _unchallenged(record: Record, trick: list[Laid], last: int) -> Verdicts:
    lead = trick[0]
    deal = record.deal
    if oracle.sidecar(deal, lead.cards) or len(oracle.structure(deal, lead.cards)) < 2:
        return {}
    for until in range(lead.row, last + 1):
        hands = [
            list((record.held(play.seat, until) - play.before).elements()) for play in trick[1:]
        ]
        if oracle.beaten(deal, lead.cards, hands):
            return {("throw_unchallenged", lead.seat, lead.row): until}
    return {}


def _follows(record: Record, trick: list[Laid], small: Small) -> Verdicts:
    deal, led = record.deal, trick[0].cards
    names = {deal.klass(card) for card in led}
    found: Verdicts = {}
    for play in trick[1:]:
        if len(names) > 1 or len(play.cards) != len(led):
            continue
        proof = _first_proof(record, led, play, len(small.rows))
        if proof is not None:
            strange = {deal.klass(card) for card in play.cards} - names
            found["revoke" if strange else "withheld", play.seat, play.row] = proof
    return found


def _first_proof(record: Record, led: list[Card], play: Laid, end: int) -> int | None:
    """Return the first row at which no hand makes a play legal.

    The last hand that did is tried first: while it agrees with what is seen, it still does.
    """
    deal, name = record.deal, record.deal.klass(led[0])
    size = record.size - play.before.total()
    excuse: Counter[Card] | None = None
    for until in range(play.row, end):
        known = blank(deal, name, record.held(play.seat, until) - play.before)
        unseen = record.unseen(name, until)
        if excuse is not None and not known - excuse and not (excuse - known) - unseen:
            continue
        excuse = _excuse(deal, led, play.cards, known, unseen, size)
        if excuse is None:
            return until
    return None


def blank(deal: Deal, name: str, cards: Counter[Card]) -> Counter[Card]:
    """Return cards in which all of other classes stand as one: which they are changes nothing."""
    names = deal.classes
    other = next(card for card in CARDS if names[card] != name)
    out: Counter[Card] = Counter()
    for card, number in cards.items():
        out[card if names[card] == name else other] += number
    return out


def _excuse(
    deal: Deal, led: list[Card], play: list[Card], known: Counter[Card], unseen: Counter[Card],
    size: int,
) -> Counter[Card] | None:  # fmt: skip
    """Return a hand from which a play is legal: the known cards and some unseen ones."""
    name = deal.klass(led[0])
    own = list(blank(deal, name, Counter(play)).elements())
    order = sorted(unseen, key=lambda card: (deal.klass(card) == name, CARDS.index(card)))
    for extra in _completions(order, unseen, size - known.total()):
        hand = known + extra
        if oracle.follow(deal, led, list(hand.elements()), own)[0]:
            return hand
    return None


def _completions(
    order: Sequence[Card], unseen: Counter[Card], number: int
) -> Iterator[Counter[Card]]:
    """Yield every choice of so many unseen cards."""
    if number <= 0:
        yield Counter()
        return
    if not order:
        return
    first, rest = order[0], order[1:]
    for n in range(min(number, unseen[first]), -1, -1):
        for more in _completions(rest, unseen, number - n):
            yield more + Counter({first: n})


def rows_of(small: Small) -> list[dict[str, Any]]:
    """Return a small deal as the rows of a hand history."""
    rows: list[Row] = [
        {"type": "deal", "deal": 1, "declarer": small.leader},
        {"type": "trump", "suit": small.deal.suit, "level": small.deal.level},
        {"type": "joined", "trick": 1, "leader": small.leader, "defender_points": 0,
         "hand_sizes": dict.fromkeys(SEATS, small.size)},
    ]  # fmt: skip
    return rows + [row | ({"of": FIRST + row["of"]} if "of" in row else {}) for row in small.rows]


def engine(small: Small) -> tuple[Verdicts, set[str]]:
    """Return the same from the real judge, and the certainties of what is no notice."""
    events = events_of(rows_of(small))
    findings = fold(events, profile(small.deal.slug)).deals[0].findings
    sure = {f.certainty for f in findings if f.offence not in NOTICES}
    return {(f.offence, f.seat, f.evidence[0] - FIRST): f.at - FIRST for f in findings}, sure


NOTICES = ("extra_copy", "throw_unchallenged")


def compare(small: Small) -> tuple[str | None, int]:
    """Return how the two judge a small deal, in fault, event or certainty; and how many faults."""
    (ours, sure), theirs = engine(small), literal(small)
    odd = any(offence in ODD for offence, _, _ in theirs)
    faults = sum(offence not in NOTICES for offence, _, _ in theirs)
    if ours == theirs and (odd or sure <= {"proven"}):
        return None, faults
    return f"{describe(small)}: engine {ours} {sure}, oracle {theirs}", faults


def describe(small: Small) -> str:
    """Return a small deal as one line."""
    deal = small.deal
    rows = []
    for row in small.rows:
        what = row["type"] if row["type"] != "play" else ""
        rows.append(f"{what}{row.get('seat', '')} {' '.join(row.get('cards') or row['stands'])}")
    return f"{deal.slug} {deal.suit}{deal.level} {small.planted} {'; '.join(rows)}"


def deal_differs(
    rng: random.Random, slug: str | None = None, kind: str | None = None
) -> str | None:
    """Return how the two judge a random small deal with a fault of a kind, where they differ."""
    return compare(small_deal(rng, slug, kind))[0]
