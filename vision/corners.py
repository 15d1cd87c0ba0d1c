"""Decks that print an index in all four corners of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.indices import INDEX_DOWN, INDEX_RIGHT, Indices
from vision.pairs import DIAGONAL, PHOTO, UPRIGHT, diagonals, greedy, likeness

CORNER_MISS = 0.25
"""An index is this near its corner (card widths)."""
LONE_MISS = 0.35
"""A lone index belongs to a like card whose centre is this near to where it says (card widths)."""
_LEAN = float(np.arctan2(INDEX_RIGHT, INDEX_DOWN))
"""Angle between a card's diagonal and its down direction."""


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one card's indices and the card's centre.

    ``square`` where two of them share a side of the card, as only four indices per card allow.
    """

    rows: tuple[int, ...]
    centre: NDArray[np.float64]
    square: bool = False


@dataclass(frozen=True, slots=True)
class _Outline:
    """Where a card may lie: centre, down direction and width."""

    centre: NDArray[np.float64]
    down: NDArray[np.float64]
    width: float
    seed: int


def is_four_corner_deck(indices: Indices, groups: Sequence[Group]) -> bool:
    """Return whether the deck has four indices per card, by more than one sign.

    One card with three could be two copies of a card that lie most of a card's width apart; whole
    cards that show two on the diagonal speak for a common deck.
    """
    signs: dict[int, int] = {}
    for group in groups:
        if group.square:
            card = int(indices.best[group.rows[0]])
            signs[card] = max(signs.get(card, 0), 3 if len(group.rows) == 4 else 1)
    against = sum(not group.square for group in groups)
    return sum(signs.values()) >= max(2, against)


def four_corner_groups(indices: Indices) -> list[Group]:
    """Return groups of two to four alike indices that sit in the corners of one card."""
    _, alike = likeness(indices)
    if not _side_by_side(indices, alike):
        return []
    outlines = _from_diagonals(indices) + _from_single(indices, alike)
    free = np.ones(len(indices), np.bool_)
    filled = [(_fill(indices, outline, alike, free), outline) for outline in outlines]
    groups: list[Group] = []
    for size in (4, 3, 2):
        for group, outline in filled:
            if len(group.rows) < size or not free[outline.seed]:
                continue
            if not free[list(group.rows)].all():
                group = _fill(indices, outline, alike, free)
            if len(group.rows) >= size:
                groups.append(group)
                free[list(group.rows)] = False
    return _absorb(indices, groups, alike, set(map(int, np.nonzero(free)[0])))


def _absorb(
    indices: Indices, groups: list[Group], alike: NDArray[np.bool_], free: set[int]
) -> list[Group]:
    """Return the groups with lone indices that roughly say the same card's centre."""
    hypotheses = np.stack([indices.centres(), indices.centres(mirrored=True)])
    for n in sorted(free):
        for k, group in enumerate(groups):
            miss = np.linalg.norm(hypotheses[:, n] - group.centre, axis=1).min()
            fits = alike[n, list(group.rows)].any() and len(group.rows) < 4
            if fits and miss < LONE_MISS * indices.width[n]:
                rows = tuple(sorted((*group.rows, n)))
                groups[k] = Group(rows, group.centre, group.square)
                break
    return groups


def _side_by_side(indices: Indices, alike: NDArray[np.bool_]) -> bool:
    """Return whether any two alike indices could share a side of one card."""
    a, b = np.nonzero(np.triu(alike))
    step = (indices.xy[b] - indices.xy[a]) / indices.width[a, None]
    across = np.abs((step * indices.right[a]).sum(axis=1))
    along = np.abs((step * indices.down[a]).sum(axis=1))
    cosine = (indices.down[a] * indices.down[b]).sum(axis=1)
    beside = (cosine > UPRIGHT) & (along < 0.4) & (across > 0.45) & (across < 1.3)
    below = (cosine < -UPRIGHT) & (across < 0.4) & (along > 0.55) & (along < 1.6)
    return bool((beside | below).any())


def _from_diagonals(indices: Indices) -> list[_Outline]:
    found = []
    for mirrored in (False, True):
        pairs = diagonals(indices, PHOTO, mirrored)
        lean = -_LEAN if mirrored else _LEAN
        turn = np.array([[np.cos(lean), -np.sin(lean)], [np.sin(lean), np.cos(lean)]])
        for a, b in greedy(pairs):
            step = indices.xy[b] - indices.xy[a]
            apart = float(np.linalg.norm(step))
            down = turn @ step / max(apart, 1e-9)
            found.append(_Outline(indices.xy[[a, b]].mean(axis=0), down, apart / DIAGONAL, a))
    return found


def _from_single(indices: Indices, alike: NDArray[np.bool_]) -> list[_Outline]:
    same = alike | np.eye(len(indices), dtype=np.bool_)
    order = [int(n) for n in np.argsort(-indices.score, kind="stable") if alike[n].any()]
    hypotheses = (indices.centres(), indices.centres(mirrored=True))
    return [
        _Outline(centres[n], indices.down[n], float(np.mean(indices.width[same[n]])), n)
        for n in order
        for centres in hypotheses
    ]


def _fill(
    indices: Indices, outline: _Outline, alike: NDArray[np.bool_], free: NDArray[np.bool_]
) -> Group:
    """Return the best index for each corner of an outline."""
    down, width, seed = outline.down, outline.width, outline.seed
    right = np.array([down[1], -down[0]])
    rows = np.nonzero(free & alike[seed])[0]
    rows = np.append(rows, seed)
    cosine = indices.down[rows] @ down
    offset = (indices.xy[rows] - outline.centre) / width
    across, along = offset @ right, offset @ down
    miss = np.hypot(np.abs(across) - INDEX_RIGHT, np.abs(along) - INDEX_DOWN)
    # The index in the upper corners is upright, in the lower ones it stands on its head.
    fits = (np.abs(cosine) >= UPRIGHT) & ((along < 0) == (cosine > 0)) & (miss < CORNER_MISS)
    found: dict[tuple[bool, bool], tuple[float, int]] = {}
    for k in np.nonzero(fits)[0]:
        corner = (bool(across[k] > 0), bool(along[k] > 0))
        if corner not in found or miss[k] < found[corner][0]:
            found[corner] = (float(miss[k]), int(rows[k]))
    middles = []
    for (east, south), (_, n) in found.items():
        aside = (INDEX_RIGHT if east else -INDEX_RIGHT) * right
        below = (INDEX_DOWN if south else -INDEX_DOWN) * down
        middles.append(indices.xy[n] - width * (aside + below))
    members = tuple(sorted(n for _, n in found.values()))
    kinds = {east == south for east, south in found}
    centre = np.mean(middles, axis=0) if middles else outline.centre
    return Group(members, centre, square=len(kinds) == 2)
