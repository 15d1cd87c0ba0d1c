"""A few steps of training, the export, and the networks that are shipped."""

from __future__ import annotations

import hashlib
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("PIL")
onnx = pytest.importorskip("onnx")

import models  # noqa: E402
from models.training import (  # noqa: E402
    calibrate,
    classifier,
    export,
    glyphs,
    locator,
    loop,
    nets,
    patches,
    warm,
)
from tests.models.helpers import small_decks  # noqa: E402

SHIPPED = Path(models.__file__).parent
FONTS = shutil.which("fc-list") is not None and len(glyphs.fonts(False)) >= 5


@pytest.fixture(autouse=True, scope="module")
def _decks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    torch.set_num_threads(1)
    with small_decks(tmp_path_factory.mktemp("art")):
        yield


@pytest.mark.skipif(not FONTS, reason="no index fonts installed")
def test_training_stops_goes_on_and_exports(tmp_path: Path) -> None:
    locator.train(tmp_path / "locator", 2, seed=3, pool_size=4, batch=2)
    run = locator.train(tmp_path / "locator", 3, seed=3, pool_size=4, batch=2)
    assert run.first == 2
    assert run.step == 3
    found = tmp_path / "locator"
    run = classifier.train(tmp_path / "classifier", 3, 3, found, pool_size=40, batch=8, first=3)
    assert run.step == 3
    for name in ("locator", "classifier"):
        assert (tmp_path / name / "log.csv").read_text("utf-8").startswith("step,")
        assert loop.steps_done(tmp_path / name) == 3


def _run(path: Path, x: np.ndarray) -> list[np.ndarray]:
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return session.run(None, {session.get_inputs()[0].name: x})


