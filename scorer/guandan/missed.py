"""Whether a card or a play that the camera missed explains a fault: then it is no proof.

A camera never sees a pass, and now and then misses a card. Where a seat is out with exactly the
cards that it was dealt, none of its cards was missed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

from scorer.cards import CARDS, UNREAD, Card, Seat
from scorer.guandan.compare import beats
from scorer.guandan.rounds import Course, Fault
from scorer.guandan.seen import Seen
from scorer.guandan.types import TypeRules, readings


def explains(fault: Fault, seen: Seen, course: Course, level: str, rules: TypeRules) -> bool:
    """Return whether a play, one card, or two of a broken shape, not seen, make a play legal.

    Only what a camera saw is doubted so; what people wrote down is taken as whole.
    """
    play = seen.plays[fault.play]
    if play.event.get("source") != "camera":
        return False
    if fault.offence == "wrong_leader":
        won_unseen = bool(fault.because) and not whole(play.seat, seen, course)
        return won_unseen or not whole(fault.leader, seen, course)
    if whole(play.seat, seen, course):
        return False
    if fault.offence == "no_such_type":
        return may_be_type(play.cards, level, rules)
    before = seen.plays[fault.because[0]].cards if fault.because else ()
    return may_beat(play.cards, before, level, rules)


def whole(seat: Seat | None, seen: Seen, course: Course) -> bool:
    """Return whether every card of a seat was seen: it is out, and none was too many."""
    return seen.joined is None and seat in course.finished and seat not in course.extra


@lru_cache(maxsize=256)
def may_be_type(cards: tuple[Card, ...], level: str, rules: TypeRules) -> bool:
    """Return whether cards are a type with one or two more of them."""
    if UNREAD in cards:
        return True
    more = (added for n in (1, 2) for added in combinations_with_replacement(CARDS, n))
    return any(readings((*cards, *added), level, rules) for added in more)


def may_beat(
    cards: tuple[Card, ...], before: tuple[Card, ...], level: str, rules: TypeRules
) -> bool:
    """Return whether cards beat what lay there with one more, or nobody knows what lay there."""
    if UNREAD in (*cards, *before):
        return True
    standing = readings(before, level, rules)
    return not standing or any(
        beats(one, other, level)
        for card in CARDS
        for one in readings((*cards, card), level, rules)
        for other in standing
    )
