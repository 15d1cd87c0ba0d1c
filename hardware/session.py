"""Recorded sessions: the frames that the eyes saw and what came of them, replayed bit for bit.

What is stored is what is looked at: a frame is masked to the table, compressed, stored, and the
stored picture goes on to the eyes. A folder of a session holds ``frames/`` with ``times.csv``,
``table.toml``, ``session.json``, ``observed.jsonl``, ``history.jsonl`` and copies of the files of
enrolled decks in ``decks/``.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np

from hardware.cameras.base import Camera
from hardware.cameras.folder import TIMES, FolderCamera
from hardware.eyes import messages
from hardware.gate import ChangeGate
from hardware.lines import Message
from hardware.recording import TABLE_NAME
from hardware.station.keeper import Keeper, Memory
from hardware.station.opening import match_event, table_for
from scorer import history
from scorer.errors import InputError
from scorer.family import load as load_profile
from vision.errors import VisionError
from vision.frame import Frame, Image
from vision.tablefile import TableFile, dump
from vision.tablefile import load as load_table
from vision.watcher import Watcher
from vision.zones import IGNORE

FRAMES, DECKS = "frames", "decks"
SETTING, OBSERVED, HISTORY = "session.json", "observed.jsonl", "history.jsonl"
QUALITY = 92
"""JPEG quality of stored frames."""


@dataclass(frozen=True, slots=True)
class Setting:
    """By which rules and from where a session was played."""

    id: str
    profile: str
    levels: dict[str, str] = field(default_factory=dict)
    declarer: str | None = None
    finish: str = ""

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the setting of a recorded session.

        Raises:
            InputError: the file is missing or is none.
        """
        try:
            return cls(**json.loads(path.read_text("utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise InputError(f"{path}: not the setting of a recorded session ({error})") from error


class Follower:
    """Hands a camera's frames through the live path and keeps the history in memory."""

    def __init__(self, setting: Setting, watcher: Watcher) -> None:
        profile = load_profile(setting.profile)
        opening = match_event(
            setting.id, profile, levels=setting.levels, finish=list(setting.finish)
        )
        self._watcher = watcher
        self.memory = Memory()
        self.memory.extend(lambda _: [opening])
        table = table_for(profile, tuple(self.memory.events), setting.declarer)
        self._keeper = Keeper(table, self.memory)

    def follow(
        self, camera: Camera, before: Callable[[Frame], None] | None = None
    ) -> Iterator[Message]:
        """Yield each observation once its events are in ``memory``."""
        for message in messages(camera, self._watcher, wait_until=before):
            hint = self._keeper.take(message)
            if hint is not None:
                self._watcher.expect(hint)
            yield message

    @property
    def history(self) -> str:
        """Return the hand history so far."""
        return history.dumps(self.memory.events)


class RecordingCamera(Camera):
    """Stores the frames of another camera that are worth keeping, and gives what it has stored."""

    def __init__(self, camera: Camera, table: TableFile, folder: Path) -> None:
        super().__init__(camera.name)
        self._camera = camera
        self._folder = folder
        self._table = table
        self._inside: Image | None = None
        self._gate = ChangeGate()
        self._number = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._times = (folder / TIMES).open("w", encoding="utf-8", newline="")
        except OSError as error:
            raise VisionError(f"{folder}: cannot store frames here ({error})") from error
        self._rows = csv.writer(self._times)
        self._rows.writerow(["file", "t"])

    @property
    def live(self) -> bool:
        """Whether time passes by itself."""
        return self._camera.live

    def read(self) -> Frame | None:
        """Return the next frame that is kept, as it was stored."""
        for frame in self._camera:
            if self._inside is None:
                self._inside = _inside(frame.image, self._table)
            masked = Frame(cv2.bitwise_and(frame.image, self._inside), frame.t, frame.index)  # type: ignore[arg-type]
            if self._gate.lets_through(masked):
                return self._keep(masked)
        return None

    def _keep(self, frame: Frame) -> Frame:
        ok, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        name = f"{self._number:06d}.jpg"
        try:
            (self._folder / name).write_bytes(bytes(data))
            self._rows.writerow([name, repr(frame.t)])
            self._times.flush()
        except OSError as error:
            raise VisionError(f"{self._folder / name}: cannot be stored ({error})") from error
        image = cv2.imdecode(np.asarray(data), cv2.IMREAD_COLOR) if ok else None
        if image is None:
            raise VisionError(f"{self._folder / name}: the frame cannot be compressed")
        kept = Frame(np.asarray(image, np.uint8), frame.t, self._number)
        self._number += 1
        return kept

    def close(self) -> None:
        """Finish the list of frames; the other camera stays open."""
        self._times.close()


def _inside(image: Image, table: TableFile) -> Image:
    """Return a mask of the table without the parts that are to be ignored."""
    mask = np.zeros_like(image)
    corners = np.asarray(table.calibration.corners_px)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), (255, 255, 255))
    for zone in table.zones:
        if zone.name == IGNORE:
            outline = table.calibration.to_px(zone.polygon)
            cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], (0, 0, 0))
    return mask


