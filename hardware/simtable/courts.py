"""Figures of kings, queens, jacks and jokers, drawn from a few outlines."""

from __future__ import annotations

import numpy as np

from hardware.simtable.canvas import CARD_H_MM, CARD_W_MM, Canvas, Colour, box, oval
from hardware.simtable.design import Design
from hardware.simtable.glyphs import word
from hardware.simtable.suits import Path, star, suit_paths
from scorer.cards import Card

_SKIN: Colour = (190, 214, 240)
_GOLD: Colour = (60, 190, 245)
_BLUE: Colour = (170, 80, 30)
_INK: Colour = (40, 30, 30)
_FRAME = (14.0, 10.0, CARD_W_MM - 14.0, CARD_H_MM - 10.0)


def _poly(*points: tuple[float, float]) -> Path:
    return np.array(points, dtype=np.float64)


def _crown(rank: str, cx: float, top: float) -> Path:
    if rank == "K":
        teeth = [(-8, 8), (-9, 0), (-4.5, 4), (0, -1.5), (4.5, 4), (9, 0), (8, 8)]
    elif rank == "Q":
        teeth = [(-7, 8), (-8, 2.5), (-4, 4.5), (0, 0.5), (4, 4.5), (8, 2.5), (7, 8)]
    else:
        teeth = [(-8, 8), (-8, 4), (-2, 2), (9, 3), (8, 8)]
    return np.array([(cx + x, top + y) for x, y in teeth], dtype=np.float64)


def _head(canvas: Canvas, rank: str, main: Colour) -> None:
    cx, cy = CARD_W_MM / 2 + 1, 27.0
    hair: Colour = (40, 120, 200) if rank == "Q" else (60, 90, 140)
    canvas.fill(oval(cx, cy + 1.5, 9.0, 9.5), hair)
    canvas.fill(oval(cx, cy, 6.3, 7.8), _SKIN)
    canvas.outline(oval(cx, cy, 6.3, 7.8), _INK, 0.35)
    for dx in (-2.4, 2.4):
        canvas.fill(oval(cx + dx, cy - 1.2, 0.9, 0.6), _INK)
    canvas.outline(
        _poly((cx, cy - 0.5), (cx - 0.9, cy + 1.8), (cx + 0.4, cy + 1.9)), _INK, 0.3, False
    )
    canvas.outline(_poly((cx - 1.6, cy + 4), (cx + 1.6, cy + 4)), main, 0.6, False)
    if rank == "K":
        canvas.fill(_poly((cx - 5, cy + 3), (cx, cy + 5), (cx + 5, cy + 3), (cx, cy + 12)), hair)
    crown = _crown(rank, cx, cy - 14)
    canvas.fill(crown, _GOLD)
    canvas.outline(crown, _INK, 0.4)


def _robe(canvas: Canvas, main: Colour, diagonal: bool) -> None:
    x0, _, x1, _ = _FRAME
    mid = CARD_H_MM / 2
    body = _poly((x0, mid + 1), (x0 + 3, 38), (26, 34), (40, 34), (x1 - 3, 38), (x1, mid + 1))
    canvas.fill(body, main)
    step = 4.2
    for i in range(8):
        x = x0 + i * step
        if diagonal:
            canvas.fill(_poly((x, mid + 1), (x + 2, mid + 1), (x + 4, 38), (x + 2.4, 38)), _GOLD)
        else:
            canvas.fill(_poly((x, 42), (x + 1.6, 39.4), (x + 3.2, 42), (x + 1.6, 44.6)), _GOLD)
    canvas.fill(_poly((28, 33), (38, 33), (35, mid + 1), (31, mid + 1)), _BLUE)
    canvas.outline(body, _INK, 0.4)


def court(canvas: Canvas, card: Card, design: Design, colour: Colour) -> None:
    """Draw the middle of a jack, queen or king: the same figure at both ends."""
    x0, y0, x1, y1 = _FRAME
    if design.court == "plain":
        canvas.stamp(word(card[0], design.pen), CARD_W_MM / 2, 27, 22, colour)
        canvas.shape(suit_paths(card[1], design.pip_fat), CARD_W_MM / 2, 41, 3, colour)
    else:
        _robe(
            canvas, colour if colour != design.black else (90, 60, 40), design.court == "diagonal"
        )
        _head(canvas, card[0], colour)
        canvas.shape(suit_paths(card[1], design.pip_fat), x0 + 6.5, y0 + 7.5, 9.5, colour)
    canvas.copy_turned()
    canvas.outline(box(x0, y0, x1, y1), _BLUE if design.court == "robe" else colour, 0.45)


def jester(canvas: Canvas, colour: Colour, coloured: bool) -> None:
    """Draw the joker's figure; the small joker's stays grey."""
    cx, cy = CARD_W_MM / 2 + 1, 44.0
    tones: list[Colour] = (
        [colour, _GOLD, _BLUE] if coloured else [colour, (170, 170, 170), (110,) * 3]
    )
    for index, (dx, dy) in enumerate(((-15, -9), (0, -20), (15, -9))):
        horn = _poly((cx - 7 + index * 5, cy - 5), (cx + dx, cy + dy), (cx - 2 + index * 5, cy - 4))
        canvas.fill(horn, tones[index])
        canvas.outline(horn, _INK, 0.35)
        canvas.fill(oval(cx + dx, cy + dy, 2.2, 2.2), tones[(index + 1) % 3])
    canvas.fill(oval(cx, cy + 3, 8, 9.5), _SKIN if coloured else (225, 225, 225))
    canvas.outline(oval(cx, cy + 3, 8, 9.5), _INK, 0.4)
    for dx in (-3, 3):
        canvas.fill(oval(cx + dx, cy + 1, 1.1, 0.8), _INK)
    smile = oval(cx, cy + 5, 4.5, 3.2)[2:31]
    canvas.outline(smile, colour, 0.8, False)
    for index in range(7):
        x = cx - 13.5 + index * 4.5
        ruff = _poly((x - 2.4, cy + 13), (x + 2.4, cy + 13), (x, cy + 21))
        canvas.fill(ruff, tones[index % 3])
        canvas.outline(ruff, _INK, 0.3)
    canvas.shape([star()], cx, cy + 29, 9, colour)
