"""Chinese and English for the keys and codes of a rule file, one file for each game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from scorer import profiles

Pair = tuple[str, str]
"""A text in Chinese and English."""


_FILES = {"shengji": "_words", "guandan": "_guandan_words"}


@cache
def _tables(family: str) -> Mapping[str, Mapping[str, list[str]]]:
    return tomllib.loads(profiles.text(_FILES[family]))


def _pair(family: str, table: str, key: str) -> Pair | None:
    found = _tables(family)[table].get(key)
    return None if found is None else (found[0], found[1])


def label(path: str, family: str = "shengji") -> Pair:
    """Return what a key path means; an unknown one stands for itself."""
    return _pair(family, "keys", path) or (path, path)


def section(name: str, family: str = "shengji") -> Pair:
    """Return the heading of a table of a rule file."""
    return _pair(family, "sections", name) or (name, name)


def code(path: str, value: str, family: str = "shengji") -> Pair:
    """Return what a code means as a value of a key path."""
    key = path
    while key:
        found = _pair(family, "values", f"{key}:{value}")
        if found is not None:
            return found
        key = key.rpartition(".")[0]
    return _pair(family, "values", value) or (value, value)


def not_playable() -> dict[str, Pair]:
    """Return the texts that are no playable card rules, with the reason."""
    return {name: (pair[0], pair[1]) for name, pair in _tables("shengji")["not_playable"].items()}


def shown(path: str, value: Any, family: str = "shengji") -> Pair:
    """Return a value of a rule file as a person reads it."""
    if isinstance(value, bool):
        return ("是", "yes") if value else ("否", "no")
    if value is None or value == "none":
        return code(path, "none", family)
    if isinstance(value, int):
        return str(value), str(value)
    if isinstance(value, str):
        return code(path, value, family)
    if isinstance(value, Mapping):
        parts = [(key, shown(f"{path}.{key}", item, family)) for key, item in value.items()]
        zh = "，".join(f"{key} {text[0]}" for key, text in parts)
        return zh, ", ".join(f"{key} {text[1]}" for key, text in parts)
    pairs = [shown(path, item, family) for item in value]
    if not pairs:
        return "无", "none"
    return "、".join(pair[0] for pair in pairs), ", ".join(pair[1] for pair in pairs)
