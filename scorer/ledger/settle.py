"""Trump and declarer of a deal: as an event says, or as bids and profile decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorer.cards import SEATS, UNREAD, Seat, Side, other_side, side_of
from scorer.ledger.deal_log import DealLog
from scorer.ledger.opening import Opening, Refused, ShownBid, bids_of, level_of, seat_or_none
from scorer.ledger.types import Trump
from scorer.profile import Profile
from scorer.profile_parts import Level
from scorer.shengji.bidding import Auction, Shown, decide, nobody
from scorer.shengji.levels import LEVELS
from scorer.shengji.rotation import next_deal


@dataclass(frozen=True, slots=True)
class Entry:
    """What a deal inherits: levels, the declarer that the last deal named, games, strikes.

    ``strikes`` counts the upheld findings of each side and penalty code so far.
    """

    levels: tuple[tuple[Side, str], ...]
    declarer: Seat | None
    games: tuple[tuple[Side, int], ...]
    strikes: tuple[tuple[Side, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Auctioned:
    """What the bids come to; ``?`` where a bid still lies face down or was not read."""

    suit: str = "?"
    level: str = "?"
    declarer: Seat | None = None
    refused: tuple[Refused, ...] = ()


def settle(profile: Profile, log: DealLog, entry: Entry) -> Opening:
    """Return how a deal begins; what no event says is derived, what nobody knows stays ``?``."""
    bids = bids_of(log)
    said = log.last("trump")
    named = seat_or_none(log.declarer)
    if log.declarer is None:
        named = entry.declarer
    named = _after_choking(profile, log, entry, named)
    auction = _auction(profile, log, entry, named, bids)
    takes = log.all("kitty_taken")
    declarer = auction.declarer or named
    if said is not None:
        declarer = seat_or_none(said.get("declarer")) or declarer
    if declarer is None and takes:
        declarer = takes[0].seat
    suit = str(said.get("suit", auction.suit)) if said is not None else auction.suit
    level = level_of(declarer, dict(entry.levels))
    level = auction.level if level == "?" else level
    if said is not None:
        level = str(said.get("level") or level)
    return Opening(
        declarer,
        Trump(suit, level),
        bids,
        takes[0].seat if takes else None,
        _buriers(profile, log, declarer, bids),
        auction.refused,
    )


def _after_choking(profile: Profile, log: DealLog, entry: Entry, named: Seat | None) -> Seat | None:
    """Return who deals after the redeals for which nobody had bid 憋死."""
    levels = {side: _level(level) for side, level in entry.levels}
    for _ in range(log.choked):
        own = None if named is None else levels[side_of(named)]
        other = None if named is None else levels[other_side(side_of(named))]
        if named is None or own is None or other is None:
            return named
        change = next_deal(profile, "nobody_bids", named, own, other)
        named = change.new_dealer
    return named


def _auction(
    profile: Profile, log: DealLog, entry: Entry, named: Seat | None, bids: tuple[ShownBid, ...]
) -> _Auctioned:
    """Return what the bids, the lots or the cards turned from the kitty decide."""
    start = _start(profile, log, entry, named)
    if start is None:
        return _Auctioned()
    result = _bidding(profile, start, bids, _barred(profile, log))
    lots = log.last("lots")
    if lots is not None:
        return replace(result, suit=str(lots.fields["suit"]), level=start.level)
    flip = [card for event in log.all("kitty_flip") for card in event.cards]
    if result.suit == "?" and flip and UNREAD not in flip:
        turned = nobody(profile, start, flip).trump
        if turned is not None:
            return replace(result, suit=turned.suit, level=turned.level)
    return result


def _start(profile: Profile, log: DealLog, entry: Entry, named: Seat | None) -> Auction | None:
    levels = [(side, _level(level)) for side, level in entry.levels]
    known = [(side, level) for side, level in levels if level is not None]
    if len(known) < len(levels) or (log.declarer == "?" and named is None):
        return None
    racing = named is None
    own = dict(known)
    turned = log.last("turned") if profile.bid.first_deal_extra == "turned_card" else None
    return Auction(
        first_deal=racing and entry.declarer is None,
        level=own["NS"] if named is None else own[side_of(named)],
        phase="draw",
        dealer_side=None if named is None else side_of(named),
        levels=tuple(known) if racing or _opponents_may_open(profile) else (),
        turned=None if turned is None else str(turned.fields["card"]),
    )


def _opponents_may_open(profile: Profile) -> bool:
    """Return whether the opponents bid, with their own level, where the dealer side cannot."""
    return profile.bid.later_open_side == "dealer_side_then_opponents"


def _barred(profile: Profile, log: DealLog) -> dict[Side, int]:
    """Return the sides without a right to bid 无权亮主, with the wrong bid that took it from them.

    An upheld ruling on the bid does, where that is the document's sanction.
    """
    rule = profile.penalties.get("wrong_bid")
    barred: dict[Side, int] = {}
    for event in log.all("ruling"):
        parts = str(event.fields["of"]).split(".")
        seat = seat_or_none(parts[2]) if len(parts) == 4 and parts[1] == "wrong_bid" else None
        if seat is None or rule is None or rule.result != "no_bid_right":
            continue
        if event.fields["decision"] == "upheld":
            barred[side_of(seat)] = int(parts[3])
        else:
            barred.pop(side_of(seat), None)
    return barred


def _bidding(
    profile: Profile, auction: Auction, bids: tuple[ShownBid, ...], barred: Mapping[Side, int]
) -> _Auctioned:
    result = _Auctioned()
    for bid in bids:
        if bid.seq > barred.get(side_of(bid.seat), bid.seq):
            result = replace(
                result, refused=(*result.refused, Refused(bid.seq, bid.seat, "barred"))
            )
            continue
        if UNREAD in bid.cards:
            result = replace(result, suit="?", declarer=None)
            continue
        new, stage = Shown(bid.seat, bid.cards), bid.stage
        if stage == "draw" and _opponents_may_open(profile):
            stage = "after_draw"
        decision = decide(profile, replace(auction, phase=stage), new)
        if not decision.accepted or decision.trump is None:
            refused = (*result.refused, Refused(bid.seq, bid.seat, decision.reason))
            result = replace(result, refused=refused)
            continue
        auction = replace(auction, history=(*auction.history, new))
        result = replace(
            result,
            suit=decision.trump.suit,
            level=decision.trump.level,
            declarer=decision.declarer or result.declarer,
        )
    return result


def _level(text: str) -> Level | None:
    return next((level for level in LEVELS if level == text), None)


def _buriers(
    profile: Profile, log: DealLog, declarer: Seat | None, bids: tuple[ShownBid, ...]
) -> frozenset[Seat]:
    """Return the seats that may have put a bid card into the kitty.

    Behind the bury 炒地皮 every bidder may have been one, where the overturner buries again.
    """
    seats: set[Seat] = {event.seat for event in log.all("kitty_taken", "buried")}
    if declarer is None:
        return frozenset(SEATS)
    seats.add(declarer)
    if profile.bid.post_bury != "never" and profile.bid.rebury == "overturner":
        seats |= {bid.seat for bid in bids}
    return frozenset(seats)
