"""The store: durable before visible, append only, hash-chained."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hardware.cli import main
from scorer import history
from scorer.history import HistoryError, make
from tests.conftest import ROOT
from tests.webui.helpers import Time, revoke_events
from webui import chain, store
from webui.store import Store, StoreError

WRITER = """
import sys
from scorer.history import make
from webui.store import Store
store = Store(sys.argv[1])
if store.head == 0:
    store.append([make(0, "match", id="m", profile="house-2deck")])
while True:
    for event in store.append([make(0, "pass", seat="N"), make(0, "pass", seat="W")]):
        print(event.seq, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


def test_append_numbers_stamps_and_returns(path: Path) -> None:
    with Store(path, Time().clock) as kept:
        stored = kept.append(revoke_events())
        assert [event.seq for event in stored] == list(range(1, 17))
        assert stored[0].get("boot") == "boot-1"
        assert stored[0].get("mono") == 1000.0
        assert stored[0].get("t") == "2026-11-30T12:00:00.000+08:00"
        assert kept.head == 16


def test_own_time_of_an_event_is_kept(path: Path) -> None:
    with Store(path, Time().clock) as kept:
        (event,) = kept.append(
            [make(0, "match", id="m", profile="house-2deck", t="2026-01-01T00:00:00+00:00")]
        )
        assert event.get("t") == "2026-01-01T00:00:00+00:00"


def test_reopening_gives_the_same_events(path: Path) -> None:
    with Store(path, Time().clock) as kept:
        stored = kept.append(revoke_events())
        head = kept.head_hash
    with Store(path) as again:
        assert list(again.current()[1]) == stored
        assert again.head_hash == head
        assert again.report.ok


def test_a_new_match_begins_a_new_current_list(path: Path) -> None:
    with Store(path) as kept:
        kept.append(revoke_events())
        kept.append([make(0, "match", id="second", profile="house-2deck"), make(0, "deal", deal=1)])
        assert [event.type for event in kept.current()[1]] == ["match", "deal"]
        assert [number for number, _ in kept.matches()] == [1, 17]
        assert len(kept.events(1)) == 16
        assert kept.events(99) == []


def test_a_broken_event_stores_nothing_of_its_group(path: Path) -> None:
    with Store(path) as kept:
        kept.append([make(0, "match", id="m", profile="house-2deck")])
        with pytest.raises(HistoryError, match="no event 40"):
            kept.append([make(0, "pass", seat="N"), make(0, "undo", of=40)])
        assert kept.head == 1
        kept.append([make(0, "pass", seat="N"), make(0, "undo", of=2), make(0, "undo", of=3)])
        assert kept.head == 4
    with Store(path) as again:
        assert len(again.current()[1]) == 4


def test_a_second_writer_is_refused(path: Path) -> None:
    with Store(path) as one, Store(path) as two:
        one.append([make(0, "match", id="m", profile="house-2deck")])
        with pytest.raises(StoreError, match="could not be stored"):
            two.append([make(0, "match", id="m", profile="house-2deck")])
        assert two.head == 0


def test_rows_can_neither_change_nor_go(path: Path) -> None:
    with Store(path) as kept:
        kept.append(revoke_events())
    db = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="never change"):
        db.execute("UPDATE event SET line = '{}' WHERE seq = 3")
    with pytest.raises(sqlite3.IntegrityError, match="are kept"):
        db.execute("DELETE FROM event WHERE seq = 3")
    db.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE event SET line = replace(line, '9C', '9D') WHERE seq = 14",
        "DELETE FROM event WHERE seq = 9",
        "UPDATE event SET hash = (SELECT hash FROM event WHERE seq = 4) WHERE seq = 5",
        "UPDATE meta SET value = 'other' WHERE key = 'epoch'",
    ],
)
def test_tampering_is_reported(path: Path, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    with Store(path) as kept:
        kept.append(revoke_events())
    assert main(["verify", str(path)]) == 0
    db = sqlite3.connect(path)
    db.executescript(f"DROP TRIGGER event_fixed; DROP TRIGGER event_kept; {damage};")
    db.close()
    assert not store.verify(path).ok
    assert main(["verify", str(path), "--json"]) == 1
    assert '"ok": false' in capsys.readouterr().out


def test_every_byte_of_an_export_counts(path: Path) -> None:
    with Store(path, Time().clock) as kept:
        kept.append(revoke_events()[:3])
        text = kept.export(1)
    assert chain.check_export(text).ok
    for at, letter in enumerate(text.rstrip("\n")):
        other = "7" if letter != "7" else "8"
        assert not chain.check_export(text[:at] + other + text[at + 1 :]).ok, (at, letter)


def test_export_of_a_later_match_is_checkable_and_readable(path: Path) -> None:
    with Store(path) as kept:
        kept.append(revoke_events())
        kept.append([make(0, "match", id="second", profile="house-2deck"), make(0, "deal", deal=1)])
        text = kept.export(17)
        assert kept.export(5) == ""
    report = chain.check_export(text)
    assert (report.ok, report.count) == (True, 2)
    events = history.loads(text)
    assert [event.type for event in events] == ["match", "deal"]
    assert history.dumps(events) == text
    lines = text.splitlines()
    assert not chain.check_export("\n".join(reversed(lines))).ok
    assert not chain.check_export(lines[1]).ok
    assert not chain.check_export("").ok


def test_killed_in_mid_write_nothing_acknowledged_is_lost(path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for lines in (3, 12):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, env=env, text=True
        ) as child:
            assert child.stdout is not None
            acknowledged = [int(child.stdout.readline()) for _ in range(lines)]
            child.send_signal(signal.SIGKILL)
            acknowledged += [int(line) for line in child.stdout if line.endswith("\n")]
        with Store(path) as again:
            assert again.report.ok
            seqs = [event.seq for event in again.current()[1]]
        assert seqs == list(range(1, len(seqs) + 1))
        assert set(acknowledged) <= set(seqs)


def test_waiters_wake_when_an_event_is_durable(path: Path) -> None:
    with Store(path) as kept:
        seen: list[int] = []
        waiter = threading.Thread(target=lambda: seen.append(kept.wait(0, 10)))
        waiter.start()
        kept.append([make(0, "match", id="m", profile="house-2deck")])
        waiter.join(10)
        assert seen == [1]
        assert kept.wait(1, 0.0) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"not a database, only text" * 50, "not a usable store"), (None, "another program's")],
)
def test_a_file_that_is_no_store_is_one_clear_line(
    path: Path, content: bytes | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is None:
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE t (x)")
        db.commit()
        db.close()
    else:
        path.write_bytes(content)
    with pytest.raises(StoreError, match=message):
        Store(path)
    assert main(["verify", str(path)]) in (1, 2)
    assert len((capsys.readouterr().err or "\n").splitlines()) == 1


def test_verify_checks_the_pictures(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(path) as kept:
        kept.append(revoke_events())
    folder = tmp_path / "evidence"
    folder.mkdir()
    (folder / f"{'0' * 64}.jpg").write_bytes(b"other")
    assert main(["verify", str(path), "--evidence", str(folder)]) == 1
    assert "does not have the hash" in capsys.readouterr().out
    assert main(["verify", str(path), "--evidence", str(tmp_path / "none")]) == 2
    assert main(["verify", str(tmp_path / "absent.db")]) == 2
