"""The hand history: JSON Lines, one event per line; lenient on reading, strict on writing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from scorer.cards import Card
from scorer.errors import InputError
from scorer.history_fields import FieldError, check_event, check_set

EDITS = frozenset({"correction", "insert", "move", "undo"})
"""Event types that change what earlier lines say; nothing is ever edited in place."""
_REFERRING = frozenset(
    {"correction", "move", "undo", "throw_failed", "bid_shown", "retracted", "insert"}
)


class HistoryError(InputError):
    """A line that cannot be used; ``line`` counts from 1 and ``field`` may be empty."""

    def __init__(self, line: int, field_name: str, problem: str) -> None:
        where = f"line {line}" + (f", field {field_name}" if field_name else "")
        super().__init__(f"{where}: {problem}")
        self.line = line
        self.field = field_name


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """One line of a history: its sequence number and its fields, ``type`` among them.

    ``line`` is where it stood in the text that was read (0 for an event made in memory).
    """

    seq: int
    fields: Mapping[str, Any]
    line: int = 0

    @property
    def type(self) -> str:
        """Return the event type, such as ``play``."""
        return str(self.fields["type"])

    @property
    def seat(self) -> Any:
        """Return the acting seat, or None."""
        return self.fields.get("seat")

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards named by the event, in their order."""
        return tuple(self.fields.get("cards") or ())

    def get(self, name: str, default: Any = None) -> Any:
        """Return a field's value, or the default where the event lacks it."""
        return self.fields.get(name, default)

    def changed(self, **changes: Any) -> Event:
        """Return the same event with some fields set to new values."""
        return Event(self.seq, MappingProxyType({**self.fields, **changes}), self.line)

    def without(self, *names: str) -> Event:
        """Return the same event without some fields."""
        kept = {k: v for k, v in self.fields.items() if k not in names}
        return Event(self.seq, MappingProxyType(kept), self.line)

    def _key(self) -> tuple[int, dict[str, Any]]:
        return self.seq, {k: v for k, v in self.fields.items() if k != "seq"}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.seq, self.fields["type"]))


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything before the first line that cannot be used, and that line's error."""

    events: tuple[Event, ...]
    error: HistoryError | None = field(compare=False)


def make(seq: int, type_: str, /, **fields: Any) -> Event:
    """Return a checked event; ``from`` is written ``from_``.

    Raises:
        HistoryError: a field holds what the contract does not allow.
    """
    raw = {"type": type_, **{name.rstrip("_"): value for name, value in fields.items()}}
    return _event(raw, seq, 0)


def read(text: str) -> Reading:
    """Return the events of a history up to the first broken line, which is reported."""
    events: list[Event] = []
    kinds: dict[int, str] = {}
    last = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip("\ufeff \t\r"):
            continue
        try:
            event = _parse(line.strip("\ufeff"), number)
            _check_place(event, kinds, last, number)
        except HistoryError as error:
            return Reading(tuple(events), error)
        events.append(event)
        last = event.seq
        kinds[last] = _target_type(event)
    return Reading(tuple(events), None)


def loads(text: str) -> list[Event]:
    """Return the events of a history.

    Raises:
        HistoryError: a line cannot be used; ``read`` keeps what stands before it.
    """
    reading = read(text)
    if reading.error is not None:
        raise reading.error
    return list(reading.events)


def dumps(events: Iterable[Event]) -> str:
    """Return the text of a history, one compact JSON object per line, fields in their order.

    ``seq`` is written where the event had it and wherever the line number would not give it.

    Raises:
        HistoryError: an event holds what the contract does not allow.
    """
    lines = []
    for number, event in enumerate(events, start=1):
        fields = _checked(event.fields, number)
        if "seq" not in fields and event.seq != number:
            fields = {"type": fields.pop("type"), "seq": event.seq, **fields}
        lines.append(to_line(fields))
    return "".join(line + "\n" for line in lines)


def to_line(fields: Mapping[str, Any]) -> str:
    """Return one event's fields as compact JSON."""
    return json.dumps(dict(fields), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _parse(line: str, number: int) -> Event:
    try:
        raw = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", None) or str(error)
        raise HistoryError(number, "", f"not a JSON object ({reason})") from error
    if not isinstance(raw, dict):
        raise HistoryError(number, "", "not a JSON object")
    return _event(raw, number, number)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number here")


def _event(raw: Mapping[str, Any], seq: int, line: int) -> Event:
    fields = _checked(raw, line)
    return Event(fields.get("seq", seq), MappingProxyType(fields), line)


def _checked(raw: Mapping[str, Any], line: int) -> dict[str, Any]:
    try:
        return check_event(raw)
    except FieldError as error:
        raise HistoryError(line, ".".join(error.inner), str(error)) from error


def _target_type(event: Event) -> str:
    inner = event.get("event")
    return str(inner["type"]) if event.type == "insert" else event.type


def _check_place(event: Event, kinds: Mapping[int, str], last: int, line: int) -> None:
    """Raise where the sequence goes back or an edit names a line that does not stand before it."""
    if kinds and event.seq <= last:
        raise HistoryError(line, "seq", f"{event.seq} does not follow {last}")
    if event.type not in _REFERRING:
        return
    for name in ("of", "before"):
        target = event.get(name)
        if target is not None and target not in kinds:
            raise HistoryError(line, name, f"no event {target} stands before this line")
    if event.type == "correction":
        kind = kinds[event.fields["of"]]
        try:
            check_set(kind, event.fields["set"])
        except FieldError as error:
            raise HistoryError(line, ".".join(error.inner), str(error)) from error
