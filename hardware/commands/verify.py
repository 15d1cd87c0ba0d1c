"""`dipai verify`: is a store or an export still what was recorded?"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from scorer.errors import InputError
from webui import chain, store

_SQLITE = b"SQLite format 3\x00"


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "verify",
        help="check a store or an export for changes",
        description="Check the hash chain of a store (SQLite) or an export (JSON Lines), and the"
        " evidence pictures if their folder is given. Exit code 1 when something was changed.",
        epilog="example: dipai verify data/table.db --evidence data/evidence",
    )
    parser.add_argument("path", type=Path, help="store or export")
    parser.add_argument("--evidence", type=Path, help="folder of the evidence pictures")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check the file and print what was found."""
    report = _report(args.path)
    pictures = list(_changed_pictures(args.evidence)) if args.evidence else []
    ok = report.ok and not pictures
    if args.json:
        print(
            json.dumps(
                {
                    "ok": ok,
                    "events": report.count,
                    "head": report.head,
                    "fault": report.fault,
                    "at": report.seq,
                    "pictures": pictures,
                },
                ensure_ascii=False,
            )
        )
    else:
        print("\n".join(_lines(args.path, report, pictures)))
    return 0 if ok else 1


def _report(path: Path) -> chain.Report:
    try:
        with path.open("rb") as file:
            start = file.read(len(_SQLITE))
        if start == _SQLITE:
            return store.verify(path)
        return chain.check_export(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: neither a store nor an export in UTF-8") from error


def _changed_pictures(folder: Path) -> Iterator[str]:
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder of pictures")
    for path in sorted(folder.glob("*.jpg")):
        if hashlib.sha256(path.read_bytes()).hexdigest() != path.stem:
            yield path.name


def _lines(path: Path, report: chain.Report, pictures: Iterable[str]) -> Iterator[str]:
    if report.ok:
        yield f"{path}: {report.count} events, unchanged; newest hash {report.head}"
    else:
        yield f"{path}: {report.fault} ({report.count} events before it are unchanged)"
    for name in pictures:
        yield f"{name}: the picture does not have the hash of its name"
