"""Card types of Guandan 掼蛋 with the heart level card as wild 逢人配."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scorer.cards import RANKS, Card

SINGLE: Final = "single"
PAIR: Final = "pair"
TRIPLE: Final = "triple"
FULL_HOUSE: Final = "full_house"
STRAIGHT: Final = "straight"
TUBE: Final = "tube"
PLATE: Final = "plate"
BOMB: Final = "bomb"
STRAIGHT_FLUSH: Final = "straight_flush"
JOKER_BOMB: Final = "joker_bomb"
TYPES: Final = (
    SINGLE,
    PAIR,
    TRIPLE,
    FULL_HOUSE,
    STRAIGHT,
    TUBE,
    PLATE,
    BOMB,
    STRAIGHT_FLUSH,
    JOKER_BOMB,
)
"""Single 单张, pair 对子, triple 三张, full house 三带二, straight 顺子, tube 三连对, plate 钢板,
bomb 炸弹, straight flush 同花顺, joker bomb 四王."""


class Reading(NamedTuple):
    """One meaning of a set of cards: type, key rank and number of cards.

    The key is the rank of a single, pair, triple or bomb, the triple of a full house and the top
    rank of a sequence (A2345: 5, AA2233: 3, AAA222: 2); ``BJ`` for the joker bomb.
    """

    type: str
    key: str
    length: int


@dataclass(frozen=True, slots=True)
class TypeRules:
    """The points on which documents or organisers differ about types."""

    joker_pair_in_full_house: bool = True
    max_bomb: int = 10
    max_cards: int = 10
    declarable_suited_straight: bool = False
    triple_two_wilds: str = BOMB
    undeclared_full_house: str = "small"


DEFAULT_RULES: Final = TypeRules()

_CYCLE: Final = "A" + RANKS
_BIT: Final = {rank: 1 << index for index, rank in enumerate(RANKS)}
_INDEX: Final = {rank: index for index, rank in enumerate(RANKS)}
_SMALL, _BIG = "S", "B"
_JOKER_KEY: Final = {_SMALL: "SJ", _BIG: "BJ"}


def _windows(span: int) -> tuple[tuple[int, str], ...]:
    """Return (mask of ranks outside the window, top rank), highest window first."""
    every = (1 << len(RANKS)) - 1
    found = []
    for low in range(len(_CYCLE) - span, -1, -1):
        ranks = _CYCLE[low : low + span]
        found.append((every & ~sum(_BIT[rank] for rank in ranks), ranks[-1]))
    return tuple(found)


_RUNS: Final = {span: _windows(span) for span in (2, 3, 5)}


def natural_value(rank: str) -> int:
    """Return the place of a rank in natural order, 2 lowest (0), ace highest (12)."""
    return _INDEX[rank]


def rank_value(rank: str, level: str) -> int:
    """Return the strength of a rank: 2..A from 0 to 12, level 13, small joker 14, big joker 15."""
    if rank == level:
        return 13
    if rank == "SJ":
        return 14
    if rank == "BJ":
        return 15
    return _INDEX[rank]


def card_value(card: Card, level: str) -> int:
    """Return the strength of a single card; the heart level card counts as the level card."""
    return rank_value(card if card in _JOKER_KEY.values() else card[0], level)


def wild_card(level: str) -> Card:
    """Return the wild card 逢人配 of a deal: the heart of the level rank."""
    return level + "H"


def readings(
    cards: Sequence[Card], level: str, rules: TypeRules = DEFAULT_RULES
) -> tuple[Reading, ...]:
    """Return every meaning of the cards, best first; empty where they are no type.

    Order: joker bomb, bombs by strength, plate, tube, full house, straight, triple, pair, single;
    inside a type the higher key first. Readings that differ only in the pair of a full house are
    one reading. A wild stands for any card but a joker.
    """
    size = len(cards)
    if not 0 < size <= rules.max_cards:
        return ()
    wild = level + "H"
    wilds = 0
    counts: dict[str, int] = {}
    for card in cards:
        if card == wild:
            wilds += 1
        else:
            rank = card[0]
            counts[rank] = counts.get(rank, 0) + 1
    if wilds > 2:
        return ()
    if len(counts) < 2:
        return _same_rank(counts, wilds, size, level, rules)
    if size == 4:
        return _joker_bomb(counts)
    if size == 5:
        if len(counts) == 2:
            return _full_houses(counts, wilds, level, rules)
        return _straights(cards, counts, wild, rules)
    if size == 6:
        return _linked(counts, 2, 3, PLATE) + _linked(counts, 3, 2, TUBE)
    return ()


def _same_rank(
    counts: dict[str, int], wilds: int, size: int, level: str, rules: TypeRules
) -> tuple[Reading, ...]:
    """Return the readings of cards of one rank filled up with wilds."""
    rank = next(iter(counts), level)
    if rank in _JOKER_KEY:
        key = _JOKER_KEY[rank]
        if wilds or size > 2:
            return ()
        return (Reading(PAIR if size == 2 else SINGLE, key, size),)
    if size <= 3:
        return (Reading((SINGLE, PAIR, TRIPLE)[size - 1], rank, size),)
    bomb = (Reading(BOMB, rank, size),) if size <= rules.max_bomb else ()
    if size == 5 and wilds == 2:
        return (*bomb, Reading(FULL_HOUSE, rank, 5))
    return bomb


def _joker_bomb(counts: dict[str, int]) -> tuple[Reading, ...]:
    if counts.get(_SMALL) == 2 and counts.get(_BIG) == 2:
        return (Reading(JOKER_BOMB, "BJ", 4),)
    return ()


def _full_houses(
    counts: dict[str, int], wilds: int, level: str, rules: TypeRules
) -> tuple[Reading, ...]:
    """Return the full houses of cards of two ranks, higher triple first."""
    keys = []
    (first, of_first), (second, of_second) = counts.items()
    for triple, of_triple, pair, of_pair in (
        (first, of_first, second, of_second),
        (second, of_second, first, of_first),
    ):
        if triple in _JOKER_KEY or of_triple > 3 or of_pair > 2:
            continue
        if pair in _JOKER_KEY and (of_pair != 2 or not rules.joker_pair_in_full_house):
            continue
        if 3 - of_triple <= wilds:
            keys.append(triple)
    keys.sort(key=lambda rank: -rank_value(rank, level))
    return tuple(Reading(FULL_HOUSE, key, 5) for key in keys)


def _straights(
    cards: Sequence[Card], counts: dict[str, int], wild: Card, rules: TypeRules
) -> tuple[Reading, ...]:
    """Return the straights of five cards; five cards of one suit are a straight flush."""
    mask = 0
    for rank, copies in counts.items():
        if copies > 1 or rank in _JOKER_KEY:
            return ()
        mask |= _BIT[rank]
    tops = [top for outside, top in _RUNS[5] if not mask & outside]
    if not tops:
        return ()
    suited = len({card[1] for card in cards if card != wild}) == 1
    plain = tuple(Reading(STRAIGHT, top, 5) for top in tops)
    if not suited:
        return plain
    flush = tuple(Reading(STRAIGHT_FLUSH, top, 5) for top in tops)
    return flush + plain if rules.declarable_suited_straight else flush


def _linked(counts: dict[str, int], span: int, copies: int, name: str) -> tuple[Reading, ...]:
    """Return the tubes (three pairs) or plates (two triples) of six cards, highest first."""
    if len(counts) > span:
        return ()
    mask = 0
    for rank, held in counts.items():
        if held > copies or rank in _JOKER_KEY:
            return ()
        mask |= _BIT[rank]
    return tuple(Reading(name, top, 6) for outside, top in _RUNS[span] if not mask & outside)


def default_reading(
    found: Sequence[Reading], rules: TypeRules = DEFAULT_RULES, *, level: str
) -> Reading | None:
    """Return what undeclared cards mean, given their readings best first; None without readings.

    The best reading, except that several full houses with nothing better mean the smaller (or
    larger) triple by rule, and a triple with two wilds is a bomb or a full house by rule.
    """
    if not found:
        return None
    first = found[0]
    if first.type == BOMB and rules.triple_two_wilds == FULL_HOUSE:
        return next((reading for reading in found if reading.type == FULL_HOUSE), first)
    if first.type == FULL_HOUSE:
        houses = [reading for reading in found if reading.type == FULL_HOUSE]
        houses.sort(key=lambda reading: rank_value(reading.key, level))
        return houses[0 if rules.undeclared_full_house == "small" else -1]
    return first
