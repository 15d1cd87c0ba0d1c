"""What must lie on the table of a Guandan 掼蛋 deal that is under way: after a restart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scorer.cards import Seat
from scorer.guandan.deal import GuandanDeal
from scorer.guandan.laying import Lay
from scorer.history import Event
from scorer.ledger.types import Play
from scorer.tabling import joint
from scorer.tabling.observed import SeenCard
from scorer.tabling.resume import NewItem, cards_of, count

ROUNDS = 2
"""Plays of so many rounds may still lie there, unless the table was cleared since."""


@dataclass(slots=True)
class Lying:
    """The newest play of each seat, what else may lie there, and how the deal's cards count."""

    lays: dict[Seat, Lay] = field(default_factory=dict)
    last: Lay | None = None
    old: list[tuple[Seat, list[SeenCard]]] = field(default_factory=list)
    counts: list[joint.Laid] = field(default_factory=list)


def lying(deal: GuandanDeal, new_item: NewItem) -> Lying:
    """Return what lies on the table by the events of a deal, its cards under new numbers."""
    found = Lying()
    cleared = max(deal.seen.cleared, default=0)
    last = [index for one in deal.course.rounds[-ROUNDS:] for index in one.plays]
    recent = {index for index in last if index >= cleared}
    for index, play in enumerate(deal.plays):
        cards = cards_of(play.event, play.cards, new_item)
        found.counts += count(play.seq, cards)
        if index not in recent:
            continue
        before = found.lays.get(play.seat)
        if before is not None:
            found.old.append((play.seat, before.cards))
        found.last = found.lays[play.seat] = _lay(play, cards)
    return found


def _lay(play: Play, cards: list[SeenCard]) -> Lay:
    t = float(play.event.get("t_video") or 0.0)
    return Lay(play.seat, t, t, cards, None, play.event)


def gifts(events: Sequence[Event], new_item: NewItem) -> list[tuple[Seat, SeenCard]]:
    """Return the cards that were given or shown before the lead, as they may still lie there."""
    found: list[tuple[Seat, SeenCard]] = []
    for event in events:
        giver, card = event.get("from"), event.get("card")
        if event.type in ("tribute", "return") and giver is not None and card is not None:
            found += [(giver, one) for one in cards_of(event, [str(card)], new_item)]
        elif event.type == "no_tribute":
            seats = event.get("seats") or ()
            jokers = event.get("shown") or ()
            each = len(jokers) // len(seats) if seats else 0
            found += [(s, one) for s in seats for one in cards_of(event, jokers[:each], new_item)]
    return found
