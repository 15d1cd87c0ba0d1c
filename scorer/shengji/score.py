"""The score table 升级表: defender points 抓分 to levels, the deal and the game."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.profile import Profile
from scorer.profile_parts import ScoreRow


@dataclass(frozen=True, slots=True)
class DealResult:
    """What one deal gives: levels to either side, and whether the defenders take the deal 上台."""

    dealer_levels: int
    defender_levels: int
    takes_deal: bool
    wins_game: bool


def deal_result(profile: Profile, defender_points: int) -> DealResult:
    """Return what the defenders' final points (kitty and fines included) give.

    Points below zero follow ``negative_score``; caps apply last.
    """
    table = profile.score
    points = defender_points
    extra = 0
    if points < 0 and profile.negative_score != "table":
        extra = -points // _step(profile) if profile.negative_score == "extend" else 0
        points = 0
    if table.beyond is not None and points >= table.beyond.from_:
        more = (points - table.beyond.from_) // table.beyond.step
        return _capped(profile, 0, table.beyond.levels_at_from + more, True, False)
    if table.below is not None and points <= table.below.from_:
        more = (table.below.from_ - points) // table.below.step
        return _capped(profile, table.below.levels_at_from + more, 0, False, False)
    row = _row(table.rows, points)
    if table.part_step == "ceil" and row.dealer_levels and points > 0:
        extra = 1 if (table.stage - points) % _step(profile) else 0
    return _capped(
        profile,
        row.dealer_levels + extra,
        row.defender_levels,
        row.stage == "defender",
        row.wins_game,
    )


def _row(rows: tuple[ScoreRow, ...], points: int) -> ScoreRow:
    """Return the last row that begins at or below the points, or the first row."""
    reached = [row for row in rows if row.min is None or row.min <= points]
    return reached[-1] if reached else rows[0]


def _step(profile: Profile) -> int:
    """Return the points that make one level: the table's own step above its rows."""
    if profile.score.beyond is not None:
        return profile.score.beyond.step
    last, before = profile.score.rows[-1].min, profile.score.rows[-2].min
    return (last or 0) - (before or 0)


def _capped(
    profile: Profile, dealer: int, defender: int, takes_deal: bool, wins_game: bool
) -> DealResult:
    cap = profile.cap
    return DealResult(
        dealer if cap.dealer is None else min(dealer, cap.dealer),
        defender if cap.defender is None else min(defender, cap.defender),
        takes_deal,
        wins_game,
    )
