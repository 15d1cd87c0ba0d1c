"""What a viewer's page may hold: named fields only, so that nothing else can leak."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_PLAIN = (
    "profile",
    "family",
    "deal",
    "phase",
    "levels",
    "trump",
    "declarer",
    "score",
    "trick_number",
    "turn",
    "winner",
    "finished",
)
_MATCH = ("id", "event", "table", "players", "profile_name")
_RULING = ("id", "offence", "seat", "side", "deal", "trick", "decision", "penalty", "reason")
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
    "order",
)


def _pick(source: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: source[name] for name in names if name in source}


def _play(play: Mapping[str, Any]) -> dict[str, Any]:
    return _pick(play, ("seat", "cards", "count"))


def viewer_table(table: Mapping[str, Any], seq: int) -> dict[str, Any]:
    """Return the viewers' table: the current and the last trick, never older cards or findings.

    Rulings are shown when decided against a side; a dismissed alert leaves no trace.
    """
    last = table.get("last_trick")
    rulings = table.get("rulings") or ()
    result = table.get("result")
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
        "rulings": [_pick(r, _RULING) for r in rulings if r.get("decision") != "dismissed"],
    }
