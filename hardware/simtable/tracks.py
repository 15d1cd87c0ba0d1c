"""Motion over time: where each card and each arm is at any second of the deal."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from scorer.cards import Card, Seat


class Pose(NamedTuple):
    """A card's centre in table mm and its clockwise turn in degrees (0: upright for seat S)."""

    x: float
    y: float
    angle: float


class Move(NamedTuple):
    """A smooth change of pose between two times in seconds; ``lift`` is the height on the way."""

    t0: float
    t1: float
    start: Pose
    end: Pose
    lift: float


class Look(NamedTuple):
    """What is seen of a card from a time on: ``up``, ``down`` or ``gone``, and its stacking."""

    t: float
    side: str
    order: int


def ease(u: float) -> float:
    """Return smooth progress 0-1 with no jerk at either end."""
    u = min(1.0, max(0.0, u))
    return u * u * (3 - 2 * u)


@dataclass(slots=True)
class CardTrack:
    """One card on the table, from its first appearance to its last."""

    card: Card
    ident: int
    moves: list[Move] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    def pose(self, t: float) -> tuple[Pose, float, bool]:
        """Return pose, height over the table in mm and whether it moves at ``t``."""
        index = bisect_right(self.moves, t, key=lambda move: move.t0) - 1
        move = self.moves[max(index, 0)]
        if t >= move.t1:
            return move.end, 0.0, False
        u = ease((t - move.t0) / (move.t1 - move.t0))
        a, b = move.start, move.end
        turn = (b.angle - a.angle + 180) % 360 - 180
        pose = Pose(a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u, a.angle + turn * u)
        return pose, move.lift * 4 * u * (1 - u), t > move.t0

    def look(self, t: float) -> Look | None:
        """Return how it is seen at ``t``; None before it appears and after it has gone."""
        index = bisect_right(self.looks, t, key=lambda look: look.t) - 1
        if index < 0 or self.looks[index].side == "gone":
            return None
        return self.looks[index]

    def last_pose(self) -> Pose:
        """Return the pose after every move made so far."""
        return self.moves[-1].end


class Reach(NamedTuple):
    """One point on a hand's way: time, finger tips in table mm."""

    t: float
    x: float
    y: float


@dataclass(slots=True)
class ArmTrack:
    """One visit of a seat's arm over the table."""

    seat: Seat
    way: list[Reach] = field(default_factory=list)

    def tip(self, t: float) -> tuple[float, float] | None:
        """Return the finger tips at ``t``; None while the arm is away."""
        if not self.way or not self.way[0].t <= t < self.way[-1].t:
            return None
        index = bisect_right(self.way, t, key=lambda reach: reach.t) - 1
        a, b = self.way[index], self.way[index + 1]
        u = ease((t - a.t) / max(b.t - a.t, 1e-6))
        return a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u


@dataclass(slots=True)
class Scene:
    """Everything that happens in one deal, and when."""

    cards: list[CardTrack] = field(default_factory=list)
    arms: list[ArmTrack] = field(default_factory=list)
    duration: float = 0.0
    _order: int = 0

    def add(self, card: Card, t: float, pose: Pose, side: str) -> CardTrack:
        """Put a new card at ``pose`` from time ``t``, on top of all others."""
        track = CardTrack(card, len(self.cards))
        track.moves.append(Move(t, t, pose, pose, 0.0))
        track.looks.append(Look(t, side, self.next_order()))
        self.cards.append(track)
        return track

    def leave_room(self) -> None:
        """Keep a thousand stacking numbers free for cards that turn up below later ones."""
        self._order += 1000

    def next_order(self) -> int:
        """Return a stacking number above all given before."""
        self._order += 1
        return self._order

    def move(self, track: CardTrack, t0: float, t1: float, end: Pose, lift: float = 0.0) -> None:
        """Move a card from where it is to ``end``."""
        track.moves.append(Move(t0, t1, track.last_pose(), end, lift))

    def show(self, track: CardTrack, t: float, side: str, on_top: bool = True) -> None:
        """Change from ``t`` on how a card is seen."""
        order = self.next_order() if on_top else track.looks[-1].order
        track.looks.append(Look(t, side, order))
