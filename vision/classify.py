"""Stage two: which card a corner patch shows, or that it shows none."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.cards import CARDS, JOKERS, Card
from vision.model import Network

RANK_ORDER = "A23456789TJQK"
SUIT_ORDER = "SHDC"
BATCH = 64
ACCEPT = 0.5
"""An index counts when it is one with at least this probability."""
PHOTO_P = 0.5
"""A card of a photograph counts when it was read with at least this probability."""

_JOKER_RANK = len(RANK_ORDER)
_RANK_OF = np.array([_JOKER_RANK if c in JOKERS else RANK_ORDER.index(c[0]) for c in CARDS])
_SUIT_OF = np.array([4 + JOKERS.index(c) if c in JOKERS else SUIT_ORDER.index(c[1]) for c in CARDS])


class Classifier:
    """Reads corner patches."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._rank_t = network.number("temperature", "rank", default=1.0)
        self._suit_t = network.number("temperature", "suit", default=1.0)
        self.accept = network.number("threshold", "accept", default=ACCEPT)
        self.photo = network.number("threshold", "photo", default=PHOTO_P)
        self.photo_joker = network.number("threshold", "joker", default=self.photo)
        self._reject_t = network.number("temperature", "reject", default=1.0)

    def least(self, card: Card) -> float:
        """Return the least probability with which a card of a photograph counts.

        Whatever looks like nothing else tends to look like a joker: jokers need more.
        """
        return self.photo_joker if card in JOKERS else self.photo

    def read(self, patches: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return 54 log probabilities per patch [n, 54], and how surely it is an index [n]."""
        if len(patches) == 0:
            return np.zeros((0, len(CARDS))), np.zeros(0)
        parts = [
            self._network.run(patches[n : n + BATCH], "rank", "suit", "reject")
            for n in range(0, len(patches), BATCH)
        ]
        rank, suit, reject = (
            np.concatenate(column).astype(np.float64) for column in zip(*parts, strict=True)
        )
        log_p = _log_softmax(rank / self._rank_t)[:, _RANK_OF]
        log_p = _log_softmax(log_p + _log_softmax(suit / self._suit_t)[:, _SUIT_OF])
        accept = 1.0 / (1.0 + np.exp(np.clip(reject[:, 0] / self._reject_t, -60, 60)))
        return log_p, np.asarray(accept)


def _log_softmax(x: NDArray[np.float64]) -> NDArray[np.float64]:
    shifted = x - x.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))
