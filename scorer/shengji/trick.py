"""Who wins a trick 墩, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorer.cards import Card
from scorer.profile import Profile
from scorer.shengji.families import FREE, can_give
from scorer.shengji.lead import is_sidecar
from scorer.shengji.order import TRUMPS, Line, Order, Trump, order_of
from scorer.shengji.structure import Part, decompose, exact_unit
from scorer.shengji.supply import Supply
from scorer.shengji.units import Rung, Unit, parse_unit, rung_of


def points(profile: Profile, cards: Iterable[Card]) -> int:
    """Return the card points of some cards (fives, tens, kings)."""
    values = {str(rank): worth for rank, worth in profile.point_values.items()}
    return sum(values.get(card[0], 0) for card in cards)


def winner(profile: Profile, trump: Trump, plays: Sequence[Sequence[Card]]) -> int:
    """Return the position of the winning play; ``plays[0]`` leads, equal plays: the first wins.

    A lead of one unit is beaten by a higher one of the same shape, by the shape in trumps, or by a
    shape that the profile sets above it (``cross_shape``). A thrown plain lead is beaten only by
    trumps that contain the led units 毙; among several, the highest unit of the largest kind wins
    盖毙, and smaller units never break a tie. A lead that mixes classes cannot be beaten.
    """
    parts = decompose(profile, trump, plays[0])
    if parts is None:
        return 0
    order = order_of(profile, trump)
    if len(parts) == 1:
        return _single_unit(profile, order, plays, parts[0])
    return _thrown(profile, order, plays, parts)


@dataclass(frozen=True, slots=True)
class _Standing:
    """The play that wins so far: its class, its shape, and its top rank."""

    trumps: bool
    unit: Unit
    top: int


def _single_unit(profile: Profile, order: Order, plays: Sequence[Sequence[Card]], led: Part) -> int:
    best = 0
    led_class = order.class_of[plays[0][0]]
    standing = _Standing(led_class == TRUMPS, led.unit, led.top)
    for position, cards in enumerate(plays[1:], 1):
        name = order.only_class(cards)
        if name is None or name not in (led_class, TRUMPS):
            continue
        found = _answer(profile, order.lines[name], cards, led.unit, plain_led=led_class != TRUMPS)
        if found is not None and _over(profile, found, standing):
            best, standing = position, found
    return best


def _answer(
    profile: Profile, line: Line, cards: Sequence[Card], led: Unit, plain_led: bool
) -> _Standing | None:
    """Return what a play of one class is worth against the led shape; None where it is nothing."""
    counts = line.counts(cards)
    trumps = line.name == TRUMPS
    for unit in (led, *_stronger(profile, led, plain=plain_led and not trumps)):
        top = exact_unit(line, counts, unit)
        if top is not None and (unit.length == 1 or unit.copies in profile.tractor.copies):
            return _Standing(trumps, unit, top)
    return None


def _stronger(profile: Profile, led: Unit, plain: bool) -> tuple[Unit, ...]:
    """Return the shapes that beat a shape although they differ from it."""
    text = str(led)
    return tuple(
        parse_unit(cross.winner)
        for cross in profile.cross_shape
        if cross.loser == text and (plain or not cross.plain_only)
    )


def _over(profile: Profile, new: _Standing, old: _Standing) -> bool:
    if new.trumps != old.trumps:
        return new.trumps
    if new.unit == old.unit:
        return new.top > old.top
    return new.unit in _stronger(profile, old.unit, plain=not new.trumps)


def _thrown(
    profile: Profile, order: Order, plays: Sequence[Sequence[Card]], parts: tuple[Part, ...]
) -> int:
    if order.is_trump(plays[0][0]):
        return 0
    best, standing = 0, -2
    line = order.lines[TRUMPS]
    for position, cards in enumerate(plays[1:], 1):
        if order.only_class(cards) != TRUMPS or len(cards) != len(plays[0]):
            continue
        top = _ruff_top(profile, order, plays[0], cards, parts, line)
        if top is not None and top > standing:
            best, standing = position, top
    return best


def _ruff_top(
    profile: Profile,
    order: Order,
    led: Sequence[Card],
    cards: Sequence[Card],
    parts: tuple[Part, ...],
    line: Line,
) -> int | None:
    """Return the top rank of a ruff's largest led unit, or None where it lacks the led units."""
    if profile.ruff.sidecar_side and not _same_side(profile, order, led, cards):
        return None
    units = tuple(part.unit for part in parts)
    if profile.ruff.shape == "identical":
        own = decompose(profile, order.trump, cards)
        if own is None or sorted(part.unit for part in own) != sorted(units):
            return None
        return own[0].top
    if profile.ruff.tractor_length == "number_only":
        units = _shortened(units)
    return _highest(line, line.counts(cards), units)


def _same_side(profile: Profile, order: Order, led: Sequence[Card], cards: Sequence[Card]) -> bool:
    """Return whether a ruffed sidecar 边三轮 keeps its single above, or below, its pair."""
    if not (profile.sidecar and is_sidecar(profile, order.trump, led)):
        return True

    def above(three: Sequence[Card]) -> int:
        pair = next((card for card in three if three.count(card) > 1), three[0])
        single = next((card for card in three if card != pair), pair)
        return (order.rank(single) > order.rank(pair)) - (order.rank(single) < order.rank(pair))

    return above(led) == above(cards)


def _shortened(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return units in which every tractor counts as one of length two and loose sets."""
    out: list[Unit] = []
    for unit in units:
        out += [Unit(unit.copies, min(unit.length, 2))]
        out += [Unit(unit.copies, 1)] * max(0, unit.length - 2)
    return tuple(sorted(out, key=lambda u: (u.length, u.copies), reverse=True))


def _highest(line: Line, counts: Sequence[int], units: tuple[Unit, ...]) -> int | None:
    """Return the highest top that the first unit can have while all units find a place."""
    if units[0].copies == 1:
        return max(line.tier[slot] for slot, n in enumerate(counts) if n)
    if not Supply(line, [FREE[n] for n in counts]).fits(rung_of(units)):
        return None
    rest = rung_of(units[1:])
    tops = (top for top in range(len(line.tiers) - 1, -1, -1))
    return next((top for top in tops if _placed(line, counts, units[0], top, rest)), -1)


def _placed(line: Line, counts: Sequence[int], unit: Unit, top: int, rest: Rung) -> bool:
    """Return whether a unit with this top can be taken out and the rest still be supplied."""
    left = list(counts)
    need, at = unit.length, top
    while need:
        held = sorted(
            (s for s in line.tiers[at] if can_give(FREE[left[s]], unit.copies)),
            key=lambda s: left[s],
        )
        if not held:
            return False
        for slot in held[: need if line.self_linked[at] else 1]:
            left[slot] -= unit.copies
            need -= 1
        if need and (at == 0 or not line.linked[at]):
            return False
        at -= 1
    return Supply(line, [FREE[n] for n in left]).fits(rest)
