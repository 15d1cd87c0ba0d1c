"""One Guandan 掼蛋 deal folded: rounds, places, tribute, findings and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scorer.cards import SEATS, UNREAD, Seat, Side, next_seat
from scorer.guandan.levels import Standing
from scorer.guandan.match import MatchScore
from scorer.guandan.profile import GuandanProfile
from scorer.guandan.rounds import Course, Round
from scorer.guandan.seen import Seen
from scorer.guandan.tribute import Given, tie_assignment
from scorer.guandan.types import Reading, card_value, default_reading, wild_card
from scorer.ledger.types import Finding, Gap, Play, Ruling

GuandanPhase = Literal["draw", "tribute", "play", "finished"]


@dataclass(frozen=True, slots=True)
class GuandanDeal:
    """A deal as the page, the referee and the export see it.

    ``finish`` holds the four places once they are decided, ``course.finished`` who is out so far.
    """

    deal: int
    profile: GuandanProfile
    level: str
    own_side: Side | None
    levels_before: Mapping[Side, str]
    last_finish: tuple[Seat, ...]
    seen: Seen
    course: Course
    expected_leader: Seat | None
    finish: tuple[Seat, ...]
    standing: Standing
    gained: Mapping[Side, int] | None
    games: Mapping[Side, int]
    findings: tuple[Finding, ...]
    rulings: tuple[Ruling, ...]
    gaps: tuple[Gap, ...]
    complete: bool
    finished: bool
    score: MatchScore | None = None
    """The score of the game, where it ended with this deal."""

    @property
    def plays(self) -> tuple[Play, ...]:
        """Return every play in order."""
        return self.seen.plays

    @property
    def phase(self) -> GuandanPhase:
        """Return what is going on."""
        if self.finished:
            return "finished"
        if self.plays:
            return "play"
        return "tribute" if self.seen.paid or self.seen.refused else "draw"

    @property
    def turn(self) -> Seat | None:
        """Return whose turn it is, passes taken as far as they were noted; None: not known."""
        if self.finished or self.course.over:
            return None
        if not self.plays:
            return self.expected_leader
        seat = self.plays[-1].seat
        waiting = [next_seat(seat, step) for step in (1, 2, 3)]
        active = [s for s in waiting if self.course.left[s] > 0 and s not in self.seen.passed]
        return active[0] if active else self.course.next_leader

    def to_json(self) -> dict[str, Any]:
        """Return one element of ``deals`` of ``dipai judge``."""
        return {
            "deal": self.deal,
            "declarer": None,
            "trump": {"suit": "NT", "level": self.level},
            "own_side": self.own_side,
            "tricks": [
                self._round(number, one) for number, one in enumerate(self.course.rounds, start=1)
            ],
            "defender_points": None,
            "kitty_points": None,
            "kitty_multiplier": None,
            "finish": list(self.finish),
            "out": list(self.course.finished),
            "left": dict(self.course.left),
            "tribute": self._tribute(),
            "levels": dict(self.standing.levels),
            "a_fails": dict(self.standing.a_fails),
            "gained": None if self.gained is None else dict(self.gained),
            "games": dict(self.games),
            "score": None if self.score is None else self._score(self.score),
            "next_declarer": None,
            "findings": [finding.to_json() for finding in self.findings],
            "complete": self.complete,
            "finished": self.finished,
            "phase": self.phase,
            "gaps": [gap.to_json() for gap in self.gaps],
            "rulings": [ruling.to_json() for ruling in self.rulings],
        }

    def _score(self, score: MatchScore) -> dict[str, Any]:
        return {
            "winner": score.winner,
            "scoring": self.profile.match.scoring,
            "points": dict(score.points),
            "deal_in_progress": score.deal_in_progress,
            "tie_break": score.tie_break,
        }

    def _round(self, number: int, one: Round) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "n": number,
            "leader": one.leader,
            "winner": one.winner if self._closed(number) else None,
            "points": None,
            "plays": [
                self._play(index, meanings)
                for index, meanings in zip(one.plays, one.meanings, strict=True)
            ],
        }
        if one.wind:
            shown["wind"] = True
        if any(index in self.course.ambiguous for index in one.plays):
            shown["ambiguous"] = [
                self.plays[index].seq for index in one.plays if index in self.course.ambiguous
            ]
        return shown

    def _closed(self, number: int) -> bool:
        return number < len(self.course.rounds) or self.course.over or self.finished

    def _play(self, index: int, meanings: tuple[Reading, ...]) -> dict[str, Any]:
        play = self.plays[index]
        shown = play.to_json()
        wild = wild_card(self.level)
        rules = self.profile.types.rules()
        meaning = default_reading(meanings, rules, level=self.level)
        shown["as"] = None if meaning is None else meaning._asdict()
        if len(meanings) > 1:
            shown["readings"] = [one._asdict() for one in meanings]
        if wild in play.cards:
            shown["wilds"] = [place for place, card in enumerate(play.cards) if card == wild]
        return shown

    def _tribute(self) -> dict[str, Any] | None:
        seen = self.seen
        if not (seen.paid or seen.returned or seen.refused):
            return None
        refused = seen.refused
        return {
            "paid": [_given(one) for one in seen.paid],
            "returned": [_given(one) for one in seen.returned],
            "refused": None if refused is None else list(refused.get("seats") or ()),
            "assignment": self._assignment(),
            "leader": self.expected_leader,
        }

    def _assignment(self) -> str | None:
        """Return how two tributes are shared out; None for one, or while a card is unread."""
        cards = [one.card for one in self.seen.paid]
        if len(cards) != 2 or UNREAD in cards:
            return None
        one, two = (card_value(card, self.level) for card in cards)
        return "by_rank" if one != two else tie_assignment(cards, self.profile.tribute)

    def table_json(self) -> dict[str, Any]:
        """Return what everyone may see: current and last round, places, announced card counts.

        Counts are shown from the profile's threshold 报牌 down; tribute cards until the first round
        is over, then only who gave to whom.
        """
        rounds = self.course.rounds
        running = len(rounds) if rounds and not self._closed(len(rounds)) else 0
        last = len(rounds) - 1 if running else len(rounds)
        return {
            "deal": self.deal,
            "phase": self.phase,
            "levels": dict(self.standing.levels if self.finished else self.levels_before),
            "trump": {"suit": "NT", "level": self.level},
            "own_side": self.own_side,
            "declarer": None,
            "bids": [],
            "score": {"defender_points": None, "complete": not self.gaps},
            "trick_number": len(rounds),
            "trick": self._public(running)["plays"] if running else [],
            "last_trick": self._public(last) if last else None,
            "turn": self.turn,
            "out": list(self.course.finished),
            "left": self._announced(),
            "tribute": self._public_tribute(len(rounds) > 1),
            "result": self._result() if self.finished else None,
            "rulings": [
                ruling.to_json()
                | {"offence": None if ruling.finding is None else ruling.finding.offence}
                for ruling in self.rulings
                if ruling.decision != "dismissed"
            ],
        }

    def _public(self, number: int) -> dict[str, Any]:
        shown = self._round(number, self.course.rounds[number - 1])
        names = ("seat", "cards", "as", "wilds")
        plays = [{n: play[n] for n in names if n in play} for play in shown["plays"]]
        return {"n": number, "leader": shown["leader"], "winner": shown["winner"],
                "points": None, "plays": plays}  # fmt: skip

    def _announced(self) -> dict[Seat, int | None]:
        limit = self.profile.play.report_threshold
        free = self.profile.play.report_mode == "must_unasked"
        left = self.course.left
        return {seat: left[seat] if free and left[seat] <= limit else None for seat in SEATS}

    def _public_tribute(self, over: bool) -> dict[str, Any] | None:
        shown = self._tribute()
        if shown is None or not over:
            return shown
        for row in (*shown["paid"], *shown["returned"]):
            row["card"] = None
        return shown

    def _result(self) -> dict[str, Any]:
        shown = self.to_json()
        return {n: shown[n] for n in ("deal", "finish", "gained", "levels", "a_fails", "complete")}


def _given(one: Given) -> dict[str, Any]:
    return {"from": one.giver, "to": one.to, "card": one.card}
