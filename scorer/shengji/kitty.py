"""What the points in the kitty 底牌 count when the last trick is won 抠底."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.cards import Card
from scorer.profile import Profile
from scorer.shengji.order import Trump, order_of
from scorer.shengji.structure import decompose
from scorer.shengji.units import Unit


@dataclass(frozen=True, slots=True)
class KittyResult:
    """``delta`` is added to the defenders' points; ``multiplier`` is 0 where nothing moves."""

    multiplier: int
    delta: int


def kitty_result(
    profile: Profile,
    trump: Trump,
    led: Sequence[Card],
    winning: Sequence[Card],
    dealer_won: bool,
    kitty_points: int,
) -> KittyResult:
    """Return the multiplier of the last trick and the points that move (``kitty_bonus``)."""
    factor = multiplier(profile, trump, led, winning, dealer_won)
    return KittyResult(factor, factor * kitty_points)


def multiplier(
    profile: Profile,
    trump: Trump,
    led: Sequence[Card],
    winning: Sequence[Card],
    dealer_won: bool,
) -> int:
    """Return the signed multiplier: negative where the dealer side takes points from the kitty."""
    rule = profile.kitty_bonus
    order = order_of(profile, trump)
    parts = decompose(profile, trump, winning if rule.structure == "winner" else led)
    units = [Unit(1, 1)] if parts is None else [part.unit for part in parts]
    if dealer_won:
        big = any(unit.copies > 1 for unit in units)
        pays = rule.who == "both" and rule.dealer_side == "minus_if_pair_or_larger"
        return -_factor(profile, units) if pays and big else 0
    if rule.trump_only and not all(order.is_trump(card) for card in winning):
        return 0
    return _factor(profile, units)


def _factor(profile: Profile, units: Sequence[Unit]) -> int:
    rule = profile.kitty_bonus
    if len(units) > 1 and rule.throw.type == "flat":
        return rule.throw.value
    if len(units) > 1 and rule.throw.type == "power2_pairs":
        pairs = sum(unit.length for unit in units if unit.copies > 1)
        return 1 << (pairs + rule.throw.plus)
    return max(_unit_factor(profile, unit) for unit in units)


def _unit_factor(profile: Profile, unit: Unit) -> int:
    """Return the multiplier of one unit; a size that the profile omits counts as the next below."""
    rule = profile.kitty_bonus
    copies, length = unit
    if length > 1:
        series = {2: rule.tractor2, 3: rule.tractor3, 4: rule.tractor4}[copies]
        if series.type == "power2":
            return 1 << (length + series.plus)
        if series.type == "linear":
            return series.base + series.per_unit * length
        if series.type == "flat":
            return series.value
    sets = (rule.single, rule.pair, rule.triple, rule.quad)[:copies]
    return next(factor for factor in reversed(sets) if factor is not None)
