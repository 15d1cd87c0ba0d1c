"""The supervised child: its lines arrive, it comes back after a crash, bad input ends it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.station.child import Child, back_off


class Log:
    """What a child said and how it fared."""

    def __init__(self) -> None:
        self.messages: list[dict[str, object]] = []
        self.states: list[tuple[str, str]] = []
        self.changed = threading.Condition()

    def message(self, message: dict[str, object]) -> None:
        with self.changed:
            self.messages.append(message)
            self.changed.notify_all()

    def state(self, name: str, detail: str) -> None:
        with self.changed:
            self.states.append((name, detail))
            self.changed.notify_all()

    def wait_for(self, reached: Callable[[], bool]) -> bool:
        with self.changed:
            return self.changed.wait_for(reached, 20)


def child(script: str, log: Log) -> Child:
    command = [sys.executable, "-c", script]
    return Child(command, log.message, log.state, time.monotonic, waits=(0.01,))


def test_lines_arrive_and_the_end_is_told() -> None:
    log = Log()
    runner = child("print('{\"a\":1}'); print('torn {'); print('{\"a\":2}')", log)
    runner.start()
    runner.join(20)
    assert log.messages == [{"a": 1}, {"a": 2}]
    assert log.states == [("running", ""), ("ended", "")]


def test_unusable_input_is_final_and_tells_why() -> None:
    log = Log()
    runner = child("import sys; sys.stderr.write('dipai: no such camera\\n'); sys.exit(2)", log)
    runner.start()
    runner.join(20)
    assert log.states[-1] == ("failed", "dipai: no such camera")


def test_a_crash_is_followed_by_a_restart(tmp_path: Path) -> None:
    log = Log()
    mark = tmp_path / "once"
    runner = child(
        f"import os,pathlib; m=pathlib.Path({str(mark)!r})\n"
        "if not m.exists():\n m.touch(); os.abort()\n"
        "print('{\"back\":true}')",
        log,
    )
    runner.start()
    runner.join(20)
    assert log.messages == [{"back": True}]
    assert [name for name, _ in log.states] == ["running", "lost", "running", "ended"]


def test_killed_child_comes_back_and_takes_hints() -> None:
    log = Log()
    script = (
        "import sys,json,os\nprint(json.dumps({'pid': os.getpid()}), flush=True)\n"
        "for line in sys.stdin:\n print(line.strip(), flush=True)"
    )
    runner = child(script, log)
    runner.start()
    assert log.wait_for(lambda: len(log.messages) == 1)
    os.kill(int(str(log.messages[0]["pid"])), signal.SIGKILL)
    assert log.wait_for(lambda: len(log.messages) == 2)
    runner.send({"v": 1, "kind": "expect"})
    assert log.wait_for(lambda: {"v": 1, "kind": "expect"} in log.messages)
    runner.stop()
    assert runner.pid is None


@pytest.mark.parametrize(("failures", "wait"), [(0, 0), (1, 1), (2, 2), (4, 10), (5, 30), (99, 30)])
def test_back_off(failures: int, wait: float) -> None:
    assert back_off(failures) == wait


def test_a_camera_that_was_pulled_out_is_tried_again() -> None:
    log = Log()
    script = "import sys; print('{\"t\":1}', flush=True); sys.stderr.write('gone\\n'); sys.exit(2)"
    runner = child(script, log)
    runner.start()
    assert log.wait_for(lambda: len(log.messages) >= 2)
    runner.stop()
    assert ("lost", "gone") in log.states
    assert "failed" not in [name for name, _ in log.states]
