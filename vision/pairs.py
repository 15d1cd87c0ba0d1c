"""Which indices can belong to one card: alike, opposite, and where the other index must be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.indices import INDEX_DOWN, INDEX_RIGHT, Indices

OPPOSITE_DEG = 24.0
DIAGONAL = 2 * float(np.hypot(INDEX_DOWN, INDEX_RIGHT))
"""Distance of a card's two indices, in card widths."""
WIDTH_RATIO = 1.45
ALIKE = 0.15
"""Least overlap (Bhattacharyya) of two readings of one card."""
UPRIGHT = float(np.cos(np.deg2rad(OPPOSITE_DEG)))


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How exactly two indices must lie as one card's do.

    ``slack`` is how far (natural log) their distance may be from what their widths say; ``aim_deg``
    is the angle within which one index sees the other where it must be; ``opposite_deg`` how far
    their directions may be from opposite.
    """

    slack: float
    aim_deg: float
    opposite_deg: float = OPPOSITE_DEG


TABLE = Tolerance(0.2, 15.0)
PHOTO = Tolerance(0.45, 24.0)
"""Photographs are taken aslant, and the deck's proportions are not known."""
BENT = Tolerance(0.55, 24.0, 42.0)
"""Bent cards, and jokers whose tall text was found off its middle: for what else is left alone."""


def likeness(indices: Indices) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the overlap of all pairs of readings, and which pairs are alike in card and size."""
    half = np.exp(0.5 * indices.log_p)
    overlap = np.asarray(half @ half.T)
    ratio = indices.width[:, None] / indices.width[None, :]
    alike = (overlap >= ALIKE) & (ratio < WIDTH_RATIO) & (ratio > 1 / WIDTH_RATIO)
    np.fill_diagonal(alike, False)
    return overlap, alike


def greedy(costs: Iterable[tuple[float, int, int]]) -> list[tuple[int, int]]:
    taken: set[int] = set()
    pairs = []
    for _, a, b in sorted(costs):
        if a not in taken and b not in taken:
            pairs.append((a, b))
            taken |= {a, b}
    return pairs


def diagonals(
    indices: Indices, tolerance: Tolerance, mirrored: bool = False
) -> list[tuple[float, int, int]]:
    """Return the pairs of indices that can be the two of one card, each with its cost.

    They read alike, point in opposite directions and see each other where a card's other index is.
    ``mirrored`` looks for the other diagonal, of decks with four indices per card.
    """
    overlap, alike = likeness(indices)
    side = -INDEX_RIGHT if mirrored else INDEX_RIGHT
    toward = INDEX_DOWN * indices.down + side * indices.right
    step = indices.xy[None] - indices.xy[:, None]
    apart = np.maximum(np.linalg.norm(step, axis=2), 1e-9)
    wanted = toward[:, None] - toward[None]
    wanted = wanted / np.maximum(np.linalg.norm(wanted, axis=2, keepdims=True), 1e-9)
    aim = np.clip((step * wanted).sum(axis=2) / apart, -1.0, 1.0)
    width = np.sqrt(indices.width[:, None] * indices.width[None, :])
    stretch = np.abs(np.log(apart / (DIAGONAL * width)))
    least = float(np.cos(np.deg2rad(tolerance.aim_deg)))
    fits = (
        alike
        & (indices.down @ indices.down.T < -float(np.cos(np.deg2rad(tolerance.opposite_deg))))
        & (aim > least)
        & (stretch < tolerance.slack)
    )
    cost = np.sqrt(2 * (1 - aim)) + stretch + 0.3 * (1 - overlap)
    return [(float(cost[a, b]), int(a), int(b)) for a, b in np.argwhere(np.triu(fits))]
