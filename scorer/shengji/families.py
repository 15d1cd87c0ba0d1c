"""What the copies of one card can give: a quad, a triple, or pairs.

A card's *family* is a small number that says which sets its copies can give, one choice excluding
the others: bit 8 a quad, bit 4 a triple, the low two bits the number of pairs. ``FREE`` is the
family of 0, 1, 2, … copies when everything may be broken (more than four can only be misread);
:func:`demand_table` gives what may be *demanded* from a hand under ``break_triple`` and
``break_quad``. A *pool* packs the number of cards of each family into one integer.
"""

from __future__ import annotations

from collections.abc import Iterable

from scorer.profile import Profile

_BEYOND = (14,) * 50
FREE = (0, 0, 1, 5, 14, *_BEYOND)
QUAD, TRIPLE, PAIRS = 8, 4, 3
BITS = 6
MASK = (1 << BITS) - 1


def demand_table(profile: Profile, lone_pair: bool) -> tuple[int, ...]:
    """Return the families of 0, 1, 2, … copies in a hand that follows a lead.

    A set smaller than what the hand holds of the card is demanded only where the profile says
    ``compulsory``; ``lone_pair`` tells that a single pair was led (``break_triple.for_pair``).
    """
    triple = profile.break_triple
    pair_rule = triple.for_pair if lone_pair else triple.for_pair_in_longer
    three = TRIPLE | (1 if pair_rule == "compulsory" else 0)
    four = QUAD
    if profile.break_quad.for_triple == "compulsory":
        four |= TRIPLE
    if profile.break_quad.for_pair == "compulsory":
        four |= 2
    return (0, 0, 1, three, four, *(four for _ in _BEYOND))


def meet(families: Iterable[int]) -> int:
    """Return what a slot gives whichever of several families it turns out to have."""
    bits, pairs = QUAD | TRIPLE, PAIRS
    for family in families:
        bits &= family
        pairs = min(pairs, family & PAIRS)
    return bits | pairs


def can_give(family: int, copies: int) -> bool:
    """Return whether a slot of the family can give a set of 2, 3 or 4 cards."""
    if copies == 2:
        return bool(family & PAIRS)
    return bool(family & (TRIPLE if copies == 3 else QUAD))


def rest(family: int, copies: int) -> int:
    return (family & PAIRS) - 1 if copies == 2 else 0


def count_with(packed: int, bit: int) -> int:
    total, family = 0, 0
    while packed:
        if family & bit:
            total += packed & MASK
        packed >>= BITS
        family += 1
    return total


def pairs_left(packed: int, quads: int, triples: int) -> int:
    """Return the most pairs beside the given quads and triples; -1 where those are too many."""
    pairs = 0
    spare: list[tuple[int, int]] = []
    family = 0
    while packed:
        n = packed & MASK
        if n:
            each = family & PAIRS
            if family & QUAD:
                used = min(n, quads)
                quads -= used
                n -= used
            pairs += n * each
            if family & TRIPLE:
                spare.append((each, n))
        packed >>= BITS
        family += 1
    if triples:
        for each, n in sorted(spare):
            used = min(n, triples)
            triples -= used
            pairs -= used * each
    return pairs if not quads and not triples else -1


def sets_fit(packed: int, quads: int, triples: int, pairs: int) -> bool:
    return pairs_left(packed, quads, triples) >= pairs


def only_pairs(packed: int) -> bool:
    return not packed >> (2 * BITS)
