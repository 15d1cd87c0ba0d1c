"""What shape a lead has and whether the profile allows leading it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorer.cards import Card
from scorer.profile import Profile
from scorer.shengji.order import TRUMPS, Trump, order_of
from scorer.shengji.structure import Part, decompose

LeadShape = Literal[
    "single",
    "pair",
    "triple",
    "quad",
    "tractor",
    "throw",
    "sidecar",
    "full_house",
    "mixed_suits",
]
_SETS: tuple[LeadShape, ...] = ("single", "pair", "triple", "quad")


@dataclass(frozen=True, slots=True)
class LeadVerdict:
    """The shape of a lead and whether it may be led; ``throw`` still has to pass the throw test."""

    legal: bool
    shape: LeadShape


def check_lead(profile: Profile, trump: Trump, cards: Sequence[Card]) -> LeadVerdict:
    """Return the shape of a lead and its legality (``lead_shapes``, ``lead_forbidden``)."""
    parts = decompose(profile, trump, cards)
    if parts is None:
        return LeadVerdict(False, "mixed_suits")
    shape = _shape(profile, trump, cards, parts)
    if shape in profile.lead_forbidden:
        return LeadVerdict(False, shape)
    if shape == "sidecar":
        return LeadVerdict(True, shape)
    legal = shape in profile.lead_shapes
    if shape == "throw":
        in_trumps = order_of(profile, trump).is_trump(cards[0])
        legal = legal and profile.throw.allowed and (profile.throw.trump_ok or not in_trumps)
    return LeadVerdict(legal, shape)


def _shape(
    profile: Profile, trump: Trump, cards: Sequence[Card], parts: tuple[Part, ...]
) -> LeadShape:
    if len(parts) == 1:
        unit = parts[0].unit
        return "tractor" if unit.length > 1 else _SETS[min(unit.copies, len(_SETS)) - 1]
    if "full_house" in profile.lead_forbidden and sorted(Counter(cards).values()) == [2, 3]:
        return "full_house"
    if profile.sidecar and is_sidecar(profile, trump, cards):
        return "sidecar"
    return "throw"


def is_sidecar(profile: Profile, trump: Trump, cards: Sequence[Card]) -> bool:
    """Return whether cards are A+KK or K+AA of one plain suit 边三轮 (tongji-groups-60m)."""
    name = order_of(profile, trump).only_class(cards)
    if name is None or name == TRUMPS:
        return False
    return len(cards) == 3 and {card[0] for card in cards} == {"A", "K"}
