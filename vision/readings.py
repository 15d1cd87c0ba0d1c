"""What was read: one physical card, its pose and how sure the reading is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scorer.cards import CARDS, UNREAD, Card
from vision.frame import Points

CLASS_OF: dict[Card, int] = {card: n for n, card in enumerate(CARDS)}
"""Position of each card in a vector of 54 probabilities."""
LogP: TypeAlias = NDArray[np.float64]
"""Log probabilities of the 54 cards, in the order of `scorer.cards.CARDS`."""
ALTERNATIVES = 3
"""How many further readings are kept beside the best one."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One physical card seen once.

    ``centre`` and ``quad`` (top left, top right, bottom right, bottom left of the upright card) are
    in px of the picture, or in mm on a calibrated table. ``angle`` is how far the card is turned
    clockwise, in degrees, 0 for upright. ``right`` is the reading direction of the visible index;
    ``corners`` says how many of the card's indices were seen, ``heat`` (0-1) how surely the locator
    found the best of them. What is not ``sure`` was read from indices that hardly pass for one.
    """

    centre: tuple[float, float]
    angle: float
    quad: Points
    log_p: LogP
    right: tuple[float, float]
    corners: int = 1
    sure: bool = True
    heat: float = 1.0

    @property
    def card(self) -> Card:
        """Return the most probable card."""
        return CARDS[int(np.argmax(self.log_p))]

    @property
    def p(self) -> float:
        """Return the probability of the most probable card."""
        return float(np.exp(np.max(self.log_p)))

    @property
    def alternatives(self) -> tuple[tuple[Card, float], ...]:
        """Return the next readings with their probabilities, best first."""
        return ranked(self.log_p)[1 : 1 + ALTERNATIVES]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return the upright box around the card: left, top, right, bottom."""
        (x0, y0), (x1, y1) = self.quad.min(axis=0), self.quad.max(axis=0)
        return float(x0), float(y0), float(x1), float(y1)

    def moved(self, centre: tuple[float, float], angle: float, quad: Points) -> Reading:
        """Return the same reading with another pose."""
        return replace(self, centre=centre, angle=angle, quad=quad)


def ranked(log_p: LogP) -> tuple[tuple[Card, float], ...]:
    """Return all cards with their probabilities, most probable first."""
    order = np.argsort(-log_p, kind="stable")
    return tuple((CARDS[int(n)], float(np.exp(log_p[n]))) for n in order)


def normalise(log_p: LogP) -> LogP:
    """Return log probabilities that sum to one."""
    top = float(np.max(log_p))
    return log_p - (top + float(np.log(np.sum(np.exp(log_p - top)))))


def certain(card: Card, p: float = 0.995) -> LogP:
    """Return log probabilities that give one card ``p`` and share the rest; unread shares all."""
    n = len(CARDS)
    if card == UNREAD:
        return np.full(n, -np.log(n))
    log_p = np.full(n, np.log((1 - p) / (n - 1)))
    log_p[CLASS_OF[card]] = np.log(p)
    return log_p


def card_quad(centre: tuple[float, float], angle: float, width: float, height: float) -> Points:
    """Return the four corners of a card, top left first, clockwise on the picture."""
    turn = np.deg2rad(angle)
    right = np.array([np.cos(turn), np.sin(turn)]) * width / 2
    down = np.array([-np.sin(turn), np.cos(turn)]) * height / 2
    middle = np.asarray(centre, dtype=np.float64)
    return np.stack(
        [middle - right - down, middle + right - down, middle + right + down, middle - right + down]
    )
