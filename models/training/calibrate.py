"""Temperatures and thresholds from held-out synthetic scenes, never from photographs."""

from __future__ import annotations

import dataclasses

import numpy as np
import torch
from torch.nn import functional

from models.training import bridge, patches, scene
from models.training.nets import Classifier, Locator
from vision.certainty import COLDEST, KINDS, SUREST

TEMPERATURES = np.exp(np.linspace(np.log(0.4), np.log(3.0), 41))


@dataclasses.dataclass(frozen=True)
class Collected:
    """Logits of located patches with their truth; `missed` counts indices without a patch."""

    rank: torch.Tensor
    suit: torch.Tensor
    reject: torch.Tensor
    labels: torch.Tensor
    missed: int
    indices: int


def collect(locator: Locator, classifier: Classifier, scenes: int, first_seed: int) -> Collected:
    """Run both networks on held-out scenes with ordinary to hard light."""
    finder = bridge.finder(locator)
    outputs, labels = [], []
    missed = total = 0
    for seed in range(first_seed, first_seed + scenes):
        size = (480, 480)
        options = scene.Options(size=size, width=(80.0, 170.0), tilt=35.0, held_out=True)
        made = scene.render(seed, options)
        widths = [i.width for i in made.indices]
        scale = bridge.INPUT_WIDTH / float(np.median(widths)) if widths else 0.5
        found = bridge.locate(finder, made.image, scale)
        answers = [patches.verdict(pose, made.indices) for pose in found]
        clear = [i for i in made.indices if i.visible >= patches.GOOD]
        total += len(clear)
        missed += sum(not any(a is i for a in answers) for i in clear)
        chosen = [
            (pose, a if isinstance(a, scene.Index) else None)
            for pose, a in zip(found, answers, strict=True)
            if a != "unclear"
        ]
        if not chosen:
            continue
        cut = patches.collect(made, chosen)
        x = torch.from_numpy(cut.images).permute(0, 3, 1, 2).float() / 255
        with torch.no_grad():
            outputs.append(classifier(x))
        labels.append(torch.from_numpy(cut.labels))
    parts = [torch.cat([o[k] for o in outputs]) for k in range(3)]
    return Collected(*parts, torch.cat(labels), missed, total)


def temperatures(data: Collected) -> dict[str, float]:
    """The divisors of the logits that make the held-out data most probable."""
    card = data.labels[:, 2] == 0
    best = {}
    for name, logits, truth in (
        ("rank", data.rank[card], data.labels[card, 0]),
        ("suit", data.suit[card], data.labels[card, 1]),
    ):
        losses = [functional.cross_entropy(logits / t, truth).item() for t in TEMPERATURES]
        best[name] = float(TEMPERATURES[int(np.argmin(losses))])
    truth = data.labels[:, 2].float()
    losses = [
        functional.binary_cross_entropy_with_logits(data.reject[:, 0] / t, truth).item()
        for t in TEMPERATURES
    ]
    best["reject"] = float(TEMPERATURES[int(np.argmin(losses))])
    return best


def calibration_error(p: np.ndarray, right: np.ndarray, bins: int = 15) -> float:
    """Expected calibration error over equally filled bins."""
    order = np.argsort(p)
    parts = np.array_split(order, bins)
    gaps = [abs(p[k].mean() - right[k].mean()) * len(k) for k in parts if len(k)]
    return float(sum(gaps) / len(p))


@dataclasses.dataclass(frozen=True)
class Judged:
    """A card read on a held-out scene: its probability, kind of reading, whether it is right."""

    p: float
    kind: str
    right: bool
    heat: float = 1.0


def lines(readings: list[Judged], warm: bool) -> dict[str, float]:
    """Slope, shift and, if `warm`, warmth of the log odds of each kind of reading.

    By logistic regression; a prior holds kinds with few readings near slope 1, shift and warmth 0.
    """
    found = {}
    for kind in KINDS:
        part = [r for r in readings if r.kind == kind]
        p = np.clip([r.p for r in part], SUREST, 1 - SUREST)
        heat = np.log(np.clip([r.heat for r in part], COLDEST, 1.0)) * warm
        x = np.column_stack([np.log(p / (1 - p)), np.ones(len(part)), heat])
        y = np.array([r.right for r in part], float)
        w = _fitted(x, y, np.array([1.0, 0.0, 0.0]), np.array([4.0, 1.0, 1.0]))
        for name, value in zip(("slope", "shift", "warmth"), w, strict=True):
            found[f"{kind}_{name}"] = float(value)
    return found


def _fitted(x: np.ndarray, y: np.ndarray, start: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """Weights of a logistic regression, held near `start` with the strength `prior`."""

    def cost(w: np.ndarray) -> float:
        z = x @ w
        return float((np.logaddexp(0, z) - y * z).sum() + (prior * (w - start) ** 2).sum() / 2)

    w = start
    for _ in range(60):
        q = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (q - y) + prior * (w - start)
        bend = (x * (q * (1 - q))[:, None]).T @ x + np.diag(prior)
        step = np.linalg.solve(bend, slope)
        while cost(w - step) > cost(w) and np.abs(step).max() > 1e-9:
            step = step / 2
        w = w - step
    return w


def thresholds(readings: list[Judged], wanted: dict[str, int]) -> dict[str, float]:
    """Least probabilities of cards with the best F0.5 on held-out scenes, jokers apart.

    F0.5 weighs a wrong card twice as heavily as one that is not read. `wanted` counts the readable
    cards, "plain" and "joker".
    """
    limits = {}
    for name in ("plain", "joker"):
        part = [r for r in readings if r.kind.startswith(name)]
        p, right = np.array([r.p for r in part]), np.array([r.right for r in part], bool)
        limits[name] = _best(p, right, wanted[name])
    return {"photo": limits["plain"], "joker": limits["joker"]}


def _best(p: np.ndarray, right: np.ndarray, wanted: int) -> float:
    best, choice = -1.0, 0.5
    for threshold in np.linspace(0.3, 0.975, 28):
        kept = p >= threshold
        hits = int((kept & right).sum())
        precision, recall = hits / max(1, int(kept.sum())), hits / max(1, wanted)
        value = 1.25 * precision * recall / max(1e-9, 0.25 * precision + recall)
        if value > best + 1e-6:
            best, choice = value, float(threshold)
    return choice


def summary(data: Collected) -> dict[str, float]:
    """Figures of single indices for the model card."""
    card = data.labels[:, 2] == 0
    right = (data.rank.argmax(1) == data.labels[:, 0]) & (data.suit.argmax(1) == data.labels[:, 1])
    return {
        "indices": data.indices,
        "located": 1 - data.missed / max(1, data.indices),
        "read_right_of_located": float(right[card].float().mean()),
    }
