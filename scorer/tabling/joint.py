"""Reading all cards of a deal together: no card more often than the decks hold it.

Every laid card is a reading with alternatives, and a doubtful one may be no card at all. Where one
name is used too often, the cheapest chain of other readings is found by which each name fits again:
the most probable assignment that the decks allow, reached from one that was already right for all
earlier cards. A chain that is too improbable is never taken: then the excess stays and is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf, log

from scorer.cards import UNREAD, Card

LEAST_P = 0.005
"""A reading, or a chain of them, that is less probable than this is never chosen."""
NOTHING = "--"
"""The reading of what is no card at all; it has room for any number."""
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of an event, as it counts now; ``options`` are its readings with probabilities.

    ``real`` is the probability that it is a card at all, ``item`` its number on the table.
    """

    seq: int
    index: int
    card: Card
    options: tuple[tuple[Card, float], ...]
    item: int = 0
    real: float = 1.0

    def p(self, card: Card) -> float:
        """Return the probability of a reading; 0 for one that is not listed."""
        if card == NOTHING:
            return 1.0 - self.real
        return self.real * dict(self.options).get(card, 0.0)


@dataclass(frozen=True, slots=True)
class Change:
    """A card that counts as another reading from now on."""

    seq: int
    index: int
    before: Card
    after: Card


def resolve(laid: Sequence[Laid], decks: int) -> tuple[Change, ...]:
    """Return the changes that make every name fit into the decks, cheapest first found.

    Where no plausible reading helps, the excess stays and nothing is changed for it.
    """
    now = list(laid)
    for _ in range(len(now)):
        overfull = excess(now, decks)
        steps = next((s for card in overfull if (s := _cheapest(now, card, decks))), None)
        if steps is None:
            break
        for position, after in steps:
            now[position] = replace(now[position], card=after)
    return tuple(
        Change(old.seq, old.index, old.card, new.card)
        for old, new in zip(laid, now, strict=True)
        if old.card != new.card
    )


def excess(laid: Iterable[Laid], decks: int) -> list[Card]:
    """Return the names that are used more often than the decks hold them, in order."""
    count = Counter(item.card for item in laid if item.card not in (UNREAD, NOTHING))
    return sorted(card for card, number in count.items() if number > decks)


def least_sure(laid: Iterable[Laid], card: Card) -> Laid:
    """Return which of the cards that count as one name is the most doubtful."""
    return min((item for item in laid if item.card == card), key=lambda item: item.p(card))


def _cheapest(laid: Sequence[Laid], start: Card, decks: int) -> list[tuple[int, Card]] | None:
    """Return the re-readings on the cheapest way from an overfull name to one with room."""
    count = Counter(item.card for item in laid)
    edges = _edges(laid)
    cost: dict[Card, float] = {start: 0.0}
    came: dict[Card, tuple[Card, int]] = {}
    for _ in range(len(edges)):
        changed = False
        for (source, target), (price, position) in edges.items():
            if source in cost and cost[source] + price < cost.get(target, inf) - 1e-12:
                cost[target] = cost[source] + price
                came[target] = (source, position)
                changed = True
        if not changed:
            break
    ends = [card for card in cost if card == NOTHING or (card != start and count[card] < decks)]
    end = min(ends, key=lambda card: (cost[card], card), default=None)
    if end is None or cost[end] > -log(LEAST_P):
        return None
    return _way(came, start, end)


def _way(
    came: dict[Card, tuple[Card, int]], start: Card, end: Card
) -> list[tuple[int, Card]] | None:
    steps: list[tuple[int, Card]] = []
    card = end
    while card != start:
        if card not in came or len(steps) > len(came):
            return None
        source, position = came[card]
        steps.append((position, card))
        card = source
    return steps


def _edges(laid: Sequence[Laid]) -> dict[tuple[Card, Card], tuple[float, int]]:
    """Return for each pair of names the cheapest card to be read as the second instead."""
    edges: dict[tuple[Card, Card], tuple[float, int]] = {}
    for position, item in enumerate(laid):
        if item.card in (UNREAD, NOTHING):
            continue
        for other in (*(card for card, _ in item.options), NOTHING):
            if other in (item.card, UNREAD) or item.p(other) < LEAST_P:
                continue
            price = log(max(_TINY, item.p(item.card))) - log(item.p(other))
            known = edges.get((item.card, other))
            if known is None or price < known[0]:
                edges[item.card, other] = (price, position)
    return edges
