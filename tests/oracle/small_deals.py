"""Small deals with a planted fault of a chosen kind, as the rows of a hand history.

Hands are three to six cards from a few ranks, so that sets and tractors are frequent and literal
judging stays possible. Everything before and after the fault is legal.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from scorer.cards import CARDS, SEATS, Card, Seat, next_seat
from tests.oracle import play as oracle
from tests.oracle.play import Deal
from tests.oracle.rules import VARIANTS, rules, slugs
from tests.oracle.situations import deal_of, window

KINDS = ("revoke", "withheld_pair", "withheld_triple", "withheld_quad", "withheld_tractor",
         "wrong_ruff", "ruff_without_shape", "wrong_count", "out_of_turn", "illegal_lead",
         "retraction", "extra_copy", "failed_throw", "exposed_card")  # fmt: skip
"""``wrong_ruff``: trumps laid while holding the led suit; ``ruff_without_shape``: trumps that lack
the led shape, whose seat takes the trick all the same and leads."""
HELD = {"withheld_pair": (2, 1), "withheld_triple": (3, 1), "withheld_quad": (4, 1)}
SETS = {**HELD, "withheld_tractor": (2, 2)}
Row = dict[str, Any]


def kinds_of(slug: str) -> tuple[str, ...]:
    """Return the faults that a profile leaves room for."""
    own = rules(slug)
    out = {"withheld_pair"} if own["decks"] < 2 else set()
    out |= {"withheld_triple"} if own["decks"] < 3 or "triple" not in own["lead_shapes"] else set()
    out |= {"withheld_quad"} if own["decks"] < 4 or "quad" not in own["lead_shapes"] else set()
    out |= {"withheld_tractor"} if own["decks"] < 2 or not own["tractor"]["exists"] else set()
    if not own["throw"]["allowed"] or own["throw"]["fail_play"] == "none":
        out.add("failed_throw")
    return tuple(kind for kind in KINDS if kind not in out)


def assignment(number: int) -> tuple[str, str | None]:
    """Return profile and fault of a numbered deal: every fault of every profile in turn."""
    names = (*slugs(), *VARIANTS)
    slug = names[number % len(names)]
    kinds = (*kinds_of(slug), None)
    return slug, kinds[number // len(names) % len(kinds)]


@dataclass
class Small:
    """A small deal: its hands, its rows after deal, trump and joined; what was planted, if it was.

    ``true`` tells whether every recorded card is the card that was laid.
    """

    deal: Deal
    size: int
    leader: Seat
    hands: dict[Seat, list[Card]]
    rows: list[Row] = field(default_factory=list)
    planted: str | None = None
    true: bool = True


def small_deal(rng: random.Random, slug: str | None = None, kind: str | None = None) -> Small:
    """Return a small deal with a fault of that kind where it finds a place for one."""
    for _ in range(8):
        small = _Maker(rng, slug, kind).run()
        if small.planted == kind:
            break
    return small


def choices(hand: Sequence[Card], size: int, rng: random.Random) -> Iterator[list[Card]]:
    """Yield every different choice of cards from a hand, in random order."""
    found = sorted(set(combinations(sorted(hand), size)))
    rng.shuffle(found)
    for cards in found:
        yield list(cards)


def lead_allowed(deal: Deal, cards: Sequence[Card]) -> bool:
    """Return whether the profile lets these cards be led, a throw's success apart."""
    rules = deal.rules
    names = {deal.klass(card) for card in cards}
    if len(names) > 1:
        return False
    parts = oracle.structure(deal, cards)
    if len(parts) == 1:
        copies, length = parts[0][0]
        shape = "tractor" if length > 1 else ("single", "pair", "triple", "quad")[copies - 1]
        return shape in rules["lead_shapes"]
    forbidden = rules["lead_forbidden"]
    if "full_house" in forbidden and sorted(Counter(cards).values()) == [2, 3]:
        return False
    if oracle.sidecar(deal, cards):
        return "sidecar" not in forbidden
    throw = rules["throw"]
    allowed = throw["allowed"] and (throw["trump_ok"] or names != {"T"})
    return bool(allowed and "throw" in rules["lead_shapes"] and "throw" not in forbidden)


