"""Levels of Guandan 掼蛋: climbing 升级, failing and passing A 过A."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.cards import RANKS, SIDES, Seat, Side, other_side, partner, side_of
from scorer.guandan.rules import LevelPoints


@dataclass(frozen=True, slots=True)
class Standing:
    """Levels and failed deals at A after a deal, and what comes next."""

    levels: dict[Side, str]
    a_fails: dict[Side, int]
    winner: Side | None
    next_side: Side | None
    next_level: str | None


def gain(finish: Sequence[Seat], points: LevelPoints) -> int:
    """Return the levels that the side of first place climbs, by the place of its second player."""
    place = finish.index(partner(finish[0]))
    return (points.gain_1_2, points.gain_1_3, points.gain_1_4)[place - 1]


def level_up(
    level: str,
    own_side: Side | None,
    levels: Mapping[Side, str],
    finish: Sequence[Seat],
    a_fails: Mapping[Side, int],
    points: LevelPoints,
) -> Standing:
    """Return the standing after a deal played at ``level``, the level of ``own_side``.

    A side passes A by coming first in a deal at its own A with the partner not last. Only the side
    of first place climbs; at A it stops, unless the profile lets a gain beyond A win.
    """
    after: dict[Side, str] = {side: levels[side] for side in SIDES}
    fails: dict[Side, int] = {side: a_fails[side] for side in SIDES}
    won = side_of(finish[0])
    partner_last = finish[-1] == partner(finish[0])
    passes = not partner_last or points.pass_a == "first_place"
    at_own_a = own_side is not None and level == "A" and levels[own_side] == "A"
    climbs = not (at_own_a and own_side == won)
    if not climbs and passes:
        return Standing(after, fails, won, None, None)
    if climbs:
        reached = RANKS.index(levels[won]) + gain(finish, points)
        after[won] = RANKS[min(reached, len(RANKS) - 1)]
        if reached >= len(RANKS) and passes and points.overshoot == "pass_a":
            return Standing(after, fails, won, None, None)
    if at_own_a and own_side is not None:
        _count_failure(own_side, won, after, fails, points)
    return Standing(after, fails, None, won, after[won])


def _count_failure(
    own_side: Side,
    won: Side,
    levels: dict[Side, str],
    fails: dict[Side, int],
    points: LevelPoints,
) -> None:
    """Count a deal at A that did not pass; at the limit the side starts again from the bottom."""
    if points.a_fail_counts == "first_place_only" and own_side != won:
        return
    fails[own_side] += 1
    if points.a_fail_limit and fails[own_side] >= points.a_fail_limit:
        fails[own_side] = 0
        levels[own_side] = points.start


def deal_level(
    last_first_side: Side | None, levels: Mapping[Side, str], points: LevelPoints
) -> tuple[str, Side | None]:
    """Return the level of a deal and whose it is: the side that was first; the first deal: none."""
    if last_first_side is None:
        return points.start, None
    return levels[last_first_side], last_first_side


def add_foul_level(
    offender: Side, levels: Mapping[Side, str], past_a: str
) -> tuple[dict[Side, str], bool]:
    """Return the levels after a foul level for the other side, and whether it carried past A."""
    after: dict[Side, str] = {side: levels[side] for side in SIDES}
    gainer = other_side(offender)
    if after[gainer] == "A":
        return after, past_a == "pass"
    after[gainer] = RANKS[RANKS.index(after[gainer]) + 1]
    return after, False
