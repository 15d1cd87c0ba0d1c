"""The end of a match by the clock: which deals of a history still count, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.cards import SIDES, Side, side_of
from scorer.history import Event
from scorer.ledger.deal import ShengjiDeal
from scorer.ledger.settle import Entry
from scorer.profile import Profile
from scorer.shengji.levels import LEVELS
from scorer.shengji.timeup import DealTime, Standing, deals_that_count, winner

_DRAWN = ("kitty_taken", "buried", "trump", "play")
"""Events that come after the last card has been drawn."""


def counted_deals(profile: Profile, events: Sequence[Event]) -> int | None:
    """Return how many deals belong to the match once time is up, or None before.

    The mark is the ``time`` event ``called``, or ``announced`` where the further deals count from
    the announcement; places in the history stand for minutes.
    """
    what = "announced" if profile.time_up.count_from == "announcement" else "called"
    for place, event in enumerate(events):
        if event.type == "time" and event.get("what") == what:
            return deals_that_count(profile, _times(events), place)
    return None


def _times(events: Sequence[Event]) -> list[DealTime]:
    starts = [place for place, event in enumerate(events) if event.type == "deal"] or [0]
    times = []
    for begun, after in zip(starts, [*starts[1:], len(events)], strict=True):
        inside = [(place, events[place].type) for place in range(begun, after)]
        drawn = next((place for place, kind in inside if kind in _DRAWN), after)
        open_end = after if after < len(events) else float("inf")
        ended = next((place for place, kind in inside if kind == "deal_end"), open_end)
        times.append(DealTime(begun, drawn, ended))
    return times


def winner_by_clock(profile: Profile, entry: Entry, deals: Sequence[ShengjiDeal]) -> Side | None:
    """Return who has won by the clock; None for a draw, overtime, or what the referee must say."""
    levels = {
        side: next((one for one in LEVELS if one == text), None) for side, text in entry.levels
    }
    known = {side: level for side, level in levels.items() if level is not None}
    if len(known) < len(SIDES):
        return None
    stage = None if entry.declarer is None else side_of(entry.declarer)
    standing = Standing(known, dict(entry.games), stage, stage, _reached_first(deals))
    return winner(profile, standing).side


def _reached_first(deals: Sequence[ShengjiDeal]) -> Side | None:
    """Return the side that came to its present level earlier; one may have begun at it."""
    since: dict[Side, int] = {}
    for side in SIDES:
        climb = [deal.levels_before[side] for deal in deals[:1]]
        climb += [deal.outcome.levels[side] for deal in deals]
        stays = len(climb)
        while stays and climb[stays - 1] == climb[-1]:
            stays -= 1
        since[side] = stays
    if since["NS"] == since["EW"]:
        return None
    return "NS" if since["NS"] < since["EW"] else "EW"
