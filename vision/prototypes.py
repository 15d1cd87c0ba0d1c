"""What the cards of known decks look like to the classifier: prototypes and how they scatter.

Nothing is trained: each picture of an enrolled corner is disturbed in many ways, as light, lens and
neighbouring cards do, and the classifier's features of all of them give one mean for each card and
one common scatter. How far a new corner lies from each mean then sharpens the classifier's answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import CARDS
from vision.deckfile import CROP, Deck
from vision.frame import Image
from vision.patches import PATCH

VIEWS = 30
"""So many disturbed pictures stand for one card."""
SHRINK = 0.2
"""How much of the scatter is taken to be the same in all directions."""
FARTHEST = 40.0
"""Beyond this a prototype says no more (natural log)."""
NONE = len(CARDS)
"""The class of what is no index."""
Features = NDArray[np.float64]
Featurer = Callable[[NDArray[np.uint8]], Features]


@dataclass(frozen=True)
class Prototypes:
    """Means of the classes of several decks and their common scatter, ready for scoring."""

    classes: NDArray[np.intp]
    slope: Features
    offset: Features

    def score(self, features: Features) -> NDArray[np.float64]:
        """Return how near [n, 55] features lie to each card and to no index: log, best 0.

        A card that no deck has shown counts like the best one, so that nothing is said about it.
        """
        raw = features @ self.slope + self.offset
        raw = np.maximum(raw - raw.max(axis=1, keepdims=True), -FARTHEST)
        found = np.zeros((len(raw), NONE + 1))
        for number in np.unique(self.classes):
            found[:, number] = raw[:, self.classes == number].max(axis=1)
        return found


def learn(decks: Sequence[Deck], featurer: Featurer, seed: int = 1) -> Prototypes:
    """Return the prototypes of the decks that lie on one table."""
    rng = np.random.default_rng(seed)
    pictures: list[Image] = []
    labels: list[int] = []
    classes: list[int] = []
    for deck in decks:
        for name, crops in deck.crops.items():
            number = CARDS.index(name) if name in CARDS else NONE
            count = VIEWS if number < NONE else min(4 * VIEWS, 6 * len(crops))
            pictures += views(rng, deck, name, count)
            labels += [len(classes)] * count
            classes.append(number)
    found = featurer(np.stack(pictures))
    rows = np.array(labels)
    means = np.stack([found[rows == n].mean(axis=0) for n in range(len(classes))])
    found -= means[rows]
    scatter = found.T @ found / len(found)
    size = len(scatter)
    scatter += SHRINK * float(np.trace(scatter)) / size * np.eye(size)
    slope = np.linalg.solve(scatter, means.T)
    return Prototypes(np.array(classes), slope, -0.5 * (means.T * slope).sum(axis=0))


def views(rng: np.random.Generator, deck: Deck, name: str, count: int) -> list[Image]:
    """Return disturbed pictures of one card's corners, as patches."""
    crops = deck.crops[name]
    return [disturbed(rng, crops[n % len(crops)], _any(rng, deck)) for n in range(count)]


def _any(rng: np.random.Generator, deck: Deck) -> Image:
    """Return a picture of any card of the deck, to lie beside another."""
    names = [name for name in deck.crops if name in CARDS]
    return deck.crops[names[int(rng.integers(len(names)))]][0]


EDGE = 9
"""Column of a patch at which its card begins, px."""


def disturbed(rng: np.random.Generator, crop: Image, beside: Image) -> Image:
    """Return a patch [64, 48, 3] of an enrolled corner as another light and pose would show it."""
    middle = (CROP[0] / 2 - 0.5, CROP[1] / 2 - 0.5)
    matrix = cv2.getRotationMatrix2D(middle, rng.normal(0, 4.5), float(np.exp(rng.normal(0, 0.07))))
    shift = rng.normal(0, 2.6, 2) - (np.array(CROP) - np.array(PATCH)) / 2
    matrix = np.column_stack([matrix[:, :2], matrix[:, 2] + shift])
    patch = cv2.warpAffine(crop, matrix, PATCH, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.35:
        start = int(rng.integers(31, 46))
        margin = (np.array(CROP) - PATCH) // 2
        other = beside[margin[1] :, margin[0] + EDGE :][: PATCH[1], : PATCH[0] - start]
        patch[:, start:] = other
    shown: NDArray[np.float32] = patch.astype(np.float32)
    if rng.random() < 0.6:
        shown = np.asarray(
            cv2.GaussianBlur(shown, (0, 0), float(rng.uniform(0.4, 2.0))), np.float32
        )
    if rng.random() < 0.25:
        shown = np.asarray(cv2.filter2D(shown, -1, _smear(rng)), np.float32)
    gain = np.exp(rng.normal(-0.25, 0.45)) * np.exp(rng.normal(0, 0.07, 3))
    noise = rng.normal(0, rng.uniform(0, 9), shown.shape)
    lit = shown * gain.astype(np.float32) + noise
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _smear(rng: np.random.Generator) -> NDArray[np.float32]:
    """Return the kernel of a short motion in any direction."""
    size = int(rng.integers(3, 9))
    line = np.zeros((size, size), np.float32)
    line[size // 2] = 1.0
    turn = cv2.getRotationMatrix2D((size / 2 - 0.5, size / 2 - 0.5), float(rng.uniform(0, 180)), 1)
    kernel = cv2.warpAffine(line, turn, (size, size))
    return np.asarray(kernel / max(float(kernel.sum()), 1e-6), np.float32)
