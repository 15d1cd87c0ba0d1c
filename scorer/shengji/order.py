"""Which cards belong together in a deal, how they rank, and which ranks are linked.

``order_of(profile, trump)`` gives an :class:`Order`: five classes (trumps 主 ``"T"`` and the plain
suits 副牌 ``"S" "H" "D" "C"``), each a :class:`Line` of *slots* (one per distinct card, weakest
first) grouped into *tiers* (equal rank). Off-suit level cards 副级牌 share one tier, yet are
different slots: only identical cards make a pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from scorer.cards import BIG_JOKER, JOKERS, RANKS, SMALL_JOKER, SUITS, UNREAD, Card
from scorer.profile import Profile

TrumpSuit = Literal["S", "H", "D", "C", "NT"]
ClassName = Literal["T", "S", "H", "D", "C"]

NO_TRUMP = "NT"
TRUMPS: ClassName = "T"
PLAIN: tuple[ClassName, ...] = ("S", "H", "D", "C")


@dataclass(frozen=True, slots=True)
class Trump:
    """The trump suit 主花色 (``"NT"``: none 无主) and the level 级牌 of a deal."""

    suit: TrumpSuit
    level: str


@dataclass(frozen=True, slots=True)
class Line:
    """The cards of one class, weakest first.

    ``slots[i]`` is a card, ``tier[i]`` its rank number; ``tiers[t]`` are the slots of rank ``t``;
    ``linked[t]`` tells whether rank ``t`` follows rank ``t - 1`` in a tractor 拖拉机;
    ``self_linked[t]`` whether equal cards of rank ``t`` are linked to each other. ``wrap`` holds
    the slots of the trump ace and the trump two where AA22 is the lowest trump tractor.
    """

    name: ClassName
    slots: tuple[Card, ...]
    tier: tuple[int, ...]
    tiers: tuple[tuple[int, ...], ...]
    linked: tuple[bool, ...]
    self_linked: tuple[bool, ...]
    wrap: tuple[int, int] | None
    index: Mapping[Card, int]

    def counts(self, cards: Iterable[Card]) -> list[int]:
        """Return how many copies of each slot the cards hold; other classes are passed over."""
        out = [0] * len(self.slots)
        get = self.index.get
        for card in cards:
            slot = get(card)
            if slot is not None:
                out[slot] += 1
        return out


@dataclass(frozen=True, slots=True)
class Order:
    """The classes of one deal; ``class_of`` covers all 54 cards, never ``??``."""

    trump: Trump
    class_of: Mapping[Card, ClassName]
    lines: Mapping[ClassName, Line]

    def only_class(self, cards: Iterable[Card]) -> ClassName | None:
        """Return the one class of all cards, or None where they mix or one is unread."""
        names = {self.class_of.get(card) for card in cards}
        return names.pop() if len(names) == 1 else None

    def is_trump(self, card: Card) -> bool:
        """Return whether a card is a trump."""
        return self.class_of.get(card) == TRUMPS

    def rank(self, card: Card) -> int:
        """Return the rank number of a card inside its class, 0 the weakest.

        Raises:
            ValueError: the card is unread.
        """
        if card == UNREAD:
            raise ValueError("an unread card has no rank")
        line = self.lines[self.class_of[card]]
        return line.tier[line.index[card]]


@lru_cache(maxsize=512)
def order_of(profile: Profile, trump: Trump) -> Order:
    """Return the order of play of a deal (profile keys ``const_trump_2`` and ``tractor``)."""
    lines = {TRUMPS: _trump_line(profile, trump)}
    for suit in PLAIN:
        if suit != trump.suit:
            lines[suit] = _plain_line(profile, trump, suit)
    class_of = {card: name for name, line in lines.items() for card in line.slots}
    return Order(trump, class_of, lines)


def _plain_ranks(profile: Profile, trump: Trump) -> tuple[list[str], list[bool]]:
    """Return the ranks that stay in their suit, lowest first, and whether each follows the last."""
    ranks: list[str] = []
    linked: list[bool] = []
    gap = False
    for rank in RANKS:
        if rank == trump.level or (rank == "2" and profile.const_trump_2):
            gap = gap or (rank == trump.level and not profile.tractor.skip_level)
            continue
        linked.append(bool(ranks) and not gap)
        ranks.append(rank)
        gap = False
    return ranks, linked


def _plain_line(profile: Profile, trump: Trump, suit: ClassName) -> Line:
    ranks, linked = _plain_ranks(profile, trump)
    return _line(profile, suit, [[rank + suit] for rank in ranks], linked, None)


def _trump_line(profile: Profile, trump: Trump) -> Line:
    links = profile.tractor
    tiers: list[list[Card]] = []
    linked: list[bool] = []
    suited = trump.suit != NO_TRUMP
    if suited:
        ranks, linked = _plain_ranks(profile, trump)
        tiers = [[rank + trump.suit] for rank in ranks]
    twos = profile.const_trump_2 and trump.level != "2"
    if twos:
        for tier in _suited_tiers(trump, "2"):
            linked.append(bool(tiers) and links.const2_links)
            tiers.append(tier)
    below = links.const2_links if twos else links.off_A
    for number, tier in enumerate(_suited_tiers(trump, trump.level)):
        linked.append(bool(tiers) and (below if number == 0 else links.main_off))
        tiers.append(tier)
    linked += [links.sj_main if suited else links.nt_sj_level, links.bj_sj]
    tiers += [[SMALL_JOKER], [BIG_JOKER]]
    wrap = None
    if links.A2_wrap == "trump_smallest" and suited and trump.level not in ("A", "2"):
        wrap = ("A" + trump.suit, "2" + trump.suit)
    return _line(profile, TRUMPS, tiers, linked, wrap)


def _suited_tiers(trump: Trump, rank: str) -> list[list[Card]]:
    """Return the cards of a rank that is trump in all suits: off-suit tier, then trump suit."""
    off = [rank + suit for suit in SUITS if suit != trump.suit]
    return [off] if trump.suit == NO_TRUMP else [off, [rank + trump.suit]]


def _line(
    profile: Profile,
    name: ClassName,
    tiers: list[list[Card]],
    linked: list[bool],
    wrap: tuple[Card, Card] | None,
) -> Line:
    slots = [card for tier in tiers for card in tier]
    tier_of = [number for number, tier in enumerate(tiers) for _ in tier]
    index = {card: slot for slot, card in enumerate(slots)}
    single = [len(tier) == 1 for tier in tiers]
    if profile.tractor.unique_links_only:
        linked = [
            link and single[t] and single[t - 1] if t else False for t, link in enumerate(linked)
        ]
    own = [not only and profile.tractor.off_off for only in single]
    return Line(
        name=name,
        slots=tuple(slots),
        tier=tuple(tier_of),
        tiers=tuple(tuple(index[card] for card in tier) for tier in tiers),
        linked=tuple(linked),
        self_linked=tuple(own),
        wrap=None if wrap is None else (index[wrap[0]], index[wrap[1]]),
        index=index,
    )


def draw_order(cards: Iterable[Card]) -> list[list[Card]]:
    """Return cards in groups, strongest first, as drawn for the first draw 翻牌定先抓.

    Jokers, then A to 2, the suits S H C D within a rank (unit-draft-national: 黑A最大、方2最小).
    """

    def strength(card: Card) -> tuple[int, int]:
        if card in JOKERS:
            return (len(RANKS) + JOKERS.index(card), 0)
        return (RANKS.index(card[0]), "DCHS".index(card[1]))

    return [[card] for card in sorted(set(cards), key=strength, reverse=True)]
