"""`dipai recognise` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cli import main
from vision.detector import CardDetector
from vision.frame import Image
from vision.readings import Reading, card_quad, certain


class Told:
    """Sees one eight of diamonds on every picture that is not black."""

    def read_photo(self, image: Image, min_p: float | None) -> list[Reading]:
        if not image.any():
            return []
        quad = card_quad((50.0, 60.0), 90.0, 40.0, 56.0)
        reading = Reading((50.0, 60.0), 90.0, quad, certain("8D", 0.97), (0.0, 1.0))
        return [reading] if reading.p >= (min_p or 0.5) else []


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(CardDetector, "open", classmethod(lambda *_: Told()))
    folder = tmp_path / "photos"
    (folder / "inner").mkdir(parents=True)
    cv2.imwrite(str(folder / "b.png"), np.full((120, 160, 3), 90, np.uint8))
    cv2.imwrite(str(folder / "inner" / "a.jpg"), np.zeros((100, 90, 3), np.uint8))
    (folder / "notes.txt").write_text("no picture", encoding="utf-8")
    return folder


def test_one_line_per_picture(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recognise", str(photos), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(row["file"]).name for row in rows] == ["b.png", "a.jpg"]
    card = {"card": "8D", "confidence": 0.97, "box": [22.0, 40.0, 78.0, 80.0], "angle": 90.0}
    assert rows[0]["cards"] == [card]
    assert (rows[0]["width"], rows[0]["height"]) == (160, 120)
    assert rows[1]["cards"] == []
    assert rows[1]["ms"] >= 0


def test_bad_picture_is_told_and_the_others_go_on(
    photos: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (photos / "a.jpg").write_bytes(b"broken")
    assert main(["recognise", str(photos), str(photos / "none.png"), "--json"]) == 2
    output = capsys.readouterr()
    assert len(output.out.splitlines()) == 2
    errors = output.err.splitlines()
    assert len(errors) == 2
    assert "a.jpg: not a picture" in errors[0]
    assert "none.png: cannot read" in errors[1]


def test_words_for_people(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recognise", str(photos)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("b.png: 8D (0.97)")
    assert lines[1].endswith("a.jpg: no cards")


def test_drawn_pictures(photos: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn"
    assert main(["recognise", str(photos / "b.png"), "--draw", str(drawn)]) == 0
    picture = cv2.imread(str(drawn / "b.jpg"))
    assert picture is not None
    assert int(np.ptp(picture)) > 50


def test_confidence_leaves_out(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["recognise", str(photos / "b.png"), "--json", "--min-confidence", "0.99"])
    assert json.loads(capsys.readouterr().out)["cards"] == []


def test_empty_folder_is_told(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert main(["recognise", str(folder), str(photos / "b.png")]) == 2
    output = capsys.readouterr()
    assert "empty: no pictures" in output.err
    assert len(output.out.splitlines()) == 1


def test_missing_networks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recognise", "a.jpg", "--models", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
