"""What each viewer may see of a match: everyone, the players, the referee."""

from __future__ import annotations

from typing import Any

from scorer.cards import SEATS, SIDES
from scorer.ledger.types import Finding, MatchResult, Ruling


def table(result: MatchResult) -> dict[str, Any]:
    """Return the answer of ``GET /api/v1/table``: the running score, for anyone.

    Of the deal in play it holds the current and the last trick only, and never a finding; a
    ruling appears once the referee has decided.
    """
    shown: dict[str, Any] = {"seq": result.seq, "profile": result.profile, "family": result.family}
    shown["match"] = _match(result)
    current = result.deals[-1] if result.deals else None
    shown |= _nothing(result) if current is None else current.table_json()
    if current is not None and not current.finished and len(result.deals) > 1:
        shown["previous"] = result.deals[-2].table_json().get("result")
    else:
        shown["previous"] = None
    shown["winner"] = result.winner
    shown["ended"] = result.ended
    return shown


def players(result: MatchResult) -> dict[str, Any]:
    """Return what the four players may see: what everyone sees, and who sits where."""
    return table(result) | {"players": _players(result)}


def referee(result: MatchResult) -> dict[str, Any]:
    """Return what the referee works with: every deal, every finding with its evidence events."""
    findings = [
        _finding(result, deal.deal, finding, _ruling(deal.rulings, finding))
        for deal in result.deals
        for finding in deal.findings
    ]
    orphans = [
        {"deal": deal.deal} | ruling.to_json()
        for deal in result.deals
        for ruling in deal.rulings
        if ruling.vanished
    ]
    current = result.deals[-1] if result.deals else None
    return {
        "seq": result.seq,
        "profile": result.profile,
        "family": result.family,
        "players": _players(result),
        "deal": None if current is None else current.deal,
        "levels": dict(result.levels),
        "winner": result.winner,
        "deals": [deal.to_json() for deal in result.deals],
        "findings": findings,
        "proof_vanished": orphans,
        "gaps": [] if current is None else [gap.to_json() for gap in current.gaps],
    }


def _match(result: MatchResult) -> dict[str, Any]:
    head = {name: result.header.get(name) for name in ("id", "event", "table")}
    return head | {"players": _players(result)}


def _players(result: MatchResult) -> dict[str, Any]:
    names = result.header.get("players") or {}
    return {seat: names.get(seat) for seat in SEATS}


def _nothing(result: MatchResult) -> dict[str, Any]:
    return {
        "deal": None,
        "phase": "waiting",
        "levels": {side: result.levels.get(side) for side in SIDES},
        "trump": None,
        "declarer": None,
        "bids": [],
        "score": {"defender_points": None, "complete": True},
        "trick_number": 0,
        "trick": [],
        "last_trick": None,
        "turn": None,
        "result": None,
        "rulings": [],
    }


def _ruling(rulings: tuple[Ruling, ...], finding: Finding) -> Ruling | None:
    return next((ruling for ruling in rulings if ruling.of == finding.id), None)


def _finding(
    result: MatchResult, deal: int, finding: Finding, ruling: Ruling | None
) -> dict[str, Any]:
    by_seq = {event.seq: event for event in result.events}
    plays = []
    for seq in finding.evidence:
        event = by_seq.get(seq)
        if event is not None:
            inner = event.get("event") or event.fields
            plays.append(
                {
                    "seq": seq,
                    "type": inner.get("type"),
                    "seat": inner.get("seat") or inner.get("from"),
                    "cards": list(inner.get("cards") or filter(None, [inner.get("card")])),
                    "t_video": event.get("t_video"),
                    "confidence": event.get("confidence"),
                    "alternatives": event.get("alternatives") or [],
                    "evidence": event.get("evidence") or [],
                }
            )
    return {
        **finding.to_json(),
        "deal": deal,
        "state": "open" if ruling is None else ruling.decision,
        "ruling": None if ruling is None else ruling.to_json(),
        "flag": None,
        "plays": plays,
    }
