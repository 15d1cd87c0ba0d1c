"""Retrospective proof: a play that no hand consistent with everything shown makes legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorer.cards import UNREAD, Card
from scorer.judge import offences
from scorer.judge.case import Case, found
from scorer.ledger.types import Finding, Play, Trick
from scorer.shengji.follow import proven_illegal


def follow_findings(case: Case) -> Iterator[Finding]:
    """Yield each play that broke its duty to follow, with the event that first proves it.

    A lead that mixes classes or has an unread card imposes no duty here, and an unread play waits.
    """
    if case.order is None:
        return
    for trick in case.course.tricks:
        if case.order.only_class(trick.led) is None:
            continue
        for play in trick.plays[1:]:
            if len(play.cards) == len(trick.led) and UNREAD not in play.cards:
                found_play = _examine(_Question(case, trick, play))
                if found_play is not None:
                    yield found_play


@dataclass(frozen=True, slots=True)
class _Question:
    """Was this play legal, given what was shown up to some place?"""

    case: Case
    trick: Trick
    play: Play

    @property
    def place(self) -> int:
        return self.case.places[self.play.seq]

    def known(self, until: int) -> Counter[Card]:
        return self.case.holdings.known(self.play.seat, self.play.seq, until)

    def illegal(self, until: int) -> bool:
        known = self.known(until)
        return self.illegal_with(known, self.case.pool(self.play.seat, until), until)

    def illegal_with(self, known: Counter[Card], pool: Counter[Card], until: int) -> bool:
        case, order, trump = self.case, self.case.order, self.case.trump
        if order is None or trump is None:
            return False
        unknown = case.holdings.unknown(self.play.seat, self.play.seq, until)
        if unknown is None:
            led = order.class_of[self.trick.led[0]]
            unknown = sum(n for card, n in pool.items() if order.class_of[card] != led)
            size = known.total() + unknown
        else:
            size = self.case.holdings.known(self.play.seat, self.play.seq, until).total() + unknown
        return proven_illegal(
            case.profile,
            trump,
            self.trick.led,
            tuple(known.elements()),
            self.play.cards,
            pool,
            size,
        )


def _examine(question: _Question) -> Finding | None:
    case, play, trick = question.case, question.play, question.trick
    if not question.illegal(case.last_place):
        return None
    until = _earliest(question)
    held = _held_back(question, until)
    evidence = _showings(question, until, held)
    at = case.event(until).seq
    offence = _offence(question)
    finding = found(
        case,
        offence,
        play.seat,
        play.seq,
        trick=trick,
        at=at,
        evidence=(*evidence, at),
        cards=sorted(held.elements()),
    )
    return replace(finding, owed=_owed(question))


def _owed(question: _Question) -> int:
    """Return how many cards of the led class were owed and not played, by all that is known."""
    case, order = question.case, question.case.order
    if order is None:
        return 0
    led = order.class_of[question.trick.led[0]]
    known = question.known(case.last_place)
    held = sum(number for card, number in known.items() if order.class_of[card] == led)
    laid = sum(order.class_of[card] == led for card in question.play.cards)
    return min(len(question.trick.led), held) - laid


def _earliest(question: _Question) -> int:
    """Return the first place at which the proof holds; proofs only grow, so halving finds it."""
    low, high = question.place, question.case.last_place
    while low < high:
        middle = (low + high) // 2
        if question.illegal(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _held_back(question: _Question, until: int) -> Counter[Card]:
    """Return a smallest part of the known cards that still proves the fault."""
    known = question.known(until)
    pool = question.case.pool(question.play.seat, until)
    play = Counter(question.play.cards)
    for card in sorted((known - play).elements()):
        less, more = known - Counter([card]), pool + Counter([card])
        if question.illegal_with(less, more, until):
            known, pool = less, more
    return known - play


def _showings(question: _Question, until: int, held: Counter[Card]) -> list[int]:
    """Return the events that showed the held-back cards, in order."""
    holdings, play = question.case.holdings, question.play
    before = holdings.before[play.seq]
    played = Counter(play.cards)
    events: dict[int, int] = {}
    for card, number in held.items():
        base = before.get(card, 0) + played[card]
        seen = base
        for showing in holdings.showings:
            if showing.seat != play.seat or showing.place > until:
                continue
            least = showing.least.get(card, 0)
            if seen < least and seen < base + number:
                seen = least
                events[showing.place] = showing.at
    return [events[place] for place in sorted(events)]


def _offence(question: _Question) -> str:
    order = question.case.order
    led = None if order is None else order.class_of[question.trick.led[0]]
    strange = order is None or any(order.class_of[card] != led for card in question.play.cards)
    return offences.REVOKE if strange else offences.WITHHELD
