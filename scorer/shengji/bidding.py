"""Bidding 亮主, overturning 反主, reinforcing 加固, and what happens when nobody bids.

A bid is judged against the bids accepted before it; :func:`decide` is one step, :func:`settle` all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from scorer.cards import BIG_JOKER, SMALL_JOKER, Card, Seat, Side, is_joker, partner, side_of
from scorer.profile import Profile
from scorer.profile_parts import Level, NobodyBids
from scorer.shengji.bid_cards import BidValue, TrumpSuit, value

Phase = Literal["draw", "after_draw", "after_kitty", "after_bury"]
Restart = Literal["deal", "match", "deal_by_defenders"]
Reason = Literal[
    "",
    "closed",
    "no_bid",
    "cannot_open",
    "wrong_side",
    "self_overturn",
    "no_reinforcing",
    "not_higher",
    "joker_over_joker",
    "direct_pair",
]


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards that a seat shows as a bid: all cards it consists of, not the increment."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding of one deal so far; ``history`` holds accepted bids only.

    ``levels`` gives each side's own level where both race for the deal; ``flipped`` are cards
    turned from the kitty that have fixed trump; ``turned`` is a card turned before the draw.
    """

    first_deal: bool
    level: Level
    phase: Phase
    history: tuple[Shown, ...] = ()
    dealer_side: Side | None = None
    levels: tuple[tuple[Side, Level], ...] = ()
    flipped: bool = False
    turned: Card | None = None

    def level_of(self, seat: Seat) -> Level:
        """Return the level whose cards a seat bids with."""
        return dict(self.levels).get(side_of(seat), self.level)


