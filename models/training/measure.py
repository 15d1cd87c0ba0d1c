"""Figures of the shipped networks on held-out scenes: cards counted, probabilities, time."""

from __future__ import annotations

import collections
import dataclasses
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnxruntime
import torch

from models.training import calibrate, export, legible, patches, reference, scene
from scorer.cards import JOKERS
from vision import patches as station
from vision.certainty import kind_of
from vision.classify import Classifier
from vision.detector import CardDetector
from vision.locate import Locator
from vision.model import Network
from vision.processor import chosen
from vision.readings import Reading

SIZE = (960, 720)
WIDTHS = (90.0, 130.0)
SEED = 700_000_000


@dataclasses.dataclass(frozen=True)
class Condition:
    """A kind of held-out scene: layouts, fan step in mm, range of tilt in degrees."""

    name: str
    layouts: tuple[str, ...]
    step_mm: float | None
    tilt: float


CONDITIONS = (
    Condition("rows and arcs, 11 mm steps, tilt to 35°", ("row", "arc"), 11.0, 35.0),
    Condition("rows and arcs, 14 mm steps, tilt to 35°", ("row", "arc"), 14.0, 35.0),
    Condition("rows and arcs, 18 mm steps, tilt to 35°", ("row", "arc"), 18.0, 35.0),
    Condition("rows and arcs, 24 mm steps, tilt to 35°", ("row", "arc"), 24.0, 35.0),
    Condition("rows and arcs, 14 mm steps, tilt to 10°", ("row", "arc"), 14.0, 10.0),
    Condition("cards apart, tilt to 35°", ("spread",), None, 35.0),
    Condition("heaps, tilt to 35°", ("heap",), None, 35.0),
)


@dataclasses.dataclass(frozen=True)
class Case:
    """One scene read: `pairs` are probability, right or wrong, and card of each reading."""

    condition: str
    seed: int
    made: scene.Scene
    readable: collections.Counter[str]
    pairs: list[tuple[float, bool, str]]
    readings: list[Reading]


def readable(made: scene.Scene) -> collections.Counter[str]:
    """Cards of which at least one index is free and legible."""
    owners = {
        i.owner: i.card
        for i in made.indices
        if i.visible >= patches.GOOD and legible.strokes_left(made, i) >= legible.LEAST
    }
    return collections.Counter(owners.values())


def read(detector: CardDetector, condition: str, seed: int, made: scene.Scene) -> Case:
    """Read a scene as a photograph; readings are matched to the cards it shows, best first."""
    readings = detector.read_photo(np.ascontiguousarray(made.image[..., ::-1]), min_p=0.0)
    left = collections.Counter(p.card for p in made.cards if p.face)
    pairs = []
    for reading in sorted(readings, key=lambda r: -r.p):
        right = left[reading.card] > 0
        left[reading.card] -= right
        pairs.append((reading.p, bool(right), reading.card))
    return Case(condition, seed, made, readable(made), pairs, readings)


def scenes(detector: CardDetector, count: int, first: int = SEED) -> list[Case]:
    """Read `count` scenes of every condition, with a line of progress each."""
    cases = []
    for number, condition in enumerate(CONDITIONS):
        for k in range(count):
            seed = first + number * 10_000 + k
            options = scene.Options(
                size=SIZE, width=WIDTHS, tilt=condition.tilt, held_out=True,
                layout=condition.layouts[k % len(condition.layouts)], step_mm=condition.step_mm,
                keep_clear=True,
            )  # fmt: skip
            cases.append(read(detector, condition.name, seed, scene.render(seed, options)))
        print(f"{condition.name}: {count} scenes", flush=True)
    return cases


def judged(cases: list[Case]) -> list[calibrate.Judged]:
    """All readings of some scenes, for calibration."""
    return [
        calibrate.Judged(p, kind_of(reading), ok, reading.heat)
        for case in cases
        for reading, (p, ok, _) in zip(
            sorted(case.readings, key=lambda r: -r.p), case.pairs, strict=True
        )
    ]


def wanted(cases: list[Case]) -> dict[str, int]:
    """How many plain cards and how many jokers of some scenes are readable."""
    found = collections.Counter[str]()
    for case in cases:
        for card, many in case.readable.items():
            found["joker" if card in JOKERS else "plain"] += many
    return {"plain": found["plain"], "joker": found["joker"]}


def counts(p: float, card: str, limits: dict[str, float]) -> bool:
    """Whether a reading of this probability would be printed."""
    return p >= limits["joker" if card in JOKERS else "photo"]