@pytest.mark.parametrize("size", [(64, 96), (160, 112)])
def test_exported_locator_answers_as_trained(tmp_path: Path, size: tuple[int, int]) -> None:
    torch.manual_seed(0)
    net = _lived_in(nets.Locator())
    export.write_locator(net, tmp_path / "l.onnx")
    x = np.random.default_rng(1).random((1, 3, *size), np.float32)
    (maps,) = _run(tmp_path / "l.onnx", x)
    with torch.no_grad():
        wanted = nets.finish(net(torch.from_numpy(x))).numpy()
    assert maps.shape == (1, 6, size[0] // 2, size[1] // 2)
    assert maps == pytest.approx(wanted, abs=2e-4)


@pytest.mark.parametrize("count", [1, 5])
def test_exported_classifier_answers_as_trained(tmp_path: Path, count: int) -> None:
    torch.manual_seed(0)
    net = _lived_in(nets.Classifier())
    export.write_classifier(net, tmp_path / "c.onnx")
    x = np.random.default_rng(1).random((count, 3, 64, 48), np.float32)
    got = _run(tmp_path / "c.onnx", x)
    with torch.no_grad():
        wanted = [part.numpy() for part in net.described(torch.from_numpy(x))]
    assert [g.shape for g in got] == [(count, 14), (count, 6), (count, 1), (count, 1280)]
    for ours, theirs in zip(got, wanted, strict=True):
        assert ours == pytest.approx(theirs, abs=2e-4)
    assert {i.version for i in onnx.load(tmp_path / "c.onnx").opset_import} == {17}


def _lived_in(net: torch.nn.Module) -> torch.nn.Module:
    """The net with batch norms that have seen data, so that folding them matters."""
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.uniform_(-0.5, 0.5)
            module.running_var.uniform_(0.5, 2.0)
    return net.eval()


@pytest.mark.parametrize("name", ["locator", "classifier", "locator-int8", "classifier-int8"])
def test_shipped_network_belongs_to_its_card(name: str) -> None:
    card = tomllib.loads((SHIPPED / f"{name}.toml").read_text("utf-8"))
    data = (SHIPPED / f"{name}.onnx").read_bytes()
    assert card["sha256"] == hashlib.sha256(data).hexdigest()
    assert card["bytes"] == len(data)
    assert all(s["licence"] for s in card["source"])
    assert not any("AGPL" in s["licence"] for s in card["source"])


def test_shipped_networks_are_small() -> None:
    assert sum(p.stat().st_size for p in SHIPPED.glob("*.onnx")) <= 3_000_000


def test_rate_rises_holds_and_falls() -> None:
    rates = [loop.rate(s, 10_000) for s in (0, 199, 3_000, 8_500, 9_999)]
    assert rates[0] < rates[1] == rates[2] == loop.PEAK_RATE
    assert rates[2] > rates[3] > rates[4]


def test_calibration_error_of_honest_and_boastful_probabilities() -> None:
    rng = np.random.default_rng(0)
    p = rng.uniform(0.3, 1.0, 20_000)
    right = rng.random(20_000) < p
    assert calibrate.calibration_error(p, right) < 0.02
    assert calibrate.calibration_error(np.full(20_000, 0.99), right) > 0.25


def test_temperature_cools_what_is_too_sure() -> None:
    torch.manual_seed(1)
    logits = torch.randn(3000, 14)
    truth = torch.distributions.Categorical(logits=logits).sample()
    labels = torch.stack([truth, truth % 4, torch.zeros_like(truth)], 1)
    suit = torch.nn.functional.one_hot(truth % 4, 6).float() * 4
    reject = torch.full((3000, 1), -4.0)
    data = calibrate.Collected(logits * 2.0, suit, reject, labels, missed=0, indices=3000)
    assert calibrate.temperatures(data)["rank"] == pytest.approx(2.0, rel=0.15)


def test_lines_of_boastful_readings_make_them_honest() -> None:
    rng = np.random.default_rng(0)
    p = rng.uniform(0.5, 0.999, 4000)
    odds = 0.5 * np.log(p / (1 - p)) - 0.4
    right = rng.random(4000) < 1 / (1 + np.exp(-odds))
    readings = [calibrate.Judged(a, "plain", bool(b)) for a, b in zip(p, right, strict=True)]
    found = calibrate.lines(readings, warm=False)
    assert found["plain_slope"] == pytest.approx(0.5, abs=0.08)
    assert found["plain_shift"] == pytest.approx(-0.4, abs=0.15)
    assert found["plain_warmth"] == 0.0
    assert (found["joker_slope"], found["joker_shift"]) == pytest.approx((1.0, 0.0))


def test_threshold_weighs_wrong_cards_twice() -> None:
    readings = [calibrate.Judged(0.9, "plain", True)] * 90
    readings += [calibrate.Judged(0.6, "plain", k < 6) for k in range(10)]
    readings += [calibrate.Judged(0.4, "joker_pair", True)] * 10
    limits = calibrate.thresholds(readings, {"plain": 100, "joker": 10})
    assert limits["photo"] > 0.6
    assert limits["joker"] <= 0.4


def test_dark_patches_look_like_bright_ones() -> None:
    patch = torch.rand(2, 3, 64, 48)
    assert nets.even(patch * 0.5 + 0.1) == pytest.approx(nets.even(patch), abs=0.2)
    assert nets.even(torch.full((1, 3, 64, 48), 0.3)).abs().max() < 1e-4


def test_exported_weights_come_back_into_a_net_that_answers_alike(tmp_path: Path) -> None:
    torch.manual_seed(0)
    net = _lived_in(nets.Locator())
    export.write_locator(net, tmp_path / "l.onnx")
    sample = torch.rand(2, 3, 64, 96)
    again = nets.Locator()
    warm.fill(again, warm.stored(tmp_path / "l.onnx"), sample)
    with torch.no_grad():
        assert again.eval()(sample) == pytest.approx(net(sample), abs=1e-3)


def test_pool_returns_to_hard_patches() -> None:
    pool = classifier._Pool(40)
    pool.add(patches.Patches(np.zeros((40, 64, 48, 3), np.uint8), np.zeros((40, 3), np.int64)))
    pool.mark(np.arange(40), np.where(np.arange(40) < 4, 9.0, 0.0).astype(np.float32))
    picked = pool.pick(np.random.default_rng(2), 400)
    assert (picked < 4).mean() > 0.4
    assert len(np.unique(picked)) > 35


@pytest.mark.parametrize("name", ["locator", "classifier"])
def test_shipped_bytes_answer_like_the_network_they_copy(name: str) -> None:
    rng = np.random.default_rng(5)
    shape = (1, 3, 96, 128) if name == "locator" else (6, 3, 64, 48)
    x = rng.uniform(0.2, 0.9, shape).astype(np.float32)
    plain, small = (_run(SHIPPED / f"{name}{kind}.onnx", x) for kind in ("", "-int8"))
    assert [a.shape for a in small] == [a.shape for a in plain]
    for ours, theirs in zip(small, plain, strict=True):
        assert np.abs(ours - theirs).mean() <= 0.12 * np.abs(theirs).mean() + 0.05
    cards = [tomllib.loads((SHIPPED / f"{name}{k}.toml").read_text("utf-8")) for k in ("", "-int8")]
    for part in ("threshold", "temperature", "certainty", "photo_certainty", "input"):
        assert cards[0].get(part) == cards[1].get(part)
