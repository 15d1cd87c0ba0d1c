"""Rounds 圈 of a Guandan 掼蛋 deal from plays alone: nobody sees a pass, so it is inferred."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorer.cards import SEATS, UNREAD, Card, Seat, next_seat, partner
from scorer.guandan.compare import answers, beats
from scorer.guandan.course import lead_after_round
from scorer.guandan.rules import PlayPoints
from scorer.guandan.types import DEFAULT_RULES, Reading, TypeRules, readings


class Laid(NamedTuple):
    """Cards that a seat laid down in one play; ``declared`` is what it said they mean."""

    seat: Seat
    cards: tuple[Card, ...]
    declared: Reading | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A play that no meaning of the cards makes legal: which play, and what is wrong with it."""

    play: int
    offence: str
    because: tuple[int, ...] = ()
    certain: bool = True
    leader: Seat | None = None
    """Who should have led, where the wrong seat did."""


@dataclass(frozen=True, slots=True)
class Round:
    """Plays of one round by index, its leader and winner, and the meanings that remain possible."""

    plays: tuple[int, ...]
    leader: Seat
    winner: Seat
    meanings: tuple[tuple[Reading, ...], ...]
    wind: bool = False
    """Whether the leader took over from a winner without cards 接风."""


@dataclass(frozen=True, slots=True)
class Course:
    """A deal as far as it was seen.

    ``ambiguous`` lists plays that may also have opened a new round; a play that can belong to the
    running round belongs to it. ``next_leader`` leads if everybody passes now.
    """

    rounds: tuple[Round, ...]
    finished: tuple[Seat, ...]
    ambiguous: tuple[int, ...]
    faults: tuple[Fault, ...]
    left: Mapping[Seat, int]
    next_leader: Seat | None
    over: bool
    extra: Mapping[Seat, int] = field(default_factory=dict)
    """Cards that a seat laid beyond those it should hold."""


@dataclass(slots=True)
class _Running:
    """The round that is being played."""

    leader: Seat
    plays: list[int]
    meanings: list[tuple[Reading, ...]]
    top: Seat
    standing: tuple[Reading, ...]
    unread: bool
    wind: bool
    other: tuple[Reading, ...] = ()
    """Meanings that the standing play has only if it opened a new round."""


