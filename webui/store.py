"""The append-only event store: SQLite, one writer, durable before visible.

Write-ahead log with ``synchronous=FULL``: an event is handed out only after its commit has reached
the disk. Rows can be added, never changed; each is hash-chained to the one before it.
"""

from __future__ import annotations

import sqlite3
import threading
import time
import uuid
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from scorer.errors import InputError
from scorer.history import Event
from webui import chain, codec
from webui.chain import Link, Report

SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    line TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
CREATE INDEX event_match ON event (match);
CREATE TRIGGER event_fixed BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'events never change'); END;
CREATE TRIGGER event_kept BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'events are kept'); END;
"""


class StoreError(InputError):
    """A store that cannot be opened or written; one line says which file and what to do."""


def _boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return str(uuid.uuid4())


@dataclass(frozen=True, slots=True)
class Clock:
    """Where times come from: ``wall`` for people, ``mono`` (s) with ``boot`` for order."""

    wall: Callable[[], str] = lambda: datetime.now().astimezone().isoformat(timespec="milliseconds")
    mono: Callable[[], float] = time.monotonic
    boot: str = field(default_factory=_boot_id)


class Store:
    """Events of all matches of one station, in order of arrival.

    One ``Store`` at a time may write a file. All methods may be called from any thread.

    Raises:
        StoreError: the file is no store, is damaged, or is in use by another station.
    """

    def __init__(self, path: Path | str, clock: Clock | None = None) -> None:
        self.path = Path(path)
        self.clock = clock or Clock()
        self._grown = threading.Condition()
        self._db = _open(self.path)
        self.epoch = _value(self._db, "epoch")
        links = _links(self._db)
        self.report: Report = chain.check(chain.genesis(self.epoch), links)
        self._seq = links[-1].seq if links else 0
        self._hash = links[-1].hash if links else chain.genesis(self.epoch)
        row = self._db.execute("SELECT max(match) FROM event").fetchone()
        self._match: int = row[0] or 0
        self._current: list[Event] = self.events(self._match)
        self._arrived = [float("-inf")] * len(self._current)

    # -- writing -------------------------------------------------------------------------------

    def append(self, events: Iterable[Event]) -> list[Event]:
        """Store events in one transaction and return them with their sequence numbers.

        Wall time ``t``, ``boot`` and ``mono`` (s) are filled in where absent.

        Raises:
            StoreError: the disk refused; nothing of the group is stored or shown.
            HistoryError: an event breaks the contract of the hand history.
        """
        group = list(events)
        return self.extend(lambda _: group)

    def extend(self, make: Callable[[int], Iterable[Event]]) -> list[Event]:
        """Store the events that ``make`` gives for the next free number; as `append` otherwise.

        Nothing else is written between the asking and the storing, so that events may refer to
        each other by number.
        """
        with self._grown:
            group = list(make(self._seq + 1))
            return self._append(group) if group else []

    def _append(self, events: Sequence[Event]) -> list[Event]:
        seq, head, match = self._seq, self._hash, self._match
        rows: list[tuple[int, int, str, str]] = []
        stored: list[Event] = []
        known, arrived = list(self._current), list(self._arrived)
        for raw in events:
            seq += 1
            event = self._stamped(raw, seq)
            if event.type == "match":
                match, known, arrived = seq, [], []
            line = codec.dump(event, known)
            head = chain.link(head, line)
            rows.append((seq, match, line, head))
            stored.append(event)
            known.append(event)
            arrived.append(self.clock.mono())
        self._commit(rows)
        self._seq, self._hash, self._match = seq, head, match
        self._current, self._arrived = known, arrived
        self._grown.notify_all()
        return stored

    def _stamped(self, event: Event, seq: int) -> Event:
        clock = self.clock
        mono = round(clock.mono(), 3)
        return codec.stamped(event, seq, {"t": clock.wall(), "boot": clock.boot, "mono": mono})

    def _commit(self, rows: Sequence[tuple[int, int, str, str]]) -> None:
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.executemany("INSERT INTO event VALUES (?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: the events could not be stored ({error})") from error

    # -- reading -------------------------------------------------------------------------------

    @property
    def head(self) -> int:
        """Return the sequence number of the newest durable event (0 when empty)."""
        return self._seq

    @property
    def head_hash(self) -> str:
        """Return the hash of the newest durable event."""
        return self._hash

    def wait(self, after: int, timeout: float) -> int:
        """Return the head as soon as it is beyond ``after``, at the latest after ``timeout`` s."""
        with self._grown:
            self._grown.wait_for(lambda: self._seq > after, timeout)
            return self._seq

    def wake(self) -> None:
        """Wake every waiter, for instance when the program ends."""
        with self._grown:
            self._grown.notify_all()

    def current(self, before: float | None = None) -> tuple[int, Sequence[Event]]:
        """Return the newest match's events and the last one's number, as one consistent pair.

        With ``before`` (monotonic s) only events that had arrived by then are returned.
        """
        with self._grown:
            if before is None:
                return self._seq, self._current
            count = bisect_right(self._arrived, before)
            return self._seq - len(self._current) + count, self._current[:count]

    def next_due(self, after: int) -> float | None:
        """Return when (monotonic s) the event that follows ``after`` arrived; None if none has."""
        with self._grown:
            index = after - (self._seq - len(self._current))
            return self._arrived[max(0, index)] if index < len(self._arrived) else None

    def newest_arrival(self) -> float | None:
        """Return when (monotonic s) the newest event arrived; None if that was before the start."""
        with self._grown:
            newest = self._arrived[-1] if self._arrived else float("-inf")
        return None if newest == float("-inf") else newest

    def matches(self) -> list[tuple[int, Event]]:
        """Return the number (its first sequence number) and the first event of every match."""
        with self._grown:
            rows = self._db.execute(
                "SELECT match, line FROM event WHERE seq = match ORDER BY seq"
            ).fetchall()
        return [(row[0], codec.load([row[1]])[0]) for row in rows]

    def events(self, match: int) -> list[Event]:
        """Return the events of one match, oldest first; empty when there is no such match."""
        return codec.load(item.line for item in self._match_links(match))

    def export(self, match: int) -> str:
        """Return one match as checkable JSON Lines; empty when there is no such match."""
        links = self._match_links(match)
        if not links:
            return ""
        with self._grown:
            row = self._db.execute(
                "SELECT hash FROM event WHERE seq = ?", (links[0].seq - 1,)
            ).fetchone()
        prev = row[0] if row else chain.genesis(self.epoch)
        return "".join(f"{line}\n" for line in chain.export_lines(prev, links))

    def _match_links(self, match: int) -> list[Link]:
        with self._grown:
            return _links(self._db, "WHERE match = ?", (match,))

    # -- life ----------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the file; later calls fail."""
        with self._grown:
            self._db.close()
            self._grown.notify_all()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def verify(path: Path) -> Report:
    """Return the report over a store file, which is only read.

    Raises:
        StoreError: the file is no store.
    """
    db = _connect(f"{path.resolve().as_uri()}?mode=ro", path)
    try:
        _usable(db, path)
        return chain.check(chain.genesis(_value(db, "epoch")), _links(db))
    finally:
        db.close()


