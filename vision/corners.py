"""Decks that print an index in all four corners of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.indices import INDEX_DOWN, INDEX_RIGHT, Indices
from vision.pairs import DIAGONAL, FREE_SLACK, UPRIGHT, diagonals, greedy, likeness

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
    outlines = _from_diagonals(indices) + _from_single(indices, alike)
    free = set(range(len(indices)))
    groups: list[Group] = []
    for size in (4, 3, 2):
        for outline in outlines:
            if outline.seed not in free:
                continue
            group = _fill(indices, outline, alike, free)
            if len(group.rows) == size:
                groups.append(group)
                free -= set(group.rows)
    return _absorb(indices, groups, alike, free)


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


def _from_diagonals(indices: Indices) -> list[_Outline]:
    found = []
    for mirrored in (False, True):
        pairs = diagonals(indices, FREE_SLACK, mirrored)
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
    hypotheses = (indices.centres(), indices.centres(mirrored=True))
    return [
        _Outline(centres[n], indices.down[n], float(np.mean(indices.width[same[n]])), n)
        for n in map(int, np.argsort(-indices.score, kind="stable"))
        for centres in hypotheses
    ]


def _fill(indices: Indices, outline: _Outline, alike: NDArray[np.bool_], free: set[int]) -> Group:
    """Return the best index for each corner of an outline."""
    down, width, seed = outline.down, outline.width, outline.seed
    right = np.array([down[1], -down[0]])
    found: dict[tuple[bool, bool], tuple[float, int]] = {}
    for n in free:
        cosine = float(indices.down[n] @ down)
        if (n != seed and not alike[seed, n]) or abs(cosine) < UPRIGHT:
            continue
        offset = (indices.xy[n] - outline.centre) / width
        across, along = float(offset @ right), float(offset @ down)
        # The index in the upper corners is upright, in the lower ones it stands on its head.
        if (along < 0) != (cosine > 0):
            continue
        miss = float(np.hypot(abs(across) - INDEX_RIGHT, abs(along) - INDEX_DOWN))
        corner = (across > 0, along > 0)
        if miss < CORNER_MISS and (corner not in found or miss < found[corner][0]):
            found[corner] = (miss, n)
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
    kinds = {east == south for east, south in found}
    centre = np.mean(middles, axis=0) if middles else outline.centre
    return Group(rows, centre, square=len(kinds) == 2)
