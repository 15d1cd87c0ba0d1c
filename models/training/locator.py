"""Training of the index locator on scenes drawn while it trains."""

from __future__ import annotations

import dataclasses
import pathlib

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.training import photos, scene
from models.training.loop import Run
from models.training.nets import TYPICAL_WIDTH, Locator

CROP, DRAWN = 256, 288
BATCH = 16
POOL = 2400
FRESH = 1
"""New scenes per step: each is seen about sixteen times, turned and cut differently."""
FIRST = 300
"""Scenes drawn before the first step."""
SIGMA = 0.055
WIDTHS = ((36.0, 100.0), (140.0, 360.0), (12.0, 22.0))
"""Card widths that are searched, and those too large or small, where nothing is to be found."""
LARGEST, SMALLEST = 112.0, 31.0
TOO_LARGE, TOO_SMALL = 132.0, 24.0
"""Between these and the bounds before, an index counts for nothing."""
VISIBLE, HIDDEN = 0.72, 0.3
"""An index with `VISIBLE` of its ink free counts, below `HIDDEN` it does not; between, no loss."""


@dataclasses.dataclass(frozen=True)
class Sample:
    """A picture and its indices as rows x, y, down, width, visible.

    Where `ignore` is set nothing is known: those places are neither taught nor punished.
    """

    image: np.ndarray
    rows: np.ndarray
    ignore: np.ndarray | None = None


def draw(seed: int) -> Sample:
    """The scene of a seed as a training sample."""
    rng = np.random.default_rng([seed, 6])
    widths = WIDTHS[int(rng.choice(3, p=(0.86, 0.09, 0.05)))]
    options = scene.Options(size=(DRAWN, DRAWN), width=widths)
    made = scene.render(seed, options)
    rows = [(i.x, i.y, i.down, i.width, i.visible) for i in made.indices]
    return Sample(made.image, np.array(rows, np.float32).reshape(-1, 5))


def vary(rng: np.random.Generator, sample: Sample) -> Sample:
    """A quarter turn and a cut; never mirrored."""
    image, rows = sample.image, sample.rows.copy()
    turns = int(rng.integers(4))
    image = np.rot90(image, -turns)
    for _ in range(turns):
        rows[:, 0], rows[:, 1] = DRAWN - 1 - rows[:, 1], rows[:, 0].copy()
        rows[:, 2] += np.pi / 2
    left, top = rng.integers(0, DRAWN - CROP + 1, 2)
    window = (slice(top, top + CROP), slice(left, left + CROP))
    image = image[window]
    ignore = sample.ignore
    if ignore is not None:
        ignore = np.rot90(ignore, -turns)[window]
    rows[:, 0] -= left
    rows[:, 1] -= top
    return Sample(image, rows, ignore)


def brightness(rng: np.random.Generator, image: Tensor) -> Tensor:
    """A batch 0-255 as 0-1 with its brightness and colour balance changed."""
    count = len(image)
    gain = rng.uniform(0.85, 1.12, (count, 1)) * rng.uniform(0.95, 1.05, (count, 3)) / 255
    factor = torch.from_numpy(gain.astype(np.float32))[:, :, None, None]
    return (image.float() * factor).clamp_(0, 1)


