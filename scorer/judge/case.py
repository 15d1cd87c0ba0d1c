"""What the judge looks at: one deal's events, tricks and known holdings under one profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scorer.cards import Card, Seat
from scorer.history import Event
from scorer.ledger.deal_log import DealLog
from scorer.ledger.holdings import Holdings
from scorer.ledger.opening import Opening
from scorer.ledger.tricks import Course
from scorer.ledger.types import Certainty, Finding, Trick
from scorer.profile import Profile
from scorer.shengji.order import Order, Trump


@dataclass(frozen=True, slots=True)
class Case:
    """One deal before the judge. ``trump`` and ``order`` are None where trump is unknown.

    ``places`` gives each event's position among the deal's effective events, by its ``seq``.
    """

    profile: Profile
    log: DealLog
    opening: Opening
    course: Course
    holdings: Holdings
    trump: Trump | None
    order: Order | None
    places: dict[int, int]
    left: dict[Seat, int | None]
    exhausted: bool
    finished: bool
    kitty: tuple[Card, ...] | None

    @property
    def last_place(self) -> int:
        """Return the position of the last event."""
        return len(self.log.events) - 1

    def event(self, place: int) -> Event:
        """Return the event at a position."""
        return self.log.events[place]

    def pool(self, seat: Seat, until: int) -> Counter[Card]:
        """Return the copies that a seat may hold beyond its known cards."""
        return self.holdings.pool(seat, self.profile.decks, until)


def finding_id(deal: int, offence: str, seat: Seat | None, about: int) -> str:
    """Return the stable id of a finding about one event."""
    return f"{deal}.{offence}.{seat or '-'}.{about}"


def found(
    case: Case,
    offence: str,
    seat: Seat | None,
    about: int,
    *,
    trick: Trick | int | None = None,
    certainty: Certainty = "proven",
    at: int | None = None,
    evidence: Iterable[int] = (),
    cards: Iterable[Card] = (),
) -> Finding:
    """Return a finding about an event; its evidence begins with that event."""
    shown = [about, *evidence]
    return Finding(
        id=finding_id(case.log.number, offence, seat, about),
        offence=offence,
        seat=seat,
        trick=trick.n if isinstance(trick, Trick) else trick,
        certainty=certainty,
        at=about if at is None else at,
        evidence=tuple(dict.fromkeys(shown)),
        cards=tuple(cards),
    )
