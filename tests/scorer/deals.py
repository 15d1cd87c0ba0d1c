"""Random legal deals under any Shengji profile, as hand histories; and faults planted in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scorer.cards import CARDS, SEATS, Card, Seat, next_seat, side_of
from scorer.history import Event, make
from scorer.profile import Profile
from scorer.shengji.follow import verdict
from scorer.shengji.kitty import multiplier
from scorer.shengji.lead import check_lead
from scorer.shengji.order import Line, Trump, order_of
from scorer.shengji.structure import decompose
from scorer.shengji.throw import try_throw
from scorer.shengji.trick import points, winner
from scorer.shengji.units import Unit, parse_units


@dataclass
class Dealt:
    """A whole legal deal: its steps as event fields, and what is true of it."""

    profile: Profile
    trump: Trump
    declarer: Seat
    hands: dict[Seat, list[Card]]
    kitty: list[Card]
    steps: list[dict[str, Any]] = field(default_factory=list)
    trick_points: int = 0
    defender_points: int = 0
    multiplier: int = 0
    winners: list[Seat] = field(default_factory=list)

    def events(self, first: int = 1) -> list[Event]:
        """Return the deal as events, with a match header."""
        head: list[dict[str, Any]] = [
            {"type": "match", "profile": self.profile.slug},
            {"type": "deal", "deal": 1, "declarer": self.declarer},
            {"type": "trump", "suit": self.trump.suit, "level": self.trump.level,
             "declarer": self.declarer},
        ]  # fmt: skip
        rows = [*head, *self.steps]
        return events_of(rows, first)


def events_of(rows: Sequence[dict[str, Any]], first: int = 1) -> list[Event]:
    """Return rows of fields as events, numbered from ``first``."""
    return [
        make(i, row["type"], **{name: value for name, value in row.items() if name != "type"})
        for i, row in enumerate(rows, first)
    ]


def shuffled(profile: Profile, rng: Random) -> tuple[dict[Seat, list[Card]], list[Card]]:
    """Return hands after the bury and the kitty."""
    deck = list(CARDS) * profile.decks
    rng.shuffle(deck)
    hands = {s: deck[i * profile.hand : (i + 1) * profile.hand] for i, s in enumerate(SEATS)}
    rest = deck[4 * profile.hand :]
    return hands, rest[: profile.kitty]


def legal_deal(profile: Profile, rng: Random, *, throws: bool = True) -> Dealt:
    """Return a random deal in which every play is legal."""
    suits = ["S", "H", "D", "C"] + (["NT"] if profile.no_trump.allowed else [])
    trump = Trump(rng.choice(suits), rng.choice("23456789TJQKA"))  # type: ignore[arg-type]
    declarer = rng.choice(SEATS)
    hands, kitty = shuffled(profile, rng)
    deal = Dealt(profile, trump, declarer, {s: list(h) for s, h in hands.items()}, kitty)
    leader = declarer
    while hands[leader]:
        leader = _one_trick(deal, hands, leader, rng, throws)
    deal.steps.append({"type": "kitty", "cards": list(kitty)})
    deal.steps.append({"type": "deal_end"})
    return deal


def _one_trick(
    deal: Dealt, hands: dict[Seat, list[Card]], leader: Seat, rng: Random, throws: bool
) -> Seat:
    profile, trump = deal.profile, deal.trump
    led = random_lead(profile, trump, hands, leader, rng, throws)
    plays: list[list[Card]] = []
    for n in range(4):
        seat = next_seat(leader, n)
        cards = led if n == 0 else legal_follow(profile, trump, led, hands[seat], rng)
        for card in cards:
            hands[seat].remove(card)
        deal.steps.append({"type": "play", "seat": seat, "cards": list(cards)})
        plays.append(cards)
    best = next_seat(leader, winner(profile, trump, plays))
    deal.winners.append(best)
    won = points(profile, [card for play in plays for card in play])
    dealer_won = side_of(best) == side_of(deal.declarer)
    if not dealer_won:
        deal.trick_points += won
    if not hands[leader]:
        won_by = plays[(SEATS.index(best) - SEATS.index(leader)) % 4]
        factor = multiplier(profile, trump, led, won_by, dealer_won)
        deal.multiplier = factor
        deal.defender_points = deal.trick_points + factor * points(profile, deal.kitty)
    return best


def random_lead(
    profile: Profile,
    trump: Trump,
    hands: dict[Seat, list[Card]],
    seat: Seat,
    rng: Random,
    throws: bool,
) -> list[Card]:
    """Return a legal lead: often the longest unit of a class, sometimes a good throw."""
    hand = hands[seat]
    order = order_of(profile, trump)
    name = order.class_of[rng.choice(hand)]
    suited = [card for card in hand if order.class_of[card] == name]
    parts = decompose(profile, trump, suited) or ()
    others = {s: hands[s] for s in SEATS if s != seat}
    if throws and profile.throw.allowed and rng.random() < 0.3:
        for size in (len(parts), max(2, len(parts) // 2), 2):
            thrown = [card for part in parts[:size] for card in part.cards]
            legal = thrown and check_lead(profile, trump, thrown).legal
            if legal and try_throw(profile, trump, thrown, others).succeeds:
                return thrown
    options = [list(part.cards) for part in parts]
    rng.shuffle(options)
    options.sort(key=lambda cards: -len(cards) if rng.random() < 0.7 else 0)
    for cards in options:
        if check_lead(profile, trump, cards).legal:
            return cards
    return [rng.choice(suited)]


def legal_follow(
    profile: Profile, trump: Trump, led: Sequence[Card], hand: Sequence[Card], rng: Random
) -> list[Card]:
    """Return a random legal answer from a hand."""
    order = order_of(profile, trump)
    name = order.class_of[led[0]]
    suited = [card for card in hand if order.class_of[card] == name]
    others = [card for card in hand if order.class_of[card] != name]
    size = len(led)
    if len(suited) <= size:
        return suited + _discards(profile, trump, led, others, size - len(suited), rng)
    line = order.lines[name]
    required = verdict(profile, trump, led, hand, suited[:size]).required
    rungs = [parse_units(text) for text in required]
    rng.shuffle(rungs)
    for _ in range(60):
        pick = rng.sample(suited, size)
        if verdict(profile, trump, led, hand, pick).legal:
            return pick
    for units in rungs:
        for pick in _built(line, suited, units, rng):
            if verdict(profile, trump, led, hand, pick).legal:
                return pick
    raise AssertionError(f"no legal follow found: {profile.slug} {trump} {led} {hand}")


def _discards(
    profile: Profile, trump: Trump, led: Sequence[Card], rest: Sequence[Card], n: int, rng: Random
) -> list[Card]:
    order = order_of(profile, trump)
    trumps = [card for card in rest if order.class_of[card] == "T"]
    if n == len(led) and len(trumps) >= n and rng.random() < 0.5:
        units = [part.unit for part in decompose(profile, trump, led) or ()]
        for pick in _built(order.lines["T"], trumps, tuple(units), rng):
            return pick
    return rng.sample(list(rest), n)


def _built(
    line: Line, cards: Sequence[Card], units: Sequence[Unit], rng: Random
) -> Iterator[list[Card]]:
    """Yield choices of cards that realise units, a bounded number."""
    count = Counter(cards)
    todo = sorted(units, key=lambda u: (u.length > 1, u.size), reverse=True)
    budget = [3000]

    def place(at: int, left: Counter[Card]) -> Iterator[list[Card]]:
        budget[0] -= 1
        if budget[0] < 0:
            return
        if at == len(todo):
            yield []
            return
        unit = todo[at]
        spots = list(_spots(line, left, unit))
        rng.shuffle(spots)
        for spot in spots:
            used = [card for card in spot for _ in range(unit.copies)]
            for rest in place(at + 1, left - Counter(used)):
                yield used + rest

    yield from place(0, count)


def _spots(line: Line, left: Counter[Card], unit: Unit) -> Iterator[tuple[Card, ...]]:
    def grow(chain: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chain) == unit.length:
            yield chain
            return
        tier = line.tier[chain[-1]] + 1
        if tier < len(line.tiers) and line.linked[tier]:
            for slot in line.tiers[tier]:
                if left[line.slots[slot]] >= unit.copies:
                    yield from grow((*chain, slot))
        own = line.tier[chain[-1]]
        if line.self_linked[own]:
            for slot in line.tiers[own]:
                if slot > chain[-1] and left[line.slots[slot]] >= unit.copies:
                    yield from grow((*chain, slot))

    for slot, card in enumerate(line.slots):
        if left[card] >= unit.copies:
            for chain in grow((slot,)):
                yield tuple(line.slots[s] for s in chain)
    if line.wrap and unit.length == 2:
        wrapped = tuple(line.slots[s] for s in line.wrap)
        if all(left[card] >= unit.copies for card in wrapped):
            yield wrapped
