"""How a deal begins: who deals, what is trump, and the bids that settled it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.cards import SEATS, UNREAD, Card, Seat, Side, side_of
from scorer.history import Event
from scorer.ledger.deal_log import DealLog
from scorer.ledger.types import Phase, Trump
from scorer.shengji.bidding import Phase as BidPhase


@dataclass(frozen=True, slots=True)
class ShownBid:
    """A bid 亮主: its seat and cards (``??`` where it still lies face down) and its stage."""

    seq: int
    seat: Seat
    cards: tuple[Card, ...]
    stage: BidPhase
    shown_at: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A bid that does not count, and why (a reason of ``scorer.shengji.bidding``)."""

    seq: int
    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class Opening:
    """What is settled before the first lead; unknown values are None or ``?``."""

    declarer: Seat | None
    trump: Trump
    bids: tuple[ShownBid, ...]
    taken_by: Seat | None
    buriers: frozenset[Seat]
    refused: tuple[Refused, ...] = ()


def bids_of(log: DealLog) -> tuple[ShownBid, ...]:
    """Return the bids of a deal in order, face-down ones with what was opened later."""
    shown = {e.fields["of"]: e for e in log.events if e.type == "bid_shown"}
    bids = []
    stage: BidPhase = "draw"
    for event in log.events:
        if event.type == "kitty_taken":
            stage = "after_kitty"
        elif event.type == "buried":
            stage = "after_bury"
        elif event.type == "bid":
            opened = shown.get(event.seq)
            source: Event = event if opened is None else opened
            cards = source.cards or (UNREAD,) * int(event.get("count") or 1)
            bids.append(ShownBid(event.seq, event.seat, cards, stage, source.seq))
    return tuple(bids)


def level_of(declarer: Seat | None, levels: Mapping[Side, str]) -> str:
    """Return the level that is played: the declarer side's, or what both sides share."""
    if declarer is not None:
        return levels[side_of(declarer)]
    both = set(levels.values())
    return both.pop() if len(both) == 1 else "?"


def phase_of(log: DealLog, played: int, *, exhausted: bool, finished: bool) -> Phase:
    """Return where a deal stands."""
    if finished:
        return "finished"
    if exhausted:
        return "kitty"
    if played:
        return "play"
    types = {event.type for event in log.events}
    if "buried" in types:
        return "play"
    if "kitty_taken" in types:
        return "bury"
    if types & {"draw_begun", "bid"}:
        return "draw"
    return "waiting" if "trump" not in types else "play"


def seat_or_none(value: str | None) -> Seat | None:
    """Return a seat, or None for ``?`` and null."""
    return next((seat for seat in SEATS if seat == value), None)
