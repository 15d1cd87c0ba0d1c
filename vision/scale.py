"""Photographs without calibration: find at which scales cards are to be read.

The locator reads cards that are about 60 px wide at its input. A photograph is searched on a ladder
of scales; each step answers for its own band of card widths only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.indices import Indices, join
from vision.pairs import PHOTO, diagonals

STEP = 1.4
"""Ratio of neighbouring scales."""
BAND = 1.35
"""A step keeps indices whose card width is within this factor of the wanted one."""
SURE = 0.9
ENOUGH = 3
"""So many sure readings make the costly search on an enlarged picture needless."""
SMALLEST_CARD = 42.0
"""Cards narrower than this (px) are not searched for."""
LARGEST_SHARE = 0.95
"""A card may be this wide as a share of the picture's longer side."""
MAX_INPUT_PX = 4_200_000
"""A step whose input would be larger is left out."""
MIN_INPUT_PX = 64
WIDTH_SPREAD = 2.0
"""Cards of one photograph are alike in width within this factor of the usual width."""
PAIR_WEIGHT = 2.0
"""How much louder an index speaks that has its counterpart on the card."""
TRUST = 0.5
"""How much of an index's own deviation from the usual width is believed (power)."""
FINE = (1 / 1.3, 1.0, 1.3)
"""Scales of the second pass, relative to the one that suits the usual width."""
SMOOTH = 0.22
"""Spread of the vote of one index over log width."""


def ladder(size: tuple[int, int], card_width: float) -> list[float]:
    """Return the scales to search a picture (width, height in px) at, coarse first."""
    largest = LARGEST_SHARE * max(size)
    scales = []
    width = largest
    while width > SMALLEST_CARD / np.sqrt(STEP):
        scale = card_width / width
        width /= STEP
        if max(size) * scale < MIN_INPUT_PX or size[0] * size[1] * scale**2 > MAX_INPUT_PX:
            continue
        scales.append(float(scale))
    return scales


def search(scales: Sequence[float], card_width: float, look: Callable[[float], Indices]) -> Indices:
    """Return what a look at every scale finds, each scale within its own band of card widths."""
    parts = []
    for scale in scales:
        found = look(scale)
        seen = found.width * scale / card_width
        parts.append(found.take((seen < BAND) & (seen > 1 / BAND)))
    return join(parts)


def plenty(indices: Indices) -> bool:
    """Return whether enough is read surely that smaller cards need no search."""
    return int((indices.score >= SURE).sum()) >= ENOUGH


def usual_width(widths: NDArray[np.float64], weight: NDArray[np.float64]) -> float:
    """Return the card width (px) that most of the weight agrees on; 0 without any weight."""
    if len(widths) == 0 or float(weight.sum()) <= 0:
        return 0.0
    logs = np.log(widths)
    votes = np.exp(-0.5 * ((logs[:, None] - logs[None]) / SMOOTH) ** 2) @ weight
    near = np.abs(logs - logs[int(np.argmax(votes))]) < SMOOTH
    return float(np.exp(np.average(logs[near], weights=weight[near] + 1e-12)))


def agreed_width(indices: Indices) -> float:
    """Return the usual card width (px) by what indices say; such that pair up speak louder."""
    weight = indices.score**2
    for _, a, b in diagonals(indices, PHOTO):
        weight[[a, b]] += PAIR_WEIGHT * indices.score[a] * indices.score[b]
    return usual_width(indices.width, weight)


def settle(indices: Indices, width: float) -> Indices:
    """Return the indices of cards of about the usual width, their widths drawn towards it."""
    ratio = indices.width / width
    near = indices.take((ratio < WIDTH_SPREAD) & (ratio > 1 / WIDTH_SPREAD))
    return near.resized(width * (near.width / width) ** TRUST)
