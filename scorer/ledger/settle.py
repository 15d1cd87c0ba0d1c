"""Trump and declarer of a deal: as an event says, or as bids and profile decide."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.cards import Seat, Side
from scorer.ledger.deal_log import DealLog
from scorer.ledger.opening import Opening, ShownBid, bid_suit, bids_of, level_of, seat_or_none
from scorer.ledger.types import Trump
from scorer.profile import Profile


@dataclass(frozen=True, slots=True)
class Entry:
    """What a deal inherits: levels, the declarer that the last deal named, games won."""

    levels: tuple[tuple[Side, str], ...]
    declarer: Seat | None
    first: bool
    games: tuple[tuple[Side, int], ...]


def settle(profile: Profile, log: DealLog, entry: Entry) -> Opening:
    """Return how a deal begins; what no event says is derived, what nobody knows stays ``?``."""
    bids = bids_of(log)
    said = log.last("trump")
    named = seat_or_none(log.declarer) if log.declarer != "?" else None
    carried = entry.declarer if log.declarer is None else None
    declarer = named or carried
    if said is not None and seat_or_none(said.get("declarer")):
        declarer = seat_or_none(said.get("declarer"))
    elif log.declarer is None and entry.declarer is None and bids:
        declarer = bids[-1].seat
    suit = _suit(log, bids) if said is None or "suit" not in said.fields else str(said.get("suit"))
    level = level_of(declarer, dict(entry.levels))
    if said is not None and said.get("level"):
        level = str(said.get("level"))
    takes = log.all("kitty_taken")
    return Opening(
        declarer,
        Trump(suit, level),
        bids,
        takes[0].seat if takes else None,
        _buriers(profile, log, declarer, bids),
    )


def _suit(log: DealLog, bids: tuple[ShownBid, ...]) -> str:
    lots = log.last("lots")
    if lots is not None:
        return str(lots.fields["suit"])
    if bids:
        return bid_suit(bids[-1].cards)
    flip = log.last("kitty_flip")
    return "?" if flip is None else bid_suit(flip.cards)


def _buriers(
    profile: Profile, log: DealLog, declarer: Seat | None, bids: tuple[ShownBid, ...]
) -> frozenset[Seat]:
    """Return the seats that may have put a bid card into the kitty."""
    seats: set[Seat] = {event.seat for event in log.all("kitty_taken", "buried")}
    if declarer is not None:
        seats.add(declarer)
    if declarer is None or profile.bid.post_bury != "never":
        seats |= {bid.seat for bid in bids}
    return frozenset(seats)
