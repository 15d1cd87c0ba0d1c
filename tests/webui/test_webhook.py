"""Alerts told to another program: once each, signed, repeated until taken."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.webui.helpers import revoke_events
from webui import webhook
from webui.live import Live
from webui.project import project
from webui.store import Store
from webui.webhook import Webhook, key_of, post


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "table.db") as store:
        store.append(revoke_events()[:13])
        yield store


def test_a_new_alert_is_told_once_and_signed(kept: Store) -> None:
    sent: list[tuple[bytes, Mapping[str, str]]] = []

    def send(address: str, body: bytes, headers: Mapping[str, str]) -> bool:
        assert address == "http://hub/alerts"
        sent.append((body, headers))
        return True

    hook = Webhook(Live(kept, project), "http://hub/alerts", "secret", send)
    hook.gather()
    hook.deliver()
    assert sent == []
    kept.append(revoke_events()[13:])
    for _ in range(2):
        hook.gather()
        hook.deliver()
    ((body, headers),) = sent
    told = json.loads(body)
    assert (told["kind"], told["table"], told["finding"]["offence"]) == ("alert", "3", "revoke")
    wanted = hmac.new(key_of("secret").encode(), body, hashlib.sha256).hexdigest()
    assert headers["X-Dipai-Signature"] == f"sha256={wanted}"


def test_it_is_repeated_until_it_is_taken(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "WAITS_S", (0.0, 0.0, 0.0))
    answers = iter([False, False, True])
    tried: list[bytes] = []

    def send(address: str, body: bytes, headers: Mapping[str, str]) -> bool:
        del address, headers
        tried.append(body)
        return next(answers)

    hook = Webhook(Live(kept, project), "http://hub/alerts", "secret", send)
    kept.append(revoke_events()[13:])
    hook.gather()
    hook.deliver()
    assert len(tried) == 3
    assert len(set(tried)) == 1


def test_a_real_server_takes_it_and_an_absent_one_does_not(kept: Store) -> None:
    taken: list[Any] = []

    class Hub(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            taken.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            del args

    server = HTTPServer(("127.0.0.1", 0), Hub)
    thread = Thread(target=server.handle_request)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}/"
    hook = Webhook(Live(kept, project), address, "secret")
    hook.start()
    kept.append(revoke_events()[13:])
    thread.join(20)
    hook.stop()
    server.server_close()
    assert taken[0]["finding"]["seat"] == "W"
    assert post(address, b"{}", {}) is False
