"""Training of the corner classifier: true poses with errors first, then what the locator finds."""

from __future__ import annotations

import pathlib

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

import vision.locate
from models.training import bridge, patches, photos, scene
from models.training.loop import Run
from models.training.nets import Classifier, Locator
from models.training.patches import Patches, Pose

BATCH = 192
POOL = 60_000
FIRST = 200
"""Scenes drawn before the first step."""
SIZE = 480
MOST = 60
"""Peaks of one look that are used."""
REAL = 6
"""One patch of a photograph for so many of scenes."""
PHOTOS_FROM, PHOTOS_EVERY = 1500, 2500
"""Steps from which and after which photographs are looked at again."""
LOW_HEAT = 0.06
"""Lower than the station's, for more of what only looks like an index."""
RELOAD = 500
"""Steps after which the located poses come from the locator's newest weights."""


def load_locator(folder: pathlib.Path) -> vision.locate.Locator | None:
    """The search with the averaged locator of a folder; None before its first checkpoint."""
    path = folder / "checkpoint.pt"
    if not path.exists():
        return None
    net = Locator()
    net.load_state_dict(torch.load(path, map_location="cpu", weights_only=True)["average"])
    return bridge.finder(net.to(memory_format=torch.channels_last), LOW_HEAT)


def _located(
    rng: np.random.Generator, finder: vision.locate.Locator, made: scene.Scene
) -> list[tuple[Pose, scene.Index | None]]:
    """What the search finds at the right scale and, as a search over scales does, at another."""
    width = float(np.median([i.width for i in made.indices])) if made.indices else 110.0
    chosen: list[tuple[Pose, scene.Index | None]] = []
    for spread in (rng.normal(0, 0.2), rng.uniform(-1.2, 0.8)):
        scale = bridge.INPUT_WIDTH / width * float(np.exp(spread))
        for pose in bridge.locate(finder, made.image, scale)[:MOST]:
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
    return patches.collect(made, chosen, rng)


def vary(rng: np.random.Generator, images: np.ndarray) -> Tensor:
    """Light, contrast, stroke weight, softness and noise changed on a batch; [N, 3, 64, 48] 0-1."""
    x = torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255
    n = len(images)
    x = _strokes(rng, x)
    gain = rng.uniform(0.8, 1.15, (n, 1)) * rng.uniform(0.95, 1.05, (n, 3))
    gain *= np.where(rng.random((n, 1)) < 0.12, rng.uniform(0.3, 0.8, (n, 1)), 1.0)
    lift = torch.from_numpy(rng.uniform(-0.04, 0.04, (n, 1)).astype(np.float32))
    factor = torch.from_numpy(gain.astype(np.float32))
    x = x * factor[:, :, None, None] + lift[:, :, None, None]
    rough = np.flatnonzero(rng.random(n) < 0.12)
    if len(rough):
        strength = rng.uniform(0.01, 0.05, (len(rough), 1, 1, 1))
        noise = rng.standard_normal((len(rough), 3, 64, 48), np.float32) * strength
        x[rough] += torch.from_numpy(noise.astype(np.float32))
    return x.clamp(0, 1)


def _strokes(rng: np.random.Generator, x: Tensor) -> Tensor:
    """Some patches with ink grown, shrunk or softened by up to a pixel."""
    kind = rng.choice(4, len(x), p=[0.64, 0.12, 0.12, 0.12])
    for number in (1, 2, 3):
        rows = np.flatnonzero(kind == number)
        if not len(rows):
            continue
        part = x[rows]
        if number == 1:
            changed = -functional.max_pool2d(-part, 3, 1, 1)
        elif number == 2:
            changed = functional.max_pool2d(part, 3, 1, 1)
        else:
            changed = functional.avg_pool2d(part, 3, 1, 1, count_include_pad=False)
        share = torch.from_numpy(rng.uniform(0.2, 1.0, (len(rows), 1, 1, 1)).astype(np.float32))
        x[rows] = part + share * (changed - part)
    return x