class SessionFolder:
    """Writes what belongs to a session beside its frames."""

    def __init__(
        self, folder: Path, setting: Setting, table: TableFile, decks: Sequence[Path] = ()
    ) -> None:
        self.folder = folder
        if (folder / OBSERVED).exists():
            raise InputError(f"{folder}: a session is stored here already; name another folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / TABLE_NAME).write_text(dump(table), "utf-8")
            (folder / SETTING).write_text(json.dumps(asdict(setting)) + "\n", "utf-8")
            for number, path in enumerate(decks):
                (folder / DECKS).mkdir(exist_ok=True)
                (folder / DECKS / f"{number}.deck").write_bytes(path.read_bytes())
            self._observed = (folder / OBSERVED).open("w", encoding="utf-8")
        except OSError as error:
            raise InputError(f"{folder}: cannot be written ({error})") from error

    @property
    def decks(self) -> list[Path]:
        """Return the files of the decks on the table."""
        return decks_of(self.folder)

    def note(self, message: Message, text: str | None) -> None:
        """Keep an observation, and the history where it has grown."""
        self._observed.write(line(message))
        self._observed.flush()
        if text is not None:
            (self.folder / HISTORY).write_text(text, "utf-8")

    def close(self) -> None:
        """Finish the files."""
        self._observed.close()


def decks_of(folder: Path) -> list[Path]:
    """Return the files of the enrolled decks of a session."""
    return sorted((folder / DECKS).glob("*.deck"))


def line(message: Message) -> str:
    """Return an observation as it is stored."""
    return json.dumps(message, separators=(",", ":")) + "\n"


@dataclass(frozen=True, slots=True)
class Replay:
    """How a replayed session compares with what was stored: numbers of messages and events."""

    messages: int
    events: int
    differs: str | None


def replay(folder: Path, build: Callable[[TableFile], Watcher]) -> Replay:
    """Return whether a recorded session comes out bit for bit as it was stored.

    Raises:
        InputError: the folder holds no session.
        VisionError: a frame or the table file cannot be read.
    """
    setting = Setting.load(folder / SETTING)
    follower = Follower(setting, build(load_table(folder / TABLE_NAME)))
    try:
        stored = (folder / OBSERVED).read_text("utf-8").splitlines(keepends=True)
        text = (folder / HISTORY).read_text("utf-8")
    except OSError as error:
        raise InputError(f"{folder}: the session is not whole ({error})") from error
    told: list[str] = []
    with FolderCamera(folder / FRAMES) as camera:
        told.extend(line(message) for message in follower.follow(camera))
    return Replay(len(told), len(follower.memory.events), _difference(stored, told, follower, text))


def _difference(stored: list[str], told: list[str], follower: Follower, text: str) -> str | None:
    for number, (old, new) in enumerate(zip(stored, told, strict=False), 1):
        if old != new:
            return f"observation {number} differs: {_brief(old)} was stored, {_brief(new)} is seen"
    if len(stored) != len(told):
        return f"{len(stored)} observations were stored, {len(told)} are seen"
    return None if follower.history == text else "the observations agree, the history differs"


def _brief(text: str) -> str:
    said: dict[str, Any] = json.loads(text)
    cards = " ".join(card["card"] for card in said.get("cards", []))
    return f"{said['t']:g} s {said.get('zone', said.get('state'))} {cards}".rstrip()
