"""What cards shown as a bid 亮主 amount to: their tier and the trump they fix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorer.cards import BIG_JOKER, JOKERS, SMALL_JOKER, Card, is_joker
from scorer.profile import Profile
from scorer.profile_parts import Level, Tier

TrumpSuit = Literal["S", "H", "D", "C", "NT"]
_SUITS: dict[str, TrumpSuit] = {"S": "S", "H": "H", "D": "D", "C": "C"}
_RED = ("H", "D")
_SETS: dict[Tier, int] = {
    "level1": 1, "level2": 2, "level3": 3, "level4": 4,
    "two1": 1, "two2": 2, "two3": 3, "two4": 4,
}  # fmt: skip
_JOKER_SETS: dict[Tier, tuple[Card, int]] = {
    "sj1": (SMALL_JOKER, 1), "sj_pair": (SMALL_JOKER, 2),
    "sj_triple": (SMALL_JOKER, 3), "sj4": (SMALL_JOKER, 4),
    "bj1": (BIG_JOKER, 1), "bj_pair": (BIG_JOKER, 2),
    "bj_triple": (BIG_JOKER, 3), "bj4": (BIG_JOKER, 4),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class BidValue:
    """A bid's place in the profile's tiers (0 lowest), the trump suit and its suit cards."""

    tier: Tier
    rank: int
    suit: TrumpSuit
    count: int


def value(
    profile: Profile,
    level: Level,
    cards: Sequence[Card],
    *,
    first_deal: bool = False,
    turned: Card | None = None,
) -> BidValue | None:
    """Return what a bid amounts to, or ``None`` where the cards are no bid of this profile.

    On the first deal the extra card that the profile asks for is set aside first.
    """
    rest = Counter(cards)
    if first_deal and profile.bid.first_deal_extra is not None:
        extra = turned if profile.bid.first_deal_extra == "turned_card" else "2H"
        if extra is None or not rest[extra]:
            return None
        rest[extra] -= 1
    shown = list(rest.elements())
    for rank, tier in enumerate(profile.bid.tiers):
        suit = _suit_of(profile, tier, level, shown)
        if suit is not None:
            count = sum(not is_joker(card) for card in shown)
            return BidValue(tier, rank, suit, count)
    return None


def _suit_of(profile: Profile, tier: Tier, level: Level, cards: list[Card]) -> TrumpSuit | None:
    """Return the trump suit that the cards fix as this tier, or ``None``."""
    plain = [card for card in cards if not is_joker(card)]
    jokers = [card for card in cards if is_joker(card)]
    if not plain:
        return profile.bid.joker_pair_suit if _is_joker_bid(tier, jokers) else None
    rank = "2" if tier.startswith("two") else level
    if len(set(plain)) > 1 or plain[0][0] != rank:
        return None
    suit = _SUITS[plain[0][1]]
    return suit if _matches(profile, tier, suit, len(plain), jokers) else None


def _is_joker_bid(tier: Tier, jokers: list[Card]) -> bool:
    match tier:
        case "joker1":
            return len(jokers) == 1
        case "joker_pair":
            return len(jokers) == 2 and len(set(jokers)) == 1
        case "joker_pair_mixed":
            return len(jokers) == 2
    joker, count = _JOKER_SETS.get(tier, ("", 0))
    return bool(count) and jokers == [joker] * count


def _matches(profile: Profile, tier: Tier, suit: TrumpSuit, count: int, jokers: list[Card]) -> bool:
    """Return whether so many identical level cards with these jokers are this tier."""
    if not jokers:
        return _SETS.get(tier) == count
    if len(jokers) != 1:
        return False
    match tier:
        case "level1_joker":
            return count == 1
        case "level2_joker":
            return count == 2
        case "level1_joker_suit":
            wanted = {str(key): joker for key, joker in (profile.bid.joker_by_suit or {}).items()}
            return count == 1 and jokers == [wanted.get(suit)]
        case "level2_joker_colour":
            return count == 2 and jokers == [JOKERS[suit in _RED]]
    return False
