"""Whether a card or a play that the camera missed explains a fault: then it is no proof.

A camera never sees a pass, and now and then misses a card. Where a seat is out with exactly the
cards that it was dealt, none of its cards was missed.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.cards import CARDS, UNREAD, Card, Seat
from scorer.guandan.compare import beats
from scorer.guandan.rounds import Course, Fault
from scorer.guandan.seen import Seen
from scorer.guandan.types import TypeRules, readings


def explains(fault: Fault, seen: Seen, course: Course, level: str, rules: TypeRules) -> bool:
    """Return whether one card or play that was not seen makes a seen play legal.

    Only what a camera saw is doubted so; what people wrote down is taken as whole.
    """
    play = seen.plays[fault.play]
    if play.event.get("source") != "camera":
        return False
    if fault.offence == "wrong_leader" and not whole(fault.leader, seen, course):
        return True
    if whole(play.seat, seen, course):
        return False
    if fault.offence == "wrong_leader" and not fault.because:
        return False
    before = seen.plays[fault.because[0]].cards if fault.because else ()
    return one_more(play.cards, before, level, rules)


def whole(seat: Seat | None, seen: Seen, course: Course) -> bool:
    """Return whether every card of a seat was seen: it is out, and none was too many."""
    return seen.joined is None and seat in course.finished and seat not in course.extra


def one_more(cards: Sequence[Card], before: Sequence[Card], level: str, rules: TypeRules) -> bool:
    """Return whether with one more card the cards are a type, and beat what lay there before."""
    if UNREAD in (*cards, *before):
        return True
    standing = readings(tuple(before), level, rules) if before else ()
    for card in CARDS:
        for one in readings((*cards, card), level, rules):
            if not before or any(beats(one, other, level) for other in standing):
                return True
    return False
