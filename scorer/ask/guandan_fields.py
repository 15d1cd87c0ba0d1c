"""Reads the fields of a Guandan 掼蛋 rule question; every fault names the field and the remedy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.cards import RANKS, SEATS, SIDES, UNREAD, Card, CardError, Seat, Side, parse_card
from scorer.errors import InputError
from scorer.guandan.types import TYPES, Reading

NONE = "none"
"""How a question says that there is nothing."""


def get(data: Mapping[str, Any], field: str) -> Any:
    """Return a field.

    Raises:
        InputError: the field is missing.
    """
    if not isinstance(data, Mapping):
        raise InputError(f"input: write an object with the field {field}, not {data!r}")
    if field not in data:
        raise InputError(f"input.{field} is missing")
    return data[field]


def choice(data: Mapping[str, Any], field: str, allowed: Sequence[str]) -> str:
    """Return a field that must be one of the allowed texts."""
    value = get(data, field)
    if not isinstance(value, str) or value not in allowed:
        names = ", ".join(allowed)
        raise InputError(f"input.{field}: {value!r} is not allowed; allowed are {names}")
    return value


def integer(data: Mapping[str, Any], field: str) -> int:
    """Return a whole number of at least 0."""
    value = get(data, field)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InputError(f"input.{field}: write a whole number of at least 0, not {value!r}")
    return value


def flag(data: Mapping[str, Any], field: str) -> bool:
    """Return true or false."""
    value = get(data, field)
    if not isinstance(value, bool):
        raise InputError(f"input.{field}: write true or false, not {value!r}")
    return value


def table(data: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    """Return an object of keys."""
    value = get(data, field)
    if not isinstance(value, Mapping):
        raise InputError(f"input.{field}: write an object, not {value!r}")
    return value


def rows(data: Mapping[str, Any], field: str) -> list[Any]:
    """Return a list."""
    value = get(data, field)
    if not isinstance(value, list):
        raise InputError(f"input.{field}: write a list, not {value!r}")
    return value


def level(data: Mapping[str, Any], field: str = "level") -> str:
    """Return a level rank."""
    return choice(data, field, RANKS)


def card(data: Mapping[str, Any], field: str) -> Card:
    """Return one card; an unread card is refused, since the answer would rest on it."""
    return _card(get(data, field), field)


def cards(data: Mapping[str, Any], field: str, least: int = 1) -> tuple[Card, ...]:
    """Return a list of at least ``least`` cards."""
    values = rows(data, field)
    if len(values) < least:
        raise InputError(f"input.{field}: give at least {least} card(s)")
    return tuple(_card(value, field) for value in values)


def _card(value: Any, field: str) -> Card:
    if not isinstance(value, str):
        raise InputError(f"input.{field}: write a card as text, not {value!r}")
    try:
        found = parse_card(value)
    except CardError as error:
        raise InputError(f"input.{field}: {error}") from error
    if found == UNREAD:
        raise InputError(f"input.{field}: '??' is no card that a rule can be asked about")
    return found


def seat(data: Mapping[str, Any], field: str) -> Seat:
    """Return a seat."""
    found = seat_or_none(data, field)
    if found is None:
        raise InputError(f"input.{field}: name a seat N, W, S or E")
    return found


def seat_or_none(data: Mapping[str, Any], field: str) -> Seat | None:
    """Return a seat, None where the field says ``none``."""
    value = choice(data, field, (*SEATS, NONE))
    return next((known for known in SEATS if known == value), None)


def side_or_none(data: Mapping[str, Any], field: str) -> Side | None:
    """Return a side, None where the field says ``none``."""
    value = choice(data, field, (*SIDES, NONE))
    return next((known for known in SIDES if known == value), None)


def seats(data: Mapping[str, Any], field: str) -> tuple[Seat, ...]:
    """Return a list of different seats."""
    values = rows(data, field)
    found = tuple(seat({field: value}, field) for value in values)
    if len(set(found)) != len(found):
        raise InputError(f"input.{field}: a seat stands twice in {values!r}")
    return found


def finish(data: Mapping[str, Any], field: str = "finish") -> tuple[Seat, ...]:
    """Return a finishing order of all four seats."""
    found = seats(data, field)
    if len(found) != len(SEATS):
        raise InputError(f"input.{field}: give all four seats in finishing order")
    return found


def levels(data: Mapping[str, Any], field: str = "levels") -> dict[Side, str]:
    """Return the level of each side."""
    given = table(data, field)
    return {side: level(given, side) for side in SIDES}


def counts(data: Mapping[str, Any], field: str) -> dict[Side, int]:
    """Return a number for each side."""
    given = table(data, field)
    return {side: integer(given, side) for side in SIDES}


def seat_counts(data: Mapping[str, Any], field: str) -> dict[Seat, int]:
    """Return a number for each seat."""
    given = table(data, field)
    return {known: integer(given, known) for known in SEATS}


def reading(data: Mapping[str, Any], field: str = "as") -> Reading | None:
    """Return the declared meaning of cards, None where nothing is declared."""
    if field not in data:
        return None
    given = table(data, field)
    keys = (*RANKS, "SJ", "BJ")
    return Reading(
        choice(given, "type", TYPES), choice(given, "key", keys), integer(given, "length")
    )
