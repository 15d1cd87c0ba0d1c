"""Trained networks in the hands of the station's own code, so that both find and cut alike."""

from __future__ import annotations

import numpy as np
import torch

from models.training.nets import Classifier, Locator, finish
from models.training.patches import Pose
from vision import classify, detector
from vision import locate as station

HEAT = 0.1
"""Lowest heat of a peak that is looked at; the classifier rejects what is no index."""
INPUT_WIDTH = 60.0


class _Torch:
    """What `vision.model.Network` offers, answered by a network in memory."""

    def __init__(self, net: torch.nn.Module, numbers: dict[tuple[str, ...], float]) -> None:
        self._net = net
        self._numbers = numbers

    def number(self, *keys: str, default: float) -> float:
        return self._numbers.get(keys, default)

    def run(self, batch: np.ndarray, *outputs: str) -> list[np.ndarray]:
        x = torch.from_numpy(batch).contiguous(memory_format=torch.channels_last)
        with torch.no_grad():
            if isinstance(self._net, Locator):
                return [finish(self._net(x)).numpy()]
            return [part.numpy() for part in self._net(x)][: len(outputs)]


def finder(net: Locator, heat: float = HEAT) -> station.Locator:
    """The station's index search on a network in training."""
    numbers = {("threshold", "heat"): heat, ("input", "card_width_px"): INPUT_WIDTH}
    return station.Locator(_Torch(net.eval(), numbers))


def reader(net: Classifier, numbers: dict[tuple[str, ...], float]) -> classify.Classifier:
    """The station's patch reading on a network in training."""
    return classify.Classifier(_Torch(net.eval(), numbers))


def card_detector(
    locator: Locator, classifier: Classifier, numbers: dict[tuple[str, ...], float]
) -> detector.CardDetector:
    """The station's detector on two networks in training."""
    return detector.CardDetector(finder(locator), reader(classifier, numbers))


def locate(finder: station.Locator, image: np.ndarray, scale: float) -> list[Pose]:
    """Poses in px of the RGB picture, found at `scale` of its size."""
    found = finder.find(np.ascontiguousarray(image[..., ::-1]), scale)
    turns = np.arctan2(found.down[:, 1], found.down[:, 0])
    return [
        Pose(float(x) - 0.5, float(y) - 0.5, float(turn), float(width))
        for (x, y), turn, width in zip(found.xy, turns, found.width, strict=True)
    ]
