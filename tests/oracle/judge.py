"""A second judge of whole deals, literal: for every play and every later event it asks whether some
hand that agrees with what was shown by then makes the play legal.

Deals are small: a few ranks of two suits, four to six cards a hand, played to the end. A quarter of
the follows are illegal where the hand offers an illegal one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorer import profile as profiles
from scorer.cards import CARDS, SEATS, Card, Seat, next_seat
from scorer.fold import fold
from tests.oracle import play as oracle
from tests.oracle.play import Deal
from tests.oracle.situations import deal_of, window
from tests.scorer.deals import events_of

FIRST = 4
"""Sequence number of the first play: the rows before it are deal, trump, joined."""


@dataclass(frozen=True)
class Small:
    """A small deal: the size of its hands, its plays in order, four to a trick."""

    deal: Deal
    size: int
    plays: tuple[tuple[Seat, tuple[Card, ...]], ...]


def small_deal(rng: random.Random, slug: str | None = None) -> Small:
    """Return a small deal, a quarter of whose follows are illegal where they can be."""
    deal = deal_of(rng, slug)
    decks = deal.rules["decks"]
    size = rng.randint(4, 6)
    names = {*window(rng, deal, 4), *window(rng, deal, 3, "T"), *window(rng, deal, 3)}
    while len(names) * decks < 4 * size:
        names |= {*window(rng, deal, 4)}
    pile = [card for card in sorted(names) for _ in range(decks)]
    rng.shuffle(pile)
    hands = {seat: pile[i * size : (i + 1) * size] for i, seat in enumerate(SEATS)}
    leader = rng.choice(SEATS)
    plays: list[tuple[Seat, tuple[Card, ...]]] = []
    while hands[leader]:
        trick = _trick(rng, deal, hands, leader)
        plays += trick
        leader = trick[oracle.winner(deal, [cards for _, cards in trick])][0]
    return Small(deal, size, tuple(plays))


def _trick(
    rng: random.Random, deal: Deal, hands: dict[Seat, list[Card]], leader: Seat
) -> list[tuple[Seat, tuple[Card, ...]]]:
    hand = hands[leader]
    first = rng.choice(hand)
    suited = [card for card in hand if deal.klass(card) == deal.klass(first)]
    parts = [list(cards) for _, cards in oracle.structure(deal, suited)]
    led = rng.choice(parts) if rng.random() < 0.8 else rng.choice([[first], suited])
    trick = []
    for steps in range(4):
        seat = next_seat(leader, steps)
        cards = led if not steps else _follow(rng, deal, led, hands[seat])
        for card in cards:
            hands[seat].remove(card)
        trick.append((seat, tuple(cards)))
    return trick


def _follow(rng: random.Random, deal: Deal, led: list[Card], hand: list[Card]) -> list[Card]:
    name = deal.klass(led[0])
    suited = [card for card in hand if deal.klass(card) == name]
    wanted = rng.random() < 0.75
    for _ in range(20):
        pool = suited if len(suited) >= len(led) and rng.random() < 0.6 else hand
        pick = rng.sample(pool, len(led))
        if oracle.follow(deal, led, hand, pick)[0] == wanted:
            break
    return pick


def literal(small: Small) -> dict[int, int]:
    """Return for each play that is proven a fault the event that first proves it."""
    found = {}
    for at in range(len(small.plays)):
        if at % 4:
            proof = _first_proof(small, at)
            if proof is not None:
                found[FIRST + at] = FIRST + proof
    return found


def _first_proof(small: Small, at: int) -> int | None:
    seat, cards = small.plays[at]
    led = small.plays[at - at % 4][1]
    before = [c for who, laid in small.plays[:at] if who == seat for c in laid]
    size = small.size - len(before)
    for until in range(at, len(small.plays)):
        seen = small.plays[: until + 1]
        known = [c for who, laid in seen[at:] if who == seat for c in laid]
        if not oracle.excusable(small.deal, led, known, cards, _unseen(small, seen, led), size):
            return until
    return None


def _unseen(
    small: Small, seen: Sequence[tuple[Seat, tuple[Card, ...]]], led: Sequence[Card]
) -> Counter[Card]:
    """Return the copies that nobody has shown; cards of other classes all stand as one of them."""
    deal = small.deal
    left = Counter(dict.fromkeys(CARDS, deal.rules["decks"]))
    left.subtract(card for _, laid in seen for card in laid)
    name = deal.klass(led[0])
    others = [card for card in CARDS if deal.klass(card) != name]
    blank = sum(left[card] for card in others)
    return +Counter({card: left[card] for card in CARDS if card not in others} | {others[0]: blank})


def engine(small: Small) -> dict[int, int]:
    """Return the same from the real judge."""
    deal = small.deal
    leader = small.plays[0][0]
    rows: list[dict[str, Any]] = [
        {"type": "deal", "deal": 1, "declarer": leader},
        {"type": "trump", "suit": deal.suit, "level": deal.level},
        {"type": "joined", "trick": 1, "leader": leader, "defender_points": 0,
         "hand_sizes": dict.fromkeys(SEATS, small.size)},
    ]  # fmt: skip
    rows += [{"type": "play", "seat": seat, "cards": list(cards)} for seat, cards in small.plays]
    findings = fold(events_of(rows), profiles.load(deal.slug)).deals[0].findings
    faults = [f for f in findings if f.offence in ("revoke", "withheld")]
    assert all(f.certainty == "proven" for f in faults)
    return {f.evidence[0]: f.at for f in faults}


def deal_differs(rng: random.Random, slug: str | None = None) -> str | None:
    """Return how the two judge a small deal, where they differ in a fault or in its event."""
    small = small_deal(rng, slug)
    ours, theirs = engine(small), literal(small)
    if ours == theirs:
        return None
    deal = small.deal
    plays = "; ".join(f"{seat} {' '.join(cards)}" for seat, cards in small.plays)
    return f"{deal.slug} {deal.suit}{deal.level} {plays}: engine {ours}, oracle {theirs}"
