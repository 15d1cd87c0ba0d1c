"""8-bit copies of exported networks, their ranges taken from scenes drawn for training."""

from __future__ import annotations

import pathlib
import tempfile
from collections.abc import Iterator

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.training import classifier, locator

SEED = 555_000
SCENES = 60
PLAIN = {"locator": ("stem", "head"), "classifier": ("features.0", "/out")}
"""Layers by part of their name that stay as they are: pixels in, positions out."""


class _Reader(CalibrationDataReader):
    def __init__(self, name: str, batches: Iterator[np.ndarray]) -> None:
        self._rows = ({name: batch} for batch in batches)

    def get_next(self) -> dict[str, np.ndarray] | None:
        return next(self._rows, None)


def _pictures() -> Iterator[np.ndarray]:
    for seed in range(SEED, SEED + SCENES):
        image = locator.draw(seed).image[: locator.CROP, : locator.CROP]
        yield np.ascontiguousarray(image.transpose(2, 0, 1)[None], np.float32) / np.float32(255)


def _patches() -> Iterator[np.ndarray]:
    for seed in range(SEED, SEED + SCENES):
        images = classifier.draw(seed, None).images
        if len(images):
            batch = images.transpose(0, 3, 1, 2)
            yield np.ascontiguousarray(batch, np.float32) / np.float32(255)


def write(source: pathlib.Path, target: pathlib.Path, kind: str) -> None:
    """Write the 8-bit copy of an exported `locator` or `classifier`."""
    batches = _pictures() if kind == "locator" else _patches()
    with tempfile.TemporaryDirectory() as place:
        ready = pathlib.Path(place) / "ready.onnx"
        quant_pre_process(source, ready, skip_symbolic_shape=True)
        graph = onnx.load(ready).graph
        name = graph.input[0].name
        plain = [n.name for n in graph.node if any(part in n.name for part in PLAIN[kind])]
        quantize_static(
            ready, target, _Reader(name, batches), quant_format=QuantFormat.QDQ, per_channel=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
            nodes_to_exclude=plain, op_types_to_quantize=["Conv", "Gemm"],
        )  # fmt: skip
