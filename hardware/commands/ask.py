"""`dipai ask`: answers rule questions, one JSON case a line; `--check` compares with `expect`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorer.ask import answer
from scorer.ask.compare import differences
from scorer.errors import InputError

EXAMPLE = """example:
  echo '{"profile":"house-2deck","kind":"score","input":{"defender_points":85}}' | dipai ask
  dipai ask --check worked-examples.jsonl
"""


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "ask",
        help="answer questions about the rules",
        description="Answer rule questions: one JSON case a line in, one answer a line out.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", default="-", help="cases as JSON lines; - reads stdin")
    parser.add_argument(
        "--check",
        metavar="FILE",
        help="compare the keys of each case's 'expect' with the answer and print what differs",
    )
    parser.add_argument("--json", action="store_true", help="with --check: the result as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer the cases, or check them; 1 when an answer differs or a case cannot be answered."""
    if args.check:
        return _check(args.check, args.json)
    failed = False
    for _, case in _cases(args.file):
        line = answer(case)
        failed = failed or "error" in line
        print(json.dumps(line, ensure_ascii=False))
    return 1 if failed else 0


def _check(file: str, as_json: bool) -> int:
    total, wrong = 0, []
    for number, case in _cases(file):
        if "expect" not in case:
            raise InputError(f"{file}:{number}: the case has no field 'expect'")
        total += 1
        line = answer(case)
        if "error" in line:
            found = [{"key": "", "expected": case["expect"], "got": line["error"]["message"]}]
        else:
            found = differences(case["expect"], line["answer"])
        if found:
            wrong.append({"line": number, "id": case.get("id"), "differences": found})
    if as_json:
        print(json.dumps({"cases": total, "wrong": wrong}, ensure_ascii=False))
    else:
        _print(file, total, wrong)
    return 1 if wrong else 0


def _print(file: str, total: int, wrong: list[dict[str, Any]]) -> None:
    for case in wrong:
        for item in case["differences"]:
            expected = json.dumps(item["expected"], ensure_ascii=False)
            got = json.dumps(item["got"], ensure_ascii=False)
            where = f"{file}:{case['line']}: {case['id'] or ''}".rstrip()
            print(f"{where}: {item['key'] or 'answer'}: expected {expected}, got {got}")
    print(f"{total - len(wrong)} of {total} cases agree")


def _cases(file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield line number and case; a broken line raises :class:`InputError`."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from error
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except json.JSONDecodeError as error:
            raise InputError(f"{file}:{number}: not JSON: {error}") from error
        if not isinstance(case, dict):
            raise InputError(f"{file}:{number}: a case is a JSON object in one line")
        yield number, case
