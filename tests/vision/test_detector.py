"""The two stages on drawn pictures, with networks that are told the truth."""

from __future__ import annotations

import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import scale
from vision.calibration import Calibration
from vision.classify import Classifier
from vision.detector import CardDetector
from vision.errors import VisionError
from vision.frame import Frame
from vision.indices import Indices, located
from vision.locate import Locator
from vision.model import MODEL_FOLDER, Network
from vision.patches import Pyramid, cut
from vision.readings import CLASS_OF

Array = np.ndarray  # type: ignore[type-arg]


class Told:
    """Stands in for a network: returns what it is given, whatever the picture shows."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.batches: list[Array] = []

    def run(self, batch: Array, *outputs: str) -> list[Array]:
        self.batches.append(batch)
        return [self.answer(batch, name) for name in outputs]  # type: ignore[operator]

    def number(self, *keys: str, default: float) -> float:
        del keys
        return default


def maps_of(points: list[tuple[float, float, float, float]], shape: tuple[int, int]) -> Array:
    """Return locator maps for indices x, y, direction (degrees), width in input px."""
    maps = np.zeros((1, 6, shape[0] // 2, shape[1] // 2), np.float32)
    for x, y, down, width in points:
        column, row = int(x // 2), int(y // 2)
        turn = np.deg2rad(down)
        maps[0, :, row, column] = (0.7, x - column * 2 - 1, y - row * 2 - 1, np.cos(turn),
                                   np.sin(turn), np.log(width))  # fmt: skip
        maps[0, 0, row, min(column + 1, maps.shape[3] - 1)] = 0.4
    return maps


def test_peaks_keep_their_sub_cell_position() -> None:
    truth = [(33.3, 40.9, 90.0, 60.0), (44.0, 41.0, 93.0, 58.0), (100.2, 20.0, -45.0, 70.0)]
    locator = Locator(Told(lambda batch, _: maps_of(truth, batch.shape[2:])))  # type: ignore[arg-type]
    found = locator.find(np.zeros((100, 150, 3), np.uint8))
    order = np.argsort(found.xy[:, 0])
    assert found.xy[order] == pytest.approx(np.array([t[:2] for t in truth]), abs=1e-3)
    assert found.width[order] == pytest.approx([60, 58, 70], rel=1e-4)
    assert np.degrees(np.arctan2(found.down[order, 1], found.down[order, 0])) == pytest.approx(
        [90, 93, -45], abs=1e-2
    )


def test_peaks_nearer_than_an_index_are_one() -> None:
    close = [(30.0, 40.0, 90.0, 60.0), (35.0, 40.0, 90.0, 60.0)]
    locator = Locator(Told(lambda batch, _: maps_of(close, batch.shape[2:])))  # type: ignore[arg-type]
    assert len(locator.find(np.zeros((96, 96, 3), np.uint8))) == 1


def test_scale_is_undone() -> None:
    seen = []

    def answer(batch: Array, _: str) -> Array:
        seen.append(batch.shape)
        return maps_of([(30.0, 40.0, 90.0, 60.0)], batch.shape[2:])

    found = Locator(Told(answer)).find(np.zeros((400, 600, 3), np.uint8), 0.25)  # type: ignore[arg-type]
    assert seen == [(1, 3, 112, 160)]
    assert found.xy[0] == pytest.approx([120, 160])
    assert found.width[0] == pytest.approx(240)


@pytest.mark.parametrize("angle", [0, 90, 217])
@pytest.mark.parametrize("width", [90.0, 400.0])
def test_patch_is_upright_and_centred(angle: float, width: float) -> None:
    image = np.full((900, 900, 3), 255, np.uint8)
    turn = np.deg2rad(angle)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    middle = np.array([450.0, 430.0])
    # The left upper quarter of the patch is red.
    corners = [middle - right * a * width * 0.17 - down * b * width * 0.2266
               for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]  # fmt: skip
    cv2.fillPoly(image, [np.round(np.array(corners) - 0.5).astype(np.int32)], (0, 0, 255))
    index = located(middle[None], down[None], np.array([width]), np.array([1.0]))
    patch = cut(Pyramid(image), index)[0]
    assert patch.shape == (3, 64, 48)
    assert patch[1, 6:26, 6:18].max() < 0.1
    assert patch[0, 6:26, 6:18].min() > 0.9
    assert patch[1, 38:].min() > 0.9
    assert patch[1, :, 30:].min() > 0.9


def logits(batch: Array, name: str) -> Array:
    n = len(batch)
    rank, suit = np.zeros((n, 14), np.float32), np.zeros((n, 6), np.float32)
    rank[:, 7], suit[:, 2] = 9.0, 9.0
    return {"rank": rank, "suit": suit, "reject": np.full((n, 1), -6, np.float32)}[name]


def test_classifier_speaks_of_cards() -> None:
    log_p, accept = Classifier(Told(logits)).read(np.zeros((70, 3, 64, 48), np.float32))  # type: ignore[arg-type]
    assert log_p.shape == (70, 54)
    assert int(log_p[3].argmax()) == CLASS_OF["8D"]
    assert np.exp(log_p).sum(axis=1) == pytest.approx(np.ones(70))
    assert accept.min() > 0.99


def test_classifier_of_no_patches() -> None:
    log_p, accept = Classifier(Told(logits)).read(np.zeros((0, 3, 64, 48), np.float32))  # type: ignore[arg-type]
    assert log_p.shape == (0, 54)
    assert len(accept) == 0


def test_table_cards_come_in_millimetres() -> None:
    calibration = Calibration(((100, 100), (1000, 100), (1000, 1000), (100, 1000)), (900, 900))
    factor = 60 / 63
    spots = [(300.0 * factor, 200.0 * factor, 90.0, 60.0), (600.0, 500.0, 90.0, 20.0)]
    locator = Locator(Told(lambda batch, _: maps_of(spots, batch.shape[2:])))  # type: ignore[arg-type]
    detector = CardDetector(locator, Classifier(Told(logits)))  # type: ignore[arg-type]
    frame = Frame(np.zeros((1100, 1100, 3), np.uint8), 0.0, 0)
    (card,) = detector.read(frame, calibration)
    assert card.card == "8D"
    assert card.centre == pytest.approx((300 + 0.395 * 63, 200 + 0.49 * 63), abs=1.0)


def test_ladder_covers_small_and_large_cards() -> None:
    widths = [60 / s for s in scale.ladder((1600, 1200), 60.0)]
    assert max(widths) > 900
    assert min(widths) < 60
    assert all(a / b < scale.BAND**2 for a, b in itertools.pairwise(widths))


def test_usual_width_leaves_out_the_odd_ones() -> None:
    n = 6
    found = Indices(
        np.zeros((n, 2)),
        np.tile([0.0, 1.0], (n, 1)),
        np.array([100, 105, 96, 110, 400, 20.0]),
        np.ones(n),
        np.zeros((n, 54)),
        np.ones(n),
    )
    width = scale.usual_width(found.width, np.ones(n))
    assert width == pytest.approx(102.6, abs=1)
    kept = scale.settle(found, width)
    assert len(kept) == 4
    assert np.ptp(kept.width) < np.ptp(found.width[:4])
    assert scale.usual_width(found.width, np.zeros(n)) == 0


def test_missing_and_damaged_networks(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match=r"locator\.onnx: cannot read the network"):
        CardDetector.open(tmp_path)
    (tmp_path / "locator.onnx").write_bytes(b"no network")
    with pytest.raises(VisionError, match="card"):
        CardDetector.open(tmp_path)
    (tmp_path / "locator.toml").write_text('sha256 = "00"\n', encoding="utf-8")
    with pytest.raises(VisionError, match="sha256"):
        CardDetector.open(tmp_path)


def test_file_that_is_no_network(tmp_path: Path) -> None:
    import hashlib

    path = tmp_path / "locator.onnx"
    path.write_bytes(b"no network")
    digest = hashlib.sha256(b"no network").hexdigest()
    path.with_suffix(".toml").write_text(f'sha256 = "{digest}"\n', encoding="utf-8")
    with pytest.raises(VisionError, match="not a network that can be run"):
        Network(path)


@pytest.mark.skipif(not (MODEL_FOLDER / "locator.onnx").exists(), reason="no trained networks")
def test_empty_cloth_shows_no_cards() -> None:
    cloth = np.full((480, 640, 3), (60, 110, 40), np.uint8)
    assert CardDetector.open().read_photo(cloth) == []
