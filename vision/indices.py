"""Corner indices: where they are, which way they read, and what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.cards import CARDS, JOKERS

SAME_INDEX = 0.11
"""Two findings nearer than this (card widths) are one index; two cards in a fan never are."""
SAME_READING = 0.145
"""The same for findings that read alike."""
TALL = 0.24
"""A joker's text is so tall that two findings so far apart along it may be one index."""
JOKER_CLASSES = frozenset(n for n, card in enumerate(CARDS) if card in JOKERS)
_SAME_WAY = float(np.cos(np.deg2rad(30.0)))
INDEX_DOWN = 0.49
"""From an index to the card's centre, along its down direction, in card widths."""
INDEX_RIGHT = 0.395
"""From an index to the card's centre, along its reading direction, in card widths."""


@dataclass(frozen=True, slots=True)
class Indices:
    """Several corner indices, one per row.

    ``xy`` is the centre and ``width`` the card width (px or mm), ``down`` the unit vector from rank
    to suit, ``heat`` the locator's confidence. After classification ``log_p`` holds the 54 log
    probabilities and ``accept`` the probability of being an index at all.
    """

    xy: NDArray[np.float64]
    down: NDArray[np.float64]
    width: NDArray[np.float64]
    heat: NDArray[np.float64]
    log_p: NDArray[np.float64]
    accept: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.xy)

    @property
    def right(self) -> NDArray[np.float64]:
        """Return the reading direction of each index."""
        return np.stack([self.down[:, 1], -self.down[:, 0]], axis=1)

    @property
    def score(self) -> NDArray[np.float64]:
        """Return how sure each reading is: an index, and this card."""
        return np.asarray(self.accept * np.exp(self.log_p.max(axis=1, initial=-np.inf)))

    @property
    def best(self) -> NDArray[np.intp]:
        """Return the most probable card of each index, as a position in `CARDS`."""
        return np.asarray(np.argmax(self.log_p, axis=1))

    def centres(self, mirrored: bool = False) -> NDArray[np.float64]:
        """Return where each index says that its card's centre is (mirrored: right-hand index)."""
        side = -INDEX_RIGHT if mirrored else INDEX_RIGHT
        shift = INDEX_DOWN * self.down + side * self.right
        return np.asarray(self.xy + shift * self.width[:, None])

    def take(self, rows: NDArray[np.bool_] | NDArray[np.intp] | Sequence[int]) -> Indices:
        """Return some of the rows."""
        pick = np.asarray(rows)
        if pick.dtype != np.bool_:
            pick = pick.astype(np.intp)
        return Indices(
            self.xy[pick],
            self.down[pick],
            self.width[pick],
            self.heat[pick],
            self.log_p[pick],
            self.accept[pick],
        )

    def classified(self, log_p: NDArray[np.float64], accept: NDArray[np.float64]) -> Indices:
        """Return the same indices with their readings."""
        return Indices(self.xy, self.down, self.width, self.heat, log_p, accept)

    def resized(self, width: NDArray[np.float64]) -> Indices:
        """Return the same indices with other card widths."""
        return Indices(self.xy, self.down, width, self.heat, self.log_p, self.accept)

    def moved(self, by: float) -> Indices:
        """Return the same indices moved by a distance along both axes."""
        return Indices(self.xy + by, self.down, self.width, self.heat, self.log_p, self.accept)

    def scaled(self, factor: float) -> Indices:
        """Return the same indices in a picture enlarged by a factor."""
        return Indices(
            self.xy * factor, self.down, self.width * factor, self.heat, self.log_p, self.accept
        )


def located(
    xy: NDArray[np.float64],
    down: NDArray[np.float64],
    width: NDArray[np.float64],
    heat: NDArray[np.float64],
) -> Indices:
    """Return indices that have not been classified yet."""
    n = len(xy)
    return Indices(xy.reshape(n, 2), down.reshape(n, 2), width, heat, np.zeros((n, 54)), np.ones(n))


def join(parts: Sequence[Indices]) -> Indices:
    """Return the indices of several parts as one."""
    if not parts:
        return located(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0), np.zeros(0))
    return Indices(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("xy", "down", "width", "heat", "log_p", "accept")
        )
    )


def thin(indices: Indices, score: NDArray[np.float64]) -> Indices:
    """Return the indices without weaker findings of the same index.

    Two findings are one index when nearer than `SAME_INDEX` card widths, or nearer than
    `SAME_READING` when they read alike and point the same way. Cards of a fan are further apart.
    """
    return indices.take([rows[0] for rows in clusters(indices, score)])


def merged(indices: Indices, score: NDArray[np.float64]) -> Indices:
    """Return each index once, read by all its findings: several looks at it err less than one.

    The finding with the highest score says where it is; the looks vote by how surely each is one.
    """
    found = clusters(indices, score)
    kept = indices.take([rows[0] for rows in found])
    log_p, accept = kept.log_p.copy(), kept.accept.copy()
    for n, rows in enumerate(found):
        lead = indices.down[rows[0]]
        same = [r for r in rows if float(indices.down[r] @ lead) > _SAME_WAY]
        if len(same) > 1:
            logs, sure = indices.log_p[same, None], indices.accept[same, None]
            log_p[n], accept[n] = (column[0] for column in vote(logs, sure, sure**2))
    return kept.classified(log_p, accept)


def vote(
    log_p: NDArray[np.float64], accept: NDArray[np.float64], weight: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what several looks [looks, n, 54] and [looks, n] at the same indices say together.

    ``weight`` [looks, n] is how loudly each look speaks.
    """
    weight = (weight + 1e-9) / (weight + 1e-9).sum(axis=0)
    mean = (weight[..., None] * log_p).sum(axis=0)
    top = mean.max(axis=1, keepdims=True)
    total = np.exp(mean - top).sum(axis=1, keepdims=True)
    return mean - top - np.log(total), (weight * accept).sum(axis=0)


def _along(
    indices: Indices, kept: list[int], n: int, width: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Return which findings lie on the same tall joker text as finding ``n``."""
    step = indices.xy[n] - indices.xy[kept]
    along = np.abs(step @ indices.down[n]) / width
    across = np.abs(step @ indices.right[n]) / width
    return np.asarray((along < TALL) & (across < SAME_INDEX))


def clusters(indices: Indices, score: NDArray[np.float64]) -> list[list[int]]:
    """Return the findings of each index, the best first; indices in the order of their best."""
    order = np.argsort(-score, kind="stable")
    named = indices.best if indices.log_p.any() else np.arange(len(indices))
    kept: list[int] = []
    members: dict[int, list[int]] = {}
    for n in map(int, order):
        if kept:
            gaps = np.linalg.norm(indices.xy[kept] - indices.xy[n], axis=1)
            width = np.sqrt(indices.width[kept] * indices.width[n])
            twin = (named[kept] == named[n]) & (indices.down[kept] @ indices.down[n] > _SAME_WAY)
            near = gaps < np.where(twin, SAME_READING, SAME_INDEX) * width
            if named[n] in JOKER_CLASSES and indices.log_p.any():
                near |= twin & _along(indices, kept, n, width)
            if near.any():
                nearest = int(np.argmin(np.where(near, gaps / width, np.inf)))
                members[kept[nearest]].append(n)
                continue
        kept.append(n)
        members[n] = [n]
    return [members[n] for n in sorted(kept)]
