"""The score process: eyes supervised, observations scored, events stored, pages served."""

from __future__ import annotations

import base64
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.station.child import Child
from hardware.station.config import StationConfig
from hardware.station.keeper import Keeper
from hardware.station.opening import match_event, table_for
from hardware.station.viewer import Viewer
from hardware.station.workbench import Workbench
from scorer.family import load as load_profile
from scorer.family import with_switches
from webui import create_app
from webui.pictures import expire
from webui.serve import Server
from webui.settings import Keys, Settings
from webui.store import Store
from webui.webhook import Webhook

Tell = Callable[[str], None]
"""How the operator is told, one line at a time."""


class Station:
    """One table's score process.

    Raises:
        InputError: the port is in use, the store damaged, the profile unknown.
    """

    def __init__(
        self,
        config: StationConfig,
        folder: Path,
        tell: Tell,
        new_match: bool = False,
        bench: Workbench | None = None,
    ) -> None:
        self._tell = tell
        self._bench = bench
        data = folder / config.data
        data.mkdir(parents=True, exist_ok=True)
        profile = with_switches(load_profile(config.profile), config.switches)
        self.store = Store(data / "events.sqlite")
        keys = Keys.load(data / "keys.json")
        evidence = data / "evidence"
        evidence.mkdir(exist_ok=True)
        settings = Settings(
            keys=keys,
            evidence=evidence,
            language=config.language,
            name=config.name,
            delay=config.delay,
            picture=self._picture,
            bench=bench,
            keep_days=config.keep_days,
            neighbours=config.neighbours,
        )
        self.app = create_app(self.store, settings)
        self.server = Server(self.app, config.host, config.port)
        self._live = self.app.extensions["dipai"].live
        self._keys = keys
        self._host = config.host
        known = self.store.current()[1]
        if new_match or not known:
            number = f"{self.store.epoch[:8]}-{self.store.head + 1}"
            opening = match_event(
                number,
                profile,
                levels=config.levels,
                players=config.players,
                switches=config.switches,
                finish=config.finish,
                event=config.event,
                table=config.name,
            )
            known = tuple(self.store.append([opening]))
        self._profile, self._declarer = profile, config.declarer
        self._keeper = Keeper(table_for(profile, known, config.declarer), self.store)
        self._lying: dict[str, dict[str, Any]] = {}
        self._times_by_hand = 0
        self._child = Child(
            self._eyes(config, folder, evidence), self._take, self._state, time.monotonic
        )
        self._viewer = Viewer(self._child.send)
        if bench is not None:
            bench.use_eyes(config.camera, self._viewer)
        self._webhook = Webhook(self._live, config.webhook, keys.secret) if config.webhook else None
        gone = expire(self.store, evidence, config.keep_days, time.time())
        if gone:
            tell(f"{gone} pictures older than {config.keep_days} days were deleted")
        self.ended = threading.Event()

    @staticmethod
    def _eyes(config: StationConfig, folder: Path, evidence: Path) -> list[str]:
        return [
            sys.executable,
            "-m",
            "hardware.eyes",
            f"--camera={config.camera}",
            f"--table={folder / config.table}",
            f"--evidence={evidence}",
            f"--speed={config.speed}",
            f"--threads={config.threads}",
            *(f"--deck={folder / deck}" for deck in config.decks),
        ]

    @property
    def link(self) -> str:
        """Return the address of the table page."""
        host = "127.0.0.1" if self._host in ("", "0.0.0.0") else self._host
        return f"http://{host}:{self.server.port}"

    @property
    def setup_link(self) -> str:
        """Return the secret link that opens the setup page."""
        return f"{self.link}/enter/{self._keys.links['installer']}"

    @property
    def referee_link(self) -> str:
        """Return the secret link that opens the referee's page."""
        return f"{self.link}/enter/{self._keys.links['referee']}"

    def run(self) -> None:
        """Serve until stopped."""
        self._child.start()
        if self._webhook is not None:
            self._webhook.start()
        try:
            self.server.run()
        finally:
            self._child.stop()
            if self._webhook is not None:
                self._webhook.stop()
            if self._bench is not None:
                self._bench.close()
            self.store.close()

    def stop(self) -> None:
        """End serving; ``run`` returns."""
        self.server.stop()

    def _picture(self) -> bytes | None:
        """Return the table as the eyes see it now, drawn on, black outside the zones."""
        found = self._viewer.ask(drawn=True)
        return base64.b64decode(found["jpeg"]) if found and found.get("jpeg") else None

    def _take(self, message: dict[str, Any]) -> None:
        if self._viewer.take(message):
            return
        if message.get("kind") == "pulse":
            self._live.pulse(str(message.get("state")))
        if not self._live.by_hand:
            if self._times_by_hand != self._live.times_by_hand:
                self._listen_again()
            hint = self._keeper.take(message)
            if hint is not None:
                self._child.send(hint)
        if message.get("kind") == "zone":
            zone = str(message.get("zone"))
            self._lying.pop(zone, None)
            self._lying[zone] = message

    def _listen_again(self) -> None:
        """Let the camera go on from the record that was kept by hand; what lies there is known."""
        self._times_by_hand = self._live.times_by_hand
        head, events = self.store.current()
        begun = any(event.type == "deal" for event in events)
        declarer = None if begun else self._declarer
        table = table_for(self._profile, events, declarer, tuple(self._lying.values()))
        self._keeper = Keeper(table, self.store, head)

    def _state(self, state: str, detail: str) -> None:
        if state == "ended":
            self._live.pulse("end")
            self.ended.set()
        elif state in ("lost", "failed"):
            self._live.pulse("lost")
            if state == "failed" and self._bench is not None:
                self._bench.trouble(detail.removeprefix("dipai: "))
            self._tell(f"eyes {state}: {detail}" if detail else f"eyes {state}")
