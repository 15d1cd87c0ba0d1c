"""What a viewer's page may hold: named fields only, so that nothing else can leak."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorer.clauses import english
from scorer.effective import effective
from scorer.history import Event

_PLAIN = (
    "profile",
    "profile_title",
    "family",
    "deal",
    "phase",
    "levels",
    "trump",
    "declarer",
    "score",
    "trick_number",
    "turn",
    "own_side",
    "out",
    "left",
    "tribute",
    "winner",
    "ended",
    "confirmed",
    "limit",
    "by_hand",
)
_WARNING = ("seq", "side", "offence", "reason")
_MATCH = ("id", "event", "table", "players")
_RULING = ("seq", "of", "offence", "seat", "side", "trick", "decision", "penalty", "reason")
_READING = ("confidence", "alternatives", "evidence", "source", "t_video")
_RESULT = (
    "deal",
    "defender_points",
    "kitty_points",
    "kitty_multiplier",
    "kitty",
    "gained",
    "levels",
    "next_declarer",
    "winner",
    "complete",
    "finish",
    "a_fails",
)


def _pick(source: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: source[name] for name in names if name in source}


def _play(play: Mapping[str, Any]) -> dict[str, Any]:
    return _pick(play, ("seat", "cards", "count", "as", "wilds", "pass"))


def viewer_table(table: Mapping[str, Any], seq: int) -> dict[str, Any]:
    """Return the viewers' table: the current and the last trick, never older cards or findings.

    Rulings are shown when decided against a side; a dismissed alert leaves no trace.
    """
    last = table.get("last_trick")
    rulings = table.get("rulings") or ()
    result, previous = table.get("result"), table.get("previous")
    return {
        "seq": seq,
        **_pick(table, _PLAIN),
        "match": _pick(table.get("match") or {}, _MATCH),
        "bids": [_play(bid) for bid in table.get("bids") or ()],
        "trick": [_play(play) for play in table.get("trick") or ()],
        "last_trick": last
        and {
            **_pick(last, ("n", "leader", "winner", "points")),
            "plays": [_play(play) for play in last.get("plays", ())],
        },
        "result": result and _pick(result, _RESULT),
        "previous": previous and _pick(previous, _RESULT),
        "rulings": [_pick(r, _RULING) for r in rulings if r.get("decision") != "dismissed"],
        "warnings": [_pick(one, _WARNING) for one in table.get("warnings") or ()],
        "unfit": [_pick(one, ("code", "seat", "trick")) for one in table.get("unfit") or ()],
    }


def referee_view(referee: Mapping[str, Any], events: Iterable[Event]) -> dict[str, Any]:
    """Return the referee's view: the newest deal and those with findings, and every reading.

    ``readings`` gives confidence, alternatives and pictures of each event with cards, by its
    sequence number.
    """
    deals = list(referee.get("deals") or ())
    with_findings = {finding.get("deal") for finding in referee.get("findings") or ()}
    shown = [deal for deal in deals[:-1] if deal.get("deal") in with_findings] + deals[-1:]
    first = _first_of([deal.get("deal") for deal in shown], events)
    readings = {
        str(event.seq): _pick(event.fields, _READING)
        for event in effective(events)
        if event.seq >= first and event.get("cards")
    }
    findings = [with_english(finding) for finding in referee.get("findings") or ()]
    return {**referee, "findings": findings, "deals": shown, "readings": readings}


def with_english(quoting: Mapping[str, Any]) -> dict[str, Any]:
    """Return what quotes a ``clause``, with our translation as ``clause_en`` where there is one."""
    translated = english(quoting.get("clause"))
    return {**quoting, **({} if translated is None else {"clause_en": translated})}


def _first_of(deals: list[Any], events: Iterable[Event]) -> int:
    return next((e.seq for e in events if e.type == "deal" and e.get("deal") in deals), 0)
