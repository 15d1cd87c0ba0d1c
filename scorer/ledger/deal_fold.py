"""The fold of one Shengji deal: opening, tricks, findings, rulings, points, outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.cards import CARDS, SEATS, UNREAD, Card, Seat, excess
from scorer.history import Event
from scorer.judge.case import Case
from scorer.judge.hearing import Doubts, hear
from scorer.ledger.deal import ShengjiDeal
from scorer.ledger.deal_log import DealLog
from scorer.ledger.holdings import gather
from scorer.ledger.opening import Opening, phase_of, seat_or_none
from scorer.ledger.outcome import outcome_of
from scorer.ledger.points import cards_left
from scorer.ledger.realign import readings
from scorer.ledger.rulings import fines, rulings_of, with_proposals, with_referee_input
from scorer.ledger.settle import Entry, settle
from scorer.ledger.tally import Sight, Tally, hull, most_factor, tally
from scorer.ledger.tricks import Course, Play0, derive
from scorer.ledger.types import Finding, Gap, Range, exact, plus
from scorer.ledger.winners import winners_by
from scorer.profile import Profile
from scorer.shengji.order import Trump as PlayTrump
from scorer.shengji.order import order_of
from scorer.shengji.trick import points as card_points


@dataclass(frozen=True, slots=True)
class Table:
    """A deal laid out: how it began, the tricks so far, what each hand still holds."""

    profile: Profile
    log: DealLog
    entry: Entry
    opening: Opening
    trump: PlayTrump | None
    course: Course
    sizes: dict[Seat, int | None]
    left: dict[Seat, int | None]
    exhausted: bool
    finished: bool
    kitty: tuple[Card, ...] | None


def fold_deal(profile: Profile, log: DealLog, entry: Entry) -> ShengjiDeal:
    """Return everything that one deal's events amount to."""
    table = lay_out(profile, log, entry)
    others, confused = _other_readings(table)
    findings = _findings(table, others, confused)
    strikes = {(side, code): number for side, code, number in entry.strikes}
    rulings = with_proposals(rulings_of(log, findings), findings)
    rulings = with_referee_input(rulings, profile, table.opening.declarer, strikes)
    counted = _tally(table)
    totals = {_tally(other).total for other in others}
    total = hull(*totals) if totals else counted.total
    if confused and total is not None:
        total = (min(0, total[0]), max(total[1], _at_most(table, counted)))
    if total is not None and table.opening.declarer is not None:
        fine = fines(rulings, table.opening.declarer)
        total = plus(total, exact(fine))
    gaps = (*table.course.gaps, *_gaps(table, counted))
    if totals - {counted.total} and not gaps:
        gaps = (Gap("unseen_play", log.events[-1].seq),)
    return ShengjiDeal(
        deal=log.number,
        phase=phase_of(
            log,
            len(table.course.plays),
            exhausted=table.exhausted,
            finished=table.finished,
        ),
        declarer=table.opening.declarer,
        trump=table.opening.trump,
        bids=table.opening.bids,
        course=table.course,
        tally=counted,
        points=total,
        kitty=table.kitty,
        levels_before=dict(entry.levels),
        outcome=outcome_of(table.profile, table.opening, entry, rulings, total, table.finished),
        findings=findings,
        rulings=rulings,
        gaps=gaps,
        complete=table.finished and not gaps,
        finished=table.finished,
    )


def _other_readings(table: Table) -> tuple[tuple[Table, ...], bool]:
    """Return the deal as it may have been played too, and whether its record is confused."""

    def derive_again(events: Sequence[Event], more: bool) -> Course:
        log = table.log.with_events(events, ended=table.log.ended and not more)
        return lay_out(table.profile, log, table.entry).course

    found = readings(table.log.events, derive_again)
    others = [
        lay_out(table.profile, table.log.with_events(events), table.entry) for events in found.logs
    ]
    return tuple(others), found.confused


def _findings(table: Table, others: Sequence[Table], confused: bool) -> tuple[Finding, ...]:
    """Return the findings with certainty and proposals; dismissed ones are no strikes."""
    log, entry = table.log, table.entry
    dismissed = {
        str(event.fields["of"])
        for event in log.all("ruling")
        if event.fields["decision"] == "dismissed"
    }
    return hear(
        case_of(table),
        Doubts(tuple(case_of(other) for other in others), confused),
        lambda events: case_of(lay_out(table.profile, log.with_events(events), entry)),
        dismissed,
        {(side, code): number for side, code, number in entry.strikes},
    )