def loss_of(out: tuple[Tensor, Tensor, Tensor], labels: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross entropy of rank and suit on cards, binary cross entropy of reject on everything."""
    rank, suit, reject = (o.float() for o in out)
    card = labels[:, 2] == 0
    on_rank = functional.cross_entropy(rank[card], labels[card, 0])
    on_suit = functional.cross_entropy(suit[card], labels[card, 1])
    on_reject = functional.binary_cross_entropy_with_logits(reject[:, 0], labels[:, 2].float())
    parts = {"rank": on_rank.item(), "suit": on_suit.item(), "reject": on_reject.item()}
    return on_rank + on_suit + on_reject, parts


def each_loss(out: tuple[Tensor, Tensor, Tensor], labels: Tensor) -> np.ndarray:
    """The loss of every patch by itself."""
    with torch.no_grad():
        rank, suit, reject = (o.float() for o in out)
        card = (labels[:, 2] == 0).float()
        each = functional.cross_entropy(rank, labels[:, 0], reduction="none")
        each = each + functional.cross_entropy(suit, labels[:, 1], reduction="none")
        nothing = functional.binary_cross_entropy_with_logits(
            reject[:, 0], labels[:, 2].float(), reduction="none"
        )
        return (each * card + nothing).numpy()


class _Pool:
    """The newest patches of scenes."""

    def __init__(self, size: int) -> None:
        self.images = np.empty((size, patches.HIGH, patches.WIDE, 3), np.uint8)
        self.labels = np.empty((size, 3), np.int64)
        self.losses = np.empty(size, np.float32)
        self.filled = self._place = 0

    def pick(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """Rows of `count` patches: half of them any, half rather those that were hard."""
        weight = self.losses[: self.filled].astype(np.float64)
        hard = rng.choice(self.filled, count // 2, p=weight / weight.sum())
        return np.concatenate([hard, rng.integers(0, self.filled, count - count // 2)])

    def mark(self, rows: np.ndarray, losses: np.ndarray) -> None:
        """Remember how hard patches were; the hopeless ones count no more than the hard ones."""
        self.losses[rows] = np.clip(losses, 0.02, 1.2)

    def add(self, made: Patches) -> None:
        for image, label in zip(made.images, made.labels, strict=True):
            self.images[self._place], self.labels[self._place] = image, label
            self.losses[self._place] = 0.4
            self._place = (self._place + 1) % len(self.images)
            self.filled = min(len(self.images), self.filled + 1)


def _mined(
    folder: pathlib.Path | None, run: Run, finder: vision.locate.Locator | None
) -> Patches | None:
    """Patches of photographs as the averaged networks see them, half of them cards."""
    if folder is None or finder is None or run.step < PHOTOS_FROM:
        return None
    reader = bridge.reader(run.average, {})
    found = photos.mine(folder, finder, reader, np.random.default_rng([run.step, 14]))
    cards, rest = (np.flatnonzero(found.labels[:, 2] == k) for k in (0, 1))
    print(f"photographs: {len(cards)} indices, {len(rest)} others", flush=True)
    if not len(cards) or not len(rest):
        return None
    return found


def train(
    folder: pathlib.Path,
    steps: int,
    seed: int,
    locator_folder: pathlib.Path,
    pool_size: int = POOL,
    batch: int = BATCH,
    first: int = FIRST,
    photo_folder: pathlib.Path | None = None,
) -> Run:
    """Train up to `steps` steps; located poses join as soon as the locator has a checkpoint."""
    torch.manual_seed(seed)
    run = Run(folder, Classifier().to(memory_format=torch.channels_last), steps)
    run.resume()
    rng = np.random.default_rng([seed, run.step, 12])
    drawn = (seed + 500) * 10_000_000 + run.step
    finder = load_locator(locator_folder)
    pool = _Pool(pool_size)
    for _ in range(first):
        pool.add(draw(drawn, finder))
        drawn += 1
    real = _mined(photo_folder, run, finder)
    run.net.train()
    while run.step < steps:
        if run.step % RELOAD == 0:
            finder = load_locator(locator_folder)
        if run.step % PHOTOS_EVERY == 0:
            real = _mined(photo_folder, run, finder) or real
        pool.add(draw(drawn, finder))
        drawn += 1
        chosen = pool.pick(rng, batch)
        images, labels = pool.images[chosen], pool.labels[chosen]
        if real is not None:
            extra = _even(rng, real, batch // REAL)
            images = np.concatenate([images, real.images[extra]])
            labels = np.concatenate([labels, real.labels[extra]])
        x = vary(rng, images).contiguous(memory_format=torch.channels_last)
        y = torch.from_numpy(labels)
        with torch.autocast("cpu", torch.bfloat16):
            out = run.net(x)
        loss, parts = loss_of(out, y)
        pool.mark(chosen, each_loss(out, y)[: len(chosen)])
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


def _even(rng: np.random.Generator, found: Patches, count: int) -> np.ndarray:
    """Rows of `count` patches, one third of them cards."""
    cards, rest = (np.flatnonzero(found.labels[:, 2] == k) for k in (0, 1))
    return np.concatenate([rng.choice(cards, count // 3), rng.choice(rest, count - count // 3)])
