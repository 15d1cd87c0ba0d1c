"""The likeliest other readings of a play, for a player who says that it is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scorer.cards import UNREAD, Card
from scorer.history import Event

MOST = 3
RANKS = "A23456789TJQK"
TWIN = {"S": "C", "C": "S", "H": "D", "D": "H"}
LOOKALIKE = 0.0005
"""Odds of a card that looks alike, where the reader named no other reading."""


def guesses(event: Event) -> list[list[Card]]:
    """Return up to three other readings of a play, likeliest first; one card differs in each."""
    cards = list(event.cards)
    found = [
        (odds, [*cards[:at], other, *cards[at + 1 :]])
        for at in range(len(cards))
        for other, odds in _others(event, at)
    ]
    ordered = sorted(found, key=lambda pair: -pair[0])
    unique: list[list[Card]] = []
    for _, reading in ordered:
        if sorted(reading) not in [sorted(one) for one in unique] and reading != cards:
            unique.append(reading)
    return unique[:MOST]


def _others(event: Event, at: int) -> Iterator[tuple[Card, float]]:
    card = event.cards[at]
    listed = _own(event.get("alternatives"), at, len(event.cards))
    sure = _own(event.get("confidences"), at, len(event.cards)) or event.get("confidence") or 1.0
    own = float(sure) if isinstance(sure, int | float) else 1.0
    named = set()
    for pair in listed if isinstance(listed, list) else ():
        if isinstance(pair, list | tuple) and len(pair) == 2 and pair[0] not in (UNREAD, card):
            named.add(str(pair[0]))
            yield str(pair[0]), float(pair[1]) / max(own, 0.01)
    for place, other in enumerate(_alike(card)):
        if other not in named:
            yield other, LOOKALIKE / (place + 1 + at / 100)


def _own(values: Any, at: int, count: int) -> Any:
    return values[at] if isinstance(values, Sequence) and len(values) == count else None


def _alike(card: Card) -> list[Card]:
    if card == UNREAD:
        return []
    if card in ("BJ", "SJ"):
        return ["SJ" if card == "BJ" else "BJ"]
    rank, suit = card[0], card[1]
    at = RANKS.index(rank)
    near = [RANKS[one] for one in (at + 1, at - 1) if 0 <= one < len(RANKS)]
    return [rank + TWIN[suit], *(one + suit for one in near)]
