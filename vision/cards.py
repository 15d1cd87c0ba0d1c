"""Corner indices to physical cards: one-to-one matching, never suppression by distance.

Two indices are one card when they read alike, point in opposite directions and agree on the card's
centre. Two copies of a card, however near, stay two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.indices import INDEX_DOWN, INDEX_RIGHT, Indices
from vision.readings import Reading, card_quad, normalise

OPPOSITE_DEG = 24.0
AIM_DEG = 15.0
"""One index of a card sees the other within this angle of where it must be."""
DIAGONAL = 2 * float(np.hypot(INDEX_DOWN, INDEX_RIGHT))
"""Distance of a card's two indices, in card widths."""
SLACK = 0.2
"""How far (natural log) two indices' distance may be from what their widths say."""
WIDTH_RATIO = 1.45
ALIKE = 0.15
"""Least overlap (Bhattacharyya) of two readings of one card."""
_AIM = float(np.cos(np.deg2rad(AIM_DEG)))
_UPRIGHT = float(np.cos(np.deg2rad(OPPOSITE_DEG)))
ASPECT = 88.0 / 63.0
CORNER_MISS = 0.14
"""In a deck with four indices per card, an index is this near its corner (card widths)."""


def build(indices: Indices, aspect: float = ASPECT, slack: float = SLACK) -> list[Reading]:
    """Return the physical cards that indices belong to, in px or mm like the indices.

    ``aspect`` is a card's height over its width.
    """
    if len(indices) == 0:
        return []
    groups = _diagonal_pairs(indices, slack)
    corners = _four_corner_groups(indices)
    if _four_corner_deck(indices, corners):
        groups = corners
    grouped = {n for group in groups for n in group.rows}
    groups += [_Group((n,), indices.centres()[n]) for n in range(len(indices)) if n not in grouped]
    return [_reading(indices, group, aspect) for group in sorted(groups, key=lambda g: g.rows)]


@dataclass(frozen=True, slots=True)
class _Group:
    """The rows of one card's indices and the card's centre."""

    rows: tuple[int, ...]
    centre: NDArray[np.float64]


