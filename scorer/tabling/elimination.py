"""What the last unread cards of a deal must be: every other card of the decks has been seen.

At the end of a deal all hands and the kitty are the decks exactly. Unread cards can be named only
where as many cards are missing as there are unread places and nothing else is in doubt: then one
missing name is certain, and several are shared out where the places' own readings leave no choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import prod

from scorer.cards import CARDS, UNREAD, Card
from scorer.history import Event

CERTAIN = 0.9
"""That no other card was exchanged for it, and the sharing out, must be at least so probable."""
MOST_UNREAD = 4
"""With more unread cards than this nothing is concluded."""
_UNLISTED = 1e-3
"""Probability of a card that is not among a place's own readings."""


@dataclass(frozen=True, slots=True)
class Place:
    """An unread card: its event, its position there and what it may have been read as."""

    seq: int
    index: int
    options: tuple[tuple[Card, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """An unread card that can only be one card, with the probability that this holds."""

    place: Place
    card: Card
    p: float


def eliminate(events: Iterable[Event], decks: int, open_seqs: Iterable[int]) -> tuple[Named, ...]:
    """Return the names of the unread cards of a finished deal, or nothing where one is in doubt.

    ``events`` are those that count. ``open_seqs`` are plays that may hold fewer cards than they
    seem to: a card missing there may have stayed in the hand.
    """
    held = [event for event in events if event.type in ("play", "kitty", "hand_shown")]
    places = [place for event in held for place in _unread(event)]
    if not 0 < len(places) <= MOST_UNREAD or any(place.seq in set(open_seqs) for place in places):
        return ()
    rest = Counter(dict.fromkeys(CARDS, decks))
    rest.subtract(card for event in held for card in event.cards if card != UNREAD)
    missing = sorted(rest.elements())
    if any(number < 0 for number in rest.values()) or len(missing) != len(places):
        return ()
    chosen, p = _shared_out(places, missing)
    p /= 1.0 + sum(_exchanged(event, set(missing)) for event in held)
    if p < CERTAIN:
        return ()
    return tuple(Named(place, card, p) for place, card in zip(places, chosen, strict=True))


def _unread(event: Event) -> list[Place]:
    options = event.get("alternatives")
    own = options if isinstance(options, list) and len(options) == len(event.cards) else None
    return [
        Place(event.seq, n, _options(own[n]) if own else ())
        for n, card in enumerate(event.cards)
        if card == UNREAD
    ]


def _options(raw: object) -> tuple[tuple[Card, float], ...]:
    pairs = raw if isinstance(raw, list) else []
    return tuple((str(pair[0]), float(pair[1])) for pair in pairs if isinstance(pair, list | tuple))


def _exchanged(event: Event, missing: set[Card]) -> float:
    """Return the odds that a card of an event is really a missing one: the unread card is its name.

    As every name fits into the decks no other single misreading is possible.
    """
    each, others = event.get("confidences"), event.get("alternatives")
    whole = event.get("confidence")
    odds = 0.0
    for n, card in enumerate(event.cards):
        p = each[n] if isinstance(each, list) and len(each) == len(event.cards) else whole
        if card in (UNREAD, *missing) or p is None:
            continue
        own = others if isinstance(others, list) and len(others) == len(event.cards) else None
        listed = dict(_options(own[n])) if own else {}
        p = min(1.0, max(_UNLISTED, float(p)))
        odds += sum(listed.get(other, (1.0 - p) / len(CARDS)) for other in missing) / p
    return odds


def _shared_out(places: Sequence[Place], missing: Sequence[Card]) -> tuple[Sequence[Card], float]:
    """Return the likeliest way to share the missing cards out, and how likely it is of all.

    In which order the cards of one event lie says nothing: such ways are one.
    """
    weights: dict[tuple[Card, ...], float] = {}
    for way in set(permutations(missing)):
        weights[way] = prod(
            dict(place.options).get(card, _UNLISTED)
            for place, card in zip(places, way, strict=True)
        )
    alike: dict[tuple[tuple[int, Card], ...], list[tuple[Card, ...]]] = {}
    for way in sorted(weights):
        held = tuple(sorted((place.seq, card) for place, card in zip(places, way, strict=True)))
        alike.setdefault(held, []).append(way)
    ways = max(alike.values(), key=lambda ways: sum(weights[way] for way in ways))
    best = max(ways, key=weights.__getitem__)
    return best, sum(weights[way] for way in ways) / sum(weights.values())
