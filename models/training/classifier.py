"""Training of the corner classifier: true poses with errors first, then what the locator finds."""

from __future__ import annotations

import pathlib

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

import vision.locate
from models.training import bridge, patches, scene
from models.training.loop import Run
from models.training.nets import Classifier, Locator
from models.training.patches import Patches, Pose

BATCH = 192
POOL = 60_000
EVERY = 1
"""One new scene is drawn every so many steps."""
FIRST = 120
"""Scenes drawn before the first step."""
SIZE = 480
MOST = 60
"""Peaks of one look that are used."""
RELOAD = 500
"""Steps after which the located poses come from the locator's newest weights."""


def load_locator(folder: pathlib.Path) -> vision.locate.Locator | None:
    """The search with the averaged locator of a folder; None before its first checkpoint."""
    path = folder / "checkpoint.pt"
    if not path.exists():
        return None
    net = Locator()
    net.load_state_dict(torch.load(path, map_location="cpu", weights_only=True)["average"])
    return bridge.finder(net.to(memory_format=torch.channels_last))


def locate(finder: vision.locate.Locator, image: np.ndarray, scale: float) -> list[Pose]:
    """Poses in px of the RGB picture, found at `scale` of its size."""
    found = finder.find(np.ascontiguousarray(image[..., ::-1]), scale)
    turns = np.arctan2(found.down[:, 1], found.down[:, 0])
    return [
        Pose(float(x) - 0.5, float(y) - 0.5, float(turn), float(width))
        for (x, y), turn, width in zip(found.xy, turns, found.width, strict=True)
    ]


def _located(
    rng: np.random.Generator, finder: vision.locate.Locator, made: scene.Scene
) -> list[tuple[Pose, scene.Index | None]]:
    """What the search finds at the right scale and, as a search over scales does, at another."""
    width = float(np.median([i.width for i in made.indices])) if made.indices else 110.0
    chosen: list[tuple[Pose, scene.Index | None]] = []
    for spread in (rng.normal(0, 0.2), rng.uniform(-1.2, 0.8)):
        scale = bridge.INPUT_WIDTH / width * float(np.exp(spread))
        for pose in locate(finder, made.image, scale)[:MOST]:
            answer = patches.verdict(pose, made.indices)
            if answer != "unclear":
                chosen.append((pose, answer if isinstance(answer, scene.Index) else None))
    return chosen


def draw(seed: int, finder: vision.locate.Locator | None) -> Patches:
    """Patches of one scene; located poses as well when there is a locator."""
    rng = np.random.default_rng([seed, 5])
    options = scene.Options(size=(SIZE, SIZE), width=(58.0, 190.0))
    made = scene.render(seed, options)
    seen = [i for i in made.indices if i.visible >= patches.GOOD]
    chosen: list[tuple[Pose, scene.Index | None]] = [(patches.disturbed(rng, i), i) for i in seen]
    few = 3 + len(seen) // (5 if finder else 3)
    chosen += [(p, None) for p in patches.negatives(rng, made, few)]
    if finder is not None:
        chosen += _located(rng, finder, made)
    return patches.collect(made, chosen)


def vary(rng: np.random.Generator, images: np.ndarray) -> Tensor:
    """Brightness, colour balance and contrast changes on a batch; [N, 3, 64, 48] 0-1."""
    x = torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255
    n = len(images)
    gain = torch.from_numpy(
        (rng.uniform(0.8, 1.15, (n, 1)) * rng.uniform(0.95, 1.05, (n, 3))).astype(np.float32)
    )
    lift = torch.from_numpy(rng.uniform(-0.04, 0.04, (n, 1)).astype(np.float32))
    return (x * gain[:, :, None, None] + lift[:, :, None, None]).clamp(0, 1)


def loss_of(out: tuple[Tensor, Tensor, Tensor], labels: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross entropy of rank and suit on cards, binary cross entropy of reject on everything."""
    rank, suit, reject = (o.float() for o in out)
    card = labels[:, 2] == 0
    on_rank = functional.cross_entropy(rank[card], labels[card, 0])
    on_suit = functional.cross_entropy(suit[card], labels[card, 1])
    on_reject = functional.binary_cross_entropy_with_logits(reject[:, 0], labels[:, 2].float())
    parts = {"rank": on_rank.item(), "suit": on_suit.item(), "reject": on_reject.item()}
    return on_rank + on_suit + on_reject, parts


def train(
    folder: pathlib.Path,
    steps: int,
    seed: int,
    locator_folder: pathlib.Path,
    pool_size: int = POOL,
    batch: int = BATCH,
    first: int = FIRST,
) -> Run:
    """Train up to `steps` steps; located poses join as soon as the locator has a checkpoint."""
    torch.manual_seed(seed)
    run = Run(folder, Classifier().to(memory_format=torch.channels_last), steps)
    run.resume()
    rng = np.random.default_rng([seed, run.step, 12])
    drawn = (seed + 500) * 10_000_000 + run.step // EVERY
    net = load_locator(locator_folder)
    images = np.empty((pool_size, patches.HIGH, patches.WIDE, 3), np.uint8)
    labels = np.empty((pool_size, 3), np.int64)
    filled = place = 0
    run.net.train()
    while run.step < steps:
        if run.step % RELOAD == 0:
            net = load_locator(locator_folder)
        wanted = first if not filled else int(run.step % EVERY == 0)
        for _ in range(wanted):
            made = draw(drawn, net)
            drawn += 1
            for image, label in zip(made.images, made.labels, strict=True):
                images[place], labels[place] = image, label
                place = (place + 1) % pool_size
                filled = max(filled, place) if filled < pool_size else pool_size
        chosen = rng.integers(0, filled, batch)
        x = vary(rng, images[chosen]).contiguous(memory_format=torch.channels_last)
        y = torch.from_numpy(labels[chosen])
        with torch.autocast("cpu", torch.bfloat16):
            out = run.net(x)
        loss, parts = loss_of(out, y)
        with torch.no_grad():
            card = y[:, 2] == 0
            right = (out[0].argmax(1) == y[:, 0]) & (out[1].argmax(1) == y[:, 1])
            parts["wrong"] = 1 - right[card].float().mean().item()
        run.advance(loss, parts)
        if run.step % 100 == 0 or run.step == steps:
            run.report()
        if run.step % 250 == 0 or run.step == steps:
            run.save()
    return run
