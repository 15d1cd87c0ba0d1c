"""Stage two: which card a corner patch shows, or that it shows none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.cards import CARDS, JOKERS, Card
from vision.certainty import Certainty
from vision.deckfile import Deck
from vision.errors import VisionError
from vision.model import Network
from vision.patches import batch as as_batch
from vision.prototypes import Prototypes, learn

RANK_ORDER = "A23456789TJQK"
SUIT_ORDER = "SHDC"
BATCH = 64
ACCEPT = 0.5
"""An index counts when it is one with at least this probability."""
PHOTO_P = 0.5
"""A card of a photograph counts when it was read with at least this probability."""
ENROLLED = 0.06
"""How much is believed of what the prototypes of enrolled decks say (power)."""

_JOKER_RANK = len(RANK_ORDER)
_RANK_OF = np.array([_JOKER_RANK if c in JOKERS else RANK_ORDER.index(c[0]) for c in CARDS])
_SUIT_OF = np.array([4 + JOKERS.index(c) if c in JOKERS else SUIT_ORDER.index(c[1]) for c in CARDS])


class Classifier:
    """Reads corner patches; sharpened by prototypes where the decks on the table are enrolled."""

    def __init__(self, network: Network, decks: Sequence[Deck] = ()) -> None:
        self._network = network
        self._rank_t = network.number("temperature", "rank", default=1.0)
        self._suit_t = network.number("temperature", "suit", default=1.0)
        self.accept = network.number("threshold", "accept", default=ACCEPT)
        self.photo = network.number("threshold", "photo", default=PHOTO_P)
        self.photo_joker = network.number("threshold", "joker", default=self.photo)
        self.certainty = Certainty(network, "certainty")
        self.photo_certainty = Certainty(network, "photo_certainty")
        self._reject_t = network.number("temperature", "reject", default=1.0)
        self._prototypes: Prototypes | None = None
        if decks:
            if "features" not in network.outputs:
                raise VisionError(
                    f"{network.path}: this network cannot be sharpened by enrolled decks; "
                    "fetch the present one"
                )
            self._prototypes = learn(decks, self._features)

    def least(self, card: Card) -> float:
        """Return the least probability with which a card of a photograph counts.

        Whatever looks like nothing else tends to look like a joker: jokers need more.
        """
        return self.photo_joker if card in JOKERS else self.photo

    def read(self, patches: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return 54 log probabilities per patch [n, 54], and how surely it is an index [n]."""
        if len(patches) == 0:
            return np.zeros((0, len(CARDS))), np.zeros(0)
        names = ["rank", "suit", "reject"] + ["features"] * (self._prototypes is not None)
        parts = [
            self._network.run(patches[n : n + BATCH], *names) for n in range(0, len(patches), BATCH)
        ]
        rank, suit, reject, *features = (
            np.concatenate(column).astype(np.float64) for column in zip(*parts, strict=True)
        )
        log_p = _log_softmax(rank / self._rank_t)[:, _RANK_OF]
        log_p = _log_softmax(log_p + _log_softmax(suit / self._suit_t)[:, _SUIT_OF])
        accept = 1.0 / (1.0 + np.exp(np.clip(reject[:, 0] / self._reject_t, -60, 60)))
        if self._prototypes is not None:
            return _sharpened(log_p, accept, ENROLLED * self._prototypes.score(features[0]))
        return log_p, np.asarray(accept)

    def _features(self, pictures: NDArray[np.uint8]) -> NDArray[np.float64]:
        parts = [
            self._network.run(as_batch(pictures[n : n + BATCH]), "features")[0]
            for n in range(0, len(pictures), BATCH)
        ]
        return np.concatenate(parts).astype(np.float64)


def _sharpened(
    log_p: NDArray[np.float64], accept: NDArray[np.float64], score: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return readings in the light of scores [n, 55] of the cards and of no index."""
    sure = np.clip(accept, 1e-9, 1 - 1e-9)
    cards = log_p + score[:, :-1]
    weight = np.log(np.exp(cards).sum(axis=1)) + np.log(sure)
    # Few pictures stand for all that is no index: they may speak against a card, never for one.
    nothing = np.log1p(-sure)
    return _log_softmax(cards), 1.0 / (1.0 + np.exp(np.clip(nothing - weight, -60, 60)))


def _log_softmax(x: NDArray[np.float64]) -> NDArray[np.float64]:
    shifted = x - x.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))
