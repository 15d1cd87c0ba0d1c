"""`dipai export`: a hand history as JSON Lines, as a table for a spreadsheet, or as text."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from pathlib import Path
from typing import Any

from hardware.textfile import read_text
from scorer.fold import fold
from scorer.history import dumps, loads
from scorer.ledger.report import lines
from scorer.ledger.types import MatchResult

EXAMPLE = "example: dipai export evening.jsonl --format csv > evening.csv"
COLUMNS = ("deal", "trick", "seq", "seat", "cards", "points", "winner", "t_video", "findings")


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "export",
        help="write a hand history as JSON Lines, CSV or text",
        description="Write a hand history to standard output in another form.",
        epilog=EXAMPLE,
    )
    parser.add_argument("history", type=Path, metavar="HISTORY", help="JSON Lines; - reads stdin")
    parser.add_argument("--format", choices=("jsonl", "csv", "text"), default="jsonl")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the text")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the history in the chosen form."""
    events = loads(read_text(args.history))
    if args.format == "jsonl":
        sys.stdout.write(dumps(events))
        return 0
    result = fold(events)
    if args.format == "csv":
        sys.stdout.write(as_csv(result))
    else:
        print("\n".join(lines(result, args.lang)))
    return 0


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
