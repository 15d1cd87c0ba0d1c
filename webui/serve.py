"""Waitress with the settings that were measured to survive a hall of phones."""

from __future__ import annotations

import errno
import logging
import socket
import sys
from typing import Any

from flask import Flask
from waitress import create_server
from waitress.adjustments import Adjustments
from waitress.wasyncore import close_all

from scorer.errors import InputError

_SPARE_THREADS = 16
"""Threads beyond the streams, for pages and API."""
_VANISHED_MS = 20_000
"""A phone that left the network frees its thread after this time."""


class ServeError(InputError):
    """An address that cannot be served; one line says which and what to do."""


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.SOL_TCP, socket.TCP_NODELAY, 1)]
    if sys.platform == "linux":
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _VANISHED_MS))
    return options


class Server:
    """A bound server; ``run`` blocks until ``stop`` is called from another thread."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        streams = app.extensions["dipai"].settings.streams
        Adjustments.socket_options = _socket_options()
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._server: Any = create_server(
            app,
            sockets=[_bound(host, port)],
            threads=streams + _SPARE_THREADS,
            connection_limit=max(1000, 2 * streams + 200),
            channel_request_lookahead=1,
            outbuf_high_watermark=65536,
            channel_timeout=30,
            cleanup_interval=5,
            asyncore_use_poll=True,
            max_request_body_size=1 << 20,
            ident=None,
        )
        self._live = app.extensions["dipai"].live
        self.port = int(self._server.effective_port)

    def run(self) -> None:
        """Serve until stopped; then no socket and no thread of the server is left."""
        self._server.run()
        self._server.task_dispatcher.shutdown()

    def stop(self) -> None:
        """End all streams and stop serving; may be called from any thread."""
        self._live.close()
        # The sockets belong to the serving thread, which closes them when its loop wakes.
        self._server.trigger.pull_trigger(lambda: close_all(self._server._map))


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        raise ServeError(_reason(host, port, error)) from error


def _reason(host: str, port: int, error: OSError | OverflowError) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"port {port} is in use: stop the other program or choose another with --port"
    if isinstance(error, OSError) and error.errno == errno.EACCES:
        return f"port {port} needs more rights: choose one above 1023 with --port"
    return f"cannot serve on {host}:{port} ({error})"


def serve(app: Flask, host: str, port: int) -> None:
    """Serve the app until interrupted.

    Raises:
        ServeError: the address is in use or does not exist here.
    """
    Server(app, host, port).run()
