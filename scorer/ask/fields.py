"""Reading the fields of a case's input, with errors that name the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.ask.registry import AskError, Input
from scorer.cards import RANKS, SEATS, UNREAD, Card, Seat, parse_cards
from scorer.shengji.order import Trump, TrumpSuit

_SUITS: tuple[TrumpSuit, ...] = ("S", "H", "D", "C", "NT")


def cards(value: Any, field: str) -> tuple[Card, ...]:
    """Return the cards of a non-empty list of card texts."""
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise AskError("bad_input", f"field '{field}' must be a list of cards")
    if not all(isinstance(text, str) for text in value):
        raise AskError("bad_input", f"field '{field}' must hold card texts")
    found = parse_cards(value)
    if UNREAD in found:
        raise AskError("bad_input", f"field '{field}' holds an unread card ??")
    return found


def table(value: Any, field: str) -> Input:
    """Return an object of keys."""
    if not isinstance(value, Mapping):
        raise AskError("bad_input", f"field '{field}' must be an object of keys: {value!r}")
    return value


def rows(value: Any, field: str) -> list[Input]:
    """Return a list of objects."""
    if not isinstance(value, list):
        raise AskError("bad_input", f"field '{field}' must be a list: {value!r}")
    return [table(item, field) for item in value]


def integer(value: Any, field: str) -> int:
    """Return a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise AskError("bad_input", f"field '{field}' must be a whole number: {value!r}")
    return value


def trump(given: Input) -> Trump:
    """Return the trump of an input with the fields ``trump`` and ``level``."""
    suit, level = given["trump"], given["level"]
    if suit not in _SUITS:
        raise AskError("bad_input", f"field 'trump' must be one of {', '.join(_SUITS)}: '{suit}'")
    if not isinstance(level, str) or level not in RANKS or len(level) != 1:
        raise AskError("bad_input", f"field 'level' must be one of {RANKS}: '{level}'")
    return Trump(suit, level)


def seat(value: Any, field: str) -> Seat:
    """Return a seat letter."""
    for known in SEATS:
        if value == known:
            return known
    raise AskError("bad_input", f"field '{field}' must be N, W, S or E: '{value}'")
