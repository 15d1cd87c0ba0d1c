"""Tells another program of each new alert: signed, repeated until it is taken, never in the way.

The body is ``{"dipai": 1, "kind": "alert", "table", "match", "finding": {…}}``. The header
``X-Dipai-Signature`` is ``sha256=`` and the hexadecimal HMAC of the body under the station's hook
key, which the setup page shows.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import threading
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from webui.live import Live

LOG = logging.getLogger("dipai.web")
WAITS_S = (1.0, 5.0, 30.0, 120.0, 600.0)
"""Waits between tries of one message; after the last it is given up."""
TIMEOUT_S = 5.0
KEPT = 200
FIELDS = ("id", "deal", "offence", "seat", "trick", "certainty", "clause", "penalty", "t")
Post = Callable[[str, bytes, Mapping[str, str]], bool]


def key_of(secret: str) -> str:
    """Return the key that signs, made from the station's secret."""
    return hmac.new(secret.encode(), b"webhook", hashlib.sha256).hexdigest()


def signature(key: str, body: bytes) -> str:
    """Return the value of the signature header."""
    return "sha256=" + hmac.new(key.encode(), body, hashlib.sha256).hexdigest()


def post(address: str, body: bytes, headers: Mapping[str, str]) -> bool:
    """Send a body; return whether it was taken."""
    request = urllib.request.Request(address, body, dict(headers), method="POST")
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            return 200 <= int(answer.status) < 300
    except (OSError, ValueError, urllib.error.HTTPError) as error:
        LOG.info("webhook: %s did not take an alert (%s)", address, error)
        return False


class Webhook:
    """Watches the referee's findings; runs in a thread of its own until the pages close."""

    def __init__(self, live: Live, address: str, secret: str, send: Post = post) -> None:
        self._live = live
        self._address = address
        self._key = key_of(secret)
        self._send = send
        self._told: set[str] = {one["id"] for one in self._findings()}
        self._waiting: deque[bytes] = deque(maxlen=KEPT)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="webhook", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """End; what was not taken by then is given up."""
        self._stop.set()
        self._thread.join(TIMEOUT_S + 1)

    def _findings(self) -> list[Mapping[str, Any]]:
        snapshot = self._live.snapshot(public=False)
        return list(snapshot.projection.referee.get("findings") or ())

    def gather(self) -> None:
        """Queue a message for every finding that is new."""
        match = self._live.snapshot(public=False).table.get("match") or {}
        for finding in self._findings():
            if finding["id"] in self._told or finding.get("state") != "open":
                continue
            self._told.add(finding["id"])
            body = {
                "dipai": 1,
                "kind": "alert",
                "table": match.get("table"),
                "match": match.get("id"),
                "finding": {name: finding.get(name) for name in FIELDS},
            }
            self._waiting.append(json.dumps(body, ensure_ascii=False).encode())

    def deliver(self) -> None:
        """Send what waits, oldest first, each until it is taken or the waits are used up."""
        while self._waiting and not self._stop.is_set():
            body = self._waiting.popleft()
            headers = {
                "Content-Type": "application/json",
                "X-Dipai-Signature": signature(self._key, body),
            }
            for wait in (*WAITS_S, None):
                if self._send(self._address, body, headers):
                    break
                if wait is None:
                    LOG.warning("webhook: an alert was given up")
                elif self._stop.wait(wait):
                    return

    def _run(self) -> None:
        seq = -1
        while not (self._stop.is_set() or self._live.closed):
            newest = self._live.store.head
            if newest != seq:
                seq = newest
                self.gather()
                self.deliver()
            self._live.wait(seq, 1.0, public=False)
