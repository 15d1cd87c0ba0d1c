"""A network of YOLOv8n's layers, widths and operations with random weights, to measure beside ours.

Written from the published layer table (depth 0.33, width 0.25): stem and stages of 16-256 channels,
cross-stage blocks, pooling pyramid, two-way neck, decoupled head on three levels. It detects
nothing; only its time counts. Needs the ``onnx`` package, which the station itself does not.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scorer.errors import InputError


class _Builder:
    """Collects the nodes and random weights of one graph."""

    def __init__(self, onnx: Any, seed: int) -> None:
        self.onnx = onnx
        self.nodes: list[Any] = []
        self.weights: list[Any] = []
        self.parameters = 0
        self._rng = np.random.default_rng(seed)
        self._count = 0

    def _name(self) -> str:
        self._count += 1
        return f"x{self._count}"

    def _weight(self, values: NDArray[np.float32] | NDArray[np.int64]) -> str:
        name = f"w{len(self.weights)}"
        self.weights.append(self.onnx.numpy_helper.from_array(values, name))
        return name

    def node(self, kind: str, inputs: list[str], **attributes: Any) -> str:
        """Add a node with one output and return the output's name."""
        out = self._name()
        self.nodes.append(self.onnx.helper.make_node(kind, inputs, [out], **attributes))
        return out

    def plain(self, x: str, c_in: int, c_out: int, kernel: int, stride: int = 1) -> str:
        """Add a convolution with bias."""
        shape = (c_out, c_in, kernel, kernel)
        spread = (c_in * kernel * kernel) ** -0.5
        weight = self._rng.standard_normal(shape).astype(np.float32) * np.float32(spread)
        self.parameters += weight.size + c_out
        bias = np.zeros(c_out, np.float32)
        inputs = [x, self._weight(weight), self._weight(bias)]
        pad = kernel // 2
        return self.node("Conv", inputs, strides=[stride] * 2, pads=[pad] * 4)

    def conv(self, x: str, c_in: int, c_out: int, kernel: int, stride: int = 1) -> str:
        """Add convolution, folded normalisation and SiLU."""
        y = self.plain(x, c_in, c_out, kernel, stride)
        return self.node("Mul", [y, self.node("Sigmoid", [y])])

    def cross_stage(self, x: str, c_in: int, c_out: int, blocks: int, skip: bool) -> str:
        """Add a block that splits, runs ``blocks`` bottlenecks and joins everything."""
        half = c_out // 2
        both = self.conv(x, c_in, c_out, 1)
        sizes = self._weight(np.array([half, half], np.int64))
        left, right = self._name(), self._name()
        self.nodes.append(self.onnx.helper.make_node("Split", [both, sizes], [left, right], axis=1))
        parts = [left, right]
        for _ in range(blocks):
            y = self.conv(self.conv(parts[-1], half, half, 3), half, half, 3)
            parts.append(self.node("Add", [parts[-1], y]) if skip else y)
        joined = self.node("Concat", parts, axis=1)
        return self.conv(joined, half * (2 + blocks), c_out, 1)

    def pyramid(self, x: str, channels: int) -> str:
        """Add the pooling pyramid: three 5×5 maxima in a row, joined."""
        parts = [self.conv(x, channels, channels // 2, 1)]
        for _ in range(3):
            pooled = self.node(
                "MaxPool", [parts[-1]], kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4
            )
            parts.append(pooled)
        return self.conv(self.node("Concat", parts, axis=1), channels * 2, channels, 1)

    def twice(self, x: str) -> str:
        """Add an upsampling by two."""
        scales = self._weight(np.array([1, 1, 2, 2], np.float32))
        return self.node("Resize", [x, "", scales], mode="nearest")

    def head(self, x: str, channels: int, classes: int, width: int) -> str:
        """Add the two branches of one level: 4 × 16 box bins and the classes."""
        box = self.conv(self.conv(x, channels, 64, 3), 64, 64, 3)
        kind = self.conv(self.conv(x, channels, width, 3), width, width, 3)
        outs = [self.plain(box, 64, 64, 1), self.plain(kind, width, classes, 1)]
        return self.node("Concat", outs, axis=1)


def _graph(b: _Builder, classes: int) -> list[str]:
    x = b.conv(b.conv("image", 3, 16, 3, 2), 16, 32, 3, 2)
    x = b.cross_stage(x, 32, 32, 1, True)
    p3 = b.cross_stage(b.conv(x, 32, 64, 3, 2), 64, 64, 2, True)
    p4 = b.cross_stage(b.conv(p3, 64, 128, 3, 2), 128, 128, 2, True)
    p5 = b.cross_stage(b.conv(p4, 128, 256, 3, 2), 256, 256, 1, True)
    p5 = b.pyramid(p5, 256)
    mid = b.node("Concat", [b.twice(p5), p4], axis=1)
    mid = b.cross_stage(mid, 384, 128, 1, False)
    fine = b.node("Concat", [b.twice(mid), p3], axis=1)
    fine = b.cross_stage(fine, 192, 64, 1, False)
    down = b.node("Concat", [b.conv(fine, 64, 64, 3, 2), mid], axis=1)
    mid = b.cross_stage(down, 192, 128, 1, False)
    down = b.node("Concat", [b.conv(mid, 128, 128, 3, 2), p5], axis=1)
    coarse = b.cross_stage(down, 384, 256, 1, False)
    width = max(64, min(classes, 100))
    levels = ((fine, 64), (mid, 128), (coarse, 256))
    return [b.head(level, channels, classes, width) for level, channels in levels]


def yolov8n_size(height: int, width: int, classes: int = 54, seed: int = 0) -> tuple[bytes, int]:
    """Return an ONNX model for float32 [1,3,height,width] and its number of parameters.

    Raises:
        InputError: the ``onnx`` package is not installed, or a side is no multiple of 32 px.
    """
    if height % 32 or width % 32:
        raise InputError(f"{width}×{height}: both sides must be multiples of 32")
    try:
        onnx = importlib.import_module("onnx")
        importlib.import_module("onnx.helper")
        importlib.import_module("onnx.numpy_helper")
    except ImportError as error:
        raise InputError("the comparison network needs onnx: pip install 'dipai[train]'") from error
    builder = _Builder(onnx, seed)
    names = _graph(builder, classes)
    shape = [1, 3, height, width]
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    outputs = [helper.make_tensor_value_info(name, kind, None) for name in names]
    image = helper.make_tensor_value_info("image", kind, shape)
    graph = helper.make_graph(builder.nodes, "yardstick", [image], outputs, builder.weights)
    opsets = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    return bytes(model.SerializeToString()), builder.parameters
