"""Card, seat and side names shared by every room (contract: two-letter card text)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Literal

Card = str
"""Canonical card text: rank ``A23456789TJQK`` + suit ``SHDC``; ``BJ`` big joker 大王, ``SJ`` small
joker 小王; ``??`` a card that could not be read."""
Seat = Literal["N", "W", "S", "E"]
Side = Literal["NS", "EW"]

RANKS = "23456789TJQKA"
"""Ranks in natural order, lowest first."""
SUITS = "SHDC"
UNREAD: Card = "??"
SMALL_JOKER: Card = "SJ"
BIG_JOKER: Card = "BJ"
JOKERS: tuple[Card, ...] = (SMALL_JOKER, BIG_JOKER)
CARDS: tuple[Card, ...] = tuple(r + s for s in SUITS for r in RANKS) + JOKERS
"""The 54 cards of one deck."""
SEATS: tuple[Seat, ...] = ("N", "W", "S", "E")
"""Order of play, counter-clockwise: each seat is followed by its next player 下家."""
SIDES: tuple[Side, ...] = ("NS", "EW")

_KNOWN = frozenset(CARDS)
_SYMBOLS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_TEXT = re.compile(r"^(10|[2-9TJQKA])([SHDC])$")


class CardError(ValueError):
    """A card text that names no card."""


def parse_card(text: str) -> Card:
    """Return the canonical form of a card text; case is ignored and ``10`` is read as ``T``.

    Raises:
        CardError: the text names no card.
    """
    raw = text.strip()
    for symbol, letter in _SYMBOLS.items():
        raw = raw.replace(symbol, letter)
    raw = raw.upper()
    if raw in _KNOWN or raw == UNREAD:
        return raw
    match = _TEXT.match(raw)
    if match is None:
        raise CardError(
            f"'{text}' is not a card: write rank A23456789TJQK and suit S, H, D or C, or BJ, SJ, ??"
        )
    return ("T" if match[1] == "10" else match[1]) + match[2]


def parse_cards(texts: Iterable[str]) -> tuple[Card, ...]:
    """Return the canonical forms of several card texts, in their order."""
    return tuple(parse_card(text) for text in texts)


def is_joker(card: Card) -> bool:
    """Return whether a card is one of the two jokers."""
    return card in JOKERS


def next_seat(seat: Seat, steps: int = 1) -> Seat:
    """Return the seat that plays the given number of turns after this one."""
    return SEATS[(SEATS.index(seat) + steps) % 4]


def partner(seat: Seat) -> Seat:
    """Return the seat opposite 对家."""
    return next_seat(seat, 2)


def side_of(seat: Seat) -> Side:
    """Return the pair that a seat belongs to."""
    return "NS" if seat in ("N", "S") else "EW"


def other_side(side: Side) -> Side:
    """Return the opposing pair."""
    return "EW" if side == "NS" else "NS"


def excess(cards: Iterable[Card], decks: int) -> Counter[Card]:
    """Return the copies of each card beyond what the decks hold; unread cards never count."""
    count = Counter(card for card in cards if card != UNREAD)
    return Counter({card: n - decks for card, n in count.items() if n > decks})
