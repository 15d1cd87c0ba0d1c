"""`dipai export`: a hand history as JSON Lines, as a table for a spreadsheet, or as text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from hardware.textfile import read_text
from scorer.fold import fold
from scorer.history import dumps, loads
from scorer.report import lines
from webui.sheet import as_csv

EXAMPLE = "example: dipai export evening.jsonl --format csv > evening.csv"


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
