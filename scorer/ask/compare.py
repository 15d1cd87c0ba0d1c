"""Compares an answer with what a worked example expects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SETS = ("must_play", "required")
"""Keys whose lists are sets: their order says nothing."""


def differences(expect: Mapping[str, Any], found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return ``{"key", "expected", "got"}`` for each key of ``expect`` that the answer lacks.

    Further keys of the answer do not count. Cards that form a set are compared as one.
    """
    return [
        {"key": key, "expected": wanted, "got": found.get(key)}
        for key, wanted in expect.items()
        if key not in found or _plain(wanted, key) != _plain(found[key], key)
    ]


def _plain(value: Any, key: str) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(item, "must_play") for name, item in value.items()}
    if key in _SETS and isinstance(value, list):
        return sorted((_plain(item, key) for item in value), key=repr)
    if key == "groups" and isinstance(value, list):
        return [sorted(group) if isinstance(group, list) else group for group in value]
    return value
