"""Random legal deals of the Shengji family as the steps a table would see, with planted faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from hardware.simtable import players
from hardware.simtable.trumps import Lead, Trump, beats, pairs, points, unit
from scorer.cards import CARDS, SEATS, Card, Seat, next_seat, other_side, partner, side_of
from scorer.errors import InputError

HANDS: dict[int, tuple[int, int]] = {1: (12, 6), 2: (25, 8), 3: (39, 6), 4: (52, 8)}
"""Decks → cards per hand, cards in the kitty 底牌 (house profiles)."""
_SHUFFLES = 60
"""So many deals are tried for one in which a fault can happen."""
FAULTS = ("revoke", "withheld", "wrong_count", "play_out_of_turn", "failed_throw")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens at the table.

    ``kind`` is the type of the history event, or ``clear`` for a trick taken away by ``seat``.
    """

    kind: str
    seat: Seat = "N"
    cards: tuple[Card, ...] = ()
    stands: tuple[Card, ...] = ()
    """Failed throw: what stays on the table."""
    beaten_by: tuple[Seat, tuple[Card, ...]] | None = None
    drawn: int = 0
    """Bids: how many cards had been drawn in all."""
    to: Seat | None = None
    """Tribute 进贡 and return 还贡: who receives the card."""


@dataclass(frozen=True, slots=True)
class Plant:
    """A fault put into a deal on purpose."""

    offence: str
    seat: Seat
    trick: int
    cards: tuple[Card, ...]


@dataclass(slots=True)
class Deal:
    """A whole deal: its steps in order and what is true of it."""

    decks: int
    level: str
    trump: Trump
    declarer: Seat
    steps: list[Step] = field(default_factory=list)
    plants: list[Plant] = field(default_factory=list)
    defender_points: int = 0
    named: Seat | None = None
    """Who deals because of the deal before; None: the bidding decides."""
    hand: int = 0
    """Cards of a hand where no kitty is left; 0: as for the number of decks."""
    finish: tuple[Seat, ...] = ()
    """Guandan: the places of the deal before."""

    @property
    def sizes(self) -> tuple[int, int]:
        """Return how many cards a hand and the kitty hold."""
        return (self.hand, 0) if self.hand else HANDS[self.decks]


@dataclass(slots=True)
class _Hands:
    held: dict[Seat, list[Card]]
    kitty: list[Card]
    order: dict[Seat, list[Card]]


def _shuffle(decks: int, rng: Random) -> _Hands:
    size, kitty = HANDS[decks]
    cards = list(CARDS) * decks
    rng.shuffle(cards)
    order = {seat: cards[i * size : (i + 1) * size] for i, seat in enumerate(SEATS)}
    held = {seat: list(hand) for seat, hand in order.items()}
    return _Hands(held, cards[4 * size : 4 * size + kitty], order)


