"""`dipai judge`: a hand history in, tricks, score and findings out."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from hardware import rule_cards
from hardware.textfile import read_text
from scorer.errors import InputError
from scorer.fold import fold
from scorer.history import Event, HistoryError, read
from scorer.history_checks import first_impossible
from scorer.ledger.types import MatchResult
from scorer.report import lines

EXAMPLE = "example: dipai judge evening.jsonl --profile house-2deck --json"


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "judge",
        help="judge a hand history: tricks, score, findings with their proofs",
        description="Judge a hand history. Exit code 1 where there are findings, 2 where a line "
        "cannot be used; everything before that line is judged all the same.",
        epilog=EXAMPLE,
    )
    parser.add_argument("history", type=Path, metavar="HISTORY", help="JSON Lines; - reads stdin")
    parser.add_argument(
        "--profile", metavar="SLUG", help="rules to judge by instead of its own; or a rule file"
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the table")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the result; 0 clean, 1 findings, 2 a line that cannot be used."""
    text = read_text(args.history)
    try:
        result, error = judge_text(text, args.profile)
    except HistoryError as problem:
        raise InputError(f"{args.history}: {problem}") from None
    if args.json:
        print(json.dumps(result.to_json(), ensure_ascii=False, separators=(",", ":")))
    else:
        print("\n".join(lines(result, args.lang)))
    if error is not None:
        print(f"dipai: {args.history}: {error}", file=sys.stderr)
        return 2
    return 1 if any(deal.findings for deal in result.deals) else 0


def judge_text(text: str, slug: str | None) -> tuple[MatchResult, HistoryError | None]:
    """Return the result of everything before the first unusable line, and that line's error."""
    reading = read(text)
    events, error = reading.events, reading.error
    impossible = first_impossible(events)
    if impossible is not None:
        error = impossible
        events = tuple(event for event in events if _stands_before(event, impossible.line))
    try:
        return fold(events, None if slug is None else rule_cards.load(slug)), error
    except InputError:
        if error is not None and not events:
            raise error from None
        raise


def _stands_before(event: Event, line: int) -> bool:
    return event.line < line
