"""Card faces as SVG, drawn here from strokes and curves: no font and no foreign art is needed.

A face is 240 × 336 units. The large index stands in the top left corner, so that a fan which shows
only a strip of each card can be read across a room.
"""

from __future__ import annotations

from functools import cache

from scorer.cards import BIG_JOKER, CARDS, SMALL_JOKER, UNREAD, Card

WIDTH, HEIGHT = 240, 336
BACK = "back"
NAMES: tuple[str, ...] = (*CARDS, UNREAD, BACK)

INK, RED, GREEN, BLUE = "#15181d", "#c8102e", "#0b7a3b", "#1552b8"
GOLD, SKIN, PAPER = "#e0a526", "#f6d9b8", "#fffdf8"
_TWO = {"S": INK, "H": RED, "D": RED, "C": INK}
_FOUR = {"S": INK, "H": RED, "D": BLUE, "C": GREEN}

_SUITS = {
    "H": "M50 95C24 70 3 50 3 28 3 12 15 3 28 3c10 0 18 6 22 16C54 9 62 3 72 3c13 0 25 9 25 25"
    " 0 22-21 42-47 67Z",
    "S": "M50 2c5 17 45 36 45 62 0 14-10 22-21 22-9 0-16-5-20-13 1 10 4 18 12 24H34c8-6 11-14"
    " 12-24-4 8-11 13-20 13C15 86 5 78 5 64 5 38 45 19 50 2Z",
    "D": "M50 1c9 20 23 36 38 49-15 13-29 29-38 49C41 79 27 63 12 50 27 37 41 21 50 1Z",
    "C": "M50 3c13 0 23 10 23 22 0 7-3 12-8 17 3-1 6-2 9-2 13 0 23 10 23 22S87 84 74 84"
    "c-9 0-16-5-20-12 1 11 4 19 12 25H34c8-6 11-14 12-25-4 7-11 12-20 12C13 84 3 74 3 62"
    "s10-22 23-22c3 0 6 1 9 2-5-5-8-10-8-17C27 13 37 3 50 3Z",
}
_SIX = "M46 3C22 20 7 42 7 68c0 19 9 30 23 30s23-11 23-29c0-17-9-27-22-27C17 42 7 53 7 68"
_GLYPHS = {
    "A": "M5 99 30 3 55 99M14 67H46",
    "2": "M8 27C8 11 18 2 30 2c14 0 23 9 23 23C53 45 20 62 8 97H55",
    "3": "M8 4H52L27 40c17-2 27 10 27 28 0 19-10 30-25 30C16 98 8 91 6 79",
    "4": "M42 99V3L4 71H58",
    "5": "M51 4H14L11 46c7-6 13-8 20-8 15 0 23 12 23 29 0 19-10 31-25 31C17 98 9 91 6 80",
    "6": _SIX,
    "7": "M5 4H54C40 32 26 62 23 99",
    "8": "M30 46C16 46 9 36 9 25 9 11 17 2 30 2s21 9 21 23c0 11-7 21-21 21C14 46 6 57 6 72c0 16"
    " 9 26 24 26s24-10 24-26C54 57 46 46 30 46Z",
    "9": _SIX,
    "J": "M24 3H44V70c0 18-8 28-21 28C12 98 5 91 4 78",
    "Q": "M30 2C14 2 6 18 6 50s8 48 24 48 24-16 24-48S46 2 30 2ZM36 74 57 103",
    "K": "M9 2V99M55 2 9 60M25 41 57 99",
    "O": "M30 2C14 2 6 18 6 50s8 48 24 48 24-16 24-48S46 2 30 2Z",
    "E": "M52 4H10V97H52M10 50H46",
    "R": "M10 99V4H30c30 0 30 46 0 46H10M30 50 55 99",
    "?": "M8 27C8 11 18 2 30 2c14 0 23 9 23 22 0 20-22 22-22 44M31 96h.1",
}
_TEN = "M2 20 17 4V99M53 2C41 2 35 18 35 50s6 48 18 48 18-16 18-48S65 2 53 2Z"

