"""Unusable input at the command line: one clear line, exit code 2, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cli import main

ROOT = Path(__file__).resolve().parents[2]
SESSION = ROOT / "hardware" / "demo" / "session.mp4"
TABLE = "[table]\nsize_mm = [1080, 600]\ncorners_px = [[0,0],[1920,0],[1920,1080],[0,1080]]\n"


def said(capsys: pytest.CaptureFixture[str], *argv: object) -> str:
    """Run a command that must fail with exit code 2; return its one line."""
    assert main([str(arg) for arg in argv]) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("dipai: ")
    return lines[0]


def test_unreadable_image(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture at all")
    assert "broken.jpg" in said(capsys, "recognise", broken, "--json")


def test_no_such_video(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = said(capsys, "watch", tmp_path / "no.mp4", "--profile", "house-2deck")
    assert "no.mp4" in line


def test_a_video_without_frames(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text(TABLE)
    (tmp_path / "empty.mp4").write_bytes(b"")
    line = said(capsys, "watch", tmp_path / "empty.mp4", "--profile", "house-2deck")
    assert "empty.mp4" in line


def test_crossed_corners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crossed = tmp_path / "table.toml"
    crossed.write_text(TABLE.replace("[0,0],[1920,0]", "[1920,0],[0,0]"))
    line = said(capsys, "watch", SESSION, "--table", crossed, "--profile", "house-2deck")
    assert "corners_px" in line


def test_frames_that_change_their_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text(TABLE)
    folder = tmp_path / "frames"
    folder.mkdir()
    for number, shape in enumerate([(1080, 1920, 3), (540, 960, 3)]):
        cv2.imwrite(str(folder / f"{number}.png"), np.zeros(shape, np.uint8))
    said(capsys, "watch", folder, "--profile", "house-2deck", "--out", tmp_path / "x.jsonl")


def test_frames_of_another_size_than_the_table_file_is_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.toml").write_text(TABLE)
    folder = tmp_path / "frames"
    folder.mkdir()
    cv2.imwrite(str(folder / "0.png"), np.zeros((360, 640, 3), np.uint8))
    line = said(capsys, "watch", folder, "--profile", "house-2deck", "--out", tmp_path / "x.jsonl")
    assert "640 x 360 px" in line


@pytest.mark.parametrize("command", ["watch", "judge"])
def test_unknown_profile(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = tmp_path / "h.jsonl"
    history.write_text('{"type":"match","dipai":1,"id":"x","profile":"house-2deck"}\n')
    source = SESSION if command == "watch" else history
    line = said(capsys, command, source, "--profile", "house-2dek")
    assert "house-2deck" in line


@pytest.mark.parametrize("levels", ["NS=1", "N=2", "NS"])
def test_levels_that_are_none(levels: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = said(capsys, "watch", SESSION, "--profile", "house-2deck", "--levels", levels)
    assert "NS=2,EW=T" in line


def test_missing_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "vision.detector.CardDetector.open.__func__.__defaults__", (tmp_path, 1, ())
    )
    assert "locator" in said(capsys, "watch", SESSION, "--profile", "house-2deck")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("camera = 3\n", "camera"),
        ('camera = "x"\ntable = "t"\nprofile = "p"\nprot = 1\n', "prot"),
        ('camera = "x"\ntable = "t"\nprofile = "p"\nport = 99999\n', "port"),
        ('camera = "x"\ntable = "t"\nprofile = "p"\nlevels = { NS = "1" }\n', "levels"),
        ("camera = \n", "TOML"),
    ],
)
def test_station_file(
    text: str, names: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "station.toml"
    path.write_text(text)
    line = said(capsys, "run", path, "--check")
    assert "station.toml" in line
    assert names in line


def test_eyes_say_what_is_wrong_and_exit_2(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hardware.eyes", "--camera=video:none.mp4"]
    done = subprocess.run(
        [*command, f"--table={tmp_path / 'no.toml'}", f"--evidence={tmp_path}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("dipai: ")
    assert done.stderr.count("\n") == 1
