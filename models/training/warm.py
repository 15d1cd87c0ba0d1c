"""Shipped networks back to weights that training can go on from.

Exported networks have their batch norms folded; here every batch norm is set to what its layer
gives on a sample, so that the network answers as before. A wider network keeps the answers of the
narrow one: its new channels start with almost no say.
"""

from __future__ import annotations

import pathlib

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

QUIET = 0.02
"""Say of a new channel, relative to an ordinary start."""


def stored(path: pathlib.Path) -> dict[str, Tensor]:
    """The named weights of an exported network."""
    graph = onnx.load(path).graph
    return {i.name: torch.tensor(numpy_helper.to_array(i)) for i in graph.initializer}


def fill(net: nn.Module, weights: dict[str, Tensor], sample: Tensor) -> None:
    """Give a net (layers named as in the export, as wide or wider) the weights of an exported one.

    `sample` is an input on which the batch norms are set.
    """
    known = {name.removeprefix("locator."): value for name, value in weights.items()}
    for name, layer in net.named_modules():
        if isinstance(layer, nn.Conv2d | nn.Linear) and f"{name}.weight" in known:
            _widen(layer, known[f"{name}.weight"])
    blocks = [
        (name, m) for name, m in net.named_modules()
        if isinstance(m, nn.Sequential) and len(m) == 3 and isinstance(m[1], nn.BatchNorm2d)
    ]  # fmt: skip
    net.eval()
    for name, module in blocks:
        _settle(net, module, known[f"{name}.0.bias"], sample)
    for name, layer in net.named_modules():
        bias = known.get(f"{name}.bias")
        if isinstance(layer, nn.Conv2d | nn.Linear) and layer.bias is not None and bias is not None:
            with torch.no_grad():
                layer.bias[: len(bias)] = bias


def _widen(layer: nn.Conv2d | nn.Linear, old: Tensor) -> None:
    """Old weights in the first rows and columns; new inputs almost silent, new outputs as new."""
    new = layer.weight
    outputs, inputs = old.shape[:2]
    with torch.no_grad():
        new[:, inputs:] *= QUIET
        new[:outputs, :inputs] = old


def _settle(net: nn.Module, module: nn.Sequential, bias: Tensor, sample: Tensor) -> None:
    """Set a batch norm: its first channels give conv + bias, the others mean 0, spread 1."""
    seen: list[Tensor] = []
    hook = module[0].register_forward_hook(lambda _m, _i, out: seen.append(out.detach()))
    with torch.no_grad():
        net(sample)
    hook.remove()
    norm = module[1]
    mean, var = seen[0].mean((0, 2, 3)), seen[0].var((0, 2, 3), unbiased=False)
    with torch.no_grad():
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(var)
        norm.weight.fill_(1.0)
        norm.bias.zero_()
        count = len(bias)
        norm.weight[:count] = (var[:count] + norm.eps).sqrt()
        norm.bias[:count] = bias + mean[:count]
