"""A match to look back on: finished deals for everyone, everything for officials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from scorer import report
from scorer.fold import fold
from scorer.history import Event
from scorer.ledger.types import MatchResult
from webui import sheet
from webui.errors import Refused
from webui.store import Store
from webui.view import with_english

_PUBLIC_DEAL = (
    "deal",
    "declarer",
    "level",
    "trump",
    "tricks",
    "defender_points",
    "kitty_points",
    "kitty_multiplier",
    "kitty",
    "levels",
    "gained",
    "finish",
    "a_fails",
    "own_side",
    "tribute",
    "next_declarer",
    "complete",
    "bids",
)
_FILES = {"jsonl": "application/x-ndjson", "csv": "text/csv", "text": "text/plain"}


def match_events(store: Store, match: int) -> Sequence[Event]:
    """Return the events of a match.

    Raises:
        Refused: with status 404 when there is no such match.
    """
    events = store.events(match)
    if not events:
        raise Refused(404, "unknown_match", "There is no such match.", "match")
    return events


@lru_cache(maxsize=4)
def _result(store: Store, match: int, head: int) -> MatchResult:
    del head  # part of the key only: the match may have grown
    return fold(match_events(store, match))


def result_of(store: Store, match: int) -> MatchResult:
    """Return the folded match, as of now."""
    return _result(store, match, store.head)


def ended(store: Store, match: int) -> bool:
    """Return whether no card of a match is still to come."""
    result = result_of(store, match)
    return store.matches()[-1][0] != match or result.winner is not None or bool(result.ended)


def review(store: Store, match: int, official: bool) -> dict[str, Any]:
    """Return a match for the review page.

    Others than officials get the finished deals, without findings and without dismissed rulings.
    """
    result = result_of(store, match)
    deals = [deal.to_json() for deal in result.deals if official or deal.finished]
    for deal in deals:
        deal["findings"] = [with_english(finding) for finding in deal.get("findings") or ()]
    readings = _readings(match_events(store, match)) if official else {}
    return {
        "match": match,
        "profile": result.profile,
        "family": result.family,
        "header": {key: result.header.get(key) for key in ("id", "event", "table", "players", "t")},
        "levels": dict(result.levels),
        "winner": result.winner,
        "ended": ended(store, match),
        "deals": deals if official else [_public(deal) for deal in deals],
        "readings": readings,
    }


def _public(deal: Mapping[str, Any]) -> dict[str, Any]:
    shown = {name: deal[name] for name in _PUBLIC_DEAL if name in deal}
    rulings = deal.get("rulings") or ()
    names = ("seq", "of", "decision", "penalty", "reason")
    shown["rulings"] = [
        {name: one.get(name) for name in names} for one in rulings if one["decision"] != "dismissed"
    ]
    return shown


def _readings(events: Sequence[Event]) -> dict[str, Any]:
    return {
        str(event.seq): {"evidence": event.get("evidence"), "confidence": event.get("confidence")}
        for event in events
        if event.get("evidence")
    }


def export(store: Store, match: int, form: str, language: str) -> tuple[str, str]:
    """Return a match in a form (``jsonl``, ``csv``, ``text``) and its media type.

    JSON Lines carry the hash chain; the others are for reading.

    Raises:
        Refused: with status 404 for an unknown form or match.
    """
    if form not in _FILES:
        raise Refused(404, "unknown_form", "There is no such form of export.")
    result = result_of(store, match)
    if form == "jsonl":
        return store.export(match), _FILES[form]
    if form == "csv":
        return "\ufeff" + sheet.as_csv(result), _FILES[form]
    return "\n".join((*report.lines(result, language), "")), _FILES[form]
