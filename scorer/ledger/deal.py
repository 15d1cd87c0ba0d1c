"""One Shengji deal: its events folded into tricks, points, findings and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorer.cards import Card, Seat, Side
from scorer.ledger.opening import ShownBid
from scorer.ledger.tally import Tally
from scorer.ledger.tricks import Course
from scorer.ledger.types import (
    Finding,
    Gap,
    Phase,
    Play,
    Range,
    Ruling,
    Trump,
    range_json,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal is worth: levels gained by each side, who deals next, who won the match."""

    gained: Mapping[Side, int] | None
    levels: Mapping[Side, str]
    next_declarer: Seat | None
    winner: Side | None
    games: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class ShengjiDeal:
    """A deal as the page, the referee and the export see it."""

    deal: int
    phase: Phase
    declarer: Seat | None
    trump: Trump
    bids: tuple[ShownBid, ...]
    course: Course
    tally: Tally
    points: Range | None
    kitty: tuple[Card, ...] | None
    levels_before: Mapping[Side, str]
    outcome: Outcome
    findings: tuple[Finding, ...]
    rulings: tuple[Ruling, ...]
    gaps: tuple[Gap, ...]
    complete: bool
    finished: bool

    @property
    def plays(self) -> tuple[Play, ...]:
        """Return every play in order."""
        return self.course.plays

    def to_json(self) -> dict[str, Any]:
        """Return one element of ``deals`` of the contract."""
        return {
            "deal": self.deal,
            "declarer": self.declarer,
            "trump": self.trump.to_json(),
            "tricks": [trick.to_json() for trick in self.course.tricks],
            "defender_points": range_json(self.points),
            "kitty_points": range_json(self.tally.kitty_points),
            "kitty_multiplier": range_json(self.tally.multiplier),
            "levels": dict(self.outcome.levels),
            "gained": None if self.outcome.gained is None else dict(self.outcome.gained),
            "next_declarer": self.outcome.next_declarer,
            "findings": [finding.to_json() for finding in self.findings],
            "complete": self.complete,
            "finished": self.finished,
            "phase": self.phase,
            "bids": [
                {"seq": bid.seq, "seat": bid.seat, "cards": list(bid.cards)} for bid in self.bids
            ],
            "kitty": None if self.kitty is None else list(self.kitty),
            "gaps": [gap.to_json() for gap in self.gaps],
            "rulings": [ruling.to_json() for ruling in self.rulings],
        }

    def table_json(self) -> dict[str, Any]:
        """Return what everyone may see: current and last trick, score, trump, turn.

        While cards are still to come no older card, kitty or finding is in it.
        """
        opened = self.course.open
        closed = [trick for trick in self.course.tricks if trick.closed]
        last = closed[-1] if closed else None
        return {
            "deal": self.deal,
            "phase": self.phase,
            "levels": dict(self.outcome.levels if self.finished else self.levels_before),
            "trump": self.trump.to_json(),
            "declarer": self.declarer,
            "bids": [{"seat": bid.seat, "cards": list(bid.cards)} for bid in self.bids],
            "score": {
                "defender_points": range_json(self.points),
                "complete": not self.gaps,
            },
            "trick_number": self.course.tricks[-1].n if self.course.tricks else 0,
            "trick": [] if opened is None else [_public(play) for play in opened.plays],
            "last_trick": None
            if last is None
            else {
                "n": last.n,
                "leader": last.leader,
                "winner": last.winner,
                "points": range_json(last.points),
                "plays": [_public(play) for play in last.plays],
            },
            "turn": self.course.turn if self.phase == "play" else None,
            "result": self._result() if self.finished else None,
            "rulings": [
                ruling.to_json()
                | {"offence": ruling.offence if ruling.finding is None else ruling.finding.offence}
                for ruling in self.rulings
                if ruling.decision != "dismissed"
            ],
        }

    def _result(self) -> dict[str, Any]:
        shown = self.to_json()
        names = ("deal", "defender_points", "kitty_points", "kitty_multiplier", "gained", "levels",
                 "next_declarer", "kitty", "complete")  # fmt: skip
        return {name: shown[name] for name in names}


def _public(play: Play) -> dict[str, Any]:
    return {"seat": play.seat, "cards": list(play.cards)}
