"""A second judge of single plays, written for being obviously right, not fast.

It enumerates literally: every chain of linked cards, every way to cut a hand into units, every
refinement of a lead, every hand that could complete a partly known one. It imports card names and
reads the profile's TOML; nothing of the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

from scorer.cards import CARDS, RANKS, SUITS, Card
from tests.oracle.rules import rules

Shape = tuple[int, int]
"""Copies and number of linked sets."""


@dataclass(frozen=True)
class Deal:
    """A profile, a trump suit (NT: none) and a level."""

    slug: str
    suit: str
    level: str

    @property
    def rules(self) -> Any:
        """Return the profile's TOML table."""
        return rules(self.slug)

    def kind(self, card: Card) -> str:
        """Return what a card is: BJ, SJ, main, off, main2, off2, or a rank of its suit."""
        return _kinds(self)[card]

    def _kind(self, card: Card) -> str:
        if card in ("BJ", "SJ"):
            return card
        if card[0] == self.level:
            return "main" if card[1] == self.suit else "off"
        if card[0] == "2" and self.rules["const_trump_2"]:
            return "main2" if card[1] == self.suit else "off2"
        return card[0]

    def klass(self, card: Card) -> str:
        """Return T for trumps, else the suit."""
        return _classes(self)[card]

    @property
    def classes(self) -> dict[Card, str]:
        """Return the class of every card."""
        return _classes(self)

    def _klass(self, card: Card) -> str:
        if self.kind(card) in RANKS and card[1] != self.suit:
            return card[1]
        return "T"

    def strength(self, card: Card) -> int:
        """Return a number that orders the cards of a class."""
        order = (*RANKS, "off2", "main2", "off", "main", "SJ", "BJ")
        return order.index(self.kind(card))

    def next_to(self, low: Card, high: Card) -> bool:
        """Return whether the higher card directly follows the lower one in a tractor."""
        t = self.rules["tractor"]
        if self.klass(low) != self.klass(high) or low == high:
            return False
        a, b = self.kind(low), self.kind(high)
        if t["unique_links_only"] and {a, b} & {"off", "off2"}:
            return False
        if a == b:
            return bool(a in ("off", "off2") and t["off_off"])
        twos = self.rules["const_trump_2"] and self.level != "2"
        top = "K" if self.level == "A" else "A"
        below_level = "main2" if twos and self.suit != "NT" else "off2" if twos else top
        special = {
            ("SJ", "BJ"): t["bj_sj"],
            ("main", "SJ"): t["sj_main"],
            ("off", "SJ"): t["nt_sj_level"] and self.suit == "NT",
            ("off", "main"): t["main_off"],
            ("off2", "main2"): t["const2_links"],
            (top, "off2"): t["const2_links"],
            (below_level, "off"): t["const2_links"] if twos else t["off_A"],
        }
        if (a, b) in special:
            return bool(special[a, b])
        if a not in RANKS or b not in RANKS:
            return False
        between = RANKS[RANKS.index(a) + 1 : RANKS.index(b)]
        return RANKS.index(a) < RANKS.index(b) and (
            between == "" or (between == self.level and t["skip_level"])
        )

    def chains(self, cards: Sequence[Card], length: int) -> Iterator[tuple[Card, ...]]:
        """Yield every chain of linked cards of that length, weakest first; AA22 too."""
        yield from self._grow((), sorted(set(cards)), length)
        wrap = ("A" + self.suit, "2" + self.suit)
        if (
            length == 2
            and self.rules["tractor"]["A2_wrap"] == "trump_smallest"
            and self.level not in ("A", "2")
            and set(wrap) <= set(cards)
        ):
            yield wrap

    def _grow(
        self, chain: tuple[Card, ...], cards: Sequence[Card], length: int
    ) -> Iterator[tuple[Card, ...]]:
        if len(chain) == length:
            yield chain
            return
        for card in cards:
            if not chain or (card not in chain and self.next_to(chain[-1], card)):
                yield from self._grow((*chain, card), cards, length)

    def top(self, chain: tuple[Card, ...]) -> int:
        """Return the strength of a unit; AA22 is the weakest of all."""
        if len(chain) == 2 and not self.next_to(*chain):
            return -1
        return max(self.strength(card) for card in chain)


@lru_cache(maxsize=64)
def _kinds(deal: Deal) -> dict[Card, str]:
    return {card: deal._kind(card) for card in CARDS}


