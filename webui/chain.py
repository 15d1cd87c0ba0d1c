"""The hash chain over stored events: what makes an export checkable.

Every line carries the SHA-256 of the line before it and of its own bytes, so a changed, removed or
reordered line breaks every later hash. An exported line is the stored line with its hash as a last
field ``hash``; the first exported line also carries ``prev``, the hash it continues.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_TAIL = re.compile(r'(?:,"prev":"([0-9a-f]{64})")?,"hash":"([0-9a-f]{64})"\}$')


@dataclass(frozen=True, slots=True)
class Link:
    """One stored line with its sequence number and hash."""

    seq: int
    line: str
    hash: str


@dataclass(frozen=True, slots=True)
class Report:
    """Outcome of a check: lines read, the last good hash, and the first fault (None when whole)."""

    count: int
    head: str
    fault: str | None = None
    seq: int | None = None

    @property
    def ok(self) -> bool:
        """Return whether every line fits the one before it."""
        return self.fault is None


def genesis(epoch: str) -> str:
    """Return the hash that the first event of a store continues."""
    return hashlib.sha256(f"dipai:{epoch}".encode()).hexdigest()


def link(prev: str, line: str) -> str:
    """Return the hash of a line that follows the hash ``prev``."""
    return hashlib.sha256(f"{prev}\n{line}".encode()).hexdigest()


def check(prev: str, links: Iterable[Link]) -> Report:
    """Return the report over consecutive links that continue ``prev``."""
    count = 0
    expected: int | None = None
    for item in links:
        if expected is not None and item.seq != expected:
            return Report(count, prev, f"event {expected} is missing before {item.seq}", expected)
        if link(prev, item.line) != item.hash:
            return Report(count, prev, f"event {item.seq} does not fit the one before it", item.seq)
        prev, expected, count = item.hash, item.seq + 1, count + 1
    return Report(count, prev)


def export_lines(prev: str, links: Iterable[Link]) -> Iterator[str]:
    """Yield the lines of a checkable export that begins after the hash ``prev``."""
    first = f',"prev":"{prev}"'
    for item in links:
        yield f'{item.line[:-1]}{first},"hash":"{item.hash}"}}'
        first = ""


def check_export(text: str) -> Report:
    """Return the report over an export; lines without hashes are a fault."""
    prev, head, count = "", "", 0
    seq: int | None = None
    for number, raw in enumerate(text.split("\n"), start=1):
        if not raw.strip():
            continue
        found = _TAIL.search(raw)
        if found is None:
            return Report(count, head, f"line {number} carries no hash: not a checkable export")
        line = raw[: found.start()] + "}"
        seq = _seq(line, number)
        if count == 0:
            if found[1] is None:
                return Report(0, "", f"line {number}: the start of the export is missing", seq)
            prev = found[1]
        if link(prev, line) != found[2]:
            return Report(count, head, f"line {number} (event {seq}) was changed", seq)
        prev = head = found[2]
        count += 1
    if count == 0:
        return Report(0, "", "the export is empty")
    return Report(count, head)


def _seq(line: str, number: int) -> int:
    try:
        value = json.loads(line).get("seq", number)
    except (json.JSONDecodeError, AttributeError):
        return number
    return value if isinstance(value, int) else number
