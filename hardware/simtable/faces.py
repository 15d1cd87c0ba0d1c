"""Draws the 54 faces and the back of one design at any scale."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from hardware.simtable import courts
from hardware.simtable.canvas import CARD_H_MM, CARD_W_MM, Canvas, Colour, Image, box, oval
from hardware.simtable.design import Design
from hardware.simtable.glyphs import column, word
from hardware.simtable.suits import star, suit_paths
from scorer.cards import BIG_JOKER, JOKERS, Card

_LEFT, _MID, _RIGHT = 0.0, 0.5, 1.0
_T, _B = 0.0, 1.0
_THIRD = 1 / 3
_PIPS: dict[str, list[tuple[float, float]]] = {
    "2": [(_MID, _T), (_MID, _B)],
    "3": [(_MID, _T), (_MID, 0.5), (_MID, _B)],
    "4": [(_LEFT, _T), (_RIGHT, _T), (_LEFT, _B), (_RIGHT, _B)],
    "5": [(_LEFT, _T), (_RIGHT, _T), (_MID, 0.5), (_LEFT, _B), (_RIGHT, _B)],
    "6": [(x, y) for x in (_LEFT, _RIGHT) for y in (_T, 0.5, _B)],
    "7": [(x, y) for x in (_LEFT, _RIGHT) for y in (_T, 0.5, _B)] + [(_MID, 0.25)],
    "8": [(x, y) for x in (_LEFT, _RIGHT) for y in (_T, 0.5, _B)] + [(_MID, 0.25), (_MID, 0.75)],
    "9": [(x, y) for x in (_LEFT, _RIGHT) for y in (_T, _THIRD, 1 - _THIRD, _B)] + [(_MID, 0.5)],
    "T": [(x, y) for x in (_LEFT, _RIGHT) for y in (_T, _THIRD, 1 - _THIRD, _B)]
    + [(_MID, _THIRD / 2), (_MID, 1 - _THIRD / 2)],
}
_PIP_X, _PIP_Y = (20.5, 42.5), (18.0, 70.0)


def _index(card: Card, design: Design, canvas: Canvas, colour: Colour) -> None:
    rank, suit = card[0], card[1]
    mask = word("10", design.pen, 0.06) if rank == "T" else word(rank, design.pen)
    natural = mask.shape[1] * design.index_h / mask.shape[0]
    width = min(natural, 2 * design.index_x - 2.0)
    middle = design.index_y + design.index_h / 2
    canvas.stamp(mask, design.index_x, middle, design.index_h, colour, width)
    below = design.index_y + design.index_h + design.suit_gap + design.suit_h / 2
    shape = suit_paths(suit, design.pip_fat, design.diamond_curve)
    canvas.shape(shape, design.index_x, below, design.suit_h, colour)
    canvas.corner_to_corner(2 * design.index_x + 1.5, below + design.suit_h)


def _pips(card: Card, design: Design, canvas: Canvas, colour: Colour) -> None:
    paths = suit_paths(card[1], design.pip_fat, design.diamond_curve)
    if card[0] == "A":
        size = design.pip_h * (2.4 if card[1] == "S" else 1.5)
        canvas.shape(paths, CARD_W_MM / 2, CARD_H_MM / 2, size, colour)
        return
    for u, v in _PIPS[card[0]]:
        x = _PIP_X[0] + u * (_PIP_X[1] - _PIP_X[0])
        y = _PIP_Y[0] + v * (_PIP_Y[1] - _PIP_Y[0])
        canvas.shape(paths, x, y, design.pip_h, colour, down=v > 0.5)


def _joker(card: Card, design: Design, canvas: Canvas) -> None:
    big = card == BIG_JOKER
    colour = design.red if big else design.black
    courts.jester(canvas, colour, big)
    top = design.index_y
    size = design.index_h * 0.55
    if design.joker == "star":
        canvas.shape([star()], design.index_x, top + size * 0.7, size * 1.5, colour)
        top += size * 1.7
    letters = column("JOKER", design.pen)
    if design.joker == "turned":
        line = word("JOKER", design.pen, 0.14)
        letters = np.ascontiguousarray(np.rot90(line, -1))
        height = size * letters.shape[0] / letters.shape[1] * 1.15
    else:
        height = size * 5.4
    canvas.stamp(letters, design.index_x, top + height / 2, height, colour)
    canvas.corner_to_corner(2 * design.index_x + 1.0, top + height + 1.5)


def draw_face(card: Card, design: Design, ppm: float) -> Image:
    """Return one face as BGR of 63 × 88 mm at ``ppm`` px/mm, corners still square."""
    canvas = Canvas(CARD_W_MM, CARD_H_MM, ppm, design.paper)
    if card in JOKERS:
        _joker(card, design, canvas)
        return canvas.image
    colour = design.red if card[1] in "HD" else design.black
    if card[0] in "JQK":
        courts.court(canvas, card, design, colour)
    else:
        _pips(card, design, canvas, colour)
    _index(card, design, canvas, colour)
    return canvas.image


def _dots(inner: Canvas, light: Colour) -> None:
    for i in range(16):
        for j in range(24):
            inner.fill(oval(i * 4.0 + (j % 2) * 2, j * 3.6, 0.9, 0.9), light)


def _weave(inner: Canvas, light: Colour) -> None:
    for i in range(30):
        for j in range(40):
            if (i + j) % 2:
                inner.fill(box(i * 2.4, j * 2.4, i * 2.4 + 1.4, j * 2.4 + 1.8), light)


def _lattice(inner: Canvas, light: Colour) -> None:
    for i in range(-24, 30):
        inner.outline(np.array([(i * 4.0, 0), (i * 4.0 + 84, 84)]), light, 0.5, False)
        inner.outline(np.array([(i * 4.0 + 84, 0), (i * 4.0, 84)]), light, 0.5, False)


def _frame(inner: Canvas, light: Colour) -> None:
    for inset in (2.5, 4.0):
        inner.outline(box(inset, inset, inner.w_mm - inset, inner.h_mm - inset), light, 0.5)


def _waves(inner: Canvas, light: Colour) -> None:
    x = np.linspace(0, inner.w_mm, 80)
    for row in range(14):
        y = 3.0 + row * 6.2 + 1.8 * np.sin(x / 4.0 + row * 0.9)
        inner.outline(np.stack([x, y], axis=1), light, 0.9, False)


_BACKS: dict[str, Callable[[Canvas, Colour], None]] = {
    "dots": _dots,
    "weave": _weave,
    "lattice": _lattice,
    "frame": _frame,
    "waves": _waves,
}


def draw_back(design: Design, ppm: float) -> Image:
    """Return the back of a design as BGR of 63 × 88 mm."""
    canvas = Canvas(CARD_W_MM, CARD_H_MM, ppm, design.paper)
    margin = 3.6
    canvas.fill(box(margin, margin, CARD_W_MM - margin, CARD_H_MM - margin), design.back)
    inner = Canvas(CARD_W_MM - 2 * margin, CARD_H_MM - 2 * margin, ppm, design.back)
    light: Colour = tuple(int(c + (255 - c) * 0.55) for c in design.back)  # type: ignore[assignment]
    _BACKS[design.back_style](inner, light)
    inner.fill(oval(inner.w_mm / 2, inner.h_mm / 2, 13, 13), design.back)
    inner.outline(oval(inner.w_mm / 2, inner.h_mm / 2, 13, 13), light, 0.9)
    inner.shape([star(8, 0.5)], inner.w_mm / 2, inner.h_mm / 2, 18, light)
    y = round(margin * ppm)
    h, w = inner.image.shape[:2]
    canvas.image[y : y + h, y : y + w] = inner.image
    cv2.rectangle(
        canvas.image, (y, y), (y + w, y + h), light, max(1, round(0.4 * ppm)), cv2.LINE_AA
    )
    return canvas.image
