"""The plays that a hand can make in Guandan 掼蛋, for simulated players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scorer.cards import RANKS, SUITS, Card, is_joker
from scorer.guandan.compare import beats
from scorer.guandan.types import DEFAULT_RULES, Reading, TypeRules, readings, wild_card

_CIRCLE: Final = "A" + RANKS


class Move(NamedTuple):
    """Cards to lay and what they are meant as."""

    cards: tuple[Card, ...]
    meant: Reading


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand sorted by rank, its wilds apart."""

    by_rank: dict[str, list[Card]]
    wilds: list[Card]

    def take(self, rank: str, number: int) -> list[Card] | None:
        """Return so many cards of a rank, wilds in the last places, or None."""
        held = self.by_rank.get(rank, [])[:number]
        lacking = number - len(held)
        if lacking > len(self.wilds) or not held:
            return None
        return held + self.wilds[:lacking]

    def run(self, ranks: str, copies: int) -> tuple[Card, ...] | None:
        """Return a run of ranks with so many copies each, wilds filling the gaps, or None."""
        laid: list[Card] = []
        for rank in ranks:
            laid += self.by_rank.get(rank, [])[:copies]
        lacking = len(ranks) * copies - len(laid)
        if lacking > len(self.wilds) or len(laid) < 2:
            return None
        return (*laid, *self.wilds[:lacking])


def _sorted(hand: Sequence[Card], level: str) -> _Hand:
    by_rank: dict[str, list[Card]] = defaultdict(list)
    for card in hand:
        if card != wild_card(level):
            by_rank[card if is_joker(card) else card[0]].append(card)
    return _Hand(dict(by_rank), [card for card in hand if card == wild_card(level)])


def _sets(hand: _Hand) -> Iterator[tuple[Card, ...]]:
    """Yield singles, pairs, triples, bombs and full houses."""
    for rank, held in hand.by_rank.items():
        if is_joker(held[0]):
            yield from (tuple(held[:n]) for n in range(1, len(held) + 1))
            continue
        for number in range(1, len(held) + len(hand.wilds) + 1):
            cards = hand.take(rank, number)
            if cards is not None:
                yield tuple(cards)
        triple = hand.take(rank, 3)
        if triple is not None:
            yield from _with_pair(hand, rank, triple)
    for number in range(1, len(hand.wilds) + 1):
        yield tuple(hand.wilds[:number])


def _with_pair(hand: _Hand, rank: str, triple: list[Card]) -> Iterator[tuple[Card, ...]]:
    spent = sum(card in hand.wilds for card in triple)
    for other, held in hand.by_rank.items():
        if other == rank:
            continue
        pair = held[:2]
        lacking = 2 - len(pair)
        if lacking <= len(hand.wilds) - spent and not (lacking and is_joker(held[0])):
            yield (*triple, *pair, *hand.wilds[:lacking])


def _runs(hand: _Hand) -> Iterator[tuple[Card, ...]]:
    """Yield straights, straight flushes, tubes and plates."""
    for span, copies in ((5, 1), (3, 2), (2, 3)):
        for low in range(len(_CIRCLE) - span + 1):
            laid = hand.run(_CIRCLE[low : low + span], copies)
            if laid is not None:
                yield laid
    for suit in SUITS:
        held = {r: [c for c in cards if c[1] == suit] for r, cards in hand.by_rank.items()}
        one_suit = _Hand({r: cards for r, cards in held.items() if cards}, hand.wilds)
        for low in range(len(_CIRCLE) - 4):
            laid = one_suit.run(_CIRCLE[low : low + 5], 1)
            if laid is not None:
                yield laid


def moves(
    hand: Sequence[Card],
    level: str,
    standing: Reading | None = None,
    rules: TypeRules = DEFAULT_RULES,
) -> list[Move]:
    """Return plays of every type that the hand can make, one choice of cards for each meaning.

    With a play standing, only those that beat it. Sorted, so that the order depends on the hand's
    cards alone.
    """
    found: dict[tuple[Reading, int], Move] = {}
    sorted_hand = _sorted(sorted(hand), level)
    for cards in (*_sets(sorted_hand), *_runs(sorted_hand)):
        wilds = cards.count(wild_card(level))
        for meant in readings(cards, level, rules):
            if standing is None or beats(meant, standing, level):
                found.setdefault((meant, wilds), Move(cards, meant))
    return sorted(found.values())
