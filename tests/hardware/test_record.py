"""Recorded sessions: what is stored, and that it comes out again bit for bit."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras.folder import FolderCamera
from hardware.cli import main
from hardware.gate import AFTER_S, ChangeGate
from hardware.session import Follower, RecordingCamera, SessionFolder, Setting, line, replay
from scorer.errors import InputError
from tests.vision.helpers import CORNERS, SIZE_MM, Kept, Laid, Scene, picture
from vision.calibration import Calibration
from vision.errors import VisionError
from vision.frame import Frame
from vision.readings import Reading
from vision.tablefile import TableFile, dump, parse
from vision.watcher import Watcher
from vision.zones import default_zones

TABLE = parse(dump(TableFile(Calibration(CORNERS, SIZE_MM), default_zones(SIZE_MM))))
NORTH = Laid("8D", 450, 160)


def shots(folder: Path, scenes: list[tuple[Scene, int]]) -> FolderCamera:
    """Store scenes as pictures, each for some frames."""
    folder.mkdir()
    number = 0
    for scene, frames in scenes:
        for _ in range(frames):
            cv2.imwrite(str(folder / f"{number:04d}.bmp"), picture(scene, number))
            number += 1
    return FolderCamera(folder, fps=10)


class Colours:
    """Reads a card wherever the picture is bright in a known place."""

    def read(
        self, frame: Frame, calibration: Calibration, least: float | None = None
    ) -> list[Reading]:
        del least
        x, y = calibration.to_px([[NORTH.x + 28, NORTH.y]])[0]
        lies = int(frame.image[round(y), round(x)].min()) > 180
        return [NORTH.reading(corners=2)] if lies else []


def build(table: TableFile) -> Watcher:
    return Watcher(table.calibration, Colours(), Kept(), table.zones)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a card that comes and goes."""
    tmp_path = tmp_path_factory.mktemp("recorded")
    camera = shots(
        tmp_path / "pictures",
        [(Scene(), 20), (Scene([NORTH]), 60), (Scene(), 20)],
    )
    setting = Setting("one", "house-2deck")
    folder = SessionFolder(tmp_path / "kept", setting, TABLE)
    recording = RecordingCamera(camera, TABLE, tmp_path / "kept" / "frames")
    follower = Follower(setting, build(TABLE))
    for message in follower.follow(recording):
        folder.note(message, follower.history)
    recording.close()
    folder.close()
    return tmp_path / "kept"


@pytest.fixture
def kept(recorded: Path, tmp_path: Path) -> Path:
    """Return a copy of the recorded session that a test may change."""
    return Path(shutil.copytree(recorded, tmp_path / "kept"))


def test_a_session_comes_out_bit_for_bit(recorded: Path) -> None:
    folder = recorded
    result = replay(folder, build)
    assert result.differs is None
    stored = [json.loads(text) for text in (folder / "observed.jsonl").read_text().splitlines()]
    zones = [[card["card"] for card in m["cards"]] for m in stored if m["kind"] == "zone"]
    assert zones == [["8D"], []]
    assert result.messages == len(stored)


def test_what_is_stored_is_around_changes_and_black_beyond_the_table(recorded: Path) -> None:
    kept = sorted((recorded / "frames").glob("*.jpg"))
    assert 60 <= len(kept) < 95
    image = cv2.imread(str(kept[-1]))
    assert image is not None
    assert int(image[:8].max()) <= 8
    assert int(image[300, 360].max()) > 60


@pytest.mark.parametrize(
    ("number", "change", "said"),
    [
        (0, {"t": 9.0}, "observation 1 differs"),
        (-1, None, "observations were stored"),
    ],
)
def test_a_session_that_comes_out_otherwise_is_told(
    kept: Path, number: int, change: dict[str, float] | None, said: str
) -> None:
    path = kept / "observed.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    if change is None:
        del lines[number]
    else:
        lines[number] = line(json.loads(lines[number]) | change)
    path.write_text("".join(lines))
    assert said in str(replay(kept, build).differs)


def test_a_changed_history_is_told(kept: Path) -> None:
    path = kept / "history.jsonl"
    path.write_text(path.read_text() + "\n")
    assert replay(kept, build).differs == "the observations agree, the history differs"


def test_bad_sessions_are_told_in_one_line(kept: Path) -> None:
    with pytest.raises(InputError, match="not the setting of a recorded session"):
        replay(kept.parent, build)
    with pytest.raises(InputError, match="a session is stored here already"):
        SessionFolder(kept, Setting("one", "house-2deck"), TABLE)
    (kept / "frames" / "000003.jpg").write_bytes(b"no picture")
    with pytest.raises(VisionError, match=r"000003\.jpg: not a picture"):
        replay(kept, build)


def test_the_command_asks_for_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "video:x.mp4", "--profile", "house-2deck"]) == 2
    assert "table, out missing" in capsys.readouterr().err


def test_the_gate_keeps_what_follows_a_change_and_a_frame_a_second() -> None:
    gate = ChangeGate()
    rng = np.random.default_rng(3)

    def frame(n: int, bright: int) -> Frame:
        noise = rng.integers(0, 6, (360, 640, 3))
        image = np.full((360, 640, 3), 90, np.int64)
        image[100:180, 300:360] = bright
        return Frame((image + noise).astype(np.uint8), n / 10, n)

    kept = [n for n in range(100) if gate.lets_through(frame(n, 90 if n < 50 else 230))]
    around = round(AFTER_S * 10)
    assert [n for n in kept if n <= around] == list(range(around + 1))
    assert [n for n in kept if around < n < 50] == [35, 45]
    assert [n for n in kept if 50 <= n <= 50 + around] == list(range(50, 51 + around))
    assert [n for n in kept if n > 50 + around] == [85, 95]
