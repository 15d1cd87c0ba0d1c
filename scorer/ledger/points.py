"""Defenders' points as a range: what is seen counts, what was not seen is bounded by the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from scorer.cards import CARDS, SEATS, UNREAD, Card, Seat, Side, side_of
from scorer.ledger.tricks import Course
from scorer.ledger.types import Range, Trick, plus

Points = Callable[[Iterable[Card]], int]


def unseen(decks: int, seen: Iterable[Card]) -> Counter[Card]:
    """Return the cards of the decks that were not seen."""
    pool = Counter(dict.fromkeys(CARDS, decks))
    pool.subtract(card for card in seen if card != UNREAD)
    return +pool


def slots(number: int, pool: Counter[Card], points: Points) -> Range:
    """Return the least and most points that a number of unseen cards from the pool can hold."""
    values = sorted(points([card]) for card in pool.elements())
    if number >= len(values):
        return (sum(values), sum(values))
    return (sum(values[:number]), sum(values[len(values) - number :]))


def hidden(trick: Trick) -> int:
    """Return how many cards of a trick were not read or not seen."""
    missing = len(trick.missing) * len(trick.led)
    return missing + sum(play.unread for play in trick.plays)


def sides(trick: Trick) -> frozenset[Side]:
    """Return the sides that may have won a trick."""
    return frozenset(side_of(seat) for seat in trick.winners)


def trick_points(
    tricks: Sequence[Trick], defenders: Side, pool: Counter[Card], points: Points
) -> Range:
    """Return the points that the defenders took in the closed tricks."""
    low = high = slots_low = slots_high = 0
    for trick in tricks:
        if not trick.closed:
            continue
        possible = sides(trick)
        if defenders not in possible:
            continue
        high += trick.points[1]
        slots_high += hidden(trick)
        if len(possible) == 1:
            low += trick.points[0]
            slots_low += hidden(trick)
    return plus(
        (low, high), (slots(slots_low, pool, points)[0], slots(slots_high, pool, points)[1])
    )


def kitty_points(kitty: tuple[Card, ...] | None, size: int, pool: Counter[Card],
                 points: Points) -> Range:  # fmt: skip
    """Return the points in the kitty; its unread cards, or all of it, are bounded by the pool."""
    if kitty is None:
        return slots(size, pool, points)
    known = points(card for card in kitty if card != UNREAD)
    return plus((known, known), slots(kitty.count(UNREAD), pool, points))


def cards_left(course: Course, sizes: Mapping[Seat, int | None]) -> dict[Seat, int | None]:
    """Return how many cards each seat still holds; negative where it played too many.

    A play that was not seen is taken to have had as many cards as were led.
    """
    left: dict[Seat, int | None] = {}
    for seat in SEATS:
        played = sum(len(p.cards) for p in course.plays if p.seat == seat)
        played += sum(len(trick.led) for trick in course.tricks if seat in trick.missing)
        size = sizes[seat]
        left[seat] = None if size is None else size - played
    return left