def _connect(uri: str, path: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: cannot be opened ({error})") from error


def _open(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path.parent}: cannot be made ({error.strerror})") from error
    db = _connect(f"{path.resolve().as_uri()}?mode=rwc", path)
    try:
        db.execute("PRAGMA busy_timeout = 2000")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if db.execute("PRAGMA user_version").fetchone()[0] == 0:
            _create(db, path)
        _usable(db, path)
    except sqlite3.Error as error:
        db.close()
        raise StoreError(f"{path}: not a usable store ({error})") from error
    except StoreError:
        db.close()
        raise
    return db


def _create(db: sqlite3.Connection, path: Path) -> None:
    if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise StoreError(f"{path}: another program's database; choose another file")
    db.executescript(
        f"BEGIN IMMEDIATE; {_SCHEMA}"
        f"INSERT INTO meta VALUES ('epoch', '{uuid.uuid4()}');"
        f"PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
    )


def _usable(db: sqlite3.Connection, path: Path) -> None:
    try:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version != SCHEMA_VERSION:
            raise StoreError(
                f"{path}: store version {version}, this program reads {SCHEMA_VERSION};"
                " use the program that wrote it, or another file"
            )
        problem = db.execute("PRAGMA quick_check").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreError(f"{path}: not a usable store ({error})") from error
    if problem != "ok":
        raise StoreError(f"{path}: the file is damaged ({problem}); restore a copy of it")


def _value(db: sqlite3.Connection, key: str) -> str:
    row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(row[0])


def _links(db: sqlite3.Connection, where: str = "", values: tuple[Any, ...] = ()) -> list[Link]:
    rows = db.execute(f"SELECT seq, line, hash FROM event {where} ORDER BY seq", values)
    return [Link(*row) for row in rows]
