"""Jokers carry tall corner texts: one text may be found twice, or far from where indices lie.

Along the card the place of a joker's index is therefore uncertain, across it is not. Findings that
agree in direction and across the card are one joker; two jokers in a fan differ across.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.cards import JOKERS
from vision.corners import Group
from vision.indices import Indices
from vision.readings import CLASS_OF

ALONG = 0.5
"""Findings of one joker lie this near along the card (card widths)."""
ACROSS = 0.12
"""And this near across it (card widths)."""
TURN = float(np.cos(np.deg2rad(15.0)))
_JOKERS = [CLASS_OF[card] for card in JOKERS]


def joined(indices: Indices, groups: Sequence[Group]) -> list[Group]:
    """Return the groups, those of one joker joined."""
    result: list[Group] = []
    for group in groups:
        other = next((n for n, old in enumerate(result) if _one(indices, old, group)), None)
        if other is None:
            result.append(group)
        else:
            rows = result[other].rows + group.rows
            result[other] = Group(rows, _middle(indices, result[other], group))
    return result


def _one(indices: Indices, a: Group, b: Group) -> bool:
    if not (_is_joker(indices, a) and _is_joker(indices, b)):
        return False
    down, width = indices.down[a.rows[0]], float(indices.width[a.rows[0]])
    if abs(float(down @ indices.down[b.rows[0]])) < TURN:
        return False
    apart = (b.centre - a.centre) / width
    along = float(apart @ down)
    across = float(np.linalg.norm(apart - along * down))
    return abs(along) < ALONG and across < ACROSS


def _is_joker(indices: Indices, group: Group) -> bool:
    return float(np.exp(indices.log_p[list(group.rows)][:, _JOKERS]).sum(axis=1).mean()) > 0.5


def _middle(indices: Indices, a: Group, b: Group) -> NDArray[np.float64]:
    """Return the centre by the surest side: two indices that agree say more than one."""
    if len(a.rows) != len(b.rows):
        return max((a, b), key=lambda group: len(group.rows)).centre
    weights = [float(indices.score[list(group.rows)].sum()) + 1e-9 for group in (a, b)]
    middle: NDArray[np.float64] = np.average([a.centre, b.centre], axis=0, weights=weights)
    return middle