def targets(
    rows: np.ndarray, size: int, ignore: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Target maps [6, size/2, size/2] and weights [2, ...] (heat, regression)."""
    cells = size // 2
    maps = np.zeros((6, cells, cells), np.float32)
    weight = np.zeros((2, cells, cells), np.float32)
    weight[0] = 1
    if ignore is not None:
        weight[0][ignore[::2, ::2] > 0] = 0
    ys, xs = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for x, y, down, width, visible in rows:
        if width > TOO_LARGE or width < TOO_SMALL:
            continue
        if visible < HIDDEN or not (-4 < x < size + 4 and -4 < y < size + 4):
            continue
        reach = int(0.2 * width / 2) + 2
        cx, cy = (x - 0.5) / 2, (y - 0.5) / 2
        x0, x1 = max(0, int(cx) - reach), min(cells, int(cx) + reach + 1)
        y0, y1 = max(0, int(cy) - reach), min(cells, int(cy) + reach + 1)
        if x0 >= x1 or y0 >= y1:
            continue
        window = (slice(y0, y1), slice(x0, x1))
        dx, dy = xs[window] - cx, ys[window] - cy
        squared = dx * dx + dy * dy
        if visible < VISIBLE or width > LARGEST or width < SMALLEST:
            weight[0][window][squared < (0.13 * width / 2) ** 2] = 0
            continue
        sigma = max(0.75, SIGMA * width / 2)
        bell = np.exp(-squared / (2 * sigma**2))
        nearest = np.unravel_index(np.argmin(squared), squared.shape)
        bell[nearest] = 1.0
        better = bell > np.maximum(maps[0][window], 0.35)
        maps[0][window] = np.maximum(maps[0][window], bell)
        for channel, value in enumerate(
            (-dx * 2, -dy * 2, np.cos(down), np.sin(down), np.log(width)), 1
        ):
            layer = maps[channel][window]
            layer[better] = value[better] if isinstance(value, np.ndarray) else value
        weight[1][window][better] = bell[better]
    near = maps[0] > 0.35
    weight[0][near] = 1
    return maps, weight


def loss_of(raw: Tensor, maps: Tensor, weight: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Focal loss on the heat and L1 on offset, direction and width."""
    heat, truth = raw[:, 0], maps[:, 0]
    p = torch.sigmoid(heat).clamp(1e-5, 1 - 1e-5)
    hit = (truth >= 0.999).float()
    positive = -hit * (1 - p) ** 2 * torch.log(p)
    negative = -(1 - hit) * (1 - truth) ** 4 * p**2 * torch.log(1 - p)
    focal = ((positive + negative) * weight[:, 0]).sum() / hit.sum().clamp(min=8)
    w = weight[:, 1]
    total = w.sum().clamp(min=8)
    offset = (
        functional.smooth_l1_loss(raw[:, 1:3], maps[:, 1:3], reduction="none").sum(1) * w
    ).sum() / total
    turn = (
        functional.l1_loss(raw[:, 3:5], maps[:, 3:5], reduction="none").sum(1) * w
    ).sum() / total
    width = (functional.l1_loss(raw[:, 5], maps[:, 5], reduction="none") * w).sum() / total
    loss = focal + 0.2 * offset + 0.6 * turn + 1.0 * width
    return loss, {
        "heat": focal.item(),
        "offset": offset.item(),
        "turn": turn.item(),
        "width": width.item(),
    }


def beside_cards(folder: pathlib.Path, rng: np.random.Generator) -> list[Sample]:
    """Cuts of photographs that may train: nothing is known inside the boxes of cards."""
    samples = []
    for row in photos.usable(folder):
        picture = cv2.cvtColor(cv2.imread(str(folder / row["file"])), cv2.COLOR_BGR2RGB)
        width = photos.card_width(row)
        for spread in rng.uniform(-0.45, 0.45, 3):
            scale = TYPICAL_WIDTH / width * float(np.exp(spread))
            size = (
                max(DRAWN, round(picture.shape[1] * scale)),
                max(DRAWN, round(picture.shape[0] * scale)),
            )
            small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
            ignore = np.zeros(small.shape[:2], np.uint8)
            factor = np.array([size[0] / picture.shape[1], size[1] / picture.shape[0]] * 2)
            for label in row["labels"]:
                x0, y0, x1, y1 = np.round(np.array(label["box"]) * factor).astype(int)
                cv2.rectangle(ignore, (x0 - 6, y0 - 6), (x1 + 6, y1 + 6), 1, -1)
            left = int(rng.integers(0, size[0] - DRAWN + 1))
            top = int(rng.integers(0, size[1] - DRAWN + 1))
            window = (slice(top, top + DRAWN), slice(left, left + DRAWN))
            samples.append(
                Sample(small[window].copy(), np.zeros((0, 5), np.float32), ignore[window].copy())
            )
    return samples


def train(
    folder: pathlib.Path,
    steps: int,
    seed: int,
    pool_size: int = POOL,
    batch: int = BATCH,
    photo_folder: pathlib.Path | None = None,
) -> Run:
    """Train up to `steps` steps, continuing from the folder's checkpoint."""
    torch.manual_seed(seed)
    run = Run(folder, Locator().to(memory_format=torch.channels_last), steps)
    run.resume()
    rng = np.random.default_rng([seed, run.step, 11])
    drawn = seed * 10_000_000 + run.step * FRESH
    pool = [draw(drawn + i) for i in range(min(pool_size, FIRST))]
    drawn += len(pool)
    real = beside_cards(photo_folder, rng) if photo_folder else []
    run.net.train()
    while run.step < steps:
        for _ in range(FRESH):
            fresh = draw(drawn)
            drawn += 1
            if len(pool) < pool_size:
                pool.append(fresh)
            else:
                pool[int(rng.integers(pool_size))] = fresh
        picked = [pool[int(i)] for i in rng.integers(0, len(pool), batch)]
        if real:
            picked[0] = real[int(rng.integers(len(real)))]
        chosen = [vary(rng, sample) for sample in picked]
        image = torch.from_numpy(np.stack([s.image for s in chosen])).permute(0, 3, 1, 2)
        image = brightness(rng, image)
        made = [targets(s.rows, CROP, s.ignore) for s in chosen]
        maps = torch.from_numpy(np.stack([m for m, _ in made]))
        weight = torch.from_numpy(np.stack([w for _, w in made]))
        with torch.autocast("cpu", torch.bfloat16):
            raw = run.net(image.to(memory_format=torch.channels_last))
        loss, parts = loss_of(raw.float(), maps, weight)
        run.advance(loss, parts)
        if run.step % 100 == 0 or run.step == steps:
            run.report()
        if run.step % 250 == 0 or run.step == steps:
            run.save()
    return run
