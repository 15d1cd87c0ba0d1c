"""Court figures of the simulated table that were once read as a second card."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hardware.simtable.sim import SimTable, TableSpec
from hardware.simtable.writer import write_table_file
from vision.detector import CardDetector
from vision.frame import Frame
from vision.tablefile import load

DEAL = TableSpec(seed=9206, decks=2, fault="withheld")


@pytest.fixture(scope="module")
def table() -> SimTable:
    return SimTable(DEAL)


@pytest.fixture(scope="module")
def detector() -> CardDetector:
    return CardDetector.open()


@pytest.mark.parametrize(("t", "card"), [(58.75, "JD"), (80.625, "QD"), (162.75, "JS")])
def test_a_figure_is_no_card(
    t: float, card: str, table: SimTable, detector: CardDetector, tmp_path: Path
) -> None:
    write_table_file(table, tmp_path / "table.toml")
    calibration = load(tmp_path / "table.toml").calibration
    _, _, image = next(table.frames(round(t * table.spec.fps)))
    found = Counter(reading.card for reading in detector.read(Frame(image, t, 0), calibration))
    truth = Counter(pose.card for pose in table.poses(t) if pose.face_up)
    assert truth[card] == 0
    assert found[card] == 0
    assert not found - truth
