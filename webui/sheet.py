"""A match as a table for a spreadsheet: one row for each play."""

from __future__ import annotations

import csv
import io
from typing import Any

from scorer.ledger.types import MatchResult

COLUMNS = ("deal", "trick", "seq", "seat", "cards", "points", "winner", "t_video", "findings")


def as_csv(result: MatchResult) -> str:
    """Return one row for each play; cells that a spreadsheet would run as formulas are quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for deal in result.deals:
        shown = deal.to_json()
        found: dict[int, list[str]] = {}
        for finding in deal.findings:
            found.setdefault(finding.evidence[0], []).append(finding.offence)
        for trick in shown.get("tricks", ()):
            for play in trick["plays"]:
                row = (
                    shown["deal"],
                    trick["n"],
                    play["seq"],
                    play["seat"],
                    " ".join(play["cards"]),
                    trick["points"],
                    trick["winner"],
                    play.get("t_video"),
                    " ".join(found.get(play["seq"], ())),
                )
                writer.writerow([_safe(cell) for cell in row])
    return out.getvalue()


def _safe(cell: Any) -> str:
    text = "" if cell is None else str(cell)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
