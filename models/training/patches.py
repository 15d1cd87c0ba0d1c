"""Corner patches for the classifier: cut from scenes at true, disturbed and located poses."""

from __future__ import annotations

import dataclasses

import numpy as np

from models.training import scene
from scorer.cards import JOKERS
from vision import patches as station

HIGH, WIDE = 64, 48
RANKS = "A23456789TJQK"
SUITS = ("S", "H", "D", "C", "SJ", "BJ")
GOOD, LOST = 0.7, 0.3
NEAR, FAR = 0.07, 0.12
"""In card widths: nearer than `NEAR` a located index is that index, beyond `FAR` it is not."""
ALONG_JOKER = 0.45
"""A joker's text is short or tall: errors along it count by this factor."""


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


def cut(image: np.ndarray, poses: list[Pose], rng: np.random.Generator | None = None) -> np.ndarray:
    """The upright patches [N, 64, 48, 3] around poses of an RGB picture, uint8.

    With a generator most of them are cut a little askew: pulled long or wide, and sheared, as cards
    seen aslant, bent cards and other typefaces are.
    """
    if not poses:
        return np.empty((0, HIGH, WIDE, 3), np.uint8)
    rows = np.array([(p.x + 0.5, p.y + 0.5, p.down, p.width) for p in poses])
    down = np.column_stack([np.cos(rows[:, 2]), np.sin(rows[:, 2])])
    right = np.column_stack([down[:, 1], -down[:, 0]])
    if rng is not None:
        down, right = _askew(rng, down, right)
    width = rows[:, 3:]
    # The station keeps the order of the colours, here RGB, in its pictures.
    at = station.Places(rows[:, :2], right * width, down * width)
    return station.pictures(station.Pyramid(image), at)


def _askew(
    rng: np.random.Generator, down: np.ndarray, right: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Axes pulled and sheared; one in three stays as it is."""
    n = len(down)
    much = (rng.random(n) > 0.33) * rng.choice([0.5, 1.0, 1.7], n, p=[0.4, 0.4, 0.2])
    pull = np.exp(rng.normal(0, 0.09, n) * much)[:, None]
    lean, slope = (rng.normal(0, 0.1, n) * much for _ in range(2))
    new_down = down / pull + lean[:, None] * right
    new_right = right * pull + 0.5 * slope[:, None] * down
    return new_down, new_right


def disturbed(rng: np.random.Generator, index: scene.Index) -> Pose:
    """The pose of an index with errors like the locator's."""
    dx, dy = rng.normal(0, 0.022, 2) * index.width
    if index.card in JOKERS:
        along = rng.normal(0, 0.06) * index.width
        dx, dy = dx + along * np.cos(index.down), dy + along * np.sin(index.down)
    turn = rng.normal(0, 0.09)
    size = np.exp(rng.normal(0, 0.08))
    return Pose(index.x + dx, index.y + dy, index.down + turn, index.width * size)


def negatives(rng: np.random.Generator, made: scene.Scene, count: int) -> list[Pose]:
    """Poses at which nothing may be read: anywhere, turned round, or beside an index."""
    high, wide = made.image.shape[:2]
    typical = float(np.median([i.width for i in made.indices])) if made.indices else 100.0
    seen = [i for i in made.indices if i.visible > 0.5]
    aside = _on_backs(rng, made) + _on_pips(rng, made)
    poses = [pose for pose in aside if verdict(pose, made.indices) == "nothing"]
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


def _on_pips(rng: np.random.Generator, made: scene.Scene) -> list[Pose]:
    """Poses on pips and figures of cards, upright like an index: marks that are no joker's."""
    poses = []
    for card, h in zip(made.cards, made.homographies, strict=True):
        if not card.face or rng.random() < 0.5:
            continue
        x = float(rng.choice([0.28, 0.3, 0.33, 0.5, 0.7]) + rng.normal(0, 0.03))
        y = float(rng.choice([0.28, 0.34, 0.5, 0.56, 0.7, 0.9]) + rng.normal(0, 0.04))
        px, py, down, width = scene.pose_at(h, card.bend, 1.4, x, y)
        size = float(np.exp(rng.normal(0, 0.12)))
        # The rank's place holds the pip as often as the suit's place does.
        up = float(rng.choice([0.0, 0.09, -0.09])) * width
        at = (px + up * np.cos(down), py + up * np.sin(down))
        poses.append(Pose(*at, down + rng.normal(0, 0.12), width * size))
    return [poses[i] for i in rng.permutation(len(poses))[:5]]


def _away(pose: Pose, index: scene.Index) -> float:
    """Card widths from a pose to an index; along a joker's tall text they matter less."""
    x, y = pose.x - index.x, pose.y - index.y
    c, s = np.cos(index.down), np.sin(index.down)
    along, across = c * x + s * y, c * y - s * x
    if index.card in JOKERS:
        along *= ALONG_JOKER
    return float(np.hypot(along, across)) / index.width


def verdict(pose: Pose, indices: list[scene.Index]) -> scene.Index | str:
    """The index a pose shows, "nothing", or "unclear"."""
    answer: scene.Index | str = "nothing"
    for index in indices:
        away = _away(pose, index)
        if away > FAR or index.visible < LOST:
            continue
        turn = abs((pose.down - index.down + np.pi) % (2 * np.pi) - np.pi)
        size = abs(np.log(pose.width / index.width))
        if away < NEAR and turn < 0.4 and size < 0.3 and index.visible >= GOOD:
            return index
        if turn < 0.9:
            answer = "unclear"
    return answer


def collect(
    made: scene.Scene,
    poses: list[tuple[Pose, scene.Index | None]],
    rng: np.random.Generator | None = None,
) -> Patches:
    """Patches at poses with the card they show (None: reject); askew with a generator."""
    images = cut(made.image, [pose for pose, _ in poses], rng)
    labels = np.zeros((len(poses), 3), np.int64)
    for n, (_, index) in enumerate(poses):
        labels[n] = (0, 0, 1) if index is None else (*classes(index.card), 0)
    return Patches(images, labels)
