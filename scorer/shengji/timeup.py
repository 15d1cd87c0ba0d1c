"""The end of a match by the clock: which deals still count, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scorer.cards import RANKS, Side
from scorer.profile import Profile
from scorer.profile_parts import Level


@dataclass(frozen=True, slots=True)
class DealTime:
    """When a deal was begun, when its draw was complete and when it ended (``inf``: not yet)."""

    begun: float
    drawn: float
    ended: float


@dataclass(frozen=True, slots=True)
class Standing:
    """The match when time is up; what is unknown is ``None``."""

    levels: Mapping[Side, Level]
    games: Mapping[Side, int] = field(default_factory=dict)
    on_stage: Side | None = None
    last_deal_winner: Side | None = None
    reached_first: Side | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """``side`` has won, or there is a draw, overtime, or the referee must say; ``by`` says why."""

    outcome: Literal["win", "draw", "overtime", "referee"]
    side: Side | None
    by: str


def time_limit(profile: Profile, last_eight: bool = False) -> int | None:
    """Return the time limit of a match in minutes; from the last eight on it may be another."""
    return profile.time_limit_from_last_8 if last_eight else profile.time_limit_min


def mark_minute(profile: Profile, last_eight: bool = False) -> int | None:
    """Return the minute from which the further deals count: the limit, or its announcement."""
    limit, rule = time_limit(profile, last_eight), profile.time_up
    if limit is None or rule.count_from == "limit":
        return limit
    return limit - (rule.announce_before_end_min or 0)


def deals_that_count(profile: Profile, deals: Sequence[DealTime], mark: float) -> int | None:
    """Return how many of the deals belong to the match, or ``None`` while it is not over.

    To be asked when the mark has passed. The deal in hand at the mark is finished if
    ``time_up.finish`` says so; ``extra_deals`` more follow. Times and mark share their unit.
    """
    before = [deal for deal in deals if deal.ended <= mark]
    running = next((deal for deal in deals if deal.begun <= mark < deal.ended), None)
    count = len(before) + profile.time_up.extra_deals
    if running is not None and _is_finished(profile.time_up.finish, running, mark):
        count += 1
    over = sum(deal.ended < float("inf") for deal in deals[:count]) == count
    return count if over else None


def _is_finished(rule: str, deal: DealTime, mark: float) -> bool:
    return rule == "current_deal" or deal.drawn <= mark


def winner(profile: Profile, standing: Standing) -> Verdict:
    """Return who has won when time is up: ``time_up.order`` first, then the rule for a tie."""
    for measure in profile.time_up.order:
        if measure == "last_deal":
            continue
        values = _values(measure, standing)
        if values["NS"] != values["EW"]:
            return Verdict("win", "NS" if values["NS"] > values["EW"] else "EW", measure)
    return _tie(profile, standing)


def _values(measure: str, standing: Standing) -> dict[Side, int]:
    if measure == "games":
        return {"NS": standing.games.get("NS", 0), "EW": standing.games.get("EW", 0)}
    return {side: RANKS.index(level) for side, level in standing.levels.items()}


def _tie(profile: Profile, standing: Standing) -> Verdict:
    rule = profile.tie
    if rule == "draw":
        return Verdict("draw", None, rule)
    if rule in ("overtime_at_A", "overtime_first_promotion"):
        return Verdict("overtime", None, rule)
    side = {
        "dealer_side": standing.on_stage,
        "on_stage_or_about_to_be": standing.on_stage,
        "last_deal_winner": standing.last_deal_winner,
        "reached_level_first": standing.reached_first,
    }[rule]
    return Verdict("referee" if side is None else "win", side, rule)
