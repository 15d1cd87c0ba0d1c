"""The bench: a yardstick of the published size, stages that are really measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware import bench
from hardware.bench import Timings, bench_fold, bench_vision
from hardware.cli import main
from hardware.yardstick import yolov8n_size
from scorer.errors import InputError
from vision import tablefile

DEMO = Path(__file__).resolve().parents[2] / "hardware" / "demo"


def test_yardstick_has_the_published_number_of_parameters() -> None:
    pytest.importorskip("onnx")
    _, parameters = yolov8n_size(64, 64, classes=80)
    assert parameters == 3_151_904 - 16  # the published count has 16 fixed weights of box decoding


def test_yardstick_runs_and_gives_three_levels() -> None:
    pytest.importorskip("onnx")
    row = bench.bench_yardstick((50, 100), threads=1, repeats=1)
    assert (row["height"], row["width"]) == (64, 128)
    assert row["median_ms"] > 0


def test_sides_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="multiples of 32"):
        yolov8n_size(100, 64)


def test_missing_onnx_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "onnx", None)
    with pytest.raises(InputError, match="needs onnx"):
        yolov8n_size(64, 64)


def test_timings_give_median_and_tail() -> None:
    timings = Timings({"locate": [1.0, 9.0, 2.0]})
    assert timings.summary() == {"locate": {"n": 3, "median_ms": 2.0, "p95_ms": 9.0}}


def test_fold_of_whole_deals_is_timed() -> None:
    timings = Timings()
    bench_fold(timings, deals=1)
    assert timings.summary()["fold"]["n"] == 1


def test_every_vision_stage_is_timed_on_the_demo_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SKIP", 3)
    calibration = tablefile.load(DEMO / "table.toml").calibration
    seeing = bench_vision(DEMO / "session.mp4", calibration, frames=2, threads=1)
    assert {"decode", "motion", "locate", "classify", "build"} <= set(seeing.timings.ms)
    assert seeing.locator_input[1] > seeing.locator_input[0] > 500


def test_bad_numbers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--frames", "0"]) == 2
    assert "at least 1" in capsys.readouterr().err
