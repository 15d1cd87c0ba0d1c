"""Finds the line on which each key of a TOML text stands; the standard parser does not tell."""

from __future__ import annotations

import re

_BARE = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_PATH = rf"{_BARE}(?:\s*\.\s*{_BARE})*"
_TABLE = re.compile(rf"^\s*\[\s*({_PATH})\s*\]\s*(?:#.*)?$")
_ARRAY = re.compile(rf"^\s*\[\[\s*({_PATH})\s*\]\]\s*(?:#.*)?$")
_KEY = re.compile(rf"^\s*({_PATH})\s*=")
_PART = re.compile(_BARE)
_STRING = re.compile(r'"(?:\\.|[^"\\])*"|' + r"'[^']*'")


def line_numbers(text: str) -> dict[str, int]:
    """Return key path -> line from 1; elements of an array of tables are numbered from 0."""
    lines: dict[str, int] = {}
    prefix, depth, quote = "", 0, ""
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if quote:
            quote = "" if quote in line else quote
            continue
        if depth == 0:
            if match := _ARRAY.match(line):
                name = _path(match[1])
                prefix = f"{name}.{counts.setdefault(name, 0)}"
                counts[name] += 1
                lines.setdefault(name, number)
                lines[prefix] = number
                continue
            if match := _TABLE.match(line):
                prefix = _path(match[1])
                lines.setdefault(prefix, number)
                continue
            if match := _KEY.match(line):
                _note(lines, prefix, _path(match[1]), number)
        quote = next((q for q in ('"""', "'''") if line.count(q) % 2), "")
        bare = _STRING.sub("", line).split("#", 1)[0]
        depth += sum(bare.count(c) for c in "[{") - sum(bare.count(c) for c in "]}")
    return lines


def _path(written: str) -> str:
    return ".".join(part.strip("\"'") for part in _PART.findall(written))


def _note(lines: dict[str, int], prefix: str, key: str, number: int) -> None:
    """Note the line of a key and, for a dotted key, of the tables that it opens."""
    path = prefix
    for part in key.split("."):
        path = f"{path}.{part}" if path else part
        lines.setdefault(path, number)