class _Maker:
    """Plays one small deal out."""

    def __init__(self, rng: random.Random, slug: str | None, kind: str | None) -> None:
        self.rng = rng
        self.kind = kind
        self.deal = deal_of(rng, slug)
        decks = self.deal.rules["decks"]
        size = rng.randint(3, 5) if decks < 3 else rng.randint(4, 6)
        names = window(rng, self.deal, 3 if kind not in SETS else 5)
        names += window(rng, self.deal, 3, "T") + window(rng, self.deal, 2)
        while len(set(names)) * decks < 4 * size:
            names += window(rng, self.deal, 3)
        hands = self._deal_out(list(dict.fromkeys(names)), size)
        self.small = Small(self.deal, size, rng.choice(SEATS), hands)
        self.hands = {seat: list(hand) for seat, hand in hands.items()}
        self.after = rng.randint(0, max(0, size // 2 - 1))
        self.trick = 0
        self.plays: dict[Seat, list[Card]] = {}
        self.kept: list[Card] = []

    def _deal_out(self, names: list[Card], size: int) -> dict[Seat, list[Card]]:
        """Deal the cards; where a set is to be held back, copies and neighbours keep together."""
        rng, decks = self.rng, self.deal.rules["decks"]
        copies, length = SETS.get(str(self.kind), (1, 1))
        chunks = []
        for at in range(0, len(names), length):
            chain = names[at : at + length]
            chunks += [[card for card in chain for _ in range(copies)]] * (decks // copies)
            chunks += [[card] for card in chain for _ in range(decks % copies)]
        rng.shuffle(chunks)
        hands: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
        self.rest: list[Card] = []
        for chunk in chunks:
            room = [seat for seat in SEATS if len(hands[seat]) + len(chunk) <= size]
            (hands[rng.choice(room)] if room else self.rest).extend(chunk)
        for hand in hands.values():
            while len(hand) < size:
                hand.append(self.rest.pop())
            hand.sort()
        return hands

    def run(self) -> Small:
        """Play all tricks and return the deal."""
        leader: Seat | None = self.small.leader
        while leader is not None and all(self.hands.values()):
            leader = self._trick(leader)
            self.trick += 1
        if self.kind == "extra_copy":
            self._misread()
        if self.rng.random() < 0.3:
            self._turn_up()
        return self.small

    def due(self, *kinds: str) -> bool:
        return self.small.planted is None and self.trick >= self.after and self.kind in kinds

    def lay(self, seat: Seat, cards: Sequence[Card]) -> int:
        """Lay cards of a hand and return the row's place."""
        for card in cards:
            self.hands[seat].remove(card)
        self.plays[seat] = list(cards)
        new = list((Counter(cards) - Counter(self.kept)).elements())
        self.kept = []
        return self.put({"type": "play", "seat": seat, "cards": new})

    def put(self, row: Row) -> int:
        self.small.rows.append(row)
        return len(self.small.rows) - 1

    def plant(self) -> None:
        self.small.planted = self.kind

    def _trick(self, leader: Seat) -> Seat | None:
        rng, deal = self.rng, self.deal
        self.plays = {}
        if self.due("out_of_turn") and self.trick and rng.random() < 0.5:
            leader = next_seat(leader, rng.randint(1, 3))
            self.plant()
        led = self._lead(leader)
        order = [next_seat(leader, n) for n in (1, 2, 3)]
        if self.due("out_of_turn"):
            rng.shuffle(order)
            if order != [next_seat(leader, n) for n in (1, 2, 3)]:
                self.plant()
        for seat in order:
            if len(self.hands[seat]) < len(led):
                return None
            self._answer(seat, led)
        counted = [seat for seat in (leader, *order) if len(self.plays[seat]) == len(led)]
        mixed = len({deal.klass(card) for card in led}) > 1
        won = 0 if mixed else oracle.winner(deal, [self.plays[seat] for seat in counted])
        taken = self._false_capture(led, counted[won])
        self._expose()
        return taken or counted[won]

    def _lead(self, seat: Seat) -> list[Card]:
        rng, deal, hand = self.rng, self.deal, self.hands[seat]
        most = min(map(len, self.hands.values()))
        if self.due("illegal_lead"):
            for size in (2, 3):
                for cards in choices(hand, min(size, most), rng):
                    if not lead_allowed(deal, cards):
                        self.plant()
                        self.lay(seat, cards)
                        return cards
        if self.due("failed_throw"):
            stands = self._failed_throw(seat, most)
            if stands is not None:
                return stands
        if self.due(*SETS):
            cards = self._inviting(seat, most)
            if cards is not None:
                self.lay(seat, cards)
                return cards
        first = rng.choice(hand)
        suited = [card for card in hand if deal.klass(card) == deal.klass(first)]
        parts = [list(chain) * copies for (copies, _), chain in oracle.structure(deal, suited)]
        parts.sort(key=lambda cards: -len(cards) if rng.random() < 0.6 else rng.random())
        options = [*parts, [first]] if rng.random() < 0.85 else [suited, *parts, [first]]
        cards = next(c for c in options if len(c) <= most and lead_allowed(deal, c))
        self._take_back(seat, [first], cards)
        self.lay(seat, cards)
        return cards

    def _inviting(self, seat: Seat, most: int) -> list[Card] | None:
        """Return a lead that someone can answer by holding back what is to be held back."""
        for size in range(most, 1, -1):
            for cards in choices(self.hands[seat], size, self.rng):
                if not lead_allowed(self.deal, cards):
                    continue
                followers = [hand for s, hand in self.hands.items() if s != seat]
                if any(self._wrong(cards, hand) for hand in followers):
                    return cards
        return None

    def _failed_throw(self, seat: Seat, most: int) -> list[Card] | None:
        deal = self.deal
        others = {s: hand for s, hand in self.hands.items() if s != seat}
        for size in range(min(most, len(self.hands[seat])), 1, -1):
            for cards in choices(self.hands[seat], size, self.rng):
                if not lead_allowed(deal, cards) or len(oracle.structure(deal, cards)) < 2:
                    continue
                by = [s for s, hand in others.items() if oracle.beaten(deal, cards, [hand])]
                how = deal.rules["throw"]["fail_play"]
                if not by or how == "none":
                    continue
                parts = oracle.beaten(deal, cards, list(others.values()))
                stands = list(min(oracle.forced(deal, cards, parts)))
                beaten = oracle.beaten(deal, cards, [others[by[0]]])[0]
                self.plant()
                at = self.put({"type": "play", "seat": seat, "cards": cards})
                self.plays[seat] = stands
                for card in stands:
                    self.hands[seat].remove(card)
                over = {"seat": by[0], "cards": self._beating(beaten, by[0])}
                self.put({"type": "throw_failed", "of": at, "stands": stands, "beaten_by": over})
                return stands
        return None

    def _beating(self, beaten: tuple[oracle.Shape, tuple[Card, ...]], seat: Seat) -> list[Card]:
        (copies, length), chain = beaten
        held = Counter(self.hands[seat])
        able = [card for card, n in held.items() if n >= copies]
        chains = [c for c in self.deal.chains(able, length) if self._over(c, chain)]
        return [card for card in chains[0] for _ in range(copies)]

    def _over(self, chain: tuple[Card, ...], other: tuple[Card, ...]) -> bool:
        deal = self.deal
        same = deal.klass(chain[0]) == deal.klass(other[0])
        return same and deal.top(chain) > deal.top(other)

    def _answer(self, seat: Seat, led: list[Card]) -> None:
        rng, deal, hand = self.rng, self.deal, self.hands[seat]
        if len({deal.klass(card) for card in led}) > 1:
            self.lay(seat, rng.sample(hand, len(led)))
            return
        if self.due("wrong_count"):
            size = rng.choice((len(led) - 1, len(led) + 1))
            if 0 < size <= len(hand):
                self.plant()
                self.lay(seat, rng.sample(hand, size))
                return
        wrong = self._wrong(led, hand)
        if wrong is not None:
            self.plant()
            self.lay(seat, wrong)
            return
        legal = [c for c in choices(hand, len(led), rng) if oracle.follow(deal, led, hand, c)[0]]
        self._take_back(seat, rng.sample(hand, len(led)), legal[0])
        self.lay(seat, self._shapeless(led, legal))

    def _wrong(self, led: list[Card], hand: list[Card]) -> list[Card] | None:
        """Return an illegal answer of the kind that is to be planted."""
        deal = self.deal
        if not self.due("revoke", "wrong_ruff", *SETS):
            return None
        name = deal.klass(led[0])
        for cards in choices(hand, len(led), self.rng):
            legal, owed = oracle.follow(deal, led, hand, cards)
            others = {deal.klass(card) for card in cards} - {name}
            if legal or not self._of_kind(owed, others, name):
                continue
            return cards
        return None

    def _of_kind(self, owed: set[str], others: set[str], name: str) -> bool:
        if self.kind == "revoke":
            return bool(others - {"T"})
        if self.kind == "wrong_ruff":
            return others == {"T"} and name != "T"
        if others:
            return False
        shapes = [shape for rung in owed for shape in oracle.parse(rung)]
        if self.kind == "withheld_tractor":
            return any(length > 1 for _, length in shapes)
        return HELD[str(self.kind)] in shapes

    def _shapeless(self, led: list[Card], legal: list[list[Card]]) -> list[Card]:
        """Return a legal answer; trumps without the led shape where those are to be planted."""
        deal = self.deal
        if self.due("ruff_without_shape") and deal.klass(led[0]) != "T":
            for cards in legal:
                ruffs = {deal.klass(card) for card in cards} == {"T"}
                if ruffs and oracle.winner(deal, [led, cards]) == 0:
                    return cards
        return legal[0]

    def _false_capture(self, led: list[Card], won: Seat) -> Seat | None:
        """Return a seat that ruffed without the led shape and takes the trick all the same."""
        deal = self.deal
        if not self.due("ruff_without_shape") or deal.klass(led[0]) == "T":
            return None
        for seat, cards in self.plays.items():
            if seat != won and {deal.klass(card) for card in cards} == {"T"} and self.hands[seat]:
                self.plant()
                return seat
        return None

    def _take_back(self, seat: Seat, first: list[Card], then: list[Card]) -> None:
        """Record cards laid and taken back, whole or in part, before the play that stands."""
        rng = self.rng
        if not self.due("retraction"):
            return
        self.plant()
        at = self.put({"type": "play", "seat": seat, "cards": list(first)})
        kept = list((Counter(first) & Counter(then)).elements())
        if 0 < len(kept) < min(len(first), len(then)) and rng.random() < 0.7:
            back = list((Counter(first) - Counter(kept)).elements())
            self.put({"type": "retracted", "of": at, "seat": seat, "cards": back})
            self.kept = kept
        else:
            self.put({"type": "retracted", "of": at, "seat": seat, "cards": list(first)})

    def _expose(self) -> None:
        if not self.due("exposed_card"):
            return
        seats = [seat for seat in SEATS if self.hands[seat]]
        if len(seats) == len(SEATS):
            seat = self.rng.choice(seats)
            hand = self.hands[seat]
            cards = self.rng.sample(hand, self.rng.randint(1, min(2, len(hand))))
            self.plant()
            self.put({"type": "hand_shown", "seat": seat, "cards": cards})

    def _misread(self) -> None:
        """Record one card as another of which all copies lie elsewhere."""
        rows = [row for row in self.small.rows if row["type"] == "play"]
        row = self.rng.choice(rows)
        seen = Counter(card for other in rows if other is not row for card in other["cards"])
        decks = self.deal.rules["decks"]
        full = sorted(card for card, n in seen.items() if n == decks and card not in row["cards"])
        if full:
            row["cards"] = [self.rng.choice(full), *row["cards"][1:]]
            self.small.true = False
            self.plant()

    def _turn_up(self) -> None:
        size = self.deal.rules["kitty"]
        used = Counter(card for hand in self.small.hands.values() for card in hand)
        free = Counter(dict.fromkeys(CARDS, self.deal.rules["decks"])) - used
        near = list((Counter(self.rest) & free).elements())
        far = list((free - Counter(near)).elements())
        self.rng.shuffle(far)
        self.put({"type": "kitty", "cards": sorted((near + far)[:size])})
