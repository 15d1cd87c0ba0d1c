"""How often a reading of some probability is right, as measured on held-out scenes.

The classifier's probabilities speak of one patch. A card may be read by one index or by several,
and its index may be something else altogether; what that does to the odds was fitted when the
networks were calibrated (models/training/calibrate.py) and is written on the classifier's card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from scorer.cards import CARDS, JOKERS
from vision.model import Network
from vision.readings import Reading

COLDEST = 0.05
SUREST = 1e-6
"""No reading is nearer to certainty than this."""


@dataclass(frozen=True, slots=True)
class Line:
    """New log odds = slope × log odds + shift + warmth × log heat."""

    slope: float = 1.0
    shift: float = 0.0
    warmth: float = 0.0

    def apply(self, p: float, heat: float = 1.0) -> float:
        """Return the measured probability of a reading given ``p`` and its ``heat``."""
        p = min(max(p, SUREST), 1 - SUREST)
        odds = self.slope * float(np.log(p / (1 - p))) + self.shift
        odds += self.warmth * float(np.log(max(heat, COLDEST)))
        return min(max(float(1 / (1 + np.exp(-odds))), SUREST), 1 - SUREST)


class Certainty:
    """The lines of a section of a classifier's card; without it, probabilities stay as they are.

    On photographs the locator searches many scales; how warm its finding was says much there.
    """

    def __init__(self, network: Network, section: str) -> None:
        self._lines = {
            kind: Line(
                network.number(section, f"{kind}_slope", default=1.0),
                network.number(section, f"{kind}_shift", default=0.0),
                network.number(section, f"{kind}_warmth", default=0.0),
            )
            for kind in KINDS
        }

    def adjusted(self, reading: Reading) -> Reading:
        """Return the reading with its measured probability; the other cards keep their shares."""
        best = int(np.argmax(reading.log_p))
        p = min(max(reading.p, SUREST), 1 - SUREST)
        new = self._lines[kind_of(reading)].apply(p, reading.heat)
        log_p = reading.log_p + np.log((1 - new) / (1 - p))
        # What is less than even stays the best reading: only its odds against all others change.
        np.minimum(log_p, np.log(new) - 1e-9, out=log_p)
        log_p[best] = np.log(new)
        return replace(reading, log_p=log_p)


KINDS = ("plain", "plain_pair", "joker", "joker_pair")


def kind_of(reading: Reading) -> str:
    """Return which line a reading needs: jokers apart, one index apart from several."""
    name = "joker" if CARDS[int(np.argmax(reading.log_p))] in JOKERS else "plain"
    return f"{name}_pair" if reading.corners > 1 else name
