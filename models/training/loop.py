"""What both trainings share: schedule, averaged weights, checkpoints, progress, loss plots."""

from __future__ import annotations

import copy
import csv
import dataclasses
import pathlib
import time

import cv2
import numpy as np
import torch
from torch import nn

PEAK_RATE = 2.5e-3
WARM_UP = 200
COOL_DOWN = 0.65
"""Share of the steps at the end over which the rate falls to nothing."""


def rate(step: int, steps: int) -> float:
    """Learning rate: short rise, plateau, then a half cosine down to 1 % over the last part."""
    rise = min(1.0, (step + 1) / WARM_UP)
    start = steps * (1 - COOL_DOWN)
    if step < start:
        return PEAK_RATE * rise
    fall = (step - start) / max(1.0, steps - start)
    return PEAK_RATE * rise * float(0.01 + 0.99 * (1 + np.cos(np.pi * min(1.0, fall))) / 2)


@dataclasses.dataclass
class Run:
    """A training in progress: the network, its running average, and the folder of its files."""

    folder: pathlib.Path
    net: nn.Module
    steps: int
    step: int = 0

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.average = copy.deepcopy(self.net).eval()
        decayed = [p for p in self.net.parameters() if p.ndim > 1]
        plain = [p for p in self.net.parameters() if p.ndim <= 1]
        groups = [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
        self.optimiser = torch.optim.AdamW(groups, lr=PEAK_RATE)
        self.started, self.first = time.monotonic(), 0
        self.sums: dict[str, float] = {}
        self.counted = 0

    def resume(self) -> None:
        """Continue from the folder's checkpoint, if there is one."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return
        state = torch.load(path, map_location="cpu", weights_only=True)
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step = self.first = int(state["step"])
        self._forget_later_rows()

    def _forget_later_rows(self) -> None:
        """Drop what the log says about steps after the checkpoint; they are done again."""
        path = self.folder / "log.csv"
        if path.exists():
            head, *rows = path.read_text("utf-8").splitlines()
            kept = [row for row in rows if int(row.split(",")[0]) <= self.step]
            path.write_text("\n".join([head, *kept]) + "\n", "utf-8")

    def save(self) -> None:
        """Write the checkpoint; a stop in the middle leaves the previous one."""
        state = {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
        }
        torch.save(state, self.folder / "checkpoint.tmp")
        (self.folder / "checkpoint.tmp").replace(self.folder / "checkpoint.pt")

    def advance(self, loss: torch.Tensor, parts: dict[str, float]) -> None:
        """One optimiser step with its bookkeeping."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate(self.step, self.steps)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        keep = min(0.998, self.step / (self.step + 20.0))
        with torch.no_grad():
            ours, theirs = self.average.state_dict(), self.net.state_dict()
            for name, value in theirs.items():
                if value.dtype.is_floating_point:
                    ours[name].lerp_(value, 1 - keep)
                else:
                    ours[name].copy_(value)
        for name, value in parts.items():
            self.sums[name] = self.sums.get(name, 0.0) + value
        self.counted += 1

    def report(self) -> None:
        """Print progress, append the means to `log.csv`, redraw `loss.png`."""
        means = {k: v / self.counted for k, v in self.sums.items()}
        self.sums, self.counted = {}, 0
        spent = time.monotonic() - self.started
        left = spent / max(1, self.step - self.first) * (self.steps - self.step)
        text = "  ".join(f"{k} {v:.4f}" for k, v in means.items())
        clock = f"{spent / 60:.1f} min, {left / 60:.0f} min left"
        print(f"step {self.step}/{self.steps}  {text}  {clock}", flush=True)
        path = self.folder / "log.csv"
        new = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            if new:
                writer.writerow(["step", *means])
            writer.writerow([self.step, *(f"{v:.5f}" for v in means.values())])
        plot(path, self.folder / "loss.png")


def steps_done(folder: pathlib.Path) -> int:
    """Steps of the checkpoint in a training folder."""
    state = torch.load(folder / "checkpoint.pt", map_location="cpu", weights_only=True)
    return int(state["step"])


def plot(table: pathlib.Path, picture: pathlib.Path) -> None:
    """Draw the columns of a log as curves, each scaled to its own range (log scale)."""
    with table.open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    names = rows[0][1:]
    values = np.array([[float(v) for v in r] for r in rows[1:]])
    if len(values) < 2:
        return
    image = np.full((360, 720, 3), 255, np.uint8)
    colours = [
        (200, 60, 30),
        (40, 140, 40),
        (40, 40, 200),
        (160, 100, 0),
        (120, 40, 140),
        (90, 90, 90),
    ]
    xs = 20 + values[:, 0] / values[-1, 0] * 680
    for k, name in enumerate(names):
        ys = np.log(np.maximum(values[:, k + 1], 1e-6))
        low, high = ys.min(), ys.max() + 1e-9
        points = np.column_stack([xs, 320 - (ys - low) / (high - low) * 290])
        colour = colours[k % len(colours)]
        cv2.polylines(image, [points.astype(np.int32)], False, colour, 1, cv2.LINE_AA)
        label = f"{name} {values[0, k + 1]:.3g} to {values[-1, k + 1]:.3g}"
        cv2.putText(
            image,
            label,
            (20 + 230 * (k % 3), 338 + 16 * (k // 3)),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.4,
            colour,
            1,
        )
    cv2.imwrite(str(picture), image)