_WILD = (
    f'<circle cx="35" cy="150" r="25" fill="{GOLD}" stroke="{INK}" stroke-width="3"/>'
    f'<path d="M35 130l6 13 14 2-10 10 2 14-12-7-12 7 2-14-10-10 14-2Z" fill="{INK}"/>'
)
_LEFT, _MID, _RIGHT = 92, 120, 148
_PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "2": ((_MID, 74), (_MID, 262)),
    "3": ((_MID, 74), (_MID, 168), (_MID, 262)),
    "4": ((_LEFT, 74), (_RIGHT, 74), (_LEFT, 262), (_RIGHT, 262)),
}
_PIPS["5"] = (*_PIPS["4"], (_MID, 168))
_PIPS["6"] = (*_PIPS["4"], (_LEFT, 168), (_RIGHT, 168))
_PIPS["7"] = (*_PIPS["6"], (_MID, 121))
_PIPS["8"] = (*_PIPS["7"], (_MID, 215))
_PIPS["9"] = (*((x, y) for y in (66, 134, 202, 270) for x in (_LEFT, _RIGHT)), (_MID, 168))
_PIPS["T"] = (*_PIPS["9"][:8], (_MID, 101), (_MID, 235))


@cache
def face(card: Card, four_colour: bool = False, wild: bool = False) -> str:
    """Return the SVG text of a card, ``??`` or ``back``; ``wild`` marks it 逢人配 with a star.

    Raises:
        KeyError: the name is none of ``NAMES``.
    """
    if card not in NAMES:
        raise KeyError(card)
    if card == BACK:
        body = _back()
    elif card == UNREAD:
        body = _unread()
    elif card in (BIG_JOKER, SMALL_JOKER):
        body = _joker(card == BIG_JOKER)
    else:
        body = _suited(card[0], card[1], (_FOUR if four_colour else _TWO)[card[1]])
    body += _both_ends(_WILD) if wild else ""
    look = f'fill="{PAPER}" stroke="#b9b2a3" stroke-width="3"'
    if card == UNREAD:
        look = 'fill="#e9ebee" stroke="#8a929c" stroke-width="5" stroke-dasharray="14 9"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect x="2" y="2" width="236" height="332" rx="18" {look}/>{body}</svg>'
    )


def _suit(suit: str, x: float, y: float, size: float, colour: str, turned: bool = False) -> str:
    turn = " rotate(180)" if turned else ""
    return (
        f'<path transform="translate({x:g} {y:g}){turn} scale({size / 100:g}) translate(-50 -50)"'
        f' fill="{colour}" d="{_SUITS[suit]}"/>'
    )


def _glyph(rank: str, x: float, y: float, height: float, colour: str, weight: float = 15) -> str:
    path = _TEN if rank == "T" else _GLYPHS[rank]
    turn = " rotate(180 30 50)" if rank == "9" else ""
    scale = height / 100
    return (
        f'<path transform="translate({x:g} {y:g}) scale({scale:g}){turn}" fill="none"'
        f' stroke="{colour}" stroke-width="{weight:g}" stroke-linejoin="round" d="{path}"/>'
    )


def _both_ends(part: str) -> str:
    return f'{part}<g transform="rotate(180 120 168)">{part}</g>'


def _index(rank: str, suit: str, colour: str) -> str:
    left = 13 if rank == "T" else 16
    return _glyph(rank, left, 18, 58, colour, 17) + _suit(suit, 34, 107, 42, colour)


def _suited(rank: str, suit: str, colour: str) -> str:
    index = _both_ends(_index(rank, suit, colour))
    if rank == "A":
        return index + _suit(suit, 120, 168, 124, colour)
    if rank in "JQK":
        return index + _court(rank, suit, colour)
    size = 48 if rank in "23456" else 44
    return index + "".join(_suit(suit, x, y, size, colour, turned=y > 168) for x, y in _PIPS[rank])


_HEADGEAR = {
    "K": "M92 86 86 54l17 14 17-22 17 22 17-14-6 32Z",
    "Q": "M94 88c-4-18 4-32 26-38 22 6 30 20 26 38l-12-16-14 10-14-10Z",
    "J": "M90 86c0-18 12-30 32-30 16 0 30 8 34 18-10 0-12 4-12 12Z",
}


