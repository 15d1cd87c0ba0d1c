"""Trained weights to ONNX: batch norm folded, opset 17, dynamic sizes."""

from __future__ import annotations

import copy
import hashlib
import pathlib
import warnings

import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from models.training.nets import Classifier, Locator, Published, PublishedClassifier

OPSET = 17


def folded(net: nn.Module) -> nn.Module:
    """A copy whose batch norms are merged into the convolutions before them."""
    net = copy.deepcopy(net).eval().float()
    for module in list(net.modules()):
        if (
            isinstance(module, nn.Sequential)
            and len(module) == 3
            and isinstance(module[1], nn.BatchNorm2d)
        ):
            module[0] = fuse_conv_bn_eval(module[0], module[1])
            module[1] = nn.Identity()
    return net.to(memory_format=torch.contiguous_format)


def _write(
    net: nn.Module,
    example: torch.Tensor,
    path: pathlib.Path,
    names: tuple[str, list[str]],
    axes: dict,
) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net, (example,), str(path), opset_version=OPSET, dynamo=False,
            input_names=[names[0]], output_names=names[1], dynamic_axes=axes,
        )  # fmt: skip
    return sha256(path)


def write_locator(net: Locator, path: pathlib.Path) -> str:
    """Export the locator; the SHA-256 of the file."""
    axes = {"image": {0: "n", 2: "h", 3: "w"}, "maps": {0: "n", 2: "h2", 3: "w2"}}
    return _write(
        Published(folded(net)).eval(), torch.rand(1, 3, 64, 96), path, ("image", ["maps"]), axes
    )


def write_classifier(net: Classifier, path: pathlib.Path) -> str:
    """Export the classifier; the SHA-256 of the file."""
    outputs = ["rank", "suit", "reject", "features"]
    axes = {name: {0: "n"} for name in ("patch", *outputs)}
    whole = PublishedClassifier(folded(net)).eval()
    return _write(whole, torch.rand(2, 3, 64, 48), path, ("patch", outputs), axes)


def sha256(path: pathlib.Path) -> str:
    """Hex digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def averaged(net: nn.Module, folder: pathlib.Path) -> nn.Module:
    """The net with the averaged weights of a training folder."""
    state = torch.load(folder / "checkpoint.pt", map_location="cpu", weights_only=True)
    net.load_state_dict(state["average"])
    return net.eval()