@lru_cache(maxsize=64)
def _classes(deal: Deal) -> dict[Card, str]:
    return {card: deal._klass(card) for card in CARDS}


def cuts(
    deal: Deal, held: Counter[Card], shapes: Sequence[Shape], may: Any
) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield every way to take the shapes from the cards, as chains; ``may(copies, card)``."""
    if not shapes:
        yield ()
        return
    copies, length = shapes[0]
    if length == 1 and copies == 1:
        if sum(held.values()) >= len(shapes):
            yield ()
        return
    able = [card for card, n in held.items() if n >= copies and may(copies, card)]
    for chain in deal.chains(able, length):
        left = held - Counter(dict.fromkeys(chain, copies))
        for rest in cuts(deal, left, shapes[1:], may):
            yield (chain, *rest)


def has(deal: Deal, held: Counter[Card], shapes: Sequence[Shape], may: Any) -> bool:
    """Return whether there is a way to take the shapes from the cards."""
    ordered = sorted(shapes, reverse=True, key=lambda s: (s[0] > 1, s[1], s[0]))
    return next(cuts(deal, held, ordered, may), None) is not None


def freely(_copies: int, _card: Card) -> bool:
    """Return True: in one's own play anything may be broken."""
    return True


def structure(deal: Deal, cards: Sequence[Card]) -> list[tuple[Shape, tuple[Card, ...]]]:
    """Return the units of a lead: longest tractor, highest copies, then sets."""
    left = Counter(cards)
    out: list[tuple[Shape, tuple[Card, ...]]] = []
    tractor = deal.rules["tractor"]
    while tractor["exists"]:
        options = []
        for copies in tractor["copies"]:
            able = [card for card, n in left.items() if n >= copies]
            for length in range(2, len(able) + 1):
                for chain in deal.chains(able, length):
                    spare = [(-left[card], -CARDS.index(card)) for card in reversed(chain)]
                    options.append((length, copies, deal.top(chain), spare, chain))
        if not options:
            break
        length, copies, _, _, chain = max(options)
        out.append(((copies, length), chain))
        left -= Counter(dict.fromkeys(chain, copies))
    sets = sorted(left.items(), key=lambda item: (item[1], deal.strength(item[0])), reverse=True)
    return out + [((n, 1), (card,)) for card, n in sets]


def parse(text: str) -> list[Shape]:
    """Return the shapes of a rung text."""
    out: list[Shape] = []
    for part in text.split("+"):
        unit, _, times = part.partition("*")
        copies, _, length = unit.partition("x")
        out += [(int(copies), int(length or 1))] * int(times or 1)
    return out


def show(shapes: Sequence[Shape]) -> str:
    """Return the rung text of some shapes."""
    parts = []
    for copies, length in sorted(set(shapes), reverse=True):
        times = list(shapes).count((copies, length))
        text = f"{copies}x{length}" if length > 1 else str(copies)
        parts.append(text if times == 1 else f"{text}*{times}")
    return "+".join(parts)


