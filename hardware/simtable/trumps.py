"""Just enough of the rules to make legal two-player-pair deals: trump order, units, following.

The engine in `scorer` judges; this generator only has to stay on the legal side, and a test lets
the engine judge what it makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from scorer.cards import BIG_JOKER, JOKERS, RANKS, SMALL_JOKER, Card

TRUMP_GROUP = "T"
POINTS = {"5": 5, "T": 10, "K": 10}


@dataclass(frozen=True, slots=True)
class Trump:
    """The trump suit 主 (``NT``: none) and the level 级牌."""

    suit: str
    level: str

    def group(self, card: Card) -> str:
        """Return ``T`` for a trump, else the suit."""
        if card in JOKERS or card[0] == self.level or card[1] == self.suit:
            return TRUMP_GROUP
        return card[1]

    def place(self, card: Card) -> int:
        """Return the card's step within its group; neighbours differ by one."""
        if card in JOKERS:
            first = 13 if self.suit == "NT" else 14
            return first + (card == BIG_JOKER)
        if card[0] == self.level:
            return 13 if card[1] == self.suit else 12
        return RANKS.replace(self.level, "").index(card[0])


def points(cards: Sequence[Card]) -> int:
    """Return the points of cards: five 5, ten and king 10."""
    return sum(POINTS.get(card[0], 0) for card in cards if card != SMALL_JOKER)


def of_group(hand: Sequence[Card], trump: Trump, group: str) -> list[Card]:
    """Return the cards of one group."""
    return [card for card in hand if trump.group(card) == group]


def pairs(cards: Sequence[Card]) -> list[Card]:
    """Return the cards held at least twice, each once."""
    return sorted(card for card, n in Counter(cards).items() if n >= 2)


def runs(paired: Sequence[Card], trump: Trump) -> list[tuple[Card, ...]]:
    """Return every tractor 拖拉机 (two or more linked pairs) among paired cards of one group."""
    by_place: dict[int, Card] = {}
    for card in paired:
        by_place.setdefault(trump.place(card), card)
    found = []
    for low in by_place:
        length = 1
        while low + length in by_place:
            length += 1
            found.append(tuple(by_place[low + i] for i in range(length)))
    return found


def _signature(chosen: Sequence[Card], trump: Trump) -> tuple[int, ...]:
    """Return the lengths of linked runs of pairs, longest first."""
    places = Counter(trump.place(card) for card in chosen)
    lengths = []
    while places:
        low = min(places)
        length = 0
        while places[low + length] > 0:
            places[low + length] -= 1
            length += 1
        places = +places
        lengths.append(length)
    return tuple(sorted(lengths, reverse=True))


def best_pairs(suited: Sequence[Card], trump: Trump, wanted: int) -> list[tuple[Card, ...]]:
    """Return all best sets of pairs to answer a lead of ``wanted`` linked pairs."""
    held = pairs(suited)
    take = min(wanted, len(held))
    sets = list(combinations(held, take))
    best = max(_signature(chosen, trump) for chosen in sets)
    return [chosen for chosen in sets if _signature(chosen, trump) == best]


@dataclass(frozen=True, slots=True)
class Lead:
    """A led unit: group, copies of a card, linked length, step of its highest card."""

    group: str
    copies: int
    length: int
    top: int

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.copies * self.length


def unit(cards: Sequence[Card], trump: Trump) -> Lead | None:
    """Return cards as one single, pair or tractor; None if they are not one unit."""
    groups = {trump.group(card) for card in cards}
    count = Counter(cards)
    if len(groups) != 1 or len(set(count.values())) != 1:
        return None
    copies = next(iter(count.values()))
    places = sorted(trump.place(card) for card in count)
    linked = places == list(range(places[0], places[0] + len(places)))
    if copies > 2 or not linked or (len(places) > 1 and copies < 2):
        return None
    return Lead(groups.pop(), copies, len(places), places[-1])


def beats(new: Sequence[Card], best: Lead, trump: Trump) -> Lead | None:
    """Return the new play as the best so far when it beats ``best``, else None."""
    played = unit(new, trump)
    if played is None or (played.copies, played.length) != (best.copies, best.length):
        return None
    if played.group == best.group:
        return played if played.top > best.top else None
    return played if played.group == TRUMP_GROUP else None
