"""`dipai enrol` from the command line."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cli import main
from hardware.commands import enrol
from hardware.enrol_texts import listed
from hardware.station import config
from scorer.cards import CARDS
from tests.vision.test_enrolment import sighting
from vision import deckfile
from vision.detector import CardDetector
from vision.enrolment import Look
from vision.frame import Image
from vision.strength import Weak


class Told:
    """Sees as many cards of the deck as the picture's grey level says, nine at a time."""

    def __init__(self, *_: object) -> None:
        pass

    def look(self, image: Image) -> Look:
        first = int(image[0, 0, 0]) // 10 * 9
        names = CARDS[first : first + 9]
        return Look(tuple(sighting(c, 500 * first + 14.0 * n) for n, c in enumerate(names)))


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(CardDetector, "open", classmethod(lambda *_: None))
    monkeypatch.setattr(enrol, "DeckLooker", Told)
    monkeypatch.setattr(enrol, "_weak", lambda *_: [Weak("6H", "8H", 0.71)])
    folder = tmp_path / "photos"
    folder.mkdir()
    for n in range(7):
        cv2.imwrite(str(folder / f"{n}.png"), np.full((40, 60, 3), 10 * min(n, 5), np.uint8))
    return folder


def test_a_whole_deck_ends_by_itself(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, picture = tmp_path / "red.deck", tmp_path / "red.jpg"
    words = ["enrol", str(photos), "--out", str(out), "--sheet", str(picture)]
    assert main([*words, "--swap-jokers"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[0] == f"{out}: 54 of 54 cards"
    assert "6H is easily taken for 8H (0.71)" in told.out
    lines = told.err.splitlines()
    assert "9 of 54 seen" in lines[1]
    assert lines[-1] == "all 54 seen"
    assert len(lines) == 7
    assert not deckfile.load(out).missing
    assert cv2.imread(str(picture)) is not None


def test_missing_cards_are_named(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "red.deck"
    files = [str(photos / f"{n}.png") for n in range(5)]
    assert main(["enrol", *files, "--out", str(out), "--lang", "zh"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{out}：45/54 张"
    assert told[-1].startswith("还缺：")
    assert all(card in told[-1] for card in CARDS[45:])
    assert deckfile.load(out).missing == CARDS[45:]


class Alike(Told):
    """Cannot tell the jokers apart."""

    def look(self, image: Image) -> Look:
        seen = super().look(image).cards
        return Look(
            tuple(
                sighting("SJ", float(one.xy[0]), "SJ", 0.9) if n >= 7 and len(seen) == 9 else one
                for n, one in enumerate(seen)
            )
            if image[0, 0, 0] == 50
            else seen
        )


def test_doubtful_jokers_are_shown(
    photos: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(enrol, "DeckLooker", Alike)
    out = tmp_path / "red.deck"
    assert main(["enrol", str(photos), "--out", str(out)]) == 0
    assert "--swap-jokers" in capsys.readouterr().err
    shown = cv2.imread(str(tmp_path / "red.jokers.jpg"))
    assert shown is not None
    assert shown.shape[1] > shown.shape[0]


@pytest.mark.parametrize(
    ("source", "words"),
    [("none/", "no such file or folder"), ("v4l3:x", "no such file"), (".", "no pictures")],
)
@pytest.mark.usefixtures("photos")
def test_bad_sources_are_one_line(
    source: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    assert main(["enrol", source, "--out", str(tmp_path / "x.deck")]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert words in lines[-1]
    assert lines[-1].startswith("dipai: ")


@pytest.mark.parametrize(
    "command", [["recognise", "a.jpg"], ["watch", "a.mp4", "--profile", "house-2deck"]]
)
def test_a_bad_deck_file_is_one_line(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.mp4").write_bytes(b"x")
    bad = tmp_path / "bad.deck"
    bad.write_text("{}", encoding="utf-8")
    words = [str(tmp_path / part) if part.startswith("a.") else part for part in command]
    extra = ["--table", "hardware/demo/table.toml"] if command[0] == "watch" else []
    assert main([*words, *extra, "--deck", str(bad)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "bad.deck: not a deck file" in line


def test_the_station_hands_its_decks_to_the_eyes(tmp_path: Path) -> None:
    from hardware.station.station import Station

    text = 'camera = "sim:seed=1"\ntable = "t.toml"\nprofile = "house-2deck"\n'
    text += 'decks = ["red.deck", "blue.deck"]\n'
    (tmp_path / "s.toml").write_text(text, encoding="utf-8")
    settings = config.load(tmp_path / "s.toml")
    command = Station._eyes(settings, tmp_path, tmp_path / "evidence")
    assert command[-2:] == [f"--deck={tmp_path / name}" for name in ("red.deck", "blue.deck")]


def test_many_missing_cards_are_shortened() -> None:
    assert listed(("AS", "2S")) == "AS 2S"
    assert listed(CARDS).endswith("… (+42)")