def rates(cases: list[Case], limits: dict[str, float]) -> dict[str, float]:
    """Recall over readable cards, precision over readings and share of scenes without a fault."""
    hits = wanted = printed = right = perfect = exact = classes = 0
    for case in cases:
        kept = [(ok, card) for p, ok, card in case.pairs if counts(p, card, limits)]
        got = collections.Counter(card for _, card in kept)
        hits += sum((got & case.readable).values())
        wanted += sum(case.readable.values())
        printed += len(kept)
        right += sum(ok for ok, _ in kept)
        shown = collections.Counter(c.card for c in case.made.cards if c.face)
        perfect += not (case.readable - got) and not (got - shown)
        for card, many in case.readable.items():
            classes += 1
            exact += many <= got[card] <= shown[card]
    return {
        "cards": wanted,
        "recall": hits / max(1, wanted),
        "precision": right / max(1, printed),
        "perfect": perfect / max(1, len(cases)),
        "exact_counts": exact / max(1, classes),
    }


def calibration(cases: list[Case]) -> float:
    """Expected calibration error of all readings."""
    pairs = [(p, ok) for case in cases for p, ok, _ in case.pairs]
    p, right = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])
    return calibrate.calibration_error(p, right)


def certain(cases: list[Case], errors: float = 0.001) -> tuple[float, float]:
    """Lowest probability above which at most `errors` are wrong, and the share of cards read."""
    pairs = sorted((p, ok) for c in cases for p, ok, _ in c.pairs)[::-1]
    wanted = sum(sum(c.readable.values()) for c in cases)
    wrong, best, limit = 0, 0, 1.0
    for n, (p, ok) in enumerate(pairs, 1):
        wrong += not ok
        if wrong <= errors * n:
            best, limit = n - wrong, p
    return limit, best / max(1, wanted)


def _time(session: onnxruntime.InferenceSession, x: np.ndarray, repeats: int) -> float:
    name = session.get_inputs()[0].name
    session.run(None, {name: x})
    spent = []
    for _ in range(repeats):
        start = time.perf_counter()
        session.run(None, {name: x})
        spent.append(time.perf_counter() - start)
    return min(spent) * 1000


def _session(path: pathlib.Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def speed(models: pathlib.Path, repeats: int = 40) -> list[tuple[str, str, float]]:
    """Least time in ms of each network on one thread: what, input, ms."""
    rng = np.random.default_rng(0)
    rows = []
    locator, classifier = (_session(chosen(models, n)) for n in ("locator", "classifier"))
    for high, wide in ((544, 960), (736, 1280)):
        x = rng.random((1, 3, high, wide), np.float32)
        rows.append(("locator", f"{wide}x{high}", _time(locator, x, repeats)))
    x = rng.random((64, 3, 64, 48), np.float32)
    rows.append(("classifier", "64 patches", _time(classifier, x, repeats)))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "reference.onnx"
        torch.onnx.export(
            reference.Reference().eval(), (torch.zeros(1, 3, 64, 64),), str(path), dynamo=False,
            opset_version=export.OPSET, input_names=["image"],
            dynamic_axes={"image": {2: "h", 3: "w"}},
        )  # fmt: skip
        x = rng.random((1, 3, 736, 1280), np.float32)
        rows.append(("reference of YOLOv8n size", "1280x736", _time(_session(path), x, 5)))
    return rows


def frame_time(models: pathlib.Path, repeats: int = 60) -> float:
    """Least time in ms of one look at a 1920×1080 frame, 64 indices classified, one thread."""
    finder = Locator(Network(chosen(models, "locator")))
    reader = Classifier(Network(chosen(models, "classifier")))
    made = scene.render(SEED + 5, scene.Options(size=(1920, 1080), width=(119.0, 121.0), tilt=5.0))
    picture = np.ascontiguousarray(made.image[..., ::-1])
    spent = []
    for _ in range(repeats):
        start = time.perf_counter()
        found = finder.find(picture, 0.5)
        rows = np.resize(np.arange(len(found)), 64)
        reader.read(station.cut(station.Pyramid(picture), found.take(rows)))
        spent.append(time.perf_counter() - start)
    return min(spent) * 1000


def watch_memory() -> float:
    """Peak memory in MiB of `dipai watch` on the demo session, a process of its own."""
    session = pathlib.Path(__file__).parents[2] / "hardware" / "demo" / "session.mp4"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hardware.cli", "watch", str(session), "--threads", "1"]
        command += ["--profile", "house-2deck", "--out", f"{folder}/seen.jsonl"]
        command += ["--evidence", f"{folder}/evidence"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        # What wait4 says includes the memory of this large process, which was forked.
        peak, status = 0, pathlib.Path(f"/proc/{process.pid}/status")
        while process.poll() is None:
            for line in status.read_text("utf-8").splitlines():
                if line.startswith("VmHWM") and process.poll() is None:
                    peak = max(peak, int(line.split()[1]))
            time.sleep(0.1)
    return peak / 1024


def legible_share(cases: list[Case]) -> float:
    """Share of the cards with a free index of which a free index is legible."""
    free = sum(
        len({i.owner for i in case.made.indices if i.visible >= patches.GOOD}) for case in cases
    )
    return sum(sum(case.readable.values()) for case in cases) / max(1, free)