def _bids(hands: _Hands, level: str, rng: Random) -> list[Step]:
    """Return the bids 亮主/反主 made while drawing: one level card, then perhaps a pair."""
    seen: dict[Seat, Counter[Card]] = {seat: Counter() for seat in SEATS}
    bids: list[Step] = []
    size = len(hands.order["N"])
    for drawn in range(4 * size):
        seat = SEATS[drawn % 4]
        card = hands.order[seat][drawn // 4]
        seen[seat][card] += 1
        if card[0] != level or len(card) != 2 or card in ("SJ", "BJ"):
            continue
        late = drawn > 3 * size
        if not bids and rng.random() < (0.9 if late else 0.35):
            bids.append(Step("bid", seat, (card,), drawn=drawn + 1))
        elif bids and bids[0].seat != seat and seen[seat][card] == 2 and rng.random() < 0.7:
            bids.append(Step("bid", seat, (card, card), drawn=drawn + 1))
        if len(bids) == 2:
            break
    if not bids:
        holders = [(s, c) for s in SEATS for c in hands.held[s] if c[0] == level and c[1] in "SHDC"]
        if holders:
            seat, card = rng.choice(holders)
            bids.append(Step("bid", seat, (card,), drawn=4 * size))
    return bids


def _bury(hands: _Hands, declarer: Seat, trump: Trump, rng: Random) -> tuple[Card, ...]:
    """Return what the declarer 庄家 buries: mostly low cards of side suits."""
    hand = hands.held[declarer] + hands.kitty
    count = len(hands.kitty)

    def keep(card: Card) -> float:
        value = 20.0 if trump.group(card) == "T" else 0.0
        return value + trump.place(card) * 0.7 + points([card]) * 0.3 + rng.random() * 6

    buried = tuple(sorted(hand, key=keep)[:count])
    hands.held[declarer] = players.without(hand, buried)
    return buried


class _Play:
    """Plays out the tricks of one deal."""

    def __init__(self, deal: Deal, hands: _Hands, rng: Random, fault: str | None) -> None:
        self.deal = deal
        self.hands = hands.held
        self.rng = rng
        self.fault = fault
        self.trick = 0
        self.from_trick = rng.randint(2, 6)

    def _put(self, seat: Seat, cards: Sequence[Card], kind: str = "play") -> None:
        self.hands[seat] = players.without(self.hands[seat], cards)
        self.deal.steps.append(Step(kind, seat, tuple(cards)))

    def _plant(self, offence: str, seat: Seat, cards: Sequence[Card]) -> None:
        self.deal.plants.append(Plant(offence, seat, self.trick, tuple(cards)))
        self.fault = None

    def _due(self, name: str) -> bool:
        return self.fault == name and self.trick >= self.from_trick

    def _lead(self, seat: Seat) -> list[Card]:
        if self._due("failed_throw"):
            thrown = self._bad_throw(seat)
            if thrown is not None:
                return thrown
        cards = self._lead_for_fault(seat)
        if not cards:
            linked = self.deal.decks <= 2
            cards = players.choose_lead(self.hands[seat], self.deal.trump, self.rng, linked)
        self._put(seat, cards)
        return cards

    def _lead_for_fault(self, seat: Seat) -> list[Card]:
        if not (self._due("withheld") or self._due("wrong_count")):
            return []
        held = pairs(self.hands[seat])
        return players.doubled([self.rng.choice(held)]) if held else []

    def _bad_throw(self, seat: Seat) -> list[Card] | None:
        """Throw 甩牌 two singles of which another seat beats the lower; it alone stands."""
        trump = self.deal.trump
        for group in self.rng.sample("SHDC", 4):
            mine = sorted({c for c in self.hands[seat] if trump.group(c) == group}, key=trump.place)
            for rival in (next_seat(seat), next_seat(seat, 3)):
                theirs = [c for c in self.hands[rival] if trump.group(c) == group]
                if len(mine) < 2 or not theirs:
                    continue
                top = max(theirs, key=trump.place)
                if trump.place(mine[0]) >= trump.place(top):
                    continue
                thrown = (mine[-1], mine[0])
                self.hands[seat] = players.without(self.hands[seat], [mine[0]])
                self.deal.steps.append(Step("play", seat, thrown))
                self.deal.steps.append(
                    Step("throw_failed", seat, thrown, (mine[0],), (rival, (top,)))
                )
                self._plant("failed_throw", seat, thrown)
                return [mine[0]]
        return None

    def _follow(self, seat: Seat, lead: Lead) -> list[Card]:
        hand, trump = self.hands[seat], self.deal.trump
        makers: dict[str, Callable[..., list[Card] | None]] = {
            "revoke": players.revoke,
            "withheld": players.withhold_pair,
            "wrong_count": players.too_few,
        }
        for name, maker in makers.items():
            if not self._due(name):
                continue
            cards = maker(hand, lead, trump, self.rng)
            if cards:
                self._put(seat, cards)
                self._plant(name, seat, cards)
                return cards
        cards = players.choose_follow(hand, lead, trump, self.rng)
        self._put(seat, cards)
        return cards

    def one_trick(self, leader: Seat) -> tuple[Seat, Lead, int]:
        """Play one trick; return its winner, the winning unit and its points."""
        self.trick += 1
        led = self._lead(leader)
        lead = unit(led, self.deal.trump)
        if lead is None:
            raise InputError(f"simulated table: {led} is not one unit")
        best, winner = lead, leader
        taken = list(led)
        order = [next_seat(leader, n) for n in (1, 2, 3)]
        if self._due("play_out_of_turn"):
            order[0], order[1] = order[1], order[0]
            self._plant("play_out_of_turn", order[0], ())
        for seat in order:
            cards = self._follow(seat, lead)
            taken += cards
            better = beats(cards, best, self.deal.trump)
            if better is not None:
                best, winner = better, seat
        captured = tuple(card for card in taken if points([card]))
        self.deal.steps.append(Step("clear", winner, captured))
        return winner, best, points(taken)


def random_deal(
    rng: Random, decks: int = 2, level: str = "2", declarer: Seat | None = None,
    fault: str | None = None,
) -> Deal:  # fmt: skip
    """Return a random legal deal, with one planted fault where asked for.

    ``declarer`` None means that the last bidder deals (first deal 抢庄).

    Raises:
        InputError: no such number of decks or fault, or a fault that needs more decks.
    """
    if decks not in HANDS:
        raise InputError(f"simulated table: decks must be 1 to 4, not {decks}")
    if fault is not None and fault not in FAULTS:
        raise InputError(f"simulated table: unknown fault '{fault}'; one of {', '.join(FAULTS)}")
    for _ in range(_SHUFFLES):
        deal = _one_deal(rng, decks, level, declarer, fault)
        if fault is None or deal.plants:
            return deal
    raise InputError(f"simulated table: no chance for '{fault}' with {decks} deck(s)")


def _one_deal(
    rng: Random, decks: int, level: str, declarer: Seat | None, fault: str | None
) -> Deal:
    hands = _shuffle(decks, rng)
    bids = _bids(hands, level, rng)
    if not bids:
        return _one_deal(rng, decks, level, declarer, fault)
    last = bids[-1]
    trump = Trump(last.cards[0][1], level)
    deal = Deal(decks, level, trump, declarer or last.seat, named=declarer)
    deal.steps += [Step("draw_begun", "N"), *bids, Step("kitty_taken", deal.declarer)]
    buried = _bury(hands, deal.declarer, trump, rng)
    deal.steps.append(Step("buried", deal.declarer, buried))
    _play_out(deal, hands, buried, rng, fault)
    return deal


def _play_out(
    deal: Deal, hands: _Hands, buried: tuple[Card, ...], rng: Random, fault: str | None
) -> None:
    play = _Play(deal, hands, rng, fault)
    leader = deal.declarer
    defenders = other_side(side_of(deal.declarer))
    gained = 0
    best = Lead("", 1, 1, 0)
    while all(hands.held.values()):
        leader, best, won = play.one_trick(leader)
        if side_of(leader) == defenders:
            gained += won
    if side_of(leader) == defenders:
        gained += points(buried) * 2 ** (best.length + best.copies - 1)
    deal.defender_points = gained
    for seat in SEATS:
        if hands.held[seat]:
            deal.steps.append(Step("hand_shown", seat, tuple(hands.held[seat])))
    deal.steps += [Step("kitty", deal.declarer, buried), Step("deal_end", partner(leader))]