@dataclass(frozen=True, slots=True)
class Trump:
    """A fixed trump: the suit or ``NT``, and the level."""

    suit: TrumpSuit
    level: Level


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a bid. ``declarer`` is set where bidding decides it.

    ``buries`` is who picks up and buries again after an overturn behind the bury 炒地皮.
    """

    accepted: bool
    overturns: bool = False
    trump: Trump | None = None
    declarer: Seat | None = None
    restart: Restart | None = None
    buries: Seat | None = None
    reason: Reason = ""


def decide(profile: Profile, auction: Auction, new: Shown) -> Decision:
    """Return whether a bid is accepted, what it makes trump and who is declarer."""
    reason = _closed(profile, auction)
    bid = _value(profile, auction, new)
    if reason:
        return Decision(False, reason=reason)
    if bid is None:
        return Decision(False, reason="no_bid")
    if not auction.history:
        reason = _cannot_open(profile, auction, new, bid)
        overturns = False
    else:
        last = auction.history[-1]
        current = _value(profile, auction, last)
        reinforces = _reinforces(last, current, new, bid)
        overturns = not reinforces
        reason = _not_over(profile, auction, new, bid, current, reinforces)
    if reason:
        return Decision(False, reason=reason)
    return Decision(
        True,
        overturns,
        Trump(bid.suit, auction.level_of(new.seat)),
        _declarer(profile, auction, new, overturns),
        buries=_buries(profile, auction, new) if overturns else None,
    )


def settle(profile: Profile, auction: Auction, shown: Sequence[Shown]) -> list[Decision]:
    """Return the decision on each bid in turn; refused bids leave the auction as it was."""
    decisions: list[Decision] = []
    for new in shown:
        decision = decide(profile, auction, new)
        decisions.append(decision)
        if decision.accepted:
            auction = replace(auction, history=(*auction.history, new))
    return decisions


def nobody(profile: Profile, auction: Auction, kitty: Sequence[Card]) -> Decision:
    """Return what follows when nobody has bid; ``kitty`` holds its cards in the order turned.

    No trump and no restart in the answer means that the referee must draw lots or match a card.
    """
    rule = profile.bid.nobody_first if auction.first_deal else profile.bid.nobody_later
    suit = _flipped_suit(rule, auction.level, kitty)
    trump = None if suit is None else Trump(suit, auction.level)
    return Decision(False, trump=trump, restart=_restart(rule, auction.level, kitty))


def _value(profile: Profile, auction: Auction, shown: Shown) -> BidValue | None:
    level = auction.level_of(shown.seat)
    return value(profile, level, shown.cards, first_deal=auction.first_deal, turned=auction.turned)


def _closed(profile: Profile, auction: Auction) -> Reason:
    """Return ``closed`` where no bid counts any more in this phase."""
    if auction.flipped or auction.phase == "after_kitty":
        return "closed"
    if auction.phase != "after_bury":
        return ""
    rule = profile.bid.post_bury
    opened = bool(auction.history) and (
        rule in ("always", "if_bid_before_flip")
        or (rule == "later_deals" and not auction.first_deal)
    )
    return "" if opened else "closed"


def _cannot_open(profile: Profile, auction: Auction, new: Shown, bid: BidValue) -> Reason:
    if bid.tier not in profile.bid.open_tiers:
        return "cannot_open"
    rule = profile.bid.later_open_side
    if auction.first_deal or rule == "any" or side_of(new.seat) == auction.dealer_side:
        return ""
    waits = rule == "dealer_side_then_opponents" and auction.phase != "draw"
    return "" if waits else "wrong_side"


def _not_over(
    profile: Profile,
    auction: Auction,
    new: Shown,
    bid: BidValue,
    current: BidValue | None,
    reinforces: bool,
) -> Reason:
    """Return why a bid does not go over the one in force, or nothing."""
    rules, last = profile.bid, auction.history[-1]
    if current is None:
        return ""
    if reinforces and rules.reinforce == "never":
        return "no_reinforcing"
    if new.seat == last.seat and not reinforces:
        own = rules.self_overturn
        if own == "never" or (own == "first_deal_or_after_other" and not auction.first_deal):
            return "self_overturn"
    if bid.rank < current.rank or (bid.rank == current.rank and not _same(profile, bid, current)):
        return "not_higher"
    no_trumps = bid.suit == current.suit == "NT"
    if no_trumps and not auction.first_deal and not rules.joker_over_joker_later:
        return "joker_over_joker"
    direct = len(auction.history) == 1 and current.count == 2 and not reinforces
    return "direct_pair" if direct and rules.direct_pair == "final" else ""


def _same(profile: Profile, bid: BidValue, current: BidValue) -> bool:
    """Return whether a bid of the same tier goes over the other."""
    rules = profile.bid
    if rules.same_tier == "last_shown":
        return True
    if rules.same_tier == "never" or "NT" in (bid.suit, current.suit):
        return False
    if rules.same_tier == "suit_rank_pairs" and bid.count != 2:
        return False
    ranks: tuple[str, ...] = rules.suit_rank or ()
    return ranks.index(bid.suit) > ranks.index(current.suit)


def _declarer(profile: Profile, auction: Auction, new: Shown, overturns: bool) -> Seat | None:
    """Return the declarer 庄家 as the bidding stands; on later deals only if overturning deals."""
    shown = (*auction.history, new)
    opener = shown[0].seat
    if not auction.first_deal:
        if overturns and profile.bid.overturn_takes_deal_later:
            return new.seat
        waited = profile.bid.later_open_side == "dealer_side_then_opponents"
        return opener if waited and side_of(opener) != auction.dealer_side else None
    takers = [bid.seat for bid in _overturners(profile, auction, shown)]
    if not takers or profile.bid.first_dealer == "first_bidder":
        return opener
    if profile.bid.first_dealer == "final_bidder":
        return takers[-1]
    suited = [
        bid.seat
        for bid in _overturners(profile, auction, shown)
        if not all(is_joker(card) for card in bid.cards)
    ]
    return suited[0] if suited else opener


def _overturners(profile: Profile, auction: Auction, shown: Sequence[Shown]) -> list[Shown]:
    """Return the bids that overturned another; reinforcing one's own side's suit is none."""
    found = []
    for before, bid in pairwise(shown):
        one, two = _value(profile, auction, before), _value(profile, auction, bid)
        if not _reinforces(before, one, bid, two):
            found.append(bid)
    return found


def _reinforces(last: Shown, current: BidValue | None, new: Shown, bid: BidValue | None) -> bool:
    """Return whether a bid adds cards of the suit that the own side has shown 加固."""
    if current is None or bid is None or new.seat not in (last.seat, partner(last.seat)):
        return False
    return current.suit == bid.suit != "NT"


def _buries(profile: Profile, auction: Auction, new: Shown) -> Seat | None:
    """Return who buries again after an overturn behind the bury, where that is the overturner."""
    if auction.phase != "after_bury" or profile.bid.rebury == "dealer":
        return None
    return new.seat


def _flipped_suit(rule: NobodyBids, level: Level, kitty: Sequence[Card]) -> TrumpSuit | None:
    plain = [card for card in kitty if not is_joker(card)]
    match rule:
        case "no_trump":
            return "NT"
        case "flip_first_non_joker":
            return _suit(plain[0]) if plain else None
        case "flip_first_joker_nt":
            return _suit(kitty[0]) if kitty else None
        case "flip_level_then_joker_nt_then_first":
            levels = [card for card in plain if card[0] == level]
            if levels:
                return _suit(levels[0])
            return "NT" if len(plain) < len(kitty) else _suit(plain[0]) if plain else None
    return None


def _suit(card: Card) -> TrumpSuit:
    suits: dict[str, TrumpSuit] = {"S": "S", "H": "H", "D": "D", "C": "C"}
    return "NT" if is_joker(card) else suits[card[1]]


def _restart(rule: NobodyBids, level: Level, kitty: Sequence[Card]) -> Restart | None:
    match rule:
        case "redeal":
            return "deal"
        case "restart":
            return "match"
        case "choke_defenders_deal":
            return "deal_by_defenders"
        case "kitty_match_then_redeal" | "opponents_bid_then_kitty_match_then_redeal":
            fits = [card for card in kitty if card[0] == level or card in (BIG_JOKER, SMALL_JOKER)]
            return None if fits else "deal"
    return None
