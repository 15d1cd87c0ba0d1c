"""A second opinion on Guandan types: put every card in the place of every wild and look it up.

Shares no code with the engine but card names: types are found in a table of sorted ranks that is
written out in full, and readings are ordered by their place in a printed list.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import NamedTuple

from scorer.cards import CARDS, JOKERS, RANKS

Found = tuple[str, str, int]
CIRCLE = "A23456789TJQKA"
PLAIN = tuple(card for card in CARDS if card not in JOKERS)
ORDER = [
    *[("joker_bomb", 4)],
    *[("bomb", size) for size in (10, 9, 8, 7, 6)],
    ("straight_flush", 5),
    ("bomb", 5),
    ("bomb", 4),
    ("plate", 6),
    ("tube", 6),
    ("full_house", 5),
    ("straight", 5),
    ("triple", 3),
    ("pair", 2),
    ("single", 1),
]
SEQUENCES = ("straight", "straight_flush", "tube", "plate")


def _name(card: str) -> str:
    return card if card in JOKERS else card[0]


def _table() -> dict[tuple[str, ...], list[Found]]:
    table: dict[tuple[str, ...], list[Found]] = {}

    def add(ranks: list[str], kind: str, key: str) -> None:
        table.setdefault(tuple(sorted(ranks)), []).append((kind, key, len(ranks)))

    for rank in [*RANKS, *JOKERS]:
        add([rank], "single", rank)
        add([rank] * 2, "pair", rank)
    for rank in RANKS:
        add([rank] * 3, "triple", rank)
        for size in range(4, 11):
            add([rank] * size, "bomb", rank)
        for pair in [*RANKS, *JOKERS]:
            if pair != rank:
                add([rank] * 3 + [pair] * 2, "full_house", rank)
    for low in range(10):
        add(list(CIRCLE[low : low + 5]), "straight", CIRCLE[low + 4])
    for low in range(12):
        add(list(CIRCLE[low : low + 3]) * 2, "tube", CIRCLE[low + 2])
    for low in range(13):
        add(list(CIRCLE[low : low + 2]) * 3, "plate", CIRCLE[low + 1])
    add(["SJ", "SJ", "BJ", "BJ"], "joker_bomb", "BJ")
    return table


TABLE = _table()


def _strength(found: Found, level: str) -> tuple[int, int]:
    kind, key, size = found
    ladder = [*RANKS] if kind in SEQUENCES else [*RANKS.replace(level, ""), level, *JOKERS]
    return ORDER.index((kind, size)), -ladder.index(key)


_DIGIT = {name: 16**place for place, name in enumerate([*RANKS, *JOKERS])}
_WORTH = {card: _DIGIT[_name(card)] for card in CARDS}
_BY_SUM = {sum(_DIGIT[rank] for rank in ranks): found for ranks, found in TABLE.items()}
"""The table again, its ranks counted in the digits of one number, so that sums can be looked up."""


def all_readings(cards: tuple[str, ...], level: str) -> list[Found]:
    """Return every meaning of the cards, best first, five suited cards always a flush."""
    wild = level + "H"
    fixed = [card for card in cards if card != wild]
    laid = sum(_WORTH[card] for card in fixed)
    found: set[Found] = set()
    for stand_ins in combinations_with_replacement(PLAIN, len(cards) - len(fixed)):
        for kind, key, size in _BY_SUM.get(laid + sum(map(_WORTH.__getitem__, stand_ins)), ()):
            suited = len({card[1] for card in (*fixed, *stand_ins)}) == 1
            name = "straight_flush" if kind == "straight" and suited else kind
            found.add((name, key, size))
    if not fixed:
        found = {one for one in found if one[1] == level}
    flushes = {key for kind, key, _ in found if kind == "straight_flush"}
    found = {one for one in found if one[0] != "straight" or one[1] not in flushes}
    return sorted(found, key=lambda one: _strength(one, level))


def stronger(one: Found, other: Found, level: str) -> bool:
    """Return whether a meaning beats another, by their places in the printed order."""
    mine, theirs = _strength(one, level), _strength(other, level)
    bombs = ORDER.index(("bomb", 4))
    if mine[0] != theirs[0]:
        return mine[0] < theirs[0] and mine[0] <= bombs
    return mine[1] < theirs[1]


class Question(NamedTuple):
    """A level and cards laid."""

    level: str
    cards: tuple[str, ...]


def questions(seed: int, number: int) -> list[Question]:
    """Return card sets: half built from a type with 0-2 wilds, half one card away from one."""
    rng = random.Random(seed)
    by_kind: dict[tuple[str, int], list[tuple[str, ...]]] = {}
    for ranks, found in TABLE.items():
        for kind, _, size in found:
            by_kind.setdefault((kind, size), []).append(ranks)
            if kind == "straight":
                by_kind.setdefault(("straight_flush", size), []).append(ranks)
    kinds = sorted(by_kind)
    made = []
    while len(made) < number:
        level = rng.choice(RANKS)
        kind = rng.choice(kinds)
        cards = _deal(rng, rng.choice(by_kind[kind]), kind[0] == "straight_flush", level)
        if cards is None:
            continue
        if len(made) % 2:
            cards = _one_away(rng, cards)
        if cards and max(Counter(cards).values()) <= 2:
            rng.shuffle(cards)
            made.append(Question(level, tuple(cards)))
    return made


def _deal(rng: random.Random, ranks: tuple[str, ...], flush: bool, level: str) -> list[str] | None:
    """Return cards of the ranks, some replaced by wilds, or None where two packs do not hold it."""
    wilds = rng.choice((0, 1, 2))
    places = [place for place, rank in enumerate(ranks) if rank not in JOKERS]
    covered = set(rng.sample(places, min(wilds, len(places))))
    suit = rng.choice("SHDC")
    used: Counter[str] = Counter({level + "H": len(covered)})
    cards = [level + "H"] * len(covered)
    for place, rank in enumerate(ranks):
        if place in covered:
            continue
        names = [rank] if rank in JOKERS else [rank + s for s in (suit if flush else "SHDC")]
        free = [name for name in names if used[name] < 2]
        if not free:
            return None
        card = rng.choice(free)
        used[card] += 1
        cards.append(card)
    return cards


def _one_away(rng: random.Random, cards: list[str]) -> list[str]:
    """Return the cards with one replaced, added or taken away."""
    changed = list(cards)
    act = rng.choice(("replace", "replace", "replace", "add", "drop"))
    if act != "add":
        changed.pop(rng.randrange(len(changed)))
    if act != "drop":
        changed.append(rng.choice(CARDS))
    return changed


def differences(seed: int, number: int) -> list[tuple[Question, list[Found], list[Found]]]:
    """Return the card sets on which engine and oracle differ, with both answers."""
    from scorer.guandan.types import readings

    wrong = []
    for question in questions(seed, number):
        wanted = all_readings(question.cards, question.level)
        found = [tuple(one) for one in readings(question.cards, question.level)]
        if found != wanted:
            wrong.append((question, wanted, found))
    return wrong


def comparison_differences(seed: int, number: int) -> list[tuple[str, Found, Found]]:
    """Return the pairs of readings on which engine and oracle disagree about what beats what."""
    from scorer.guandan.compare import beats
    from scorer.guandan.types import Reading

    rng = random.Random(seed)
    pool = sorted({one for found in TABLE.values() for one in found})
    pool += [("straight_flush", key, size) for kind, key, size in pool if kind == "straight"]
    wrong = []
    for _ in range(number):
        level, one, other = rng.choice(RANKS), rng.choice(pool), rng.choice(pool)
        if beats(Reading(*one), Reading(*other), level) != stronger(one, other, level):
            wrong.append((level, one, other))
    return wrong
