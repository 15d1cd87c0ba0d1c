"""Plays whole Guandan 掼蛋 deals with simple players: the truth for tests and simulated tables.

Nothing here is random: every choice is asked of a chooser that the caller brings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from scorer.cards import CARDS, SEATS, Card, Seat, next_seat, partner
from scorer.guandan.compare import bomb_size, key_value
from scorer.guandan.course import lead_after_round
from scorer.guandan.moves import Move, moves
from scorer.guandan.profile import GuandanProfile
from scorer.guandan.rounds import deal_over
from scorer.guandan.types import Reading

T = TypeVar("T")


class Chooser(Protocol):
    """What decides; ``random.Random`` fits."""

    def choice(self, seq: Sequence[T], /) -> T:
        """Return one of the items."""

    def random(self) -> float:
        """Return a number from 0 to below 1."""

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return so many of the items, in any order."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat did when it was its turn; no move: it passed."""

    seat: Seat
    move: Move | None


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal as it was played: every turn, the plays of each round by index, who was out when."""

    level: str
    hands: Mapping[Seat, tuple[Card, ...]]
    turns: tuple[Turn, ...]
    rounds: tuple[tuple[int, ...], ...]
    winners: tuple[Seat, ...]
    finished: tuple[Seat, ...]

    @property
    def plays(self) -> tuple[tuple[Seat, Move], ...]:
        """Return the plays without the passes."""
        return tuple((turn.seat, turn.move) for turn in self.turns if turn.move is not None)


def deal_hands(chooser: Chooser) -> dict[Seat, list[Card]]:
    """Return four hands of 27 cards from two packs, each sorted."""
    pack = chooser.sample(CARDS + CARDS, 2 * len(CARDS))
    size = len(pack) // len(SEATS)
    return {
        seat: sorted(pack[place * size : (place + 1) * size]) for place, seat in enumerate(SEATS)
    }


@dataclass(slots=True)
class _Table:
    profile: GuandanProfile
    level: str
    hands: dict[Seat, list[Card]]
    chooser: Chooser
    turns: list[Turn] = field(default_factory=list)
    rounds: list[tuple[int, ...]] = field(default_factory=list)
    winners: list[Seat] = field(default_factory=list)
    finished: list[Seat] = field(default_factory=list)
    played: int = 0

    def round(self, leader: Seat) -> Seat:
        """Play one round and return who leads the next."""
        lead = self._choose(self._options(leader, None))
        plays, top, standing = [self._lay(leader, lead)], leader, lead.meant
        seat = next_seat(leader)
        while seat != top and not deal_over(self.finished):
            if seat not in self.finished:
                answer = self._answer(seat, top, standing)
                if answer is None:
                    self.turns.append(Turn(seat, None))
                else:
                    plays.append(self._lay(seat, answer))
                    top, standing = seat, answer.meant
            seat = next_seat(seat)
        self.rounds.append(tuple(plays))
        self.winners.append(top)
        return lead_after_round(top, self.finished, self.profile.play)[0]

    def _options(self, seat: Seat, standing: Reading | None) -> list[Move]:
        return moves(self.hands[seat], self.level, standing, self.profile.types.rules())

    def _choose(self, options: Sequence[Move]) -> Move:
        """Lead long and low, as players do, but not always."""
        if self.chooser.random() < 0.5:
            longest = max(len(move.cards) for move in options)
            options = [move for move in options if len(move.cards) == longest]
        return self._low(options)

    def _answer(self, seat: Seat, top: Seat, standing: Reading) -> Move | None:
        """Answer low, bomb seldom, and seldom play over the partner, whose wind 接风 it may be."""
        options = self._options(seat, standing)
        same = [move for move in options if bomb_size(move.meant) == bomb_size(standing)]
        reluctance = 0.15 if same else 0.6
        if top == partner(seat):
            reluctance = 0.9 if top in self.finished else 0.75
        if not options or self.chooser.random() < reluctance:
            return None
        return self._low(same if same and self.chooser.random() < 0.9 else options)

    def _low(self, options: Sequence[Move]) -> Move:
        if self.chooser.random() < 0.1:
            return self.chooser.choice(options)
        ranked = sorted(options, key=lambda move: self._worth(move.meant))
        return self.chooser.choice(ranked[:2])

    def _worth(self, meant: Reading) -> tuple[float, int]:
        return bomb_size(meant), key_value(meant, self.level)

    def _lay(self, seat: Seat, move: Move) -> int:
        for card in move.cards:
            self.hands[seat].remove(card)
        self.turns.append(Turn(seat, move))
        if not self.hands[seat]:
            self.finished.append(seat)
        self.played += 1
        return self.played - 1


def play_deal(
    profile: GuandanProfile,
    level: str,
    hands: Mapping[Seat, Sequence[Card]],
    leader: Seat,
    chooser: Chooser,
) -> PlayedDeal:
    """Return a whole legal deal, played out until its places are decided."""
    start = {seat: tuple(hands[seat]) for seat in SEATS}
    table = _Table(profile, level, {seat: list(hands[seat]) for seat in SEATS}, chooser)
    seat = leader
    while not deal_over(table.finished):
        seat = table.round(seat)
    return PlayedDeal(
        level,
        start,
        tuple(table.turns),
        tuple(table.rounds),
        tuple(table.winners),
        tuple(table.finished),
    )
