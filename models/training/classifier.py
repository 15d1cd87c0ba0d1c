"""Training of the corner classifier: true poses with errors first, then what the locator finds."""

from __future__ import annotations

import pathlib

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.training import patches, scene
from models.training.loop import Run
from models.training.nets import Classifier, Locator, finish
from models.training.patches import Patches, Pose

BATCH = 192
POOL = 60_000
FRESH = 1
"""Scenes drawn per step."""
SIZE = 480
HEAT = 0.1
INPUT_WIDTH = 60.0
RELOAD = 1000
"""Steps after which the located poses come from the locator's newest weights."""


def load_locator(folder: pathlib.Path) -> Locator | None:
    """The averaged locator of a training folder, or None before its first checkpoint."""
    path = folder / "checkpoint.pt"
    if not path.exists():
        return None
    net = Locator()
    net.load_state_dict(torch.load(path, map_location="cpu", weights_only=True)["average"])
    return net.eval().to(memory_format=torch.channels_last)


def peaks(maps: np.ndarray, threshold: float) -> list[tuple[float, Pose]]:
    """Local maxima of the heat map [6, h, w] as poses in px of the locator's input."""
    heat = maps[0]
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat > threshold))
    found = []
    for y, x in zip(ys, xs, strict=True):
        _, dx, dy, cos, sin, log_width = maps[:, y, x]
        pose = Pose(
            2 * x + 0.5 + dx,
            2 * y + 0.5 + dy,
            float(np.arctan2(sin, cos)),
            float(np.exp(log_width)),
        )
        found.append((float(heat[y, x]), pose))
    found.sort(key=lambda f: -f[0])
    kept: list[tuple[float, Pose]] = []
    for score, pose in found:
        if all(np.hypot(pose.x - k.x, pose.y - k.y) > 0.1 * k.width for _, k in kept):
            kept.append((score, pose))
    return kept


def locate(
    net: Locator, image: np.ndarray, scale: float, threshold: float
) -> list[tuple[float, Pose]]:
    """Poses in px of `image`, found at `scale` of its size."""
    high, wide = (int(np.ceil(s * scale / 16)) * 16 for s in image.shape[:2])
    fx, fy = wide / image.shape[1], high / image.shape[0]
    small = cv2.resize(
        image, (wide, high), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    )
    tensor = torch.from_numpy(small).permute(2, 0, 1)[None].float() / 255
    with torch.no_grad():
        maps = finish(net(tensor.contiguous(memory_format=torch.channels_last)))[0].numpy()
    return [
        (score, Pose((p.x + 0.5) / fx - 0.5, (p.y + 0.5) / fy - 0.5, p.down, p.width / fx))
        for score, p in peaks(maps, threshold)
    ]


def draw(seed: int, net: Locator | None) -> Patches:
    """Patches of one scene; located poses as well when there is a locator."""
    rng = np.random.default_rng([seed, 5])
    options = scene.Options(size=(SIZE, SIZE), width=(58.0, 190.0))
    made = scene.render(seed, options)
    seen = [i for i in made.indices if i.visible >= patches.GOOD]
    chosen: list[tuple[Pose, scene.Index | None]] = [(patches.disturbed(rng, i), i) for i in seen]
    few = 2 + len(seen) // (6 if net else 3)
    chosen += [(p, None) for p in patches.negatives(rng, made, few)]
    if net is not None:
        width = float(np.median([i.width for i in made.indices])) if made.indices else 110.0
        spread = rng.normal(0, 0.2) if rng.random() < 0.85 else rng.uniform(-1.1, 1.1)
        scale = INPUT_WIDTH / width * float(np.exp(spread))
        for _, pose in locate(net, made.image, scale, HEAT):
            answer = patches.verdict(pose, made.indices)
            if answer != "unclear":
                chosen.append((pose, answer if isinstance(answer, scene.Index) else None))
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
) -> Run:
    """Train up to `steps` steps; located poses join as soon as the locator has a checkpoint."""
    torch.manual_seed(seed)
    run = Run(folder, Classifier().to(memory_format=torch.channels_last), steps)
    run.resume()
    rng = np.random.default_rng([seed, run.step, 12])
    drawn = (seed + 500) * 10_000_000 + run.step * FRESH
    net = load_locator(locator_folder)
    images = np.empty((pool_size, patches.HIGH, patches.WIDE, 3), np.uint8)
    labels = np.empty((pool_size, 3), np.int64)
    filled = place = 0
    run.net.train()
    while run.step < steps:
        if run.step % RELOAD == 0:
            net = load_locator(locator_folder)
        for _ in range(FRESH if filled else 60):
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
