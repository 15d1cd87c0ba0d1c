"""Figures and pips taken for indices: what lies inside a card that is seen from corner to corner.

A card on top of another hides what it covers. A finding inside a card of which two indices are seen
would be the corner of a card on top; where that card would have to hide one of the two, there is no
such card. Nor can two cards lie so that each shows an index where the other one covers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from vision.corners import Group
from vision.frame import Mask, Points
from vision.indices import Indices
from vision.pairs import DIAGONAL
from vision.readings import card_quad

EDGE = 0.05
"""A finding lies inside a card when it is so far from its edges (card widths)."""
DEEP = 0.14
"""An index would be hidden when so deep inside the other card: deeper than a card's own indices."""
SURE = 0.5
"""So surely each of a card's two indices must have been read."""
OPPOSITE = -0.8
ASPECT = 88.0 / 63.0


def without_phantoms(
    indices: Indices, groups: Sequence[Group], pairs: Iterable[tuple[int, int]] = ()
) -> list[Group]:
    """Return the groups without lone findings that can be no card's corner.

    Of two lone findings that would hide each other the less sure one goes. ``pairs`` are all rows
    that might be one card's: where a finding could itself be a card's other index, the cards may
    have been paired wrongly, and it stays.
    """
    partners = {frozenset(pair) for pair in pairs}
    whole = [group for group in groups if _is_whole(indices, group)]
    lone = [group for group in groups if len(group.rows) == 1]
    gone: set[int] = set()
    kept: list[Group] = []
    for group in sorted(lone, key=lambda g: -float(indices.score[g.rows[0]])):
        row = group.rows[0]
        cards = [c for c in whole if not any(frozenset((row, r)) in partners for r in c.rows)]
        if any(_hides(indices, group, card) for card in cards) or any(
            _hides(indices, group, other, DEEP) for other in kept
        ):
            gone.add(row)
        else:
            kept.append(group)
    return [group for group in groups if group.rows[0] not in gone or len(group.rows) > 1]


def _is_whole(indices: Indices, group: Group) -> bool:
    """Return whether two opposite indices of a card are surely seen."""
    rows = list(group.rows)
    down = indices.down[rows]
    opposite = bool((down @ down[0] < OPPOSITE).any())
    return len(rows) > 1 and opposite and float(indices.score[rows].min()) >= SURE


def _hides(indices: Indices, lone: Group, card: Group, margin: float = EDGE) -> bool:
    """Return whether a finding inside a card is of a card that would hide an index of that card."""
    at = indices.xy[list(lone.rows)]
    if not _inside(at, _outline(indices, card), margin * _width(indices, card)).all():
        return False
    hidden = _inside(
        indices.xy[list(card.rows)], _outline(indices, lone), DEEP * _width(indices, lone)
    )
    return bool(hidden.any())


def _width(indices: Indices, group: Group) -> float:
    rows = list(group.rows)
    if len(rows) == 1:
        return float(indices.width[rows[0]])
    return float(np.linalg.norm(indices.xy[rows] - group.centre, axis=1).mean()) / (DIAGONAL / 2)


def _outline(indices: Indices, group: Group) -> Points:
    down = indices.down[group.rows[0]]
    angle = float(np.degrees(np.arctan2(-down[0], down[1])))
    width = _width(indices, group)
    return card_quad((group.centre[0], group.centre[1]), angle, width, width * ASPECT)


def _inside(points: Points, quad: Points, margin: float) -> Mask:
    """Return which points lie in a clockwise quad, so far from each side."""
    sides = np.roll(quad, -1, axis=0) - quad
    sides = sides / np.maximum(np.linalg.norm(sides, axis=1, keepdims=True), 1e-9)
    offset = points[:, None] - quad[None]
    depth = sides[None, :, 0] * offset[..., 1] - sides[None, :, 1] * offset[..., 0]
    return np.asarray((depth >= margin).all(axis=1))
