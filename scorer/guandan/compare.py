"""What beats what in Guandan 掼蛋."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer.cards import Card
from scorer.guandan.types import (
    BOMB,
    DEFAULT_RULES,
    JOKER_BOMB,
    PLATE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TUBE,
    Reading,
    TypeRules,
    default_reading,
    natural_value,
    rank_value,
    readings,
)

_SEQUENCES: Final = frozenset({STRAIGHT, STRAIGHT_FLUSH, TUBE, PLATE})
_FLUSH_SIZE: Final = 5.5
_JOKERS_SIZE: Final = 99.0


def bomb_size(reading: Reading) -> float:
    """Return the class of a bomb, 0 for other types.

    Four jokers beat all, six cards and more beat a straight flush, which beats five and four.
    """
    if reading.type == BOMB:
        return float(reading.length)
    if reading.type == STRAIGHT_FLUSH:
        return _FLUSH_SIZE
    return _JOKERS_SIZE if reading.type == JOKER_BOMB else 0.0


def key_value(reading: Reading, level: str) -> int:
    """Return the strength of a reading inside its type; sequences rank in natural order."""
    if reading.type in _SEQUENCES:
        return natural_value(reading.key)
    return rank_value(reading.key, level)


def beats(play: Reading, current: Reading, level: str) -> bool:
    """Return whether a play beats the play that stands."""
    mine, other = bomb_size(play), bomb_size(current)
    if mine != other:
        return mine > other
    if play.type != current.type or play.length != current.length:
        return False
    return key_value(play, level) > key_value(current, level)


def answers(play: Reading, current: Reading) -> bool:
    """Return whether a reading may be compared with the play that stands: same type or a bomb."""
    same = play.type == current.type and play.length == current.length
    return same or bomb_size(play) > 0


def meaning(
    cards: Sequence[Card],
    level: str,
    rules: TypeRules = DEFAULT_RULES,
    *,
    declared: Reading | None = None,
    current: Reading | None = None,
) -> Reading | None:
    """Return what laid cards mean: as declared where the cards have that reading, else by default.

    With a play standing, only readings that could answer it are considered; None where the cards
    are no type, or no type that could answer.
    """
    found = readings(cards, level, rules)
    if declared is not None and declared in found:
        return declared
    if current is not None:
        found = tuple(reading for reading in found if answers(reading, current))
    return default_reading(found, rules, level=level)