def partitions(n: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the partitions of a number, parts descending."""
    if n == 0:
        yield ()
        return
    for first in range(min(n, most or n), 0, -1):
        for rest in partitions(n - first, first):
            yield (first, *rest)


@lru_cache(maxsize=256)
def refinements(shape: Shape) -> set[tuple[Shape, ...]]:
    """Return what one unit may be refined to: cut lengthwise, then split each segment's sets."""
    copies, length = shape
    found = set()
    for segments in partitions(length):
        for splits in product(partitions(copies), repeat=len(segments)):
            units: list[Shape] = []
            for segment, split in zip(segments, splits, strict=True):
                for part in split:
                    units += [(part, segment)] if part > 1 else [(1, 1)] * segment
            found.add(tuple(sorted(units, reverse=True)))
    return found


def key(shapes: Sequence[Shape]) -> tuple[Any, ...]:
    """Return the order of derived rungs: quads, triples, pairs, then longest links."""
    sets = [sum(length for c, length in shapes if c == copies) for copies in (4, 3, 2)]
    links = sorted((length for c, length in shapes if c > 1), reverse=True)
    return (*sets, links)


@lru_cache(maxsize=2048)
def ladder(slug: str, shapes: tuple[Shape, ...]) -> list[list[list[Shape]]]:
    """Return the rungs of a lead, best first, equal ones together."""
    if len(shapes) == 1:
        listed = rules(slug)["ladders"].get(show(shapes), "none")
        if listed != "none":
            return [[parse(t) for t in ([r] if isinstance(r, str) else r)] for r in listed]
    rungs = {
        tuple(sorted((unit for part in parts for unit in part), reverse=True))
        for parts in product(*(refinements(shape) for shape in shapes))
    }
    groups: dict[str, list[list[Shape]]] = {}
    for rung in sorted(rungs, key=key, reverse=True):
        groups.setdefault(str(key(rung)), []).append(list(rung))
    return list(groups.values())


def demanding(deal: Deal, held: Counter[Card], shapes: Sequence[Shape]) -> Any:
    """Return the predicate whether a set may be demanded from a card of the hand."""
    triple, quad = deal.rules["break_triple"], deal.rules["break_quad"]
    lone = list(shapes) == [(2, 1)]

    def may(copies: int, card: Card) -> bool:
        n = held[card]
        if copies in (1, n):
            return True
        if n == 3:
            return bool(triple["for_pair" if lone else "for_pair_in_longer"] == "compulsory")
        return bool(quad["for_pair" if copies == 2 else "for_triple"] == "compulsory")

    return may


def follow(
    deal: Deal, led: Sequence[Card], hand: Sequence[Card], play: Sequence[Card]
) -> tuple[bool, set[str]]:
    """Return whether a play is legal and which rungs are demanded."""
    name = deal.klass(led[0])
    held = Counter(card for card in hand if deal.klass(card) == name)
    laid = Counter(card for card in play if deal.klass(card) == name)
    if sum(held.values()) < len(led):
        return laid == held and len(play) == len(led), set()
    shapes = [shape for shape, _ in structure(deal, led)]
    may = demanding(deal, held, shapes)
    good = False
    for rungs in ladder(deal.slug, tuple(shapes)):
        good = good or (
            sum(laid.values()) == len(led) == len(play)
            and any(has(deal, laid, rung, freely) for rung in rungs)
        )
        owed = {show(rung) for rung in rungs if has(deal, held, rung, may)}
        if owed:
            return good, owed
    raise AssertionError("singles can always be demanded")


def excusable(
    deal: Deal,
    led: Sequence[Card],
    known: Sequence[Card],
    play: Sequence[Card],
    unseen: Counter[Card],
    hand_size: int,
) -> bool:
    """Return whether some hand that holds the known cards makes the play legal."""
    sure = list((Counter(known) | Counter(play)).elements())
    for extra in combinations_with_replacement(sorted(unseen), hand_size - len(sure)):
        if not Counter(extra) - unseen and follow(deal, led, [*sure, *extra], play)[0]:
            return True
    return False


def beaten(
    deal: Deal, thrown: Sequence[Card], hands: Sequence[Sequence[Card]]
) -> list[tuple[Shape, tuple[Card, ...]]]:
    """Return the parts of a throw that some hand beats."""
    name = deal.klass(thrown[0])
    parts = structure(deal, thrown)
    if len(parts) == 1:
        return []
    out = []
    for (copies, length), chain in parts:
        for hand in hands:
            held = Counter(card for card in hand if deal.klass(card) == name)
            able = [card for card, n in held.items() if n >= copies]
            if any(deal.top(other) > deal.top(chain) for other in deal.chains(able, length)):
                out.append(((copies, length), chain))
                break
    return out


def forced(deal: Deal, thrown: Sequence[Card], parts: Sequence[Any]) -> set[tuple[Card, ...]]:
    """Return what may stand of a throw of which these parts are beaten."""
    how = deal.rules["throw"]["fail_play"]
    if how == "smallest_card":
        least = min(deal.strength(card) for card in thrown)
        return {(card,) for card in thrown if deal.strength(card) == least}
    among = structure(deal, thrown) if how == "smallest_component" else parts
    ways = [
        (deal.top(chain), len(chain) * copies, tuple(sorted(chain * copies)))
        for (copies, _), chain in among
    ]
    if how != "next_player_chooses":
        ways = [way for way in ways if way[:2] == min(ways)[:2]]
    return {cards for _, _, cards in ways}


def fine(deal: Deal, thrown: Sequence[Card], parts: Sequence[Any]) -> int | None:
    """Return the fine of a failed throw."""
    rule = deal.rules["throw"]["fine"]
    if rule["per"] == "none":
        return None
    beaten_cards = sum(copies * length for (copies, length), _ in parts)
    factor = {
        "occurrence": 1,
        "beaten_card": beaten_cards,
        "thrown_card": len(thrown),
        "thrown_card_minus_1": len(thrown) - 1,
    }[rule["per"]]
    return int(rule["points"] * factor)


def is_unit(deal: Deal, play: Sequence[Card], shape: Shape) -> int | None:
    """Return the top of a play that is exactly one unit, or None."""
    copies, length = shape
    held = Counter(play)
    if len(held) != length or set(held.values()) != {copies}:
        return None
    return max((deal.top(chain) for chain in deal.chains(list(held), length)), default=None)


def winner(deal: Deal, plays: Sequence[Sequence[Card]]) -> int:
    """Return the position of the winning play."""
    led = plays[0]
    parts = structure(deal, led)
    shapes = [shape for shape, _ in parts]
    led_class = deal.klass(led[0])
    if len(parts) > 1:
        return 0 if led_class == "T" else _best_ruff(deal, plays, shapes)
    cross = [
        (parse(c["winner"])[0], parse(c["loser"])[0], c.get("plain_only", False))
        for c in deal.rules["cross_shape"]
    ]
    best, best_shape, best_play = 0, shapes[0], led
    for at, play in enumerate(plays[1:], 1):
        names = {deal.klass(card) for card in play}
        if len(names) > 1 or not names <= {led_class, "T"}:
            continue
        ruffs = names == {"T"} and led_class != "T"
        plain = names != {"T"}
        over = [w for w, low, only in cross if low == shapes[0] and (plain or not only)]
        for shape in [shapes[0], *over]:
            top = is_unit(deal, play, shape)
            if top is None:
                continue
            mine = is_unit(deal, best_play, best_shape)
            assert mine is not None
            if ruffs and deal.klass(best_play[0]) != "T":
                wins = True
            elif deal.klass(best_play[0]) == "T" and plain:
                wins = False
            elif shape == best_shape:
                wins = top > mine
            else:
                wins = any(
                    w == shape and low == best_shape and (plain or not only)
                    for w, low, only in cross
                )
            if wins:
                best, best_shape, best_play = at, shape, play
            break
    return best


def _best_ruff(deal: Deal, plays: Sequence[Sequence[Card]], shapes: Sequence[Shape]) -> int:
    ruff = deal.rules["ruff"]
    best, standing = 0, -2
    for at, play in enumerate(plays[1:], 1):
        if any(deal.klass(card) != "T" for card in play):
            continue
        own = structure(deal, play)
        held_side = ruff["sidecar_side"] and sidecar(deal, plays[0])
        if held_side and side(deal, plays[0]) != side(deal, play):
            continue
        if ruff["shape"] == "identical":
            if sorted(s for s, _ in own) != sorted(shapes):
                continue
            top: int | None = deal.top(own[0][1])
        else:
            top = highest(deal, Counter(play), shapes, ruff["tractor_length"] == "number_only")
        if top is not None and top > standing:
            best, standing = at, top
    return best


def highest(
    deal: Deal, play: Counter[Card], shapes: Sequence[Shape], any_length: bool
) -> int | None:
    """Return the best top of the largest unit over all ways to cut a ruff."""
    wanted = list(shapes)
    if any_length:
        wanted = []
        for copies, length in shapes:
            wanted += [(copies, min(length, 2)), *[(copies, 1)] * (length - 2)]
    wanted.sort(key=lambda s: (s[0] > 1, s[1], s[0]), reverse=True)
    if wanted[0] == (1, 1):
        return max(deal.strength(card) for card in play)
    tops = [deal.top(way[0]) for way in cuts(deal, play, wanted, freely)]
    return max(tops, default=None)


def sidecar(deal: Deal, cards: Sequence[Card]) -> bool:
    """Return whether cards are A+KK or K+AA of a plain suit in a profile that knows them."""
    return bool(
        deal.rules["sidecar"]
        and len(cards) == 3
        and {deal.klass(card) for card in cards} in [{suit} for suit in SUITS]
        and {card[0] for card in cards} == {"A", "K"}
    )


def side(deal: Deal, cards: Sequence[Card]) -> int:
    """Return 1 where the single is above the pair, -1 below, 0 where it is level with it."""
    pair = max(cards, key=lambda card: list(cards).count(card))
    single = [card for card in cards if card != pair]
    if not single:
        return 0
    difference = deal.strength(single[0]) - deal.strength(pair)
    return (difference > 0) - (difference < 0)
