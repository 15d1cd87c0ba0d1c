"""The frozen values that a fold gives: plays, tricks, findings, deals, the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from scorer.cards import UNREAD, Card, Seat, Side
from scorer.history import Event

Range = tuple[int, int]
"""Lowest and highest possible value; equal where the value is known."""
Certainty = Literal["proven", "suspected", "notice"]
Phase = Literal["waiting", "draw", "bury", "play", "kitty", "finished"]


def exact(value: int) -> Range:
    """Return the range of a value that is known."""
    return value, value


def plus(a: Range, b: Range) -> Range:
    """Return the range of a sum."""
    return a[0] + b[0], a[1] + b[1]


def range_json(value: Range | None) -> Any:
    """Return a number where it is known, ``[lowest, highest]`` otherwise, None where unknown."""
    if value is None:
        return None
    return value[0] if value[0] == value[1] else list(value)


@dataclass(frozen=True, slots=True)
class Trump:
    """Trump suit ``S H D C NT`` or ``?``, and level card rank 级牌 or ``?``."""

    suit: str
    level: str

    @property
    def known(self) -> bool:
        """Return whether the order of cards follows from it."""
        return self.suit != "?" and self.level != "?"

    def to_json(self) -> dict[str, str]:
        """Return the contract's form."""
        return {"suit": self.suit, "level": self.level}


@dataclass(frozen=True, slots=True)
class Play:
    """One seat's cards in a trick, as they stand.

    ``laid`` are all cards that lay on the table; it holds more than ``cards`` after a failed throw
    甩错.
    """

    seq: int
    seat: Seat
    cards: tuple[Card, ...]
    laid: tuple[Card, ...]
    event: Event
    out_of_turn: bool = False

    @property
    def unread(self) -> int:
        """Return how many cards could not be read."""
        return self.cards.count(UNREAD)

    def to_json(self) -> dict[str, Any]:
        """Return the contract's form."""
        result: dict[str, Any] = {"seq": self.seq, "seat": self.seat, "cards": list(self.cards)}
        if len(self.laid) != len(self.cards):
            result["laid"] = list(self.laid)
        if self.event.get("t_video") is not None:
            result["t_video"] = self.event.get("t_video")
        return result


@dataclass(frozen=True, slots=True)
class Retraction:
    """Cards that a seat took back 悔牌 after they lay on the table; ``play`` is what was undone."""

    seq: int
    seat: Seat
    cards: tuple[Card, ...]
    trick: int
    play: Play | None
    event: Event


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that was not seen: a code, where it shows, and the seat and trick it concerns."""

    code: str
    seq: int
    seat: Seat | None = None
    trick: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return code, event, seat and trick."""
        return {"code": self.code, "seq": self.seq, "seat": self.seat, "trick": self.trick}


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: its plays in order of arrival and who may have won it.

    ``winners`` holds one seat where the winner is known; ``missing`` the seats whose play was not
    seen. ``points`` are the card points that lie in it.
    """

    n: int
    plays: tuple[Play, ...]
    missing: tuple[Seat, ...]
    winners: frozenset[Seat]
    points: Range
    closed: bool

    @property
    def leader(self) -> Seat:
        """Return the seat that played first."""
        return self.plays[0].seat

    @property
    def led(self) -> tuple[Card, ...]:
        """Return the led cards, as they stand."""
        return self.plays[0].cards

    @property
    def winner(self) -> Seat | None:
        """Return the winner, or None while the trick is open or its winner unknown."""
        return next(iter(self.winners)) if self.closed and len(self.winners) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """Return the contract's form."""
        result: dict[str, Any] = {
            "n": self.n,
            "leader": self.leader,
            "winner": self.winner,
            "points": range_json(self.points),
            "plays": [play.to_json() for play in self.plays],
        }
        if self.missing:
            result["missing"] = list(self.missing)
        return result


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card whose reading decides a finding: its event, place in the play, other reading."""

    seq: int
    index: int
    card: Card
    alternative: Card

    def to_json(self) -> dict[str, Any]:
        """Return the event, the card as read, and what it may be."""
        return {"seq": self.seq, "card": self.card, "alternative": self.alternative}


@dataclass(frozen=True, slots=True)
class Finding:
    """An offence or a notice. ``id`` is made of deal, offence, seat and the event it is about.

    ``at`` is the earliest event at which it could be known; ``evidence`` the events that show it,
    the offending one first; ``cards`` what was held back, laid, or seen too often; ``doubt`` the
    card to look at where it is only suspected; ``owed`` how many cards were played wrongly.
    """

    id: str
    offence: str
    seat: Seat | None
    trick: int | None
    certainty: Certainty
    at: int
    evidence: tuple[int, ...]
    cards: tuple[Card, ...]
    clause: str = ""
    penalty: Mapping[str, Any] | None = None
    doubt: Doubt | None = None
    owed: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the contract's form; ``look_at`` only where a reading decides."""
        result: dict[str, Any] = {
            "id": self.id,
            "offence": self.offence,
            "seat": self.seat,
            "trick": self.trick,
            "certainty": self.certainty,
            "at": self.at,
            "evidence": list(self.evidence),
            "cards": list(self.cards),
            "clause": self.clause,
            "penalty": None if self.penalty is None else dict(self.penalty),
        }
        if self.doubt is not None:
            result["look_at"] = self.doubt.to_json()
        return result


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's last decision on a finding; ``vanished`` where its proof is gone.

    ``offence`` is what the referee saw, where it is no finding of the judge.
    """

    seq: int
    of: str
    decision: str
    penalty: Mapping[str, Any] | None
    by: str | None
    reason: str | None
    finding: Finding | None
    vanished: bool
    offence: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return decision, penalty, who decided and why, and whether the referee is asked again."""
        return {
            "seq": self.seq,
            "of": self.of,
            "decision": self.decision,
            "penalty": None if self.penalty is None else dict(self.penalty),
            "by": self.by,
            "reason": self.reason,
            "flag": "proof_vanished" if self.vanished else None,
        }


class DealResult(Protocol):
    """What both families give for one deal."""

    @property
    def deal(self) -> int:
        """Return the deal's number."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return its findings, in the order in which they became known."""

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Return the rulings on its findings."""

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Return what was not seen."""

    @property
    def complete(self) -> bool:
        """Return whether it was played out and nothing is missing."""

    @property
    def finished(self) -> bool:
        """Return whether no card of it is still to come."""

    @property
    def plays(self) -> tuple[Play, ...]:
        """Return every play in order."""

    def to_json(self) -> dict[str, Any]:
        """Return the contract's form of one deal."""

    def table_json(self) -> dict[str, Any]:
        """Return what everyone at the table may see of it."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Everything that the events of a match amount to."""

    header: Mapping[str, Any]
    profile: str
    family: str
    deals: tuple[DealResult, ...]
    levels: Mapping[Side, str]
    winner: Side | None
    ended: str | None
    seq: int
    events: tuple[Event, ...]

    def to_json(self) -> dict[str, Any]:
        """Return exactly what ``dipai judge --json`` prints."""
        return {
            "deals": [deal.to_json() for deal in self.deals],
            "levels": dict(self.levels),
            "winner": self.winner,
        }
