"""Corner patches for the classifier: cut from scenes at true, disturbed and located poses."""

from __future__ import annotations

import dataclasses

import numpy as np

from models.training import scene
from vision import patches as station
from vision.indices import located

HIGH, WIDE = 64, 48
RANKS = "A23456789TJQK"
SUITS = ("S", "H", "D", "C", "SJ", "BJ")
GOOD, LOST = 0.7, 0.3
NEAR, FAR = 0.07, 0.12
"""In card widths: nearer than `NEAR` a located index is that index, beyond `FAR` it is not."""


@dataclasses.dataclass(frozen=True)
class Pose:
    """Where to cut: px, radians, px."""

    x: float
    y: float
    down: float
    width: float


@dataclasses.dataclass(frozen=True)
class Patches:
    """Pictures [N, 64, 48, 3] uint8 with rank 0-13, suit 0-5 and reject 0 or 1."""

    images: np.ndarray
    labels: np.ndarray


def classes(card: str) -> tuple[int, int]:
    """Rank and suit numbers of a card."""
    if card in ("SJ", "BJ"):
        return 13, SUITS.index(card)
    return RANKS.index(card[0]), SUITS.index(card[1])


def cut(image: np.ndarray, poses: list[Pose]) -> np.ndarray:
    """The upright patches [N, 64, 48, 3] around poses of an RGB picture, uint8."""
    if not poses:
        return np.empty((0, HIGH, WIDE, 3), np.uint8)
    rows = np.array([(p.x + 0.5, p.y + 0.5, p.down, p.width) for p in poses])
    down = np.column_stack([np.cos(rows[:, 2]), np.sin(rows[:, 2])])
    found = located(rows[:, :2], down, rows[:, 3], np.ones(len(rows)))
    # The station's pictures are BGR, its patches RGB: here both orders are turned round.
    batch = station.cut(station.Pyramid(image), found)[:, ::-1]
    return np.rint(batch.transpose(0, 2, 3, 1) * 255).astype(np.uint8)


def disturbed(rng: np.random.Generator, index: scene.Index) -> Pose:
    """The pose of an index with errors like the locator's."""
    dx, dy = rng.normal(0, 0.022, 2) * index.width
    turn = rng.normal(0, 0.09)
    size = np.exp(rng.normal(0, 0.08))
    return Pose(index.x + dx, index.y + dy, index.down + turn, index.width * size)


def negatives(rng: np.random.Generator, made: scene.Scene, count: int) -> list[Pose]:
    """Poses at which nothing may be read: anywhere, turned round, or beside an index."""
    high, wide = made.image.shape[:2]
    typical = float(np.median([i.width for i in made.indices])) if made.indices else 100.0
    seen = [i for i in made.indices if i.visible > 0.5]
    poses = [pose for pose in _on_backs(rng, made) if verdict(pose, made.indices) == "nothing"]
    for _ in range(count):
        width = typical * np.exp(rng.normal(0, 0.15))
        kind = rng.random()
        if seen and kind < 0.3:
            index = seen[rng.integers(len(seen))]
            turn = index.down + rng.uniform(0.35 * np.pi, 1.65 * np.pi)
            poses.append(Pose(index.x + rng.normal(0, 0.02) * width, index.y, turn, width))
            continue
        if seen and kind < 0.75:
            index = seen[rng.integers(len(seen))]
            x, y = rng.normal(0, 0.5, 2) * width
            pose = Pose(index.x + x, index.y + y, index.down + rng.normal(0, 0.2), width)
        else:
            pose = Pose(
                rng.uniform(0, wide), rng.uniform(0, high), rng.uniform(-np.pi, np.pi), width
            )
        if verdict(pose, made.indices) == "nothing":
            poses.append(pose)
    return poses


def _on_backs(rng: np.random.Generator, made: scene.Scene) -> list[Pose]:
    """Poses at the corners of face-down cards, where an index would be on the other side."""
    poses = []
    for card, h in zip(made.cards, made.homographies, strict=True):
        if card.face or rng.random() < 0.4:
            continue
        x, y = 0.105 + rng.normal(0, 0.03), 0.21 + rng.normal(0, 0.05)
        px, py, down, width = scene.pose_at(h, card.bend, 1.4, x, y)
        size = float(np.exp(rng.normal(0, 0.1)))
        poses.append(Pose(px, py, down + rng.normal(0, 0.15), width * size))
    return poses[:4]


def verdict(pose: Pose, indices: list[scene.Index]) -> scene.Index | str:
    """The index a pose shows, "nothing", or "unclear"."""
    answer: scene.Index | str = "nothing"
    for index in indices:
        away = np.hypot(pose.x - index.x, pose.y - index.y) / index.width
        if away > FAR or index.visible < LOST:
            continue
        turn = abs((pose.down - index.down + np.pi) % (2 * np.pi) - np.pi)
        size = abs(np.log(pose.width / index.width))
        if away < NEAR and turn < 0.4 and size < 0.3 and index.visible >= GOOD:
            return index
        if turn < 0.9:
            answer = "unclear"
    return answer


def collect(made: scene.Scene, poses: list[tuple[Pose, scene.Index | None]]) -> Patches:
    """Patches at poses with the card they show (None: reject)."""
    images = cut(made.image, [pose for pose, _ in poses])
    labels = np.zeros((len(poses), 3), np.int64)
    for n, (_, index) in enumerate(poses):
        labels[n] = (0, 0, 1) if index is None else (*classes(index.card), 0)
    return Patches(images, labels)
