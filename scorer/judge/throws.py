"""Throws 甩牌: those that failed, those that stood although a hand could beat them."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.cards import UNREAD, Card, Seat
from scorer.judge import offences
from scorer.judge.case import Case, found
from scorer.ledger.types import Finding, Play, Trick
from scorer.shengji.lead import check_lead
from scorer.shengji.throw import ThrowVerdict, try_throw


def failed_findings(case: Case) -> Iterator[Finding]:
    """Yield each throw that failed, known from the event that says so."""
    leads = {trick.plays[0].seq: trick for trick in case.course.tricks}
    for event in case.log.all("throw_failed"):
        trick = leads.get(event.fields["of"])
        if trick is None:
            continue
        lead = trick.plays[0]
        yield found(
            case,
            offences.FAILED_THROW,
            lead.seat,
            lead.seq,
            trick=trick,
            at=event.seq,
            evidence=(event.seq,),
            cards=lead.laid,
        )


def unchallenged_findings(case: Case) -> Iterator[Finding]:
    """Yield a notice for each throw that stood although a hand is known to beat a part of it."""
    if case.trump is None:
        return
    for trick in case.course.tricks:
        lead = trick.plays[0]
        if UNREAD in lead.laid or len(lead.cards) != len(lead.laid) or len(lead.laid) < 2:
            continue
        shape = check_lead(case.profile, case.trump, lead.laid)
        if not shape.legal or shape.shape != "throw":
            continue
        if _beaten(case, trick, case.last_place).succeeds:
            continue
        at = case.event(_earliest(case, trick)).seq
        yield found(
            case,
            offences.THROW_UNCHALLENGED,
            lead.seat,
            lead.seq,
            trick=trick,
            certainty="notice",
            at=at,
            evidence=(at,),
            cards=lead.laid,
        )


def beaten_cards(case: Case, lead: Play, trick: Trick) -> int:
    """Return how many thrown cards lie in parts that a hand is known to beat."""
    if case.trump is None or UNREAD in lead.laid:
        return len(lead.cards)
    if case.order is None or case.order.only_class(lead.laid) is None:
        return len(lead.cards)
    beaten = _beaten(case, trick, case.last_place).beaten
    return sum(len(part.cards) for part in beaten) or len(lead.cards)


def _beaten(case: Case, trick: Trick, until: int) -> ThrowVerdict:
    """Return the throw test against what the other hands are known to have held."""
    lead = trick.plays[0]
    hands: dict[Seat, tuple[Card, ...]] = {}
    for play in trick.plays[1:]:
        known = case.holdings.known(play.seat, play.seq, until)
        hands[play.seat] = tuple(known.elements())
    if case.trump is None:
        return ThrowVerdict(True, (), (), (lead.laid,), None)
    return try_throw(case.profile, case.trump, lead.laid, hands)


def _earliest(case: Case, trick: Trick) -> int:
    low, high = case.places[trick.plays[0].seq], case.last_place
    while low < high:
        middle = (low + high) // 2
        if _beaten(case, trick, middle).succeeds:
            low = middle + 1
        else:
            high = middle
    return low
