"""Evidence pictures: which belong to a match, and deleting them when their time is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from scorer.fold import fold
from scorer.history import Event
from webui.store import Store

DAY_S = 86_400.0


def named(events: Iterable[Event]) -> set[str]:
    """Return the names of the pictures that events cite."""
    found: set[str] = set()
    for event in events:
        inner = event.get("event")  # an inserted event holds another; a match the event's name
        for one in (event.fields, inner if isinstance(inner, Mapping) else {}):
            found.update(str(name) for name in one.get("evidence") or ())
    return found


def present(folder: Path | None, events: Iterable[Event]) -> list[Path]:
    """Return the picture files of events that are still there."""
    if folder is None:
        return []
    return [path for name in sorted(named(events)) if (path := folder / name).is_file()]


def forget(store: Store, folder: Path | None, match: int) -> int:
    """Delete the pictures of a match that no other match cites; return how many were deleted."""
    others: set[str] = set()
    for number, _ in store.matches():
        if number != match:
            others |= named(store.events(number))
    gone = [path for path in present(folder, store.events(match)) if path.name not in others]
    for path in gone:
        path.unlink(missing_ok=True)
    return len(gone)


def expire(store: Store, folder: Path, days: int, now: float) -> int:
    """Delete pictures older than ``days`` that no alert and no decision cites; ``now`` in s."""
    old = [path for path in folder.glob("*.jpg") if now - path.stat().st_mtime > days * DAY_S]
    if not old:
        return 0
    kept: set[str] = set()
    for number, _ in store.matches():
        kept |= cited(store.events(number))
    gone = [path for path in old if path.name not in kept]
    for path in gone:
        path.unlink(missing_ok=True)
    return len(gone)


def cited(events: Sequence[Event]) -> set[str]:
    """Return the pictures of the events that prove an alert, ruled on or not."""
    proofs = {seq for deal in fold(events).deals for one in deal.findings for seq in one.evidence}
    return named(event for event in events if event.seq in proofs)
