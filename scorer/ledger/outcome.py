"""What a finished deal changes: levels, who deals next, games, the winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.cards import SIDES, Side, other_side, side_of
from scorer.ledger.deal import Outcome
from scorer.ledger.opening import Opening
from scorer.ledger.rulings import decided, offender
from scorer.ledger.settle import Entry
from scorer.ledger.types import Range, Ruling
from scorer.profile import Profile
from scorer.profile_parts import Level
from scorer.shengji.levels import LEVELS, Role, promote
from scorer.shengji.rotation import next_deal
from scorer.shengji.score import DealResult, deal_result

UNKNOWN = "?"
LOSING = ("match_lost", "forfeit", "disqualified", "eliminated")
"""Results of a penalty that end the match."""


def outcome_of(
    profile: Profile,
    opening: Opening,
    entry: Entry,
    rulings: Sequence[Ruling],
    points: Range | None,
    finished: bool,
) -> Outcome:
    """Return what a deal is worth; unknown levels are ``?`` where the points leave it open."""
    levels, games = dict(entry.levels), dict(entry.games)
    lost = _match_lost(rulings)
    if not finished:
        winner = None if lost is None else other_side(lost)
        return Outcome(None, levels, None, winner, games)
    result = _result(profile, points)
    declarer = opening.declarer
    if result is None or declarer is None or UNKNOWN in levels.values():
        unknown = dict.fromkeys(SIDES, UNKNOWN)
        return Outcome(None, unknown, None, None if lost is None else other_side(lost), games)
    dealer = side_of(declarer)
    gained = {dealer: result.dealer_levels, other_side(dealer): result.defender_levels}
    extra, stage = _penalties(rulings, dealer)
    winner = None if lost is None else other_side(lost)
    for side in SIDES:
        role: Role = "dealer" if side == dealer else "defender"
        level, won = _promoted(profile, levels[side], gained[side], role)
        won = won or (result.wins_game and side == dealer)
        if extra[side]:
            level, _ = _promoted(profile, level, extra[side], role)
        levels[side] = level
        gained[side] += extra[side]
        if won and not profile.win.many_games:
            winner = winner or side
        elif won:
            games[side] = games.get(side, 0) + 1
            levels = dict.fromkeys(SIDES, profile.start_level)
            break
    return Outcome(
        {side: gained[side] for side in SIDES},
        levels,
        _next(profile, opening, result, levels, stage),
        winner,
        games,
    )


def _result(profile: Profile, points: Range | None) -> DealResult | None:
    """Return what the points give, or None where the range allows more than one answer."""
    if points is None:
        return None
    low, high = (deal_result(profile, value) for value in points)
    return low if low == high else None


def _promoted(profile: Profile, level: str, gain: int, role: Role) -> tuple[str, bool]:
    here = LEVELS[LEVELS.index(_level(level))]
    if gain == 0:
        return here, False
    change = promote(profile, here, gain, role)
    return change.new_level or here, change.match_won


def _level(text: str) -> Level:
    return next(level for level in LEVELS if level == text)


def _next(
    profile: Profile,
    opening: Opening,
    result: DealResult,
    levels: Mapping[Side, str],
    stage: str,
) -> Any:
    declarer = opening.declarer
    if declarer is None or stage == "race":
        return None
    if stage == "replay":
        return declarer
    takes = result.takes_deal if stage == "normal" else stage == "defender"
    dealer = side_of(declarer)
    return next_deal(
        profile,
        "defenders_take_deal" if takes else "dealer_succeeds",
        declarer,
        _level(levels[dealer]),
        _level(levels[other_side(dealer)]),
    ).new_dealer


def _penalties(rulings: Sequence[Ruling], dealer: Side) -> tuple[dict[Side, int], str]:
    """Return the levels that decided penalties move, and the stage that they force."""
    extra: dict[Side, int] = dict.fromkeys(SIDES, 0)
    stage = "normal"
    for ruling in decided(rulings):
        penalty = ruling.penalty or {}
        extra[dealer] += int(penalty.get("dealer_levels") or 0)
        extra[other_side(dealer)] += int(penalty.get("defender_levels") or 0)
        side = offender(ruling)
        if side is not None:
            extra[side] += int(penalty.get("levels_own") or penalty.get("levels") or 0)
        forced = str(penalty.get("stage") or "normal")
        if forced == "normal" and penalty.get("result") == "deal_lost" and side is not None:
            forced = "defender" if side == dealer else "dealer"
        stage = forced if forced != "normal" else stage
    return extra, stage


def _match_lost(rulings: Sequence[Ruling]) -> Side | None:
    for ruling in decided(rulings):
        if (ruling.penalty or {}).get("result") in LOSING:
            return offender(ruling)
    return None
