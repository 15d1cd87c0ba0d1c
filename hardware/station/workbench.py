"""Setting a station up: its files written from the setup page, its cameras found and tried."""

from __future__ import annotations

import os
import sys
import threading
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hardware.lines import Message
from hardware.station.child import Child
from hardware.station.config import StationConfig, parse
from hardware.station.files import station_text, table_text
from hardware.station.viewer import Viewer
from scorer.errors import InputError
from scorer.family import load as load_profile
from webui.bench import Look
from webui.errors import Refused

FIRST_WAIT_S = 20.0
"""A camera process needs this long at most until its first picture."""
ANSWER_S = 0.5
"""The page gets its answer before the server that gives it is stopped."""
SIZE_MM = (900.0, 900.0)
VIDEO = Path("/dev/v4l/by-id")


class Workbench:
    """Settings and cameras of one station.

    ``current`` is the viewer of the running eyes and the camera they have; any other camera is
    opened by a process of its own, one at a time.
    """

    def __init__(
        self,
        path: Path,
        config: StationConfig | None,
        problem: str | None,
        run: int,
        restart: Callable[[], None],
    ) -> None:
        self._path = path
        self._config = config
        self._problem = problem
        self._run = run
        self._restart = restart
        self._eyes: tuple[str, Viewer] | None = None
        self._aim: tuple[str, Viewer, Child] | None = None
        self._lock = threading.Lock()

    def use_eyes(self, camera: str, viewer: Viewer) -> None:
        """Ask the running eyes when their own camera is meant."""
        self._eyes = (camera, viewer)

    def trouble(self, text: str) -> None:
        """Note what the eyes say is wrong with the table file or the camera."""
        self._problem = text

    def settings(self) -> Mapping[str, Any]:
        """Return the settings as the setup page edits them."""
        config = self._config
        corners, size = table_of(self._path.parent / config.table) if config else (None, SIZE_MM)
        plain = ("camera", "profile", "name", "event", "language", "levels", "players")
        known = {name: getattr(config, name) for name in plain} if config else {}
        return {
            **{"camera": "", "profile": "house-2deck", "name": "", "event": "", "language": "zh"},
            **{"levels": {}, "players": {}},
            **known,
            "phones": config is None or config.host not in ("127.0.0.1", "localhost"),
            "keep_days": config.keep_days if config else 30,
            "webhook": config.webhook if config else "",
            "corners": corners,
            "size_mm": size,
        }

    def problem(self) -> str | None:
        """Return what is wrong with the station's files, or None."""
        return self._problem

    def ready(self) -> bool:
        """Return whether a table is being watched with these settings."""
        return self._eyes is not None

    def run(self) -> int:
        """Return how often the station has been started since the program began."""
        return self._run

    def cameras(self) -> Sequence[tuple[str, str]]:
        """Return the cameras of this machine, that of the settings first."""
        found = {self._config.camera: self._config.camera} if self._config else {}
        if VIDEO.is_dir():
            found |= {f"v4l2:{path}": path.name for path in sorted(VIDEO.glob("*index0"))}
        if Path("/dev/media0").exists() and Path("/dev/vchiq").exists():
            found["pi:0"] = "Raspberry Pi"
        return list(found.items())

    def look(
        self,
        camera: str,
        corners: Sequence[tuple[float, float]] | None,
        size_mm: tuple[float, float],
        read: bool,
    ) -> Look | None:
        """Look through a camera; None when it gives no picture."""
        with self._lock:
            viewer, first = self._viewer(camera)
            table = table_text(corners, size_mm) if corners else None
            wait = FIRST_WAIT_S if first or read or table else None
            found = viewer.ask(wait, table=table, read=read, whole=corners is None)
        return None if found is None else _look(found)

    def save(self, settings: Mapping[str, Any]) -> None:
        """Write the table file and the station file, then start anew."""
        text = station_text(settings, self._config)
        config = parse(text, self._path.name)
        load_profile(config.profile)
        if not settings.get("corners"):
            raise Refused(400, "invalid", "The four corners are missing.", "corners")
        seen = self.look(config.camera, settings["corners"], settings["size_mm"], read=False)
        if seen is None:
            raise Refused(400, "no_picture", "This camera gives no picture.", "camera")
        if seen.problem:
            raise Refused(400, "invalid", seen.problem, "corners")
        folder = self._path.parent
        table = table_text(settings["corners"], settings["size_mm"], seen.size)
        write(folder / config.table, table)
        write(self._path, text)
        threading.Timer(ANSWER_S, self._restart).start()

    def close(self) -> None:
        """Give the camera back."""
        if self._aim is not None:
            self._aim[2].stop()
            self._aim = None

    def _viewer(self, camera: str) -> tuple[Viewer, bool]:
        if self._eyes is not None and self._eyes[0] == camera:
            return self._eyes[1], False
        if self._aim is not None and self._aim[0] == camera:
            return self._aim[1], False
        self.close()
        waiting: list[Viewer] = []
        child = Child(
            [sys.executable, "-m", "hardware.aim", f"--camera={camera}"],
            lambda message: _pass(message, waiting),
            _unheard,
            time.monotonic,
        )
        viewer = Viewer(child.send)
        waiting.append(viewer)
        child.start()
        child.wait_running(FIRST_WAIT_S)
        self._aim = (camera, viewer, child)
        return viewer, True


def _pass(message: Message, viewers: Sequence[Viewer]) -> None:
    for viewer in viewers:
        viewer.take(message)


def _unheard(state: str, detail: str) -> None:
    """Take no notice of what becomes of a process that only shows pictures."""


def _look(message: Message) -> Look:
    size = message.get("size")
    return Look(
        message.get("jpeg"),
        (int(size[0]), int(size[1])) if size else None,
        tuple(message.get("advice") or ()),
        tuple((str(card), float(p)) for card, p in message.get("cards") or ()),
        message.get("problem"),
    )


def write(path: Path, text: str) -> None:
    """Write a file so that after a power cut the old or the new text is there, whole.

    Raises:
        InputError: the disk refused.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from error


def table_of(path: Path) -> tuple[list[list[float]] | None, tuple[float, float]]:
    """Return corners (px) and size (mm) of a table file; none where it cannot be read."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))["table"]
        width, height = table["size_mm"]
        corners = [[float(x), float(y)] for x, y in table["corners_px"]]
    except (OSError, ValueError, KeyError, TypeError):
        return None, SIZE_MM
    return corners, (float(width), float(height))
