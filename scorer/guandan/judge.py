"""Findings of one Guandan 掼蛋 deal: what a closed play shows, and what later cards prove."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.cards import UNREAD, Card, Seat
from scorer.guandan import offences
from scorer.guandan.course import exposed_lead
from scorer.guandan.missed import explains
from scorer.guandan.offences import CLAUSES, PRICES
from scorer.guandan.profile import HOUSE, GuandanProfile
from scorer.guandan.proof import prove
from scorer.guandan.rounds import Course, Fault
from scorer.guandan.seen import Seen, proof_events, seat_of
from scorer.history import Event
from scorer.ledger.types import Certainty, Finding

_COPIES = 2
_DECIDE_LEADER = ("turned", "tribute", "return", "no_tribute")


@dataclass(frozen=True, slots=True)
class Case:
    """A deal before the judge; ``finish`` is the finishing order of the deal before."""

    number: int
    events: Sequence[Event]
    seen: Seen
    course: Course
    level: str
    finish: tuple[Seat, ...]
    ended: bool
    profile: GuandanProfile

    def round_of(self, play: int) -> int | None:
        """Return the number of the round, from 1, that a play belongs to."""
        rounds = enumerate(self.course.rounds, start=1)
        return next((number for number, one in rounds if play in one.plays), None)


def findings(case: Case) -> tuple[Finding, ...]:
    """Return the findings of a deal in the order in which they could be known."""
    places = {event.seq: place for place, event in enumerate(case.events)}
    tests = (_tribute, _faults, _hand_sizes, _copies, _retractions, _exposed, _delays)
    found = {one.id: one for test in tests for one in test(case)}
    ordered = sorted(found.values(), key=lambda one: (places.get(one.at, len(places)), one.id))
    return tuple(replace(one, clause=clause(case.profile, one.offence)) for one in ordered)


def clause(profile: GuandanProfile, offence: str) -> str:
    """Return the words of the document that an offence breaks, or ``"house"``."""
    for name in CLAUSES.get(offence, (offence,)):
        words = profile.clause(name)
        if words != HOUSE:
            return words
    return HOUSE


def proposal(profile: GuandanProfile, offence: str) -> Mapping[str, Any]:
    """Return what the profile proposes for an offence; the referee decides."""
    name = PRICES.get(offence)
    effect = "referee" if name is None else str(getattr(profile.penalties, name))
    return {"effect": effect}


def _found(
    case: Case,
    offence: str,
    seat: Seat | None,
    about: int,
    *,
    at: int | None = None,
    evidence: Sequence[int] = (),
    cards: Sequence[Card] = (),
    trick: int | None = None,
    certainty: Certainty = "proven",
) -> Finding:
    return Finding(
        id=f"{case.number}.{offence}.{seat or '-'}.{about}",
        offence=offence,
        seat=seat,
        trick=trick,
        certainty=certainty,
        at=about if at is None else at,
        evidence=tuple(dict.fromkeys((about, *evidence))),
        cards=tuple(cards),
        penalty=None if certainty == "notice" else proposal(case.profile, offence),
    )


def _outs(case: Case) -> dict[int, tuple[Seat, int]]:
    """Return after which play each seat was out, and with how many cards; joined deals: none."""
    if case.seen.joined is not None:
        return {}
    total: Counter[Seat] = Counter()
    last: dict[Seat, int] = {}
    for play in case.seen.plays:
        total[play.seat] += len(play.cards)
        last[play.seat] = play.seq
    return {last[seat]: (seat, total[seat]) for seat in case.course.finished}


def _tribute(case: Case) -> Iterator[Finding]:
    """Retrospective proofs about tribute, return and refusal."""
    events, seqs = proof_events(case.events, _outs(case))
    size = case.profile.play.hand_size
    for proof in prove(events, case.level, case.finish, case.profile.tribute, size):
        if proof.offence == offences.WRONG_HAND_SIZE:
            continue
        about = seqs[proof.because[0]]
        yield _found(
            case,
            proof.offence,
            proof.seat,
            about,
            at=seqs[proof.at],
            evidence=[seqs[index] for index in proof.because],
            cards=proof.cards,
            certainty=proof.certainty,
        )


def _faults(case: Case) -> Iterator[Finding]:
    """Immediate faults of the course of play."""
    places = _places(case)
    unclear = {fault.play for fault in case.course.faults if _is_explained(case, fault)}
    for fault in case.course.faults:
        play = case.seen.plays[fault.play]
        offence = offences.OUT_OF_TURN if fault.offence == "out_of_turn" else fault.offence
        because = [case.seen.plays[index].seq for index in fault.because]
        if fault.play == 0 and fault.offence == offences.WRONG_LEADER:
            because = [event.seq for event in case.events if event.type in _DECIDE_LEADER]
        yield _found(
            case,
            offence,
            play.seat,
            play.seq,
            at=max([play.seq, *because], key=places.__getitem__),
            evidence=because,
            cards=play.cards,
            trick=case.round_of(fault.play),
            certainty=_certainty(case, fault, unclear),
        )


def _certainty(case: Case, fault: Fault, unclear: Collection[int]) -> Certainty:
    """A fault that a play or a card explains which was not seen is only suspected.

    So is one that follows from an ``unclear`` play, whose place among the others is in doubt.
    """
    if fault.offence == "out_of_turn":
        return "notice"
    missed = (case.ended and not case.course.over) or not {fault.play, *fault.because}.isdisjoint(
        unclear
    )
    return "proven" if fault.certain and not missed else "suspected"


def _is_explained(case: Case, fault: Fault) -> bool:
    rules = case.profile.types.rules()
    return explains(fault, case.seen, case.course, case.level, rules)


def _places(case: Case) -> dict[int, int]:
    return {event.seq: place for place, event in enumerate(case.events)}


def _hand_sizes(case: Case) -> Iterator[Finding]:
    """A seat that laid too many cards, or showed at the end that it held another number.

    A card of which the record holds too many copies may not have been a card at all.
    """
    if case.seen.joined is not None:
        return
    size = case.profile.play.hand_size
    laid: Counter[Seat] = Counter()
    unread: Counter[Seat] = Counter()
    copies = Counter(card for play in case.seen.plays for card in play.cards)
    for play in case.seen.plays:
        unread[play.seat] += play.unread
        unread[play.seat] += sum(copies[card] > _COPIES for card in play.cards)
        before = laid[play.seat]
        laid[play.seat] += len(play.cards)
        if before <= size < laid[play.seat]:
            yield _found(
                case,
                offences.WRONG_HAND_SIZE,
                play.seat,
                play.seq,
                cards=play.cards,
                certainty="suspected" if unread[play.seat] else "proven",
            )
    for event in case.events:
        seat = seat_of(event.seat)
        if event.type != "hand_shown" or seat is None or laid[seat] > size:
            continue
        whole = case.course.over or not event.cards
        if whole and laid[seat] + len(event.cards) != size and _after_last(case, event):
            yield _found(case, offences.WRONG_HAND_SIZE, seat, event.seq, cards=event.cards)


def _after_last(case: Case, event: Event) -> bool:
    """Return whether no play was seen after an event."""
    places = _places(case)
    return all(places[play.seq] < places[event.seq] for play in case.seen.plays)


def _copies(case: Case) -> Iterator[Finding]:
    """A third copy of a card: one of the readings is wrong, or the packs are."""
    seen: dict[Card, list[int]] = {}
    shown = [event for event in case.events if event.type == "hand_shown" and case.course.over]
    laid = [(play.seq, play.cards) for play in case.seen.plays]
    for seq, cards in (*laid, *((event.seq, event.cards) for event in shown)):
        for card in cards:
            if card != UNREAD:
                seen.setdefault(card, []).append(seq)
    for card, seqs in sorted(seen.items()):
        if len(seqs) > _COPIES:
            yield _found(
                case,
                offences.EXTRA_COPY,
                None,
                seqs[_COPIES],
                evidence=seqs[:_COPIES],
                cards=(card,),
                certainty="notice",
            )


def _retractions(case: Case) -> Iterator[Finding]:
    if case.profile.play.take_back == "allowed":
        return
    for retraction in case.seen.retractions:
        event = retraction.event
        before = () if retraction.play is None else (retraction.play.seq,)
        yield _found(
            case,
            offences.RETRACTION,
            seat_of(event.seat),
            event.seq,
            evidence=before,
            cards=event.cards,
        )


def _exposed(case: Case) -> Iterator[Finding]:
    """A lead that passes over an exposed card 暴露牌 where the profile makes it go first."""
    if case.profile.penalties.exposed_card != "led_first":
        return
    places = _places(case)
    shown = [e for e in case.events if e.type == "hand_shown" and e.cards]
    for number, one in enumerate(case.course.rounds, start=1):
        lead = case.seen.plays[one.plays[0]]
        before = [e for e in shown if e.seat == one.leader and places[e.seq] < places[lead.seq]]
        if not before:
            continue
        exposed = Counter(card for event in before for card in event.cards)
        for play in case.seen.plays:
            if play.seat == one.leader and places[play.seq] < places[lead.seq]:
                exposed.subtract(card for card in play.cards if card in exposed)
        left = tuple((+exposed).elements())
        if left and not exposed_lead(left, lead.cards, case.profile.penalties)[0]:
            seqs = [event.seq for event in before]
            yield _found(
                case,
                offences.EXPOSED_NOT_LED,
                lead.seat,
                lead.seq,
                evidence=seqs,
                cards=left,
                trick=number,
            )


def _delays(case: Case) -> Iterator[Finding]:
    """Time overruns that the referee's clock has noted."""
    for event in case.events:
        if event.type == "time" and event.get("what") == "over" and seat_of(event.seat):
            yield _found(case, offences.DELAY, seat_of(event.seat), event.seq)
