"""The deals of a match one after another: each inherits levels and declarer from the last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from scorer.cards import SIDES, Side
from scorer.history import Event
from scorer.ledger.deal import ShengjiDeal
from scorer.ledger.deal_fold import fold_deal
from scorer.ledger.deal_log import DealLog, split
from scorer.ledger.finish import counted_deals, winner_by_clock
from scorer.ledger.rulings import decided, offender
from scorer.ledger.settle import Entry
from scorer.ledger.types import MatchResult
from scorer.profile import Profile

_cached = lru_cache(maxsize=64)(fold_deal)
"""Deals that are over do not change, so a live table folds only the one in play."""


def fold_shengji(
    profile: Profile, header: Event | None, counted: Sequence[Event], log: Sequence[Event]
) -> MatchResult:
    """Return the result of a Shengji match from its effective events (``counted``)."""
    levels = _start_levels(profile, header)
    entry = Entry(tuple(levels.items()), None, ())
    deals: list[ShengjiDeal] = []
    winner: Side | None = None
    ended, most = _ended(counted), counted_deals(profile, counted)
    for number, deal_log in enumerate(split(counted)):
        deal = _cached(profile, deal_log, entry)
        deals.append(deal)
        if most is None or number < most:
            winner = winner or deal.outcome.winner
            entry = next_entry(entry, deal, deal_log)
    if winner is None and (most is not None or ended == "time"):
        winner = winner_by_clock(profile, entry, deals[:most])
    return MatchResult(
        header={} if header is None else dict(header.fields),
        profile=profile.slug,
        family="shengji",
        deals=tuple(deals),
        levels=dict(entry.levels),
        winner=winner,
        ended="time" if ended is None and most is not None else ended,
        seq=log[-1].seq if log else 0,
        events=tuple(log),
    )


def _start_levels(profile: Profile, header: Event | None) -> dict[Side, str]:
    given: Mapping[str, str] = {} if header is None else header.get("levels") or {}
    return {side: given.get(side, profile.start_level) for side in SIDES}


def _ended(counted: Sequence[Event]) -> str | None:
    end = next((event for event in reversed(counted) if event.type == "match_end"), None)
    return None if end is None else str(end.get("reason") or "over")


def next_entry(entry: Entry, deal: ShengjiDeal, log: DealLog) -> Entry:
    """Return what the next deal inherits from this one."""
    if not deal.finished and not log.ended:
        return entry
    return replace(
        entry,
        levels=tuple(deal.outcome.levels.items()),
        declarer=deal.outcome.next_declarer,
        games=tuple(deal.outcome.games.items()),
        strikes=_strikes(entry, deal),
    )


def _strikes(entry: Entry, deal: ShengjiDeal) -> tuple[tuple[Side, str, int], ...]:
    """Return the upheld findings so far, counted by side and penalty code."""
    counted = Counter({(side, code): number for side, code, number in entry.strikes})
    for ruling in decided(deal.rulings):
        code, side = (ruling.penalty or {}).get("code"), offender(ruling)
        if code is not None and side is not None:
            counted[side, str(code)] += 1
    return tuple((side, code, number) for (side, code), number in sorted(counted.items()))
