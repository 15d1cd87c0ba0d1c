"""What a history says once its corrections, insertions, moves and undos are applied."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

from scorer.history import EDITS, Event
from scorer.history_fields import check_set


def effective(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events that count, in the order that counts, with corrections applied.

    ``undo`` may target any event, an undo included. An inserted event takes the sequence number of
    its ``insert``, so it can be corrected, moved and undone like any other. A correction of an edit
    changes that edit. A corrected reading loses its camera confidence and alternatives. An edit
    whose target has been undone does nothing.
    """
    log = tuple(events)
    dead = _undone(log)
    edits = _amended([e for e in log if e.type in EDITS and e.seq not in dead])
    order = [e for e in log if e.type not in EDITS]
    for edit in edits:
        if edit.type == "insert":
            _insert(order, edit, log)
        elif edit.type == "move":
            _move(order, edit)
        elif edit.type == "correction":
            _correct(order, edit)
    return tuple(e for e in order if e.seq not in dead)


def _undone(log: tuple[Event, ...]) -> frozenset[int]:
    dead: set[int] = set()
    for event in reversed(log):
        if event.type == "undo" and event.seq not in dead:
            dead.add(event.fields["of"])
    return frozenset(dead)


def _amended(edits: list[Event]) -> list[Event]:
    """Return the edits after corrections of corrections and moves; those corrections are spent."""
    by_seq = {e.seq: e for e in edits if e.type in ("correction", "move")}
    spent: set[int] = set()
    for edit in edits:
        target = by_seq.get(edit.get("of")) if edit.type == "correction" else None
        if target is None:
            continue
        spent.add(edit.seq)
        changes = by_seq[edit.seq].fields["set"]
        if target.type == "correction":
            changes = {"set": {**target.fields["set"], **changes}}
        by_seq[target.seq] = target.changed(**changes)
    return [by_seq.get(e.seq, e) for e in edits if e.seq not in spent]


def _position(order: list[Event], seq: int) -> int | None:
    return next((i for i, event in enumerate(order) if event.seq == seq), None)


def _insert(order: list[Event], edit: Event, log: tuple[Event, ...]) -> None:
    inner: dict[str, Any] = dict(edit.fields["event"])
    for name in ("source", "t", "note"):
        if name in edit.fields:
            inner.setdefault(name, edit.fields[name])
    event = Event(edit.seq, MappingProxyType(inner), edit.line)
    before = edit.get("before")
    place = _position(order, before) if before is not None else None
    if place is None:
        later = {e.seq for e in log if e.seq > edit.seq}
        place = next((i for i, e in enumerate(order) if e.seq in later), len(order))
    order.insert(place, event)


def _move(order: list[Event], edit: Event) -> None:
    start, before = _position(order, edit.fields["of"]), edit.fields["before"]
    if start is None or _position(order, before) is None or before == edit.fields["of"]:
        return
    event = order.pop(start)
    place = _position(order, before)
    order.insert(len(order) if place is None else place, event)


def _correct(order: list[Event], edit: Event) -> None:
    place = _position(order, edit.fields["of"])
    if place is None:
        return
    event = order[place]
    changes = check_set(event.type, edit.fields["set"])
    if "cards" in changes:
        event = event.without("confidence", "confidences", "alternatives")
    order[place] = event.changed(**changes)
