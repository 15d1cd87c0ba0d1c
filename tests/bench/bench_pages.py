"""200 viewers on one station, on loopback: ``python -m tests.bench.bench_pages [--viewers 200]``.

Prints how long an event takes until every viewer has it, how much memory the server grew, and
whether a page still opens while 300 half-open requests lie about. Exit code 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import http.client
import json
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

from tests.webui.helpers import KEYS, revoke_events
from webui import create_app
from webui.serve import Server
from webui.settings import Settings
from webui.store import Store

P95_MS, GROWTH_MB, HALF_OPEN = 300.0, 50.0, 300


def serve(folder: Path, rounds: int) -> None:
    """Serve in a process of its own; append one play for each line on standard input."""
    with Store(folder / "load.db") as store:
        store.append(revoke_events())
        server = Server(create_app(store, Settings(keys=KEYS, streams=240)), "127.0.0.1", 0)
        thread = threading.Thread(target=server.run)
        thread.start()
        print(json.dumps({"port": server.port}), flush=True)
        plays = [event for event in revoke_events() if event.type == "play"]
        for number, _ in zip(range(rounds), sys.stdin, strict=False):
            play = plays[number % len(plays)].without("seq", "evidence", "t_video")
            before = time.monotonic()
            (stored,) = store.append([play])
            print(json.dumps({"seq": stored.seq, "t": before}), flush=True)
        for _ in sys.stdin:
            continue
        server.stop()
        thread.join(20)


class Viewers:
    """Open streams, read by one thread; ``seen`` holds when (monotonic s) each event arrived."""

    def __init__(self, port: int, count: int) -> None:
        self.seen: dict[int, list[float]] = {}
        self._selector = selectors.DefaultSelector()
        self._sockets = []
        for _ in range(count):
            one = socket.create_connection(("127.0.0.1", port), timeout=20)
            one.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            one.setblocking(False)
            self._selector.register(one, selectors.EVENT_READ)
            self._sockets.append(one)

    def read(self, until: float) -> None:
        """Take in what arrives until a time (monotonic s)."""
        while (left := until - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                data = key.fileobj.recv(262_144)  # type: ignore[union-attr]
                now = time.monotonic()
                for line in data.split(b"\n"):
                    if line.startswith(b"id: "):
                        self.seen.setdefault(int(line[4:]), []).append(now)

    def close(self) -> None:
        """Leave."""
        for one in self._sockets:
            one.close()


def page_opens(port: int) -> float:
    """Return how long (ms) a page takes to open."""
    began = time.monotonic()
    page = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    page.request("GET", "/")
    answer = page.getresponse()
    body = answer.read()
    page.close()
    assert answer.status == 200, answer.status
    assert b"</html>" in body
    return (time.monotonic() - began) * 1000


def half_open(port: int) -> list[socket.socket]:
    """Open connections that send half a request and nothing more."""
    found = []
    for _ in range(HALF_OPEN):
        one = socket.create_connection(("127.0.0.1", port), timeout=20)
        one.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        found.append(one)
    return found


def measure(viewers: int, rounds: int) -> dict[str, float]:
    """Return what was measured, times in ms, memory in MB."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.bench.bench_pages", "--serve", folder]
        process = subprocess.Popen(
            [*command, "--rounds", str(rounds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            port = int(json.loads(process.stdout.readline())["port"])
            page_opens(port)
            memory = psutil.Process(process.pid).memory_info
            before = memory().rss
            crowd = Viewers(port, viewers)
            crowd.read(time.monotonic() + 4)
            appended: dict[int, float] = {}
            for _ in range(rounds):
                process.stdin.write("\n")
                process.stdin.flush()
                told = json.loads(process.stdout.readline())
                appended[told["seq"]] = told["t"]
                crowd.read(time.monotonic() + 0.5)
            grown = (memory().rss - before) / 1e6
            idle = half_open(port)
            opens = page_opens(port)
            for one in idle:
                one.close()
            crowd.close()
        finally:
            process.stdin.close()
            process.wait(60)
    late = sorted(
        (at - appended[seq]) * 1000
        for seq, times in crowd.seen.items()
        if seq in appended
        for at in times
    )
    return {
        "viewers": viewers,
        "events": rounds,
        "deliveries": len(late),
        "p50_ms": round(late[len(late) // 2], 1),
        "p95_ms": round(late[int(len(late) * 0.95)], 1),
        "grown_mb": round(grown, 1),
        "page_ms": round(opens, 1),
    }


def main() -> int:
    """Measure and print; 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--serve", type=Path)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve, args.rounds)
        return 0
    found = measure(args.viewers, args.rounds)
    print(json.dumps(found))
    whole = found["deliveries"] == args.viewers * args.rounds
    return 0 if whole and found["p95_ms"] <= P95_MS and found["grown_mb"] <= GROWTH_MB else 1


if __name__ == "__main__":
    sys.exit(main())
