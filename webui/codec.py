"""How events become the lines that the store keeps, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from scorer import history
from scorer.history import Event


def stamped(event: Event, seq: int, stamp: Mapping[str, Any]) -> Event:
    """Return the event with its sequence number, and the stamp's fields where it lacks them."""
    fields = {
        "type": event.type,
        "seq": seq,
        **{k: v for k, v in event.fields.items() if k != "seq"},
    }
    for name, value in stamp.items():
        fields.setdefault(name, value)
    return Event(seq, MappingProxyType(fields))


def dump(event: Event, known: Sequence[Event]) -> str:
    """Return the hand history line of an event, without its line end.

    ``known`` are the earlier events of the match, to which the event may refer.

    Raises:
        HistoryError: a field holds what the contract does not allow, or names an unknown event.
    """
    line = history.dumps([event]).rstrip("\n")
    reading = history.read(history.dumps(_context(event, known)) + line)
    if reading.error is not None:
        raise reading.error
    return line


def _context(event: Event, known: Sequence[Event]) -> list[Event]:
    """Return the events that an event refers to, and those that they refer to, in order."""
    first = known[0].seq if known else 0
    found: dict[int, Event] = {}
    open_ = [event]
    while open_:
        one = open_.pop()
        for target in (one.get("of"), one.get("before")):
            if not isinstance(target, int) or target in found:
                continue
            if 0 <= target - first < len(known):
                found[target] = known[target - first]
                open_.append(found[target])
    return [found[seq] for seq in sorted(found)]


def load(lines: Iterable[str]) -> list[Event]:
    """Return the events of stored lines."""
    return history.loads("\n".join(lines))
