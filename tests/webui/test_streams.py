"""Live streams on the real server: newest state, heartbeats, the cap, stopping."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.webui.helpers import KEYS, revoke_events, serving
from webui import create_app
from webui.serve import ServeError, Server
from webui.settings import Settings
from webui.store import Store


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "table.db") as store:
        yield store


class Reader:
    """One stream; ``next`` gives the next event's name and data."""

    def __init__(self, port: int, path: str = "/events") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.connection.request("GET", path)
        self.answer = self.connection.getresponse()

    def next(self) -> tuple[str, dict[str, Any]]:
        fields: dict[str, str] = {}
        while True:
            line = self.answer.readline().decode().rstrip("\n")
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif "event" in fields:
                return fields["event"], json.loads(fields["data"])

    def state(self) -> dict[str, Any]:
        while True:
            name, data = self.next()
            if name == "state":
                return data

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def first_open(port: int) -> Reader:
    """Return the first stream that is not refused: places come free when the server notices."""
    while True:
        reader = Reader(port)
        if reader.answer.status == 200:
            return reader
        reader.answer.read()
        reader.close()


def test_a_stream_shows_the_newest_state_and_then_each_change(kept: Store) -> None:
    events = revoke_events()
    kept.append(events[:10])
    with serving(kept) as server:
        reader = Reader(server.port)
        assert reader.state()["seq"] == 10
        assert reader.next()[0] == "pulse"
        kept.append(events[10:])
        state = reader.state()
        assert (state["seq"], state["trick_number"]) == (16, 3)
        reader.close()


def test_streams_beyond_the_cap_are_told_to_ask(kept: Store) -> None:
    with serving(kept, streams=3) as server:
        readers = [Reader(server.port) for _ in range(3)]
        for reader in readers:
            assert reader.state()["seq"] == 0
        refused = Reader(server.port)
        assert refused.answer.status == 503
        assert refused.answer.getheader("Retry-After") == "5"
        assert json.loads(refused.answer.read())["error"]["code"] == "too_many_streams"
        refused.close()
        polled = Reader(server.port, "/api/v1/table")
        assert polled.answer.status == 200
        polled.answer.read()
        polled.close()
        for reader in readers:
            reader.close()
        kept.append(revoke_events())
        again = first_open(server.port)
        assert again.state()["seq"] == 16
        again.close()


def test_streams_need_the_role_of_their_view(kept: Store) -> None:
    with serving(kept) as server:
        reader = Reader(server.port, "/events?view=referee")
        assert reader.answer.status == 403
        reader.answer.read()
        reader.close()


def test_half_open_requests_do_not_stop_a_page(kept: Store) -> None:
    with serving(kept, streams=4) as server:
        half_open = []
        for _ in range(300):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            connection.connect()
            connection.sock.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            half_open.append(connection)
        page = Reader(server.port, "/")
        assert page.answer.status == 200
        page.answer.read()
        page.close()
        for connection in half_open:
            connection.close()


def test_a_port_in_use_is_one_clear_line(kept: Store) -> None:
    with serving(kept) as server, pytest.raises(ServeError, match=f"port {server.port} is in use"):
        Server(create_app(kept, Settings(keys=KEYS)), "127.0.0.1", server.port)
