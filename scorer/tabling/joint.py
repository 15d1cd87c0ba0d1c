"""Reading all cards of a deal together: no card more often than the decks hold it.

Every laid card is a reading with alternatives. Where one name is used too often, the cheapest chain
of other readings is found by which each name fits again: the most probable assignment that the
decks allow, reached from one that was already right for all earlier cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log

from scorer.cards import UNREAD, Card

LEAST_P = 1e-4
"""An alternative is taken to be at least this probable when it is listed."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of an event, as it counts now; ``options`` are its readings with probabilities."""

    seq: int
    index: int
    card: Card
    options: tuple[tuple[Card, float], ...]

    def p(self, card: Card) -> float:
        """Return the probability of a reading."""
        return max(LEAST_P, dict(self.options).get(card, LEAST_P))


@dataclass(frozen=True, slots=True)
class Change:
    """A card that counts as another reading from now on."""

    seq: int
    index: int
    before: Card
    after: Card


def resolve(laid: Sequence[Laid], decks: int) -> tuple[Change, ...]:
    """Return the changes that make every name fit into the decks, cheapest first found.

    Where no alternative helps, the excess stays and nothing is changed for it.
    """
    now = list(laid)
    changes: list[Change] = []
    for _ in range(len(now)):
        excess = _excess(now, decks)
        steps = next((s for card in excess if (s := _cheapest(now, card, decks))), None)
        if steps is None:
            break
        for position, after in steps:
            old = now[position]
            changes.append(Change(old.seq, old.index, old.card, after))
            now[position] = replace(old, card=after)
    return tuple(changes)


def _excess(laid: Iterable[Laid], decks: int) -> list[Card]:
    count = Counter(item.card for item in laid if item.card != UNREAD)
    return sorted(card for card, number in count.items() if number > decks)


def _cheapest(laid: Sequence[Laid], start: Card, decks: int) -> list[tuple[int, Card]] | None:
    """Return the re-readings on the cheapest way from an overfull name to one with room."""
    count = Counter(item.card for item in laid)
    edges = _edges(laid)
    cost: dict[Card, float] = {start: 0.0}
    came: dict[Card, tuple[Card, int]] = {}
    for _ in range(len(edges)):
        changed = False
        for (source, target), (price, position) in edges.items():
            if source in cost and cost[source] + price < cost.get(target, float("inf")) - 1e-12:
                cost[target] = cost[source] + price
                came[target] = (source, position)
                changed = True
        if not changed:
            break
    ends = [card for card in cost if card != start and count[card] < decks]
    if not ends:
        return None
    steps: list[tuple[int, Card]] = []
    card = min(ends, key=lambda end: cost[end])
    while card != start and len(steps) <= len(edges):
        source, position = came[card]
        steps.append((position, card))
        card = source
    return steps


def _edges(laid: Sequence[Laid]) -> dict[tuple[Card, Card], tuple[float, int]]:
    """Return for each pair of names the cheapest card to be read as the second instead."""
    edges: dict[tuple[Card, Card], tuple[float, int]] = {}
    for position, item in enumerate(laid):
        if item.card == UNREAD:
            continue
        for other, _ in item.options:
            if other in (item.card, UNREAD):
                continue
            price = log(item.p(item.card)) - log(item.p(other))
            known = edges.get((item.card, other))
            if known is None or price < known[0]:
                edges[item.card, other] = (price, position)
    return edges