@dataclass(slots=True)
class _Follower:
    level: str
    rules: TypeRules
    points: PlayPoints
    left: dict[Seat, int]
    expected: Seat | None
    seats: Sequence[Seat]
    opens: Collection[int]
    cleared: Collection[int]
    current: _Running | None = None
    rounds: list[Round] = field(default_factory=list)
    finished: list[Seat] = field(default_factory=list)
    ambiguous: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    extra: dict[Seat, int] = field(default_factory=dict)

    def play(self, index: int, laid: Laid) -> None:
        found = self._read(laid)
        unread = UNREAD in laid.cards
        if not found and not unread:
            self.faults.append(Fault(index, "no_such_type"))
        if self.current is None:
            self._open(index, laid.seat, found, unread, wind=False)
            if self.expected not in (None, laid.seat):
                self.faults.append(Fault(index, "wrong_leader", leader=self.expected))
        else:
            self._go_on(index, laid.seat, found, unread, self.current)
        self._count(laid)

    def _read(self, laid: Laid) -> tuple[Reading, ...]:
        if UNREAD in laid.cards:
            return ()
        found = readings(laid.cards, self.level, self.rules)
        return (laid.declared,) if laid.declared in found else found

    def _go_on(
        self, index: int, seat: Seat, found: tuple[Reading, ...], unread: bool, now: _Running
    ) -> None:
        leader, _ = lead_after_round(now.top, self.finished, self.points)
        above = self._above(found, now.standing)
        if not above and now.other and seat != now.top:
            above = self._above(found, now.other)
            now = self._split(now) if above else now
        follows = seat != now.top and (unread or now.unread or bool(above))
        if follows and not (seat == leader and index in self.opens):
            self._follow(index, seat, above or found, unread, now)
            if seat == leader:
                self.ambiguous.append(index)
                now.other = found
        elif seat == leader:
            self._close()
            self._open(index, seat, found, unread, wind=leader != now.top)
        else:
            self._illegal(index, seat, found, now, leader)

    def _split(self, now: _Running) -> _Running:
        """The standing play is answered in a meaning that it has only as a lead: it was one."""
        index, seat, found = now.plays.pop(), now.top, now.other
        now.meanings.pop()
        self.ambiguous.remove(index)
        now.top = self.seats[now.plays[-1]]
        self._close()
        self._open(index, seat, found, False, wind=True)
        assert self.current is not None
        return self.current

    def _above(
        self, found: tuple[Reading, ...], standing: tuple[Reading, ...]
    ) -> tuple[Reading, ...]:
        return tuple(r for r in found if any(beats(r, s, self.level) for s in standing))

    def _follow(
        self, index: int, seat: Seat, above: tuple[Reading, ...], unread: bool, now: _Running
    ) -> None:
        if now.standing and above:
            self._narrow(now, above)
        now.plays.append(index)
        now.meanings.append(above)
        now.top, now.standing, now.unread, now.other = seat, above, unread, ()

    def _narrow(self, now: _Running, above: tuple[Reading, ...]) -> None:
        """A later play settles an earlier one: keep the meanings that it could have beaten."""
        kept = above
        for place in range(len(now.meanings) - 1, -1, -1):
            before = now.meanings[place]
            if not before:
                return
            kept = tuple(b for b in before if any(beats(k, b, self.level) for k in kept))
            if not kept or kept == before:
                return
            now.meanings[place] = kept

    def _illegal(
        self,
        index: int,
        seat: Seat,
        found: tuple[Reading, ...],
        now: _Running,
        leader: Seat | None,
    ) -> None:
        """A play that beats nothing by a seat that may not lead.

        An answer of the standing shape fails to beat; another shape, or a play on a cleared table,
        is a lead by the wrong seat.
        A partner may lead by the wind 接风 of a winner who held a card too few, so that is no
        proof.
        """
        answer = any(answers(f, s) for f in found for s in now.standing)
        if found and (not answer or index in self.cleared):
            before = tuple(now.plays[-1:])
            short = self.left[now.top] == 1 and seat == partner(now.top)
            self._close()
            self.faults.append(Fault(index, "wrong_leader", before, not short, leader))
            self._open(index, seat, found, False, wind=False)
            return
        if found:
            self.faults.append(self._not_beaten(index, seat, found, now))
        now.plays.append(index)
        now.meanings.append(found)

    def _not_beaten(
        self, index: int, seat: Seat, found: tuple[Reading, ...], now: _Running
    ) -> Fault:
        """Say whether the play fails to beat, or the standing one came before its turn.

        Where the play beats the one before the standing one, and its seat sat between the two, one
        of the two offended and nothing tells which.
        """
        if len(now.plays) > 1 and len(now.meanings) > 1:
            before = now.meanings[-2]
            beaten = any(beats(f, b, self.level) for f in found for b in before)
            if beaten and self._between(seat, now):
                return Fault(now.plays[-1], "out_of_turn", (index,), certain=False)
        return Fault(index, "does_not_beat", tuple(now.plays[-1:]))

    def _between(self, seat: Seat, now: _Running) -> bool:
        earlier = self.seats[now.plays[-2]]
        place = {s: (SEATS.index(s) - SEATS.index(earlier)) % 4 for s in SEATS}
        return 0 < place[seat] < place[now.top]

    def _open(
        self, index: int, seat: Seat, found: tuple[Reading, ...], unread: bool, *, wind: bool
    ) -> None:
        self.current = _Running(seat, [index], [found], seat, found, unread, wind)

    def _close(self) -> None:
        now = self.current
        if now is not None:
            done = Round(tuple(now.plays), now.leader, now.top, tuple(now.meanings), now.wind)
            self.rounds.append(done)
        self.current = None

    def _count(self, laid: Laid) -> None:
        left = self.left[laid.seat] - len(laid.cards)
        self.left[laid.seat] = max(0, left)
        if left < 0:
            self.extra[laid.seat] = self.extra.get(laid.seat, 0) - left
        if left <= 0 and laid.seat not in self.finished:
            self.finished.append(laid.seat)

    def result(self) -> Course:
        now = self.current
        leader = None
        if now is not None:
            leader, _ = lead_after_round(now.top, self.finished, self.points)
        self._close()
        over = deal_over(self.finished)
        return Course(
            tuple(self.rounds),
            tuple(self.finished),
            tuple(self.ambiguous),
            tuple(self.faults),
            dict(self.left),
            None if over else (leader or self.expected),
            over,
            dict(self.extra),
        )


def deal_over(finished: Sequence[Seat]) -> bool:
    """Return whether a deal is decided: three seats are out, or one side is first and second."""
    if len(finished) >= 3:
        return True
    return len(finished) == 2 and abs(SEATS.index(finished[0]) - SEATS.index(finished[1])) == 2


def finishing_order(finished: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the four places of a decided deal, from the seats that are out in order.

    After a double the losers stay in: the next player of first place counts as last, as the
    shift document says (头游下家为最后一名). Empty while the deal is undecided.
    """
    if not deal_over(finished):
        return ()
    if len(finished) >= 3:
        return (*finished, *(seat for seat in SEATS if seat not in finished))
    return (*finished, next_seat(finished[0], 3), next_seat(finished[0]))


def follow(
    plays: Sequence[Laid],
    left: Mapping[Seat, int],
    level: str,
    points: PlayPoints,
    rules: TypeRules = DEFAULT_RULES,
    leader: Seat | None = None,
    opens: Collection[int] = (),
    cleared: Collection[int] = (),
) -> Course:
    """Return the rounds, winners and finishing order that the plays imply.

    ``left`` holds the cards of each seat before the first play, ``leader`` who must lead it (None:
    not known), ``opens`` the plays known to open a round, ``cleared`` those laid on a cleared
    table, which open one where they cannot belong to the running one. A seat may not play twice
    running in a round, so a second play opens the next one; after a winner without cards the wind
    接风 decides.
    """
    seats = [laid.seat for laid in plays]
    follower = _Follower(level, rules, points, dict(left), leader, seats, opens, cleared)
    for index, laid in enumerate(plays):
        follower.play(index, laid)
    return follower.result()
