"""Numbers of cards: buried, turned up, left in a hand or played beyond it."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.cards import SEATS, UNREAD, Seat
from scorer.judge import offences
from scorer.judge.case import Case, found
from scorer.ledger.types import Finding


def bury_findings(case: Case) -> Iterator[Finding]:
    """Yield a kitty of the wrong size: as it was buried, or as it was turned up at the end."""
    size = case.profile.kitty
    for event in case.log.all("buried"):
        count = event.get("count")
        if count is not None and count != size:
            yield found(case, offences.BURY_COUNT, event.seat, event.seq)
            return
    for event in case.log.all("kitty"):
        if UNREAD not in event.cards and len(event.cards) != size and size:
            yield found(
                case, offences.BURY_COUNT, case.opening.declarer, event.seq, cards=event.cards
            )


def hand_findings(case: Case) -> Iterator[Finding]:
    """Yield hands with too many cards 多牌: more were laid, or shown at the end, than a hand holds.

    A seat whose plays were short or long has cards left over or is empty early for that reason;
    that is the finding about those plays. A play that was not seen makes every count uncertain.
    """
    if any(trick.missing for trick in case.course.tricks):
        return
    last = max((case.places[play.seq] for play in case.course.plays), default=-1)
    rests = [e for e in case.log.all("hand_shown") if case.places[e.seq] > last]
    for seat in SEATS:
        left = case.left[seat]
        if left is None:
            continue
        shown = [event for event in rests if event.seat == seat]
        if left < 0:
            yield found(case, offences.MISCOUNT, seat, _exceeding(case, seat))
        elif case.exhausted and shown and len(shown[-1].cards) > left:
            yield found(case, offences.MISCOUNT, seat, shown[-1].seq, cards=shown[-1].cards)


def _exceeding(case: Case, seat: Seat) -> int:
    """Return the play with which a seat has laid more cards than a hand holds."""
    size = case.holdings.sizes[seat] or 0
    total = 0
    for play in case.course.plays:
        if play.seat == seat:
            total += len(play.cards)
            if total > size:
                return play.seq
    return case.course.plays[-1].seq
