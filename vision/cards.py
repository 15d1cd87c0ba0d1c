"""Corner indices to physical cards: one-to-one matching, never suppression by distance.

Two indices are one card when they read alike, point in opposite directions and agree on the card's
centre. Two copies of a card, however near, stay two.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.corners import Group, four_corner_groups, is_four_corner_deck
from vision.indices import Indices
from vision.jokers import joined
from vision.pairs import BENT, DIAGONAL, PHOTO, TABLE, Tolerance, diagonals, greedy
from vision.phantoms import without_phantoms
from vision.readings import Reading, card_quad, normalise

OUTLIER = 0.02
"""How often one index of several is misread with full confidence."""
ASPECT = 88.0 / 63.0


def build(indices: Indices, aspect: float = ASPECT, tolerance: Tolerance = TABLE) -> list[Reading]:
    """Return the physical cards that indices of known card width belong to, in px or mm like them.

    ``aspect`` is a card's height over its width.
    """
    groups = grouped(indices, tolerance)
    return [reading(indices, group, aspect) for group in sorted(groups, key=lambda g: g.rows)]


def build_unsure(
    indices: Indices, sure: NDArray[np.bool_], aspect: float = ASPECT
) -> list[Reading]:
    """Return the physical cards of which no index is ``sure``."""
    groups = [group for group in grouped(indices) if not sure[list(group.rows)].any()]
    return [replace(reading(indices, group, aspect), sure=False) for group in groups]


def grouped(indices: Indices, tolerance: Tolerance = TABLE) -> list[Group]:
    """Return which indices of known card width belong to one card each."""
    if len(indices) == 0:
        return []
    groups = _diagonal_pairs(indices, tolerance)
    corners = four_corner_groups(indices)
    if is_four_corner_deck(indices, corners):
        groups = corners
    taken = {n for group in groups for n in group.rows}
    groups += [Group((n,), indices.centres()[n]) for n in range(len(indices)) if n not in taken]
    pairs = [(a, b) for _, a, b in diagonals(indices, tolerance)]
    return without_phantoms(indices, joined(indices, groups), pairs)


def build_free(indices: Indices) -> list[Reading]:
    """Return the physical cards of a photograph, where widths only are what indices look like.

    Decks print their indices smaller or larger on the same card; how far the two indices of a card
    lie apart measures the cards themselves.
    """
    return build(measured(indices), tolerance=PHOTO)


def measured(indices: Indices) -> Indices:
    """Return the indices of a photograph with the widths that their own distances say."""
    return indices.resized(indices.width * stretch(indices))


def stretch(indices: Indices) -> float:
    """Return by what factor the cards are larger than their indices say (1 without any pair)."""
    found = []
    for cost, a, b in sorted(diagonals(indices, PHOTO)):
        apart = float(np.linalg.norm(indices.xy[a] - indices.xy[b])) / DIAGONAL
        said = float(np.sqrt(indices.width[a] * indices.width[b]))
        sure = float(indices.score[a] * indices.score[b]) / (0.2 + cost)
        found.append((float(np.log(apart / said)), sure))
    if not found:
        return 1.0
    found.sort()
    logs, weights = np.array(found).T
    reached = np.cumsum(weights) >= weights.sum() / 2
    return float(np.exp(logs[int(np.argmax(reached))]))


def _diagonal_pairs(indices: Indices, tolerance: Tolerance) -> list[Group]:
    pairs = greedy(diagonals(indices, tolerance))
    if tolerance is PHOTO:
        taken = {n for pair in pairs for n in pair}
        left = [cost for cost in diagonals(indices, BENT) if not taken & set(cost[1:])]
        pairs += greedy(left)
    return [Group(pair, indices.xy[list(pair)].mean(axis=0)) for pair in pairs]


def reading(indices: Indices, group: Group, aspect: float = ASPECT) -> Reading:
    """Return the card that a group of indices shows."""
    part = indices.take(list(group.rows))
    log_p = part.log_p[0]
    if len(part) > 1:
        # Now and then one index is surely misread: no single one may outvote the others.
        floor = OUTLIER / part.log_p.shape[1]
        log_p = normalise(np.log((1 - OUTLIER) * np.exp(part.log_p) + floor).sum(axis=0))
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
    log_p = log_p + np.log(max(accept, 1e-9))
    heat = float(part.heat.max())
    return Reading(middle, angle % 360.0, quad, log_p, right, len(part), heat=heat)
