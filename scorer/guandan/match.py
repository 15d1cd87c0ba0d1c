"""Winning and scoring a Guandan 掼蛋 match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scorer.cards import RANKS, SIDES, Seat, Side, other_side, side_of
from scorer.guandan.levels import gain
from scorer.guandan.rules import LevelPoints, MatchPoints


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The result of a game at its end."""

    winner: Side | None
    points: dict[Side, int]
    deal_in_progress: Literal["none", "void", "finish_first"]
    tie_break: Literal["none", "extra_deal"]


def score_passed(
    levels: Mapping[Side, str], finish: Sequence[Seat], match: MatchPoints, climb: LevelPoints
) -> MatchScore:
    """Return the score of a game in which the side of first place passed A."""
    winner = side_of(finish[0])
    if match.scoring == "win_loss":
        return MatchScore(winner, _nothing(), "none", "none")
    reached = len(RANKS) - 1 - RANKS.index(climb.start)
    if match.level_diff == "with_last_jump":
        reached += gain(finish, climb)
    loser = other_side(winner)
    climbed = _climb(levels[loser], climb)
    points = {winner: _won(reached - climbed, match), loser: min(climbed, match.climb_cap)}
    return MatchScore(winner, points, "none", "none")


def score_time(
    levels: Mapping[Side, str], deal_in_progress: bool, match: MatchPoints, climb: LevelPoints
) -> MatchScore:
    """Return the score of a game whose time has ended, from the levels after the last full deal."""
    hand: Literal["none", "void", "finish_first"] = (
        match.time_end_deal if deal_in_progress else "none"
    )
    if hand == "finish_first":
        return MatchScore(None, _nothing(), hand, "none")
    climbed = {side: _climb(levels[side], climb) for side in SIDES}
    ahead: Side | None = None
    if climbed["NS"] != climbed["EW"]:
        ahead = "NS" if climbed["NS"] > climbed["EW"] else "EW"
    tie = match.tie_break if ahead is None else "none"
    if match.scoring == "win_loss":
        return MatchScore(ahead, _nothing(), hand, tie)
    points: dict[Side, int] = {side: min(climbed[side], match.climb_cap) for side in SIDES}
    if ahead is not None and match.timeout_points == "leader_gets_100":
        points[ahead] = _won(climbed[ahead] - climbed[other_side(ahead)], match)
    return MatchScore(ahead, points, hand, tie)


def _climb(level: str, climb: LevelPoints) -> int:
    return RANKS.index(level) - RANKS.index(climb.start)


def _won(difference: int, match: MatchPoints) -> int:
    return match.win_points + min(difference, match.level_diff_cap)


def _nothing() -> dict[Side, int]:
    return dict.fromkeys(SIDES, 0)


def match_winner(games: Sequence[Side], match: MatchPoints) -> tuple[Side | None, int]:
    """Return who has won a match, given the winners of its games, and how many games that took."""
    won = dict.fromkeys(SIDES, 0)
    for played, side in enumerate(games, start=1):
        won[side] += 1
        if won[side] >= match.games_to_win:
            return side, played
    return None, len(games)
