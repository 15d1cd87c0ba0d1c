"""Measures what each stage from picture to score costs on this machine."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from hardware.cameras import open_camera
from hardware.simtable.deals import random_deal
from hardware.simtable.director import Director, Habits
from hardware.simtable.layout import Layout
from hardware.simtable.truth import history
from hardware.yardstick import yolov8n_size
from scorer.fold import fold
from scorer.history import Event as HistoryEvent
from scorer.history import dumps, loads
from vision import cards
from vision.calibration import Calibration
from vision.classify import Classifier
from vision.detector import CardDetector
from vision.frame import Frame, Image
from vision.indices import Indices
from vision.locate import Locator
from vision.model import MODEL_FOLDER, Network
from vision.motion import Surface
from vision.processor import chosen

STAGES = ("decode", "motion", "locate", "classify", "build", "fold")
SKIP = 320
"""Frames at the beginning of a session, the draw, that are decoded only."""
WIDE = (736, 1280)
"""Height and width at which detectors of general use are often measured."""


@dataclass(slots=True)
class Timings:
    """Milliseconds of each stage, one entry per frame (fold: per deal)."""

    ms: dict[str, list[float]] = field(default_factory=dict)

    @contextmanager
    def measure(self, stage: str) -> Iterator[None]:
        """Add the time that the block takes."""
        begin = time.perf_counter()
        yield
        self.ms.setdefault(stage, []).append((time.perf_counter() - begin) * 1000)

    def summary(self) -> dict[str, dict[str, float]]:
        """Return count, median and 95th percentile (ms) of each stage."""
        rows = {}
        for stage, values in self.ms.items():
            ordered = sorted(values)
            rows[stage] = {
                "n": len(values),
                "median_ms": round(statistics.median(ordered), 3),
                "p95_ms": round(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))], 3),
            }
        return rows


class _TimedLocator(Locator):
    """A locator that notes its time and the size of what it looked at."""

    def __init__(self, network: Network, timings: Timings) -> None:
        super().__init__(network)
        self._timings = timings
        self.seen: tuple[int, int] = (0, 0)

    def find(self, image: Image, scale: float = 1.0) -> Indices:
        self.seen = (image.shape[0], image.shape[1])
        with self._timings.measure("locate"):
            return super().find(image, scale)


class _TimedClassifier(Classifier):
    """A classifier that notes its time."""

    def __init__(self, network: Network, timings: Timings) -> None:
        super().__init__(network)
        self._timings = timings

    def read(self, patches: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        with self._timings.measure("classify"):
            return super().read(patches)


@dataclass(frozen=True, slots=True)
class Seeing:
    """What the vision stages cost: timings, indices per frame, the locator's input (h, w in px)."""

    timings: Timings
    indices: float
    locator_input: tuple[int, int]


def bench_vision(
    video: Path, calibration: Calibration, frames: int, threads: int, models: Path = MODEL_FOLDER
) -> Seeing:
    """Time decoding, motion and detection on ``frames`` frames spread over a session.

    Raises:
        VisionError: the video or a network cannot be used.
    """
    timings = Timings()
    locator = _TimedLocator(Network(chosen(models, "locator"), threads), timings)
    classifier = _TimedClassifier(Network(chosen(models, "classifier"), threads), timings)
    detector = CardDetector(locator, classifier)
    surface = Surface(calibration)
    counts: list[int] = []
    for frame in _decoded(video, timings, frames):
        with timings.measure("motion"):
            surface.update(frame)
        with timings.measure("detect, whole"):
            indices = detector.table_indices(frame.image, calibration)
        width, height = calibration.card_mm
        with timings.measure("build"):
            cards.build(indices, height / width)
        counts.append(len(indices))
    return Seeing(timings, statistics.fmean(counts), locator.seen)


def _decoded(video: Path, timings: Timings, frames: int) -> Iterator[Frame]:
    """Yield frames of the play, leaving out the draw at the beginning."""
    with open_camera(f"video:{video}") as camera:
        for index in range(SKIP + frames):
            with timings.measure("decode"):
                frame = camera.read()
            if frame is None:
                return
            if index >= SKIP or index < 1:
                yield frame


def bench_fold(timings: Timings, deals: int) -> None:
    """Time the fold of whole two-deck deals, proofs included."""
    for seed in range(deals):
        events = deal_events(seed)
        with timings.measure("fold"):
            fold(events)


def deal_events(seed: int) -> list[HistoryEvent]:
    """Return the history of a random legal deal."""
    rng = Random(seed)
    deal = random_deal(rng)
    director = Director(Layout(1080, 600), Habits(), rng)
    director.play(deal)
    rows = history(deal, director.timed, "house-2deck", f"bench-{seed}")
    return loads(dumps([HistoryEvent(n, row) for n, row in enumerate(rows, 1)]))


def session_ms(run: Callable[[], object], repeats: int) -> float:
    """Return the median time of a call in ms, after one call to warm up."""
    run()
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        run()
        times.append((time.perf_counter() - begin) * 1000)
    return round(statistics.median(times), 2)


def bench_yardstick(size: tuple[int, int], threads: int, repeats: int) -> dict[str, float]:
    """Time one frame of a YOLOv8n-size network at an input of ``size`` (h, w), rounded up to 32.

    Raises:
        InputError: the ``onnx`` package is missing.
    """
    height, width = (-(-side // 32) * 32 for side in size)
    model, parameters = yolov8n_size(height, width)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    image = np.zeros((1, 3, height, width), np.float32)
    ms = session_ms(lambda: session.run(None, {"image": image}), repeats)
    return {"height": height, "width": width, "parameters": parameters, "median_ms": ms}


def peak_memory_mb() -> float:
    """Return the largest resident size of this process so far, in MB."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