def _links(indices: Indices) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the overlap of all pairs of readings, and which pairs are alike in card and size."""
    half = np.exp(0.5 * indices.log_p)
    overlap = np.asarray(half @ half.T)
    ratio = indices.width[:, None] / indices.width[None, :]
    alike = (overlap >= ALIKE) & (ratio < WIDTH_RATIO) & (ratio > 1 / WIDTH_RATIO)
    np.fill_diagonal(alike, False)
    return overlap, alike


def _greedy(costs: Iterable[tuple[float, int, int]]) -> list[tuple[int, int]]:
    taken: set[int] = set()
    pairs = []
    for _, a, b in sorted(costs):
        if a not in taken and b not in taken:
            pairs.append((a, b))
            taken |= {a, b}
    return pairs


def diagonals(indices: Indices, slack: float) -> list[tuple[float, int, int]]:
    """Return the pairs of indices that can be the two of one card, each with its cost.

    They read alike, point in opposite directions and lie from each other where a card's other index
    lies. ``slack`` is how far (natural log) their distance may be from what their widths say.
    """
    overlap, alike = _links(indices)
    toward = (2 * INDEX_DOWN * indices.down + 2 * INDEX_RIGHT * indices.right) / DIAGONAL
    step = indices.xy[None] - indices.xy[:, None]
    apart = np.maximum(np.linalg.norm(step, axis=2), 1e-9)
    wanted = toward[:, None] - toward[None]
    wanted = wanted / np.maximum(np.linalg.norm(wanted, axis=2, keepdims=True), 1e-9)
    aim = np.clip((step * wanted).sum(axis=2) / apart, -1.0, 1.0)
    width = np.sqrt(indices.width[:, None] * indices.width[None, :])
    stretch = np.abs(np.log(apart / (DIAGONAL * width)))
    fits = alike & (indices.down @ indices.down.T < -_UPRIGHT) & (aim > _AIM) & (stretch < slack)
    cost = np.sqrt(2 * (1 - aim)) + stretch + 0.3 * (1 - overlap)
    return [(float(cost[a, b]), int(a), int(b)) for a, b in np.argwhere(np.triu(fits))]


def pair_widths(indices: Indices, slack: float) -> list[tuple[float, float]]:
    """Return the card width that each likely pair of indices measures, with a weight."""
    pairs = _greedy(diagonals(indices, slack))
    score = indices.score
    return [
        (
            float(np.linalg.norm(indices.xy[a] - indices.xy[b])) / DIAGONAL,
            float(score[a] * score[b]),
        )
        for a, b in pairs
    ]


def _diagonal_pairs(indices: Indices, slack: float) -> list[_Group]:
    return [
        _Group(pair, indices.xy[list(pair)].mean(axis=0))
        for pair in _greedy(diagonals(indices, slack))
    ]


def _four_corner_deck(indices: Indices, groups: Sequence[_Group]) -> bool:
    """Return whether the deck has four indices per card: one card shows all, or two show three.

    One card with three could be two copies of a card that lie most of a card's width apart; whole
    cards that show two speak for a common deck.
    """
    sizes = [len(group.rows) for group in groups]
    many = sum(size >= 3 for size in sizes)
    named = {int(indices.best[group.rows[0]]) for group in groups if len(group.rows) >= 3}
    return (4 in sizes or len(named) >= 2) and many >= sum(size == 2 for size in sizes)


def _four_corner_groups(indices: Indices) -> list[_Group]:
    """Return groups of up to four alike indices that sit in the corners of one card."""
    _, alike = _links(indices)
    hypotheses = (indices.centres(), indices.centres(mirrored=True))
    free = set(range(len(indices)))
    groups: list[_Group] = []
    for seed in map(int, np.argsort(-indices.score, kind="stable")):
        if seed not in free:
            continue
        options = [_around(indices, centres[seed], seed, alike, free) for centres in hypotheses]
        best = max(options, key=lambda group: len(group.rows))
        free -= set(best.rows)
        if len(best.rows) > 1:
            groups.append(best)
    return groups


def _around(
    indices: Indices,
    centre: NDArray[np.float64],
    seed: int,
    alike: NDArray[np.bool_],
    free: set[int],
) -> _Group:
    """Return the seed and the best index for each other corner of the card with this centre."""
    down, right, width = indices.down[seed], indices.right[seed], float(indices.width[seed])
    found: dict[tuple[bool, bool], tuple[float, int]] = {}
    for n in free:
        cosine = float(indices.down[n] @ down)
        if n != seed and not (alike[seed, n] and abs(cosine) > _UPRIGHT):
            continue
        offset = (indices.xy[n] - centre) / width
        across, along = float(offset @ right), float(offset @ down)
        # The index in the upper corners is upright, in the lower ones it stands on its head.
        if (along < 0) != (cosine > 0):
            continue
        miss = float(np.hypot(abs(across) - INDEX_RIGHT, abs(along) - INDEX_DOWN))
        corner = (across > 0, along > 0)
        if miss < CORNER_MISS and (corner not in found or miss < found[corner][0]):
            found[corner] = (miss if n != seed else -1.0, n)
    middles = [
        indices.xy[n]
        - width
        * (
            (INDEX_RIGHT if east else -INDEX_RIGHT) * right
            + (INDEX_DOWN if south else -INDEX_DOWN) * down
        )
        for (east, south), (_, n) in found.items()
    ]
    rows = tuple(sorted(n for _, n in found.values()))
    return _Group(rows, np.mean(middles, axis=0))


def _reading(indices: Indices, group: _Group, aspect: float) -> Reading:
    part = indices.take(list(group.rows))
    log_p = normalise(np.asarray(part.log_p.sum(axis=0)))
    lead = int(np.argmax(part.score))
    accept = 1.0 - float(np.prod(1.0 - part.accept))
    # Indices standing on their heads say the same direction the other way round.
    down = (part.down * np.sign(part.down @ part.down[lead])[:, None]).sum(axis=0)
    down = down / max(float(np.linalg.norm(down)), 1e-9)
    width = float(np.average(part.width, weights=part.score + 1e-6))
    if len(part) > 1:
        width = float(np.linalg.norm(part.xy - group.centre, axis=1).mean()) / (DIAGONAL / 2)
    angle = float(np.degrees(np.arctan2(-down[0], down[1])))
    middle = (float(group.centre[0]), float(group.centre[1]))
    right = (float(part.right[lead, 0]), float(part.right[lead, 1]))
    quad = card_quad(middle, angle, width, width * aspect)
    return Reading(middle, angle % 360.0, quad, log_p + np.log(max(accept, 1e-9)), right, len(part))
