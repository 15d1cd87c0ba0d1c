"""Designs of the simulator's own drawn decks; none of them is ever training data."""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware.simtable.canvas import Colour
from hardware.simtable.glyphs import Pen

BLACK: Colour = (28, 24, 24)
RED: Colour = (36, 28, 200)


@dataclass(frozen=True, slots=True)
class Design:
    """Everything that tells one drawn deck from another; lengths in mm."""

    name: str
    pen: Pen = field(default_factory=Pen)
    index_h: float = 8.4
    """Height of the rank."""
    index_x: float = 5.6
    """Centre of the index column from the left edge."""
    index_y: float = 4.0
    """Top of the rank from the upper edge."""
    suit_h: float = 6.2
    suit_gap: float = 1.3
    pip_h: float = 13.0
    pip_fat: float = 1.0
    diamond_curve: float = 0.06
    red: Colour = RED
    black: Colour = BLACK
    paper: Colour = (250, 252, 252)
    radius: float = 3.2
    joker: str = "column"
    """Index of the jokers: ``column`` (upright letters), ``turned`` (read sideways), ``star``
    (a star above upright letters)."""
    court: str = "robe"
    """Middle of court cards: ``robe``, ``diagonal`` or ``plain`` (a large letter)."""
    back: Colour = (150, 60, 30)
    back_style: str = "lattice"


DESIGNS: dict[str, Design] = {
    design.name: design
    for design in (
        Design("harbour", Pen(0.14, 1.5, True, 0.92), back=(150, 70, 28)),
        Design(
            "meadow",
            Pen(0.15, 1.15, False, 0.85),
            index_h=9.2,
            suit_h=6.8,
            pip_fat=1.08,
            joker="turned",
            court="diagonal",
            red=(30, 20, 215),
            back=(40, 40, 165),
            back_style="dots",
        ),
        Design(
            "lantern",
            Pen(0.17, 1.35, True, 0.98, flat_three=True),
            index_h=10.2,
            index_x=6.4,
            suit_h=7.6,
            pip_h=12.4,
            joker="star",
            court="robe",
            red=(50, 30, 190),
            paper=(240, 247, 250),
            back=(60, 110, 40),
            back_style="weave",
        ),
        Design(
            "orchard",
            Pen(0.11, 1.2, False, 0.95),
            index_h=7.8,
            index_x=5.2,
            suit_h=5.6,
            diamond_curve=0.0,
            pip_fat=0.94,
            joker="column",
            court="plain",
            black=(20, 20, 20),
            red=(40, 40, 214),
            back=(120, 40, 90),
            back_style="lattice",
        ),
        Design(
            "granite",
            Pen(0.20, 1.1, False, 0.80),
            index_h=12.0,
            index_x=7.2,
            index_y=4.4,
            suit_h=8.4,
            pip_h=12.0,
            joker="column",
            court="diagonal",
            radius=3.8,
            back=(70, 70, 70),
            back_style="weave",
        ),
        Design(
            "willow",
            Pen(0.13, 1.8, True, 0.86, flat_three=True),
            index_h=9.0,
            index_x=5.4,
            suit_h=5.8,
            suit_gap=0.9,
            diamond_curve=0.09,
            joker="turned",
            court="robe",
            red=(58, 24, 178),
            paper=(244, 250, 252),
            back=(130, 95, 30),
            back_style="dots",
        ),
    )
}
