"""A single-stage detector of the size in common use, to time the two networks against.

Nothing is trained: only the number of parameters (about 3.0 million) and of multiplications (about
4.1 thousand million at 640 × 640) matter. The layers are an ordinary residual pyramid.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

CLASSES = 54
BOX_CHANNELS = 64


def _conv(inputs: int, outputs: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    conv = nn.Conv2d(inputs, outputs, size, stride, size // 2)
    return nn.Sequential(conv, nn.SiLU(inplace=True))


class _Stage(nn.Module):
    """Residual pairs on half of the channels, joined by 1×1 convolutions."""

    def __init__(self, inputs: int, outputs: int, pairs: int) -> None:
        super().__init__()
        half = outputs // 2
        self.enter = _conv(inputs, outputs, 1)
        self.pairs = nn.ModuleList(
            nn.Sequential(_conv(half, half), _conv(half, half)) for _ in range(pairs)
        )
        self.leave = _conv(outputs + half * pairs, outputs, 1)

    def forward(self, x: Tensor) -> Tensor:
        first, last = self.enter(x).chunk(2, 1)
        parts = [first, last]
        for pair in self.pairs:
            last = last + pair(last)
            parts.append(last)
        return self.leave(torch.cat(parts, 1))


class Reference(nn.Module):
    """[N, 3, H, W] to three maps of 64 box and 54 class channels at strides 8, 16 and 32."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 16, 3, 2), _conv(16, 32, 3, 2), _Stage(32, 32, 1))
        self.eighth = nn.Sequential(_conv(32, 64, 3, 2), _Stage(64, 64, 2))
        self.sixteenth = nn.Sequential(_conv(64, 128, 3, 2), _Stage(128, 128, 2))
        self.last = nn.Sequential(
            _conv(128, 256, 3, 2), _Stage(256, 256, 1), _conv(256, 128, 1), _conv(128, 256, 1)
        )
        self.up16, self.up8 = _Stage(384, 128, 1), _Stage(192, 64, 1)
        self.down16, self.down32 = _conv(64, 64, 3, 2), _conv(128, 128, 3, 2)
        self.out16, self.out32 = _Stage(192, 128, 1), _Stage(384, 256, 1)
        self.boxes = nn.ModuleList(self._branch(c, BOX_CHANNELS) for c in (64, 128, 256))
        self.classes = nn.ModuleList(self._branch(c, CLASSES) for c in (64, 128, 256))

    @staticmethod
    def _branch(inputs: int, outputs: int) -> nn.Sequential:
        return nn.Sequential(_conv(inputs, 64), _conv(64, 64), nn.Conv2d(64, outputs, 1))

    def forward(self, image: Tensor) -> list[Tensor]:
        eighth = self.eighth(self.stem(image))
        sixteenth = self.sixteenth(eighth)
        last = self.last(sixteenth)
        up = functional.interpolate(last, scale_factor=2.0)
        middle = self.up16(torch.cat([up, sixteenth], 1))
        up = functional.interpolate(middle, scale_factor=2.0)
        small = self.up8(torch.cat([up, eighth], 1))
        middle = self.out16(torch.cat([self.down16(small), middle], 1))
        large = self.out32(torch.cat([self.down32(middle), last], 1))
        maps = (small, middle, large)
        return [
            torch.cat([b(m), c(m)], 1)
            for m, b, c in zip(maps, self.boxes, self.classes, strict=True)
        ]


def cost(net: nn.Module, height: int, width: int) -> tuple[int, int]:
    """Parameters, and multiplications of the convolutions for one picture."""
    total = 0

    def count(module: nn.Module, _inputs: object, output: Tensor) -> None:
        nonlocal total
        if isinstance(module, nn.Conv2d):
            total += module.weight.numel() * output.shape[2] * output.shape[3]
        elif isinstance(module, nn.Linear):
            total += module.weight.numel()

    hooks = [m.register_forward_hook(count) for m in net.modules() if not list(m.children())]
    with torch.no_grad():
        net.eval()(torch.zeros(1, 3, height, width))
    for hook in hooks:
        hook.remove()
    return sum(p.numel() for p in net.parameters()), total
