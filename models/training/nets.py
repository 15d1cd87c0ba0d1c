"""The two networks: an index locator and a corner patch classifier, plain 3×3 convolutions."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

TYPICAL_WIDTH = 60.0
"""Card width in px at the locator's input that its bias starts from."""


FLAT = 0.04
"""Deviation of a patch (0-1) below which its contrast is not fully stretched."""


def block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """Convolution 3×3, batch norm, ReLU."""
    conv = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Locator(nn.Module):
    """[N, 3, H, W] RGB 0-1 to raw maps [N, 6, H/2, W/2]; see `finish` for their meaning."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = block(3, 16, 2)
        self.quarter = nn.Sequential(block(16, 32, 2), block(32, 32))
        self.eighth = nn.Sequential(block(32, 48, 2), block(48, 48))
        self.sixteenth = nn.Sequential(block(48, 64, 2), block(64, 64))
        self.down16 = nn.Conv2d(64, 48, 1)
        self.down8 = nn.Conv2d(48, 32, 1)
        self.join = block(32, 32)
        self.head = nn.Conv2d(32, 24, 3, 1, 1)
        with torch.no_grad():
            bias = torch.zeros(6, 4)
            bias[0] = -4.0
            bias[5] = math.log(TYPICAL_WIDTH)
            self.head.bias.copy_(bias.flatten())

    def forward(self, image: Tensor) -> Tensor:
        half = self.stem(image * 4 - 2)
        quarter = self.quarter(half)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        up = functional.interpolate(self.down16(sixteenth), scale_factor=2.0)
        eighth = functional.relu(eighth + up)
        up = functional.interpolate(self.down8(eighth), scale_factor=2.0)
        quarter = functional.relu(quarter + up)
        return functional.pixel_shuffle(self.head(self.join(quarter)), 2)


def finish(maps: Tensor) -> Tensor:
    """Raw maps to the published ones: heat becomes a probability."""
    return torch.cat([torch.sigmoid(maps[:, :1]), maps[:, 1:]], 1)


class Published(nn.Module):
    """The locator as exported."""

    def __init__(self, locator: Locator) -> None:
        super().__init__()
        self.locator = locator

    def forward(self, image: Tensor) -> Tensor:
        return finish(self.locator(image))


class Classifier(nn.Module):
    """[N, 3, 64, 48] RGB 0-1 to logits: rank [N, 14], suit [N, 6], reject [N, 1]."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            block(3, 32, 2),
            block(32, 64, 2),
            block(64, 64),
            block(64, 96, 2),
            block(96, 96),
            block(96, 96, 2),
        )
        self.hidden = nn.Linear(96 * 4 * 3, 128)
        self.out = nn.Linear(128, 21)

    def forward(self, patch: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return self.described(patch)[:3]

    def described(self, patch: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return the logits, then what they are drawn from: last maps and hidden layer, flat."""
        maps = self.features(even(patch)).flatten(1)
        hidden = functional.relu(self.hidden(maps))
        x = self.out(hidden)
        return x[:, :14], x[:, 14:20], x[:, 20:], torch.cat([maps, hidden], 1)


class PublishedClassifier(nn.Module):
    """The classifier as exported: decks are enrolled by its features."""

    def __init__(self, classifier: Classifier) -> None:
        super().__init__()
        self.classifier = classifier

    def forward(self, patch: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        return self.classifier.described(patch)


def even(patch: Tensor) -> Tensor:
    """Each patch with mean 0 and deviation about 1, so that a dark one looks like a bright one.

    All channels share mean and deviation: colours stay. `FLAT` keeps bare felt from becoming noise.
    """
    middle = patch.mean((1, 2, 3), keepdim=True)
    away = patch - middle
    spread = (away * away).mean((1, 2, 3), keepdim=True).sqrt()
    return away / (spread + FLAT)
