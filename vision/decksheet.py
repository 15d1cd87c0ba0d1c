"""One picture of a whole enrolled deck: every card's corner, what is missing, what is weak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from scorer.cards import CARDS
from vision.deckfile import CROP, Deck
from vision.draw import SURE, UNSURE, Colour, label
from vision.frame import Image

COLUMNS = 13
CELL = (CROP[0] + 12, CROP[1] + 26)
GROUND: Colour = (40, 40, 40)
MISSING: Colour = (70, 70, 90)


def sheet(deck: Deck, weak: Mapping[str, str]) -> Image:
    """Return the picture; ``weak`` names for each weak card the neighbour it is taken for."""
    return grid(deck, CARDS, weak)


def grid(deck: Deck, cards: Sequence[str], weak: Mapping[str, str]) -> Image:
    """Return the corners of some cards in rows of thirteen."""
    rows = -(-len(cards) // COLUMNS)
    width = min(COLUMNS, len(cards)) * CELL[0]
    canvas = np.full((rows * CELL[1], width, 3), GROUND, np.uint8)
    for n, card in enumerate(cards):
        x, y = n % COLUMNS * CELL[0] + 6, n // COLUMNS * CELL[1] + 4
        crops = deck.crops.get(card, ())
        colour = UNSURE if card in weak else SURE if crops else MISSING
        if crops:
            canvas[y : y + CROP[1], x : x + CROP[0]] = crops[0]
        corner = (x + CROP[0], y + CROP[1])
        cv2.rectangle(canvas, (x - 2, y - 2), (corner[0] + 1, corner[1] + 1), colour, 2)
        text = f"{card}?{weak[card]}" if card in weak else card
        label(canvas, text, (x + CROP[0] / 2, y + CROP[1] + 11), colour)
    return canvas
