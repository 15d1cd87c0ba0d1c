"""Penalties: what a profile proposes for an offence; the referee decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorer.profile import HOUSE, Profile
from scorer.profile_parts import FinePer, Offence, Penalty, Repair, Result, Stage

By = Literal["dealer", "defender", "both"]
_STANDS: dict[str, Repair] = {
    "lowest_beaten_component": "play_lowest_beaten",
    "smallest_component": "play_smallest_component",
    "smallest_card": "play_smallest_card",
    "next_player_chooses": "next_player_chooses",
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed penalty; ``points`` is the size of the fine, the direction follows from ``by``.

    ``clause`` is the document's, or ``"house"`` where the profile has no sanction.
    """

    by: By
    points: int = 0
    dealer_levels: int = 0
    defender_levels: int = 0
    stage: Stage = "normal"
    result: Result = "none"
    repair: Repair = "none"
    when: Literal["at_once", "after_deal"] = "at_once"
    unit: Literal["deal_points", "match_points"] = "deal_points"
    clause: str = HOUSE

    @property
    def defender_delta(self) -> int:
        """Points that the fine moves into (+) or out of (-) the defenders' score of the deal."""
        if self.unit != "deal_points" or self.by == "both":
            return 0
        return self.points if self.by == "dealer" else -self.points

    @property
    def has_sanction(self) -> bool:
        """Whether anything beyond a repair is proposed."""
        return bool(
            self.points
            or self.dealer_levels
            or self.defender_levels
            or self.stage != "normal"
            or self.result != "none"
        )


def propose(
    profile: Profile,
    offence: Offence,
    by: By,
    occurrence: int = 1,
    *,
    cards: int | None = None,
    thrown: int | None = None,
    beaten: int | None = None,
    amount: int | None = None,
) -> Proposal:
    """Return the penalty that the profile proposes.

    ``occurrence`` counts this offence by this side in the match, from 1; ``cards`` are the cards
    concerned, ``thrown`` and ``beaten`` the cards of a throw and of its beaten parts, ``amount``
    minutes, seconds, kitty points or kitty cards, as the offence has it.
    """
    repair = _STANDS.get(profile.throw.fail_play or "", "none")
    repair = repair if offence == "failed_throw" else "none"
    rule = profile.penalties.get(offence)
    if rule is None or not _reached(rule, amount):
        clause = HOUSE if rule is None else profile.clause(f"penalties.{offence}")
        return Proposal(by, repair=repair, clause=clause)
    clause = profile.clause(f"penalties.{offence}")
    if rule.repair != "none":
        repair = rule.repair
    if rule.match_lost_at is not None and occurrence >= rule.match_lost_at:
        return Proposal(by, result="match_lost", repair=repair, clause=clause)
    if rule.first_occurrence is not None and occurrence == 1:
        return Proposal(by, result=rule.first_occurrence, repair=repair, clause=clause)
    if by == "both":
        return Proposal(
            by, stage=rule.both, result=rule.result, repair=repair, when=rule.when, clause=clause
        )
    own, other = _levels(rule, by)
    return Proposal(
        by,
        points=rule.points * _times(rule.per, cards, thrown, beaten),
        dealer_levels=own if by == "dealer" else other,
        defender_levels=other if by == "dealer" else own,
        stage=_stage(rule, by),
        result=rule.result,
        repair=repair,
        when=rule.when,
        unit=rule.unit,
        clause=clause,
    )


def _reached(rule: Penalty, amount: int | None) -> bool:
    if rule.threshold is None or amount is None:
        return True
    return amount > rule.threshold if rule.over_only else amount >= rule.threshold


def _times(per: FinePer, cards: int | None, thrown: int | None, beaten: int | None) -> int:
    """Return how often the fine is taken; a count that is not known is one."""
    count = {
        "none": 0,
        "occurrence": 1,
        "card": cards,
        "beaten_card": beaten,
        "thrown_card": thrown,
        "thrown_card_minus_1": None if thrown is None else thrown - 1,
    }[per]
    return 1 if count is None else count


def _levels(rule: Penalty, by: By) -> tuple[int, int]:
    other = rule.levels_other + (rule.levels_other_if_defender if by == "defender" else 0)
    return rule.levels_own, other


def _stage(rule: Penalty, by: By) -> Stage:
    stage = rule.stage
    if by == "dealer" and rule.stage_if_dealer is not None:
        stage = rule.stage_if_dealer
    if stage == "other_side":
        return "defender" if by == "dealer" else "dealer"
    return stage