def lay_out(profile: Profile, log: DealLog, entry: Entry) -> Table:
    """Return a deal's opening and course of play."""
    opening = settle(profile, log, entry)
    trump = play_trump(opening)
    joined = log.last("joined")
    if joined is None:
        start = Play0(1, opening.declarer)
        sizes: dict[Seat, int | None] = dict.fromkeys(SEATS, profile.hand)
    else:
        start = Play0(joined.get("trick") or 1, seat_or_none(joined.get("leader")))
        given = joined.get("hand_sizes") or {}
        sizes = {seat: given.get(seat) for seat in SEATS}
    course = derive(
        log.events,
        start,
        winners_by(profile, trump),
        lambda cards: card_points(profile, cards),
        finished=log.ended,
    )
    left = cards_left(course, sizes)
    empty = sum(number is not None and number <= 0 for number in left.values())
    exhausted = bool(course.tricks) and course.open is None and empty >= len(SEATS) - 1
    kitty_event = log.last("kitty")
    kitty = None if kitty_event is None else kitty_event.cards
    finished = log.ended or (exhausted and (kitty is not None or profile.kitty == 0))
    return Table(
        profile, log, entry, opening, trump, course, sizes, left, exhausted, finished, kitty
    )


def play_trump(opening: Opening) -> PlayTrump | None:
    """Return the trump that orders the cards, or None while it is unknown."""
    suit, level = opening.trump.suit, opening.trump.level
    if suit not in ("S", "H", "D", "C", "NT") or level == "?":
        return None
    return PlayTrump(suit, level)  # type: ignore[arg-type]


def case_of(table: Table) -> Case:
    """Return what the judge looks at."""
    log, course = table.log, table.course
    return Case(
        profile=table.profile,
        log=log,
        opening=table.opening,
        course=course,
        holdings=gather(
            log.events, course, _counted_sizes(table), table.profile.kitty, table.opening.buriers
        ),
        trump=table.trump,
        order=None if table.trump is None else order_of(table.profile, table.trump),
        places={event.seq: place for place, event in enumerate(log.events)},
        left=table.left,
        exhausted=table.exhausted,
        finished=table.finished,
        kitty=table.kitty,
    )


def _at_most(table: Table, counted: Tally) -> int:
    """Return more points than the defenders can have, whoever won which trick."""
    known = counted.multiplier
    factor = most_factor(table.left) if known is None else max(0, known[1])
    buried = 0 if counted.kitty_points is None else counted.kitty_points[1]
    return card_points(table.profile, CARDS * table.profile.decks) + factor * buried


def _counted_sizes(table: Table) -> dict[Seat, int | None]:
    """Return the hands' sizes, unknown where a deal that is over left every hand with cards."""
    whole_trick_unseen = table.finished and all((n or 0) > 0 for n in table.left.values())
    return dict.fromkeys(SEATS) if whole_trick_unseen else table.sizes


def _tally(table: Table) -> Tally:
    joined = table.log.last("joined")
    carried: Range = exact(0)
    if joined is not None:
        given = joined.get("defender_points")
        if isinstance(given, int):
            carried = exact(given)
        elif given is not None:
            carried = (given[0], given[1])
        else:
            carried = (0, card_points(table.profile, CARDS * table.profile.decks))
    exposed = tuple(c for e in table.log.all("hand_shown") for c in e.cards)
    return tally(
        Sight(
            table.profile,
            table.trump,
            table.opening.declarer,
            table.course,
            table.sizes,
            table.kitty,
            exposed if table.finished else (),
            carried,
            table.exhausted,
            table.finished,
        )
    )


def _gaps(table: Table, counted: Tally) -> list[Gap]:
    """Return what is missing beside plays: readings, trump, declarer, kitty, cards never laid."""
    gaps = []
    here = table.log.events[-1].seq if table.log.events else 0
    for trick in table.course.tricks:
        gaps += [Gap("unread_card", p.seq, p.seat, trick.n) for p in trick.plays if p.unread]
    played = bool(table.course.tricks)
    if played and table.trump is None:
        gaps.append(Gap("unknown_trump", here))
    if played and table.opening.declarer is None:
        gaps.append(Gap("unknown_declarer", here))
    for event in table.log.all("joined"):
        gaps.append(Gap("joined", event.seq))
    seen = [card for play in table.course.plays for card in play.cards] + list(table.kitty or ())
    for card in sorted(excess(seen, table.profile.decks)):
        about = next((p for p in reversed(table.course.plays) if card in p.cards), None)
        gaps.append(
            Gap("extra_copy", here) if about is None else Gap("extra_copy", about.seq, about.seat)
        )
    gaps += _end_gaps(table, counted, here)
    return gaps


def _end_gaps(table: Table, counted: Tally, here: int) -> list[Gap]:
    if not table.finished:
        return []
    if not table.exhausted:
        return [Gap("cards_left", here)]
    last = table.course.tricks[-1]
    gaps = [Gap("unknown_winner", here, None, last.n)] if len(last.winners) > 1 else []
    unseen = table.kitty is None or UNREAD in table.kitty
    if unseen and table.profile.kitty and counted.multiplier != (0, 0):
        gaps.append(Gap("unknown_kitty", here))
    elif table.kitty is not None and len(table.kitty) != table.profile.kitty:
        gaps.append(Gap("kitty_count", here))
    return gaps
