"""One Guandan 掼蛋 deal as its events show it: cards given, and the plays that stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.cards import SEATS, Card, Seat
from scorer.guandan.proof import TributeEvent
from scorer.guandan.rounds import Laid
from scorer.guandan.tribute import Given
from scorer.guandan.types import TYPES, Reading
from scorer.history import Event
from scorer.ledger.types import Play


@dataclass(frozen=True, slots=True)
class Retraction:
    """Cards that a seat took back 悔牌, and the play that they were (None: not found)."""

    event: Event
    play: Play | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of a deal.

    ``opens`` are the plays, by index, before which everybody passed; ``cleared`` those before which
    the camera saw the play before taken away, as at the end of a round.
    """

    plays: tuple[Play, ...]
    laid: tuple[Laid, ...]
    opens: frozenset[int]
    cleared: frozenset[int]
    passed: tuple[Seat, ...]
    paid: tuple[Given, ...]
    returned: tuple[Given, ...]
    refused: Event | None
    turned: Seat | None
    retractions: tuple[Retraction, ...]
    start: Mapping[Seat, int]
    joined: Event | None


def seat_of(value: Any) -> Seat | None:
    """Return a seat letter as a seat, None for anything else."""
    return next((seat for seat in SEATS if seat == value), None)


def declared(event: Event) -> Reading | None:
    """Return the meaning that a play was declared to have, None without one."""
    said = event.get("as")
    if not isinstance(said, Mapping):
        return None
    kind, key, length = said.get("type"), said.get("key"), said.get("length")
    if kind not in TYPES or not isinstance(key, str) or not isinstance(length, int):
        return None
    return Reading(str(kind), key, length)


def gather(events: Sequence[Event], hand_size: int) -> Seen:
    """Return what the effective events of a deal show."""
    joined = next((event for event in events if event.type == "joined"), None)
    gatherer = _Gatherer(_start(joined, hand_size))
    for event in events:
        gatherer.take(event)
    turned = next((event.seat for event in events if event.type == "turned"), None)
    refused = next((event for event in events if event.type == "no_tribute"), None)
    return Seen(
        plays=tuple(gatherer.plays),
        laid=tuple(Laid(p.seat, p.cards, declared(p.event)) for p in gatherer.plays),
        opens=frozenset(gatherer.opens),
        cleared=frozenset(
            n for n, p in enumerate(gatherer.plays) if p.event.get("cleared") is True
        ),
        passed=tuple(gatherer.passed),
        paid=_given(events, "tribute"),
        returned=_given(events, "return"),
        refused=refused,
        turned=seat_of(turned),
        retractions=tuple(gatherer.retractions),
        start=gatherer.start,
        joined=joined,
    )


def _start(joined: Event | None, hand_size: int) -> dict[Seat, int]:
    sizes = {} if joined is None else joined.get("hand_sizes") or {}
    return {seat: sizes.get(seat, hand_size) for seat in SEATS}


def _given(events: Sequence[Event], kind: str) -> tuple[Given, ...]:
    found = []
    for event in events:
        giver, to = seat_of(event.get("from")), seat_of(event.get("to"))
        if event.type == kind and giver is not None and to is not None:
            found.append(Given(giver, to, str(event.get("card"))))
    return tuple(found)


class _Gatherer:
    """Collects plays in order; a retraction takes its play out again."""

    def __init__(self, start: dict[Seat, int]) -> None:
        self.start = start
        self.plays: list[Play] = []
        self.opens: list[int] = []
        self.passed: list[Seat] = []
        self.retractions: list[Retraction] = []

    def take(self, event: Event) -> None:
        seat = seat_of(event.seat)
        if seat is None:
            return
        if event.type == "play":
            self._play(event, seat)
        elif event.type == "pass" and self.plays:
            self.passed.append(seat)
        elif event.type == "retracted":
            self._retract(event, seat)

    def _play(self, event: Event, seat: Seat) -> None:
        if self.plays:
            top = self.plays[-1].seat
            waiting = {s for s in SEATS if s != top and self._left(s) > 0}
            if waiting and waiting <= set(self.passed):
                self.opens.append(len(self.plays))
        self.passed = []
        self.plays.append(Play(event.seq, seat, event.cards, event.cards, event))

    def _left(self, seat: Seat) -> int:
        return self.start[seat] - sum(len(p.cards) for p in self.plays if p.seat == seat)

    def _retract(self, event: Event, seat: Seat) -> None:
        of = event.get("of")
        place = next(
            (
                index
                for index in range(len(self.plays) - 1, -1, -1)
                if self.plays[index].seq == of or (of is None and self.plays[index].seat == seat)
            ),
            None,
        )
        self.retractions.append(Retraction(event, None if place is None else self.plays[place]))
        if place is not None:
            del self.plays[place]
            self.opens = [index for index in self.opens if index < place]


def proof_events(
    events: Sequence[Event], outs: Mapping[int, tuple[Seat, int]]
) -> tuple[list[TributeEvent], list[int]]:
    """Return the events that bear on tribute, and the sequence number of each.

    ``outs`` gives for the play after which a seat was out the seat and how many cards it laid.
    """
    found: list[TributeEvent] = []
    seqs: list[int] = []
    for event in events:
        one = _proof_event(event)
        if one is not None:
            found.append(one)
            seqs.append(event.seq)
        if event.seq in outs:
            seat, count = outs[event.seq]
            found.append(TributeEvent("out", seat=seat, count=count))
            seqs.append(event.seq)
    return found, seqs


def _proof_event(event: Event) -> TributeEvent | None:
    seat = seat_of(event.seat)
    if event.type in ("tribute", "return"):
        giver, to = seat_of(event.get("from")), seat_of(event.get("to"))
        card: Card = str(event.get("card"))
        if event.type == "tribute":
            return TributeEvent("tribute", seat=giver, to=to, card=card)
        claim = event.get("claims_no_low")
        known = claim if isinstance(claim, bool) else None
        return TributeEvent("return", seat=giver, to=to, card=card, claims_no_low=known)
    if event.type == "no_tribute":
        return TributeEvent("anti", cards=tuple(event.get("shown") or ()))
    if seat is None:
        return None
    if event.type == "play":
        return TributeEvent("play", seat=seat, cards=event.cards)
    if event.type == "retracted":
        return TributeEvent("take_back", seat=seat, cards=event.cards)
    if event.type == "hand_shown" and event.cards:
        return TributeEvent("show", seat=seat, cards=event.cards)
    return None
