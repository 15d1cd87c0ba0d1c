"""The shipped demo session: what is in the repository is what the seed makes."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras import open_camera
from hardware.simtable.make_demo import LIMIT_BYTES, PROFILE, SPEC
from hardware.simtable.sim import SimTable
from hardware.simtable.truth import history
from scorer.fold import fold
from scorer.history import loads
from vision import tablefile

ROOT = Path(__file__).resolve().parents[2]
VIDEO = ROOT / "hardware" / "demo" / "session.mp4"
TRUTH = ROOT / "tests" / "data" / "demo"


@pytest.fixture(scope="module")
def table() -> SimTable:
    return SimTable(SPEC)


def test_video_is_small_and_has_every_frame(table: SimTable) -> None:
    assert VIDEO.stat().st_size <= LIMIT_BYTES
    capture = cv2.VideoCapture(str(VIDEO))
    assert int(capture.get(cv2.CAP_PROP_FRAME_COUNT)) == table.frame_count
    assert 120 <= table.scene.duration <= 180


def test_first_frames_are_those_of_the_seed(table: SimTable) -> None:
    with open_camera(f"video:{VIDEO}") as camera:
        for (_, t, drawn), frame in zip(table.frames(), camera, strict=False):
            assert frame.t == pytest.approx(t, abs=0.002)
            assert np.abs(frame.image.astype(int) - drawn).mean() < 4
            if frame.index == 4:
                break


def test_truth_beside_the_tests_is_that_of_the_seed(table: SimTable) -> None:
    rows = history(table.deal, table.timed, PROFILE, f"simulated-{SPEC.seed}")
    stored = (TRUTH / "history.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in stored] == rows


def test_table_file_beside_the_video_is_that_of_the_seed(table: SimTable) -> None:
    stored = tablefile.load(VIDEO.parent / "table.toml")
    assert np.allclose(stored.calibration.corners_px, table.corners_px())


def test_truth_has_one_proven_revoke_and_lies_apart_from_the_video() -> None:
    text = (TRUTH / "history.jsonl").read_text(encoding="utf-8")
    deal = fold(loads(text)).to_json()["deals"][0]
    about = json.loads((TRUTH / "about.json").read_text(encoding="utf-8"))
    assert deal["complete"] is True
    assert deal["defender_points"] == about["defender_points"]
    (plant,) = about["plants"]
    (finding,) = deal["findings"]
    assert (finding["offence"], finding["seat"], finding["trick"], finding["certainty"]) == (
        plant["offence"],
        plant["seat"],
        plant["trick"],
        "proven",
    )
    assert not list(VIDEO.parent.glob("*.json*"))
