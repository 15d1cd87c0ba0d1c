"""What must lie on the table, by the events of a deal that is under way: after a restart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import nan

from scorer.cards import UNREAD, Card, Seat
from scorer.history import Event
from scorer.ledger.deal_fold import Table as Laid
from scorer.ledger.types import Play
from scorer.tabling import joint
from scorer.tabling.draw import Shown
from scorer.tabling.lay import Lay
from scorer.tabling.observed import SeenCard, ZoneSeen

NewItem = Callable[[], int]
_NOWHERE = (nan, nan)


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick on the table: what each seat laid, and the cards of the trick before."""

    lays: tuple[Lay, ...]
    before: Mapping[Seat, Sequence[SeenCard]]


def trick_of(laid: Laid, new_item: NewItem) -> Trick:
    """Return the last trick of a deal as it lies, its cards under new item numbers."""
    tricks = laid.course.tricks
    lays = tuple(_lay(play, new_item) for play in tricks[-1].plays)
    seats = {lay.seat for lay in lays}
    before = tricks[-2].plays if len(tricks) > 1 and len(lays) < 4 else ()
    old = {p.seat: cards_of(p.event, p.cards, new_item) for p in before if p.seat not in seats}
    return Trick(lays, old)


def _lay(play: Play, new_item: NewItem) -> Lay:
    t = float(play.event.get("t_video") or 0.0)
    cards = cards_of(play.event, play.cards, new_item)
    lay = Lay(play.seat, t, t, list(cards), list(cards), play.event, list(cards))
    lay.since = dict.fromkeys((card.item for card in cards), t)
    return lay


def shown_of(bids: Sequence[Event], new_item: NewItem) -> list[Shown]:
    """Return the last bid of each seat as it may still lie there."""
    last = {event.seat: event for event in bids}
    shown = []
    for seat, event in last.items():
        cards = cards_of(event, event.cards, new_item)
        t = float(event.get("t_video") or 0.0)
        zone = ZoneSeen(t, seat, tuple(cards), 0, None, None, None)
        shown.append(Shown(seat, [zone], cards, event, t))
    return shown


def cards_of(event: Event, names: Sequence[Card], new_item: NewItem) -> list[SeenCard]:
    """Return cards of an event as things seen somewhere, sure where the event says no other."""
    other = event.get("alternatives") or ()
    ps = event.get("confidences") or ()
    whole = len(names) == len(event.cards) == len(other) == len(ps)
    cards = []
    for n, name in enumerate(names):
        if name == UNREAD and hidden_in(event):
            continue
        p = float(ps[n]) if whole else 1.0
        options = tuple((str(card), float(q)) for card, q in other[n]) if whole else ()
        cards.append(SeenCard(new_item(), name, p, options, _NOWHERE, None))
    return cards


def hidden_in(event: Event) -> int:
    """Return how many cards of a play may lie unseen under others: unread, without a reading."""
    other = event.get("alternatives") or ()
    if len(other) != len(event.cards) or set(event.cards) == {UNREAD}:
        return 0
    return sum(
        name == UNREAD and not options for name, options in zip(event.cards, other, strict=True)
    )


def count(seq: int, cards: Sequence[SeenCard]) -> list[joint.Laid]:
    """Return an event's cards as they count in the joint reading."""
    return [
        joint.Laid(seq, n, card.card, ((card.card, card.p), *card.alternatives), card.item)
        for n, card in enumerate(cards)
    ]