def _court(rank: str, suit: str, colour: str) -> str:
    robe = f'<path d="M68 168c2-34 20-50 52-50s50 16 52 50Z" fill="{colour}"/>'
    trim = (
        f'<path d="M104 120 120 168 136 120Z" fill="{GOLD}"/>'
        f'<path d="M78 168c2-20 8-32 20-40M162 168c-2-20-8-32-20-40" fill="none" stroke="{GOLD}"'
        ' stroke-width="5"/>'
    )
    hair = {
        "K": f'<path d="M94 84v26c0 16 12 26 26 26s26-10 26-26V84Z" fill="{GOLD}"/>',
        "Q": f'<path d="M90 84c-8 22-4 38 2 46h56c6-8 10-24 2-46Z" fill="{GOLD}"/>',
        "J": f'<path d="M94 82c-8 12-6 28-2 36h56c4-8 6-24-2-36Z" fill="{GOLD}"/>',
    }[rank]
    jaw, mouth = (12, 109) if rank == "K" else (22, 119)
    head = (
        f'<path d="M101 82h38v18c0 14-8 {jaw}-19 22s-19-8-19-22Z" fill="{SKIN}"/>'
        f'<path d="M110 96v3M130 96v3" stroke="{INK}" stroke-width="4" stroke-linecap="round"/>'
        f'<path d="M113 {mouth}q7 4 14 0" fill="none" stroke="{RED}" stroke-width="3"'
        ' stroke-linecap="round"/>'
    )
    gear = (
        f'<path d="{_HEADGEAR[rank]}" fill="{colour}" stroke="{GOLD}" stroke-width="4"'
        ' stroke-linejoin="round"/>'
    )
    if rank == "J":
        gear += f'<path d="M146 62c12-4 18-12 18-18-12 0-20 6-24 14Z" fill="{GOLD}"/>'
    half = robe + trim + hair + head + gear + _suit(suit, 84, 60, 24, colour)
    frame = (
        f'<rect x="66" y="40" width="108" height="256" rx="6" fill="#fbf3e0" stroke="{colour}"'
        ' stroke-width="3"/>'
    )
    waist = f'<path d="M67 168H173" stroke="{GOLD}" stroke-width="7"/>'
    return frame + _both_ends(half) + waist


def _joker(big: bool) -> str:
    main, second = (RED, GOLD) if big else (INK, "#8d96a3")
    letters = "".join(
        _glyph(letter, 17, 18 + 46 * i, 36, main, 18) for i, letter in enumerate("JOKER")
    )
    cap = (
        f'<path d="M84 176C72 128 58 116 44 122c4-30 38-34 56-6 2-30 10-46 24-54 14 8 22 24 24 54'
        f' 18-28 50-22 54 8-14-6-28 6-40 52Z" transform="translate(18 0)" fill="{main}"/>'
        f'<path d="M118 116 142 62 166 116 142 176Z" fill="{second}"/>'
        f'<circle cx="62" cy="126" r="11" fill="{second}"/><circle cx="142" cy="58" r="11"'
        f' fill="{second}"/><circle cx="219" cy="128" r="11" fill="{second}"/>'
    )
    skin = SKIN if big else "#eceff2"
    face_shape = (
        f'<path d="M104 172h76v26c0 26-16 44-38 44s-38-18-38-44Z" fill="{skin}"/>'
        f'<rect x="98" y="164" width="88" height="16" rx="8" fill="{second}"/>'
        f'<path d="M126 196v7M158 196v7" stroke="{INK}" stroke-width="7" stroke-linecap="round"/>'
        f'<path d="M122 216q20 18 40 0" fill="none" stroke="{main}" stroke-width="6"'
        ' stroke-linecap="round"/>'
    )
    ruff = "".join(
        f'<circle cx="{98 + 22 * i}" cy="{252 + (6 if i % 2 else 0)}" r="15"'
        f' fill="{main if i % 2 else second}"/>'
        for i in range(5)
    )
    star = f'<path d="M142 276l7 15 16 2-12 11 3 16-14-8-14 8 3-16-12-11 16-2Z" fill="{main}"/>'
    return letters + cap + face_shape + ruff + star


def _unread() -> str:
    return _glyph("?", 84, 104, 128, "#5c6672", 15)


def _back() -> str:
    cells = "".join(
        f'<path d="M{x} {y}l14 16-14 16-14-16Z"/>'
        for y in range(24, 300, 32)
        for x in range(36, 220, 28)
    )
    return (
        f'<rect x="14" y="14" width="212" height="308" rx="10" fill="#0f4a38"/>'
        f'<g fill="none" stroke="{GOLD}" stroke-width="2" opacity=".8">{cells}</g>'
        f'<rect x="14" y="14" width="212" height="308" rx="10" fill="none" stroke="{GOLD}"'
        ' stroke-width="4"/>'
    )
