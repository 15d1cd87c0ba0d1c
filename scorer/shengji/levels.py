"""Levels 级: promotion, levels that must be played 必打, and winning a game 一局."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorer.cards import RANKS
from scorer.profile import Profile
from scorer.profile_parts import Level

Role = Literal["dealer", "defender"]
LEVELS: tuple[Level, ...] = (
    "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LevelChange:
    """A side's level after a deal; ``None`` when the last level has been passed 打过.

    ``capped``: the side stopped below the full gain at a must-play level or the target.
    """

    new_level: Level | None
    match_won: bool
    capped: bool


def promote(profile: Profile, side_level: Level, gain: int, role: Role) -> LevelChange:
    """Return where a gain (or, below zero, a demotion) takes a side.

    A target that must be passed 打过 is passed only by winning a deal there as dealer side; a
    target to be reached 打到 wins at once. A demotion never goes below the start level.
    """
    here, target = RANKS.index(side_level), _target(profile)
    if gain <= 0:
        floor = min(here, RANKS.index(profile.start_level))
        return LevelChange(LEVELS[max(floor, here + gain)], False, False)
    if profile.win.mode == "reach" and target is not None:
        won = here + gain >= target
        return LevelChange(LEVELS[target if won else here + gain], won, False)
    if here == target and role == "dealer":
        return LevelChange(None, True, False)
    stop = _stop(profile, here, role)
    reached = min(here + gain, stop)
    return LevelChange(LEVELS[reached], False, reached < here + gain)


def _target(profile: Profile) -> int | None:
    return None if profile.win.level is None else RANKS.index(profile.win.level)


def _stop(profile: Profile, here: int, role: Role) -> int:
    """Return the next level that cannot be jumped; for defenders perhaps where they stand."""
    stops = {RANKS.index(level) for level in profile.must_play}
    target = _target(profile)
    stops.add(len(RANKS) - 1 if target is None else target)
    first = here if role == "defender" else here + 1
    return min((stop for stop in stops if stop >= first), default=len(RANKS) - 1)
