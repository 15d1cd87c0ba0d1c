"""Faults planted into legal deals: the deal goes on legally after them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from scorer.cards import SEATS, Card, Seat, next_seat
from scorer.profile import Profile
from scorer.shengji.follow import verdict
from scorer.shengji.lead import check_lead
from scorer.shengji.order import Trump, order_of
from scorer.shengji.trick import winner
from tests.scorer.deals import Dealt, legal_follow, random_lead, shuffled

FAULTS = ("revoke", "withheld", "too_few", "too_many", "out_of_turn", "illegal_lead", "retraction",
          "extra_copy")  # fmt: skip
CODES = {"too_few": "wrong_count", "too_many": "wrong_count", "out_of_turn": "play_out_of_turn"}


@dataclass
class Planted:
    """What was planted: the offence code, the seat, the trick from 1, the cards laid."""

    offence: str
    seat: Seat
    trick: int
    cards: list[Card]


@dataclass
class _Game:
    deal: Dealt
    hands: dict[Seat, list[Card]]
    rng: Random
    fault: str
    after: int
    planted: list[Planted] = field(default_factory=list)
    trick: int = 0

    @property
    def due(self) -> bool:
        return not self.planted and self.trick >= self.after

    def put(self, seat: Seat, cards: Sequence[Card]) -> int:
        for card in cards:
            self.hands[seat].remove(card)
        self.deal.steps.append({"type": "play", "seat": seat, "cards": list(cards)})
        return len(self.deal.steps) - 1

    def plant(self, seat: Seat, cards: Sequence[Card]) -> None:
        code = CODES.get(self.fault, self.fault)
        self.planted.append(Planted(code, seat, self.trick, list(cards)))


def faulty_deal(profile: Profile, rng: Random, fault: str) -> tuple[Dealt, Planted] | None:
    """Return a deal with one fault of a kind, or None where this deal offers no place for it."""
    suits = ["S", "H", "D", "C"] + (["NT"] if profile.no_trump.allowed else [])
    trump = Trump(rng.choice(suits), rng.choice("23456789TJQKA"))  # type: ignore[arg-type]
    declarer = rng.choice(SEATS)
    hands, kitty = shuffled(profile, rng)
    deal = Dealt(profile, trump, declarer, {s: list(h) for s, h in hands.items()}, kitty)
    game = _Game(deal, hands, rng, fault, rng.randint(1, max(2, profile.hand // 4)))
    leader = declarer
    while all(hands.values()):
        leader = _trick(game, leader)
    for seat, rest in hands.items():
        if rest:
            deal.steps.append({"type": "hand_shown", "seat": seat, "cards": list(rest)})
    deal.steps += [{"type": "kitty", "cards": list(kitty)}, {"type": "deal_end"}]
    return (deal, game.planted[0]) if game.planted else None


def _trick(game: _Game, leader: Seat) -> Seat:
    game.trick += 1
    deal = game.deal
    led = _lead(game, leader)
    seats = [next_seat(leader, n) for n in (1, 2, 3)]
    if game.due and game.fault == "out_of_turn":
        seats[0], seats[1] = seats[1], seats[0]
        game.plant(seats[0], [])
    plays = {leader: led}
    for seat in seats:
        plays[seat] = _follow(game, seat, led)
    order = [leader, *seats]
    size = len(led)
    counted = [seat for seat in order if len(plays[seat]) == size]
    if order_of(deal.profile, deal.trump).only_class(led) is None:
        return leader
    return counted[winner(deal.profile, deal.trump, [plays[seat] for seat in counted])]


def _lead(game: _Game, seat: Seat) -> list[Card]:
    profile, trump, rng = game.deal.profile, game.deal.trump, game.rng
    if game.due and game.fault == "illegal_lead" and min(map(len, game.hands.values())) > 1:
        for _ in range(20):
            cards = rng.sample(game.hands[seat], 2)
            if not check_lead(profile, trump, cards).legal:
                game.plant(seat, cards)
                game.put(seat, cards)
                return cards
    short = min(len(hand) for hand in game.hands.values())
    cards = random_lead(profile, trump, game.hands, seat, rng, throws=False)
    if len(cards) > short:
        cards = [cards[0]]
    game.put(seat, cards)
    return cards


def _follow(game: _Game, seat: Seat, led: list[Card]) -> list[Card]:
    profile, trump, rng = game.deal.profile, game.deal.trump, game.rng
    hand = game.hands[seat]
    maker = _MAKERS.get(game.fault)
    if game.due and maker is not None:
        cards = maker(game, hand, led)
        if cards is not None:
            if game.fault != "retraction":
                game.plant(seat, cards)
                game.put(seat, cards)
                return cards
            _retract(game, seat, cards)
    if order_of(profile, trump).only_class(led) is None:
        cards = rng.sample(hand, min(len(led), len(hand)))
    else:
        cards = legal_follow(profile, trump, led, hand, rng)[: len(led)]
    at = game.put(seat, cards)
    if game.due and game.fault == "extra_copy":
        _misread(game, seat, at)
    return cards


def _retract(game: _Game, seat: Seat, cards: list[Card]) -> None:
    game.plant(seat, cards)
    steps = game.deal.steps
    steps.append({"type": "play", "seat": seat, "cards": cards})
    of = len(steps) + 3
    steps.append({"type": "retracted", "of": of, "seat": seat, "cards": cards})


def _misread(game: _Game, seat: Seat, at: int) -> None:
    """Record the first card of a play as one of which all copies have been seen already."""
    steps = game.deal.steps
    seen = Counter(c for s in steps[:at] if s["type"] == "play" for c in s["cards"])
    full = sorted(card for card, n in seen.items() if n == game.deal.profile.decks)
    if full:
        card = game.rng.choice(full)
        steps[at]["cards"] = [card, *steps[at]["cards"][1:]]
        game.plant(seat, [card])


def _illegal(game: _Game, hand: list[Card], led: list[Card], *, suited: bool) -> list[Card] | None:
    profile, trump = game.deal.profile, game.deal.trump
    order = order_of(profile, trump)
    name = order.only_class(led)
    if name is None or len(hand) < len(led):
        return None
    pool = [card for card in hand if order.class_of[card] == name] if suited else hand
    for _ in range(12):
        if len(pool) < len(led):
            return None
        cards = game.rng.sample(pool, len(led))
        same = all(order.class_of[card] == name for card in cards)
        if same == suited and not verdict(profile, trump, led, hand, cards).legal:
            return cards
    return None


def _too_few(game: _Game, hand: list[Card], led: list[Card]) -> list[Card] | None:
    if len(led) < 2 or len(hand) < len(led):
        return None
    profile, trump = game.deal.profile, game.deal.trump
    return legal_follow(profile, trump, led, hand, game.rng)[:-1]


def _too_many(game: _Game, hand: list[Card], led: list[Card]) -> list[Card] | None:
    if len(hand) <= len(led):
        return None
    cards = legal_follow(game.deal.profile, game.deal.trump, led, hand, game.rng)
    rest = list((Counter(hand) - Counter(cards)).elements())
    return [*cards, game.rng.choice(rest)]


_MAKERS: dict[str, Callable[[_Game, list[Card], list[Card]], list[Card] | None]] = {
    "revoke": lambda game, hand, led: _illegal(game, hand, led, suited=False),
    "withheld": lambda game, hand, led: _illegal(game, hand, led, suited=True),
    "too_few": _too_few,
    "too_many": _too_many,
    "retraction": lambda game, hand, led: game.rng.sample(hand, min(len(led), len(hand))),
}
