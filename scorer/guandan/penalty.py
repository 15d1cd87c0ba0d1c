"""What an offence costs at a Guandan 掼蛋 table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scorer.cards import SIDES, Card, Seat, Side, partner, side_of
from scorer.guandan.levels import add_foul_level
from scorer.guandan.rules import PenaltyPoints


@dataclass(frozen=True, slots=True)
class Penalty:
    """The proposal for one offence; the referee decides."""

    effect: str
    levels: dict[Side, str]
    warnings: int
    """Warnings of the offending side in this deal, this one included."""
    exposed: tuple[Card, ...]
    match_lost_by: Side | None
    deal_continues: bool


def penalty(
    offence: str,
    offender: Seat,
    previous: Literal["passes", "beats"] | None,
    cards: Sequence[Card],
    warnings: Mapping[Seat, int],
    levels: Mapping[Side, str],
    points: PenaltyPoints,
) -> Penalty:
    """Return what the profile proposes for an offence of :class:`PenaltyPoints`.

    ``previous`` is what the player whose turn it was did after cards were played out of turn.
    """
    side = side_of(offender)
    count = warnings[offender] + warnings[partner(offender)]
    kept: dict[Side, str] = {key: levels[key] for key in SIDES}
    effect: str = getattr(points, offence)
    if effect == "exposed_if_previous_beats":
        if previous == "beats":
            return Penalty("exposed_cards", kept, count, tuple(sorted(cards)), None, True)
        effect = "warning" if previous == "passes" else "referee"
    if effect == "warning":
        count += 1
        if 0 < points.warnings_per_foul <= count:
            effect = "level_to_opponents"
    if effect == "level_to_opponents":
        after, lost = add_foul_level(side, levels, points.foul_past_a)
        return Penalty(effect, after, count, (), side if lost else None, not lost)
    lost = effect in ("match_lost", "disqualified")
    return Penalty(effect, kept, count, (), side if lost else None, not lost)
