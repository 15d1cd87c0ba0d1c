"""What tricks and kitty are worth to the defenders: a range where sight was incomplete."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from scorer.cards import SEATS, UNREAD, Card, Seat, Side, other_side, side_of
from scorer.ledger.points import (
    cards_left,
    kitty_points,
    slots,
    trick_points,
    unseen,
)
from scorer.ledger.tricks import Course
from scorer.ledger.types import Range, Trick, plus
from scorer.profile import Profile
from scorer.shengji.kitty import multiplier
from scorer.shengji.order import Trump
from scorer.shengji.trick import points as card_points


@dataclass(frozen=True, slots=True)
class Tally:
    """Defenders' points with the kitty, before fines; None where nobody knows who defends.

    ``kitty_points`` and ``multiplier`` are None while the last trick is still to come.
    """

    tricks: Range | None
    kitty_points: Range | None
    multiplier: Range | None
    total: Range | None


@dataclass(frozen=True, slots=True)
class Sight:
    """What the tally needs to know of a deal."""

    profile: Profile
    trump: Trump | None
    declarer: Seat | None
    course: Course
    sizes: Mapping[Seat, int | None]
    kitty: tuple[Card, ...] | None
    exposed: tuple[Card, ...]
    carried: Range
    exhausted: bool
    finished: bool


def tally(sight: Sight) -> Tally:
    """Return the points of a deal so far; with an unknown declarer, either side may defend."""
    if sight.declarer is not None:
        return _tally(sight, other_side(side_of(sight.declarer)))
    either = [_tally(sight, side) for side in ("NS", "EW")]
    first, second = (t.total for t in either)
    tricks = [t.tricks for t in either]
    return Tally(
        hull(*tricks), either[0].kitty_points, hull(*(t.multiplier for t in either)),
        hull(first, second),
    )  # fmt: skip


def hull(*ranges: Range | None) -> Range | None:
    known = [r for r in ranges if r is not None]
    if len(known) != len(ranges):
        return None
    return min(r[0] for r in known), max(r[1] for r in known)


def _tally(sight: Sight, defenders: Side) -> Tally:
    points = partial(card_points, sight.profile)
    seen = [card for play in sight.course.plays for card in play.cards]
    seen += [*(sight.kitty or ()), *sight.exposed]
    pool = unseen(sight.profile.decks, seen)
    taken = plus(trick_points(sight.course.tricks, defenders, pool, points), sight.carried)
    if not (sight.exhausted or sight.finished):
        return Tally(taken, None, None, taken)
    buried = kitty_points(sight.kitty, sight.profile.kitty, pool, points)
    if not sight.exhausted:
        rest = slots(pool.total(), pool, points)[1]
        most = most_factor(cards_left(sight.course, sight.sizes))
        return Tally(taken, buried, None, plus(taken, (0, rest + most * buried[1])))
    factor = _factor(sight, defenders)
    bonus = [f * p for f in factor for p in buried]
    return Tally(taken, buried, factor, plus(taken, (min(bonus), max(bonus))))


def most_factor(left: Mapping[Seat, int | None]) -> int:
    """Return a bound on the multiplier of a last trick not seen, from the cards left in hands."""
    return 1 << (max(n or 0 for n in left.values()) // 2 + 1)


def _factor(sight: Sight, defenders: Side) -> Range:
    """Return the multipliers that the last trick may have, each winner considered."""
    factors = list(_factors(sight, sight.course.tricks[-1], defenders))
    return min(factors), max(factors)


def _factors(sight: Sight, last: Trick, defenders: Side) -> Iterator[int]:
    for seat in SEATS:
        if seat not in last.winners:
            continue
        winning = next((play.cards for play in last.plays if play.seat == seat), None)
        dealer_won = side_of(seat) != defenders
        if sight.trump is None or winning is None or UNREAD in (*winning, *last.led):
            yield from _unread_factor(sight, len(last.led), dealer_won)
        else:
            yield multiplier(sight.profile, sight.trump, last.led, winning, dealer_won)


def _unread_factor(sight: Sight, size: int, dealer_won: bool) -> tuple[int, ...]:
    if dealer_won and sight.profile.kitty_bonus.dealer_side == "none":
        return (0,)
    most = 1 << (size // 2 + 1)
    return (-most, 0) if dealer_won else (0, most)
