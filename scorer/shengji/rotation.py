"""Who is declarer 庄家 of the next deal, at which level, and whether the cards are dealt again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from scorer.cards import Seat, next_seat, partner, side_of
from scorer.profile import Profile
from scorer.profile_parts import Level

Event = Literal["dealer_succeeds", "defenders_take_deal", "nobody_bids", "dealer_side_cannot_bid"]
_SEAT: dict[str, Callable[[Seat], Seat]] = {"partner": partner, "next_player": next_seat}
_DEALT_AGAIN = ("redeal", "restart", "choke_defenders_deal")


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The declarer and the level of the next deal; ``redeal``: this deal is not played."""

    new_dealer: Seat
    played_level: Level
    redeal: bool


def next_deal(
    profile: Profile,
    event: Event,
    dealer: Seat,
    dealer_level: Level,
    defender_level: Level,
    *,
    first_deal: bool = False,
    bidder: Seat | None = None,
) -> NextDeal:
    """Return what follows an event; the levels are those after the deal's promotions."""
    if event == "dealer_succeeds":
        return NextDeal(_SEAT[profile.rotation.success](dealer), dealer_level, False)
    if event == "defenders_take_deal":
        return NextDeal(_SEAT[profile.rotation.fail](dealer), defender_level, False)
    if event == "dealer_side_cannot_bid" and bidder is not None:
        opened = profile.bid.later_open_side == "dealer_side_then_opponents"
        if opened and side_of(bidder) != side_of(dealer):
            return NextDeal(bidder, defender_level, False)
        return NextDeal(dealer, dealer_level, False)
    rule = profile.bid.nobody_first if first_deal else profile.bid.nobody_later
    if rule == "choke_defenders_deal":
        return NextDeal(_SEAT[profile.rotation.fail](dealer), defender_level, True)
    return NextDeal(dealer, dealer_level, rule in _DEALT_AGAIN)
