"""Random small situations that are rich in sets, tractors and near misses."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache

from scorer.cards import CARDS, Card
from tests.oracle.play import Deal
from tests.oracle.rules import VARIANTS, printed_ladders, rules, slugs


@dataclass(frozen=True)
class Situation:
    """A lead, a hand before the answer, and the answer."""

    deal: Deal
    led: tuple[Card, ...]
    hand: tuple[Card, ...]
    play: tuple[Card, ...]

    def __str__(self) -> str:
        deal = self.deal
        return (
            f"{deal.slug} trump {deal.suit} level {deal.level}: led {' '.join(self.led)}"
            f" hand {' '.join(self.hand)} play {' '.join(self.play)}"
        )


def deal_of(rng: random.Random, slug: str | None = None) -> Deal:
    """Return a profile and a trump."""
    chosen = slug or rng.choice(VARIANTS if rng.random() < 0.2 else slugs())
    suits = ("S", "H", "D", "C", "NT") if rules(chosen)["no_trump"]["allowed"] else "SHDC"
    return Deal(chosen, rng.choice(suits), rng.choice("23456789TJQKA"))


@cache
def lines(deal: Deal) -> dict[str, list[Card]]:
    """Return the cards of each class, weakest first."""
    out: dict[str, list[Card]] = {}
    for card in sorted(CARDS, key=deal.strength):
        out.setdefault(deal.klass(card), []).append(card)
    return out


def window(rng: random.Random, deal: Deal, width: int, name: str | None = None) -> list[Card]:
    """Return neighbouring cards of one class, so that tractors are frequent."""
    line = lines(deal)[name or rng.choice(["T", "T", *sorted(lines(deal))])]
    start = rng.randrange(max(1, len(line) - width + 1))
    return line[start : start + width]


def pile(rng: random.Random, cards: list[Card], decks: int, most: int) -> list[Card]:
    """Return some copies of some of the cards, at most that many cards in all."""
    out: list[Card] = []
    for card in rng.sample(cards, len(cards)):
        n = rng.choice((0, 1, 2, 2, 3, 3, 4, 4)[: 2 * decks])
        if len(out) + n <= most:
            out += [card] * n
    return out


def answer(rng: random.Random, deal: Deal, led: list[Card], hand: list[Card]) -> list[Card]:
    """Return a play: mostly of the led class, sets kept together more often than by chance."""
    name = deal.klass(led[0])
    held = [card for card in hand if deal.klass(card) == name]
    size = len(led)
    if len(held) < size:
        rest = [card for card in hand if deal.klass(card) != name]
        short = rng.random() < 0.3 and len(rest) >= size
        return rng.sample(rest, size) if short else held + rng.sample(rest, size - len(held))
    if rng.random() < 0.1:
        return rng.sample(hand, size)
    if rng.random() < 0.5:
        copies = Counter(held)
        weight = {card: rng.random() - copies[card] * rng.choice((0, 1)) for card in copies}
        return sorted(held, key=weight.__getitem__)[:size]
    return rng.sample(held, size)


def situation(rng: random.Random, most: int = 9, slug: str | None = None) -> Situation:
    """Return a random lead, hand and answer, the hand big enough to answer."""
    deal = deal_of(rng, slug)
    while True:
        near = window(rng, deal, rng.randint(2, 6))
        decks = deal.rules["decks"]
        led = pile(rng, near, decks, rng.randint(1, most - 1))
        hand = pile(rng, near if rng.random() < 0.6 else window(rng, deal, 6), decks, most)
        others = [card for card in CARDS if deal.klass(card) != deal.klass(near[0])]
        hand += rng.sample(others, rng.randint(0, 2))
        if led and len(hand) >= len(led):
            play = answer(rng, deal, led, hand)
            return Situation(deal, tuple(led), tuple(hand), tuple(play))


def dense(rng: random.Random, slug: str | None = None) -> Situation:
    """Return a situation with long leads and hands full of sets that compete for the links."""
    many = [name for name in slugs() if rules(name)["decks"] > 1]
    deal = deal_of(rng, slug or rng.choice(rng.choice((printed_ladders(), VARIANTS, many))))
    decks = deal.rules["decks"]
    near = window(rng, deal, rng.randint(4, 7))
    led: list[Card] = []
    same = min(decks, rng.choice((2, 2, 3, 4))) if rng.random() < 0.5 else 0
    for card in window(rng, deal, rng.randint(1, 4) if same else 6, deal.klass(near[0])):
        n = same or min(decks, rng.choice((0, 2, 2, 3, 4)))
        led += [card] * (n if len(led) + n <= 9 else 0)
    hand = [card for card in near for _ in range(min(decks, rng.choice((0, 1, 2, 3, 4, 4))))]
    hand += [near[0]] * max(0, min(len(led) - len(hand), decks - hand.count(near[0])))
    led = led or near[:1]
    while len(hand) < len(led):
        hand.append(rng.choice([card for card in CARDS if deal.klass(card) != deal.klass(near[0])]))
    play = answer(rng, deal, led, hand)
    return Situation(deal, tuple(led), tuple(hand), tuple(play))
