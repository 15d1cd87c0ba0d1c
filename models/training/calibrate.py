"""Temperatures and thresholds from held-out synthetic scenes, never from photographs."""

from __future__ import annotations

import dataclasses

import numpy as np
import torch
from torch.nn import functional

from models.training import bridge, patches, scene
from models.training.nets import Classifier, Locator

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


def scores(data: Collected, heat: dict[str, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Probability of each patch's best reading (with acceptance), whether right, whether joker."""
    rank = torch.log_softmax(data.rank / heat["rank"], 1)
    suit = torch.log_softmax(data.suit / heat["suit"], 1)
    plain = (rank[:, :13, None] + suit[:, None, :4]).flatten(1)
    joker = rank[:, 13:] + suit[:, 4:]
    joint = torch.softmax(torch.cat([plain, joker], 1), 1)
    best, pick = joint.max(1)
    truth = torch.where(
        data.labels[:, 0] == 13,
        52 + data.labels[:, 1] - 4,
        data.labels[:, 0] * 4 + data.labels[:, 1],
    )
    accept = torch.sigmoid(-data.reject[:, 0] / heat["reject"])
    right = (pick == truth) & (data.labels[:, 2] == 0)
    return (best * accept).numpy(), right.numpy(), (pick >= 52).numpy()


def calibration_error(p: np.ndarray, right: np.ndarray, bins: int = 15) -> float:
    """Expected calibration error over equally filled bins."""
    order = np.argsort(p)
    parts = np.array_split(order, bins)
    gaps = [abs(p[k].mean() - right[k].mean()) * len(k) for k in parts if len(k)]
    return float(sum(gaps) / len(p))


def thresholds(data: Collected, heat: dict[str, float]) -> dict[str, float]:
    """Least probabilities of readings with the best F0.5 on held-out scenes, jokers apart.

    F0.5 weighs a wrong reading twice as heavily as a card that is not read.
    """
    p, right, joker = scores(data, heat)
    wanted = (data.labels[:, 2] == 0).numpy()
    found = data.indices - data.missed
    missed = data.missed / max(1, found)
    photo = _best(p[~joker], right[~joker], int((wanted & ~joker).sum() * (1 + missed)))
    jokers = wanted & (data.labels[:, 0] == 13).numpy()
    least = _best(p[joker], right[joker], int(jokers.sum() * (1 + missed)))
    return {"accept": min(0.5, photo), "photo": photo, "joker": max(photo, least)}


def _best(p: np.ndarray, right: np.ndarray, wanted: int) -> float:
    best, choice = -1.0, 0.5
    for threshold in np.linspace(0.1, 0.975, 36):
        kept = p >= threshold
        hits = int((kept & right).sum())
        precision, recall = hits / max(1, int(kept.sum())), hits / max(1, wanted)
        value = 1.25 * precision * recall / max(1e-9, 0.25 * precision + recall)
        if value > best + 1e-6:
            best, choice = value, float(threshold)
    return choice


def summary(data: Collected, heat: dict[str, float], limits: dict[str, float]) -> dict[str, float]:
    """Figures of the held-out scenes for the model card."""
    p, right, joker = scores(data, heat)
    kept = p >= np.where(joker, limits["joker"], limits["photo"])
    cards = data.labels[:, 2] == 0
    return {
        "indices": data.indices,
        "located": 1 - data.missed / max(1, data.indices),
        "read_right_of_located": float(right[cards.numpy()].mean()),
        "recall": float((kept & right).sum() / max(1, int(cards.sum()) + data.missed)),
        "precision": float((kept & right).sum() / max(1, kept.sum())),
        "calibration_error": calibration_error(p, right),
    }
