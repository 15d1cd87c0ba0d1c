"""A station that cannot watch yet: first run, or files with a fault. Only its setup page works."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

from hardware.station.workbench import Workbench
from webui import create_app
from webui.serve import Server
from webui.settings import Keys, Settings
from webui.store import Store

DATA = "data"


def data_of(file: Path) -> str:
    """Return the data folder that a station file names, as far as the file can be read.

    The same folder holds the links' keys, so that a link still opens the page of a faulty station.
    """
    try:
        named = tomllib.loads(file.read_text("utf-8")).get("data")
    except (OSError, ValueError):
        return DATA
    return named if isinstance(named, str) and named else DATA


class Workshop:
    """Serves the setup page over an idle table until its files are right.

    Raises:
        InputError: the port is in use or the store cannot be opened.
    """

    def __init__(
        self, file: Path, host: str, port: int, make_bench: Callable[[], Workbench]
    ) -> None:
        data = file.parent / data_of(file)
        data.mkdir(parents=True, exist_ok=True)
        self._bench = make_bench()
        self._store = Store(data / "events.sqlite")
        self._keys = Keys.load(data / "keys.json")
        settings = Settings(keys=self._keys, bench=self._bench, evidence=data / "evidence")
        self.server = Server(create_app(self._store, settings), host, port)
        self._host = host

    @property
    def setup_link(self) -> str:
        """Return the secret link that opens the setup page."""
        host = "127.0.0.1" if self._host in ("", "0.0.0.0") else self._host
        return f"http://{host}:{self.server.port}/enter/{self._keys.links['installer']}"

    def run(self) -> None:
        """Serve until stopped."""
        try:
            self.server.run()
        finally:
            self._bench.close()
            self._store.close()

    def stop(self) -> None:
        """End serving; ``run`` returns."""
        self.server.stop()
