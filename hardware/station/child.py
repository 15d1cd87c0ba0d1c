"""A child process whose standard output is lines of JSON, restarted when it dies."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import Any

from hardware.lines import Message

BACK_OFF_S = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Waits before the next start; the last one repeats."""
HEALTHY_S = 60.0
"""After running so long a child's earlier failures are forgotten."""
UNUSABLE_INPUT = 2
"""Exit code of a child that no restart can help, unless it has worked before."""


def back_off(failures: int, waits: Sequence[float] = BACK_OFF_S) -> float:
    """Return the wait (s) before the start that follows so many failures in a row."""
    return waits[min(failures, len(waits)) - 1] if failures else 0.0


class Child:
    """Runs a command, hands each JSON line to ``on_message``, restarts it until told to stop.

    ``on_state`` is told ``running``, ``ended``, ``lost`` (it died and will be restarted) or
    ``failed`` with the last line it wrote to standard error.
    """

    def __init__(
        self,
        command: Sequence[str],
        on_message: Callable[[Message], None],
        on_state: Callable[[str, str], None],
        clock: Callable[[], float],
        waits: Sequence[float] = BACK_OFF_S,
    ) -> None:
        self._waits = waits
        self._command = list(command)
        self._on_message = on_message
        self._on_state = on_state
        self._clock = clock
        self._stop = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._running = threading.Event()
        self._spoke = False
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)

    def start(self) -> None:
        """Start the child and its restarting in the background."""
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """Return the child's process id while it runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def wait_running(self, timeout: float) -> bool:
        """Return as soon as the child has been started, at the latest after ``timeout`` s."""
        return self._running.wait(timeout)

    def send(self, message: Message) -> None:
        """Write one JSON line to the child; a child that is gone misses it."""
        with self._lock:
            process = self._process
            if process is None or process.stdin is None:
                return
            try:
                process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
                process.stdin.flush()
            except (BrokenPipeError, ValueError, OSError):
                return

    def stop(self) -> None:
        """End the child and wait until it is gone."""
        self._stop.set()
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(5.0)
            except subprocess.TimeoutExpired:
                self._process.kill()
        if self._thread.is_alive():
            self._thread.join(10.0)

    def join(self, timeout: float | None = None) -> None:
        """Wait until the child has ended for good."""
        self._thread.join(timeout)

    def _run(self) -> None:
        failures = 0
        while not self._stop.wait(back_off(failures, self._waits)):
            began = self._clock()
            code, last = self._run_once()
            if self._stop.is_set() or code == 0:
                self._on_state("ended", "")
                return
            if code == UNUSABLE_INPUT and not self._spoke:
                self._on_state("failed", last)
                return
            failures = 1 if self._clock() - began > HEALTHY_S else failures + 1
            self._on_state("lost", last)

    def _run_once(self) -> tuple[int, str]:
        process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        with self._lock:
            self._process = process
        self._running.set()
        last = [""]
        assert process.stdout is not None
        assert process.stderr is not None
        errors = threading.Thread(target=_last_line, args=(process.stderr, last), daemon=True)
        errors.start()
        self._on_state("running", "")
        for line in process.stdout:
            try:
                message = json.loads(line)
            except ValueError:
                continue  # a line torn by the child's death
            if isinstance(message, dict):
                self._spoke = True
                self._on_message(message)
        code = process.wait()
        errors.join(2.0)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None and not stream.closed:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue
        return code, last[0]


def _last_line(stream: Any, keep: list[str]) -> None:
    for line in stream:
        if line.strip():
            keep[0] = line.strip()
