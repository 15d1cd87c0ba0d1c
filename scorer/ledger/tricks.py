"""Tricks derived from plays: who led, who may have won, which plays are missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from scorer.cards import SEATS, Card, Seat, next_seat
from scorer.history import Event
from scorer.ledger.types import Gap, Play, Range, Retraction, Trick, exact

Winners = Callable[[Sequence[Play], Sequence[Seat]], frozenset[Seat]]
"""Returns the seats that may have won, given the plays and the seats whose play is missing."""
Points = Callable[[Iterable[Card]], int]


@dataclass(frozen=True, slots=True)
class Play0:
    """Where the recorded play begins: trick number and leader (None where nobody knows)."""

    trick: int
    leader: Seat | None


@dataclass(frozen=True, slots=True)
class Course:
    """The course of play of one deal.

    ``turn`` is the seat to play next and ``needed`` how many cards it must lay, where known.
    """

    tricks: tuple[Trick, ...]
    retractions: tuple[Retraction, ...]
    gaps: tuple[Gap, ...]
    turn: Seat | None
    needed: int | None

    @property
    def plays(self) -> tuple[Play, ...]:
        """Return all plays in order."""
        return tuple(play for trick in self.tricks for play in trick.plays)

    @property
    def open(self) -> Trick | None:
        """Return the trick in which a play is still to come."""
        return self.tricks[-1] if self.tricks and not self.tricks[-1].closed else None


@dataclass(slots=True)
class _Builder:
    """Collects plays into tricks; a play is never moved from the trick in which it was seen."""

    winners: Winners
    points: Points
    start: Play0
    failed: dict[int, Event]
    tricks: list[Trick] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    partial: set[Seat] = field(default_factory=set)
    retractions: list[Retraction] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.start.trick + len(self.tricks)

    def play(self, event: Event) -> None:
        seat: Seat = event.seat
        if seat in self.partial:
            self._complete(event, seat)
            return
        seats = [play.seat for play in self.plays]
        if len(seats) == len(SEATS) or seat in seats:
            self._close(event, seat)
        out = self._out_of_turn(seat)
        self.plays.append(self._made(event, out))

    def _made(self, event: Event, out: bool) -> Play:
        laid = cards = event.cards
        failed = self.failed.get(event.seq)
        if failed is not None and failed.get("stands"):
            cards = tuple(failed.fields["stands"])
        return Play(event.seq, event.seat, cards, laid, event, out)

    def _out_of_turn(self, seat: Seat) -> bool:
        expected = self._expected()
        return expected is not None and seat != expected

    def _expected(self) -> Seat | None:
        """Return the seat whose turn it is: the first after the leader that has not played."""
        if not self.plays:
            if not self.tricks:
                return self.start.leader
            return self.tricks[-1].winner
        seats = {play.seat for play in self.plays}
        around = (next_seat(self.plays[0].seat, n) for n in range(1, len(SEATS)))
        return next((seat for seat in around if seat not in seats), None)

    def _close(self, event: Event, leader: Seat) -> None:
        """Close the trick because its next leader has played, who is evidence of its winner."""
        missing = self._missing()
        for seat in missing:
            self.gaps.append(Gap("missing_play", event.seq, seat, self.number))
        winners = self.winners(self.plays, missing)
        if len(winners) > 1:
            if leader in winners:
                winners = frozenset({leader})
            else:
                self.gaps.append(Gap("unknown_winner", event.seq, None, self.number))
        self._finish(missing, winners)

    def _finish(self, missing: tuple[Seat, ...], winners: frozenset[Seat]) -> None:
        self.tricks.append(self._trick(missing, winners, closed=True))
        self.plays = []
        self.partial = set()

    def _missing(self) -> tuple[Seat, ...]:
        seats = {play.seat for play in self.plays}
        around = (next_seat(self.plays[0].seat, n) for n in range(len(SEATS)))
        return tuple(seat for seat in around if seat not in seats)

    def _trick(self, missing: tuple[Seat, ...], winners: frozenset[Seat], closed: bool) -> Trick:
        points: Range = exact(self.points(c for play in self.plays for c in play.cards))
        return Trick(self.number, tuple(self.plays), missing, winners, points, closed)

    def retract(self, event: Event) -> None:
        seat: Seat = event.seat
        place = next((i for i, p in enumerate(self.plays) if p.seat == seat), None)
        play = None if place is None else self.plays[place]
        self.retractions.append(Retraction(event.seq, seat, event.cards, self.number, play, event))
        if place is None or play is None:
            self.gaps.append(Gap("retraction_unplaced", event.seq, seat, self.number))
            return
        rest = Counter(play.cards) - Counter(event.cards)
        if rest and event.cards:
            kept = tuple(rest.elements())
            self.plays[place] = replace(play, cards=kept, laid=kept)
            self.partial.add(seat)
        else:
            self.partial.discard(seat)
            del self.plays[place]

    def _complete(self, event: Event, seat: Seat) -> None:
        """Add cards to a play of which a part was taken back."""
        place = next(i for i, p in enumerate(self.plays) if p.seat == seat)
        play = self.plays[place]
        cards = (*play.cards, *event.cards)
        self.plays[place] = replace(play, seq=event.seq, cards=cards, laid=cards, event=event)
        self.partial.discard(seat)

    def course(self, finished: bool) -> Course:
        """Return what has been collected; a trick of four plays is closed even before the next."""
        if self.plays:
            missing = self._missing()
            if not missing or finished:
                for seat in missing:
                    self.gaps.append(Gap("missing_play", self.plays[-1].seq, seat, self.number))
                self._finish(missing, self.winners(self.plays, missing))
        turn, needed = self._expected(), None
        tricks = list(self.tricks)
        if self.plays:
            needed = len(self.plays[0].cards)
            winners = self.winners(self.plays, ())
            tricks.append(self._trick((), winners, closed=False))
        return Course(tuple(tricks), tuple(self.retractions), tuple(self.gaps), turn, needed)


def derive(
    events: Iterable[Event], start: Play0, winners: Winners, points: Points, *, finished: bool
) -> Course:
    """Return the course of play of one deal from its events, edits already resolved.

    A second play by a seat in an open trick closes that trick with the others' plays missing; the
    next leader is taken as evidence of a winner that is not certain. ``finished`` says that no
    further play will come.
    """
    log = tuple(events)
    failed = {e.fields["of"]: e for e in log if e.type == "throw_failed"}
    builder = _Builder(winners, points, start, failed)
    for event in log:
        if event.type == "play":
            builder.play(event)
        elif event.type == "retracted":
            builder.retract(event)
    return builder.course(finished)
