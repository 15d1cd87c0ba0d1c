"""Which cards of an enrolled deck stay hard to tell, and from which neighbour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scorer.cards import CARDS
from vision.classify import Classifier
from vision.deckfile import Deck
from vision.patches import batch
from vision.prototypes import views
from vision.readings import ranked

TRIES = 12
"""So many disturbed pictures of each card are read."""
STRONG = 0.85
"""A card is weak when its own name gets less than this probability on average."""


@dataclass(frozen=True, slots=True)
class Weak:
    """A card that is hard to tell: the neighbour it is taken for, its mean own probability."""

    card: str
    neighbour: str
    p: float


def weak(deck: Deck, classifier: Classifier, seed: int = 7) -> list[Weak]:
    """Return the weak cards of a deck, read by a classifier that knows it, weakest first."""
    found = []
    rng = np.random.default_rng(seed)
    for card in CARDS:
        if card not in deck.crops:
            continue
        log_p, _ = classifier.read(batch(np.stack(views(rng, deck, card, TRIES))))
        mean = np.log(np.exp(log_p).mean(axis=0) + 1e-12)
        own = float(np.exp(mean[CARDS.index(card)]))
        if own < STRONG:
            other = next(name for name, _ in ranked(mean) if name != card)
            found.append(Weak(card, other, own))
    return sorted(found, key=lambda entry: entry.p)
