"""Numbers of cards: buried, turned up, left in a hand or played beyond it."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.cards import SEATS, UNREAD
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
    """Yield hands with cards too many or too few 多牌少牌.

    Too many are seen as soon as a seat lays more than a hand holds; cards left over, or a hand
    empty early, when the deal is over. A play that was not seen makes every count uncertain.
    """
    if any(trick.missing for trick in case.course.tricks):
        return
    left = case.left
    for seat in SEATS:
        number = left[seat]
        if number is None or number == 0:
            continue
        mine = [play for play in case.course.plays if play.seat == seat]
        if number < 0:
            yield found(case, offences.MISCOUNT, seat, _exceeding(case, mine[0].seq, seat))
        elif case.finished and any(other == 0 for other in left.values()) and mine:
            shown = [e.seq for e in case.log.all("hand_shown") if e.seat == seat]
            at = case.event(case.last_place).seq
            yield found(case, offences.MISCOUNT, seat, mine[-1].seq, at=at, evidence=(*shown, at))


def _exceeding(case: Case, first: int, seat: str) -> int:
    """Return the play with which a seat has laid more cards than a hand holds."""
    size = case.holdings.sizes.get(next(s for s in SEATS if s == seat)) or 0
    total = 0
    for play in case.course.plays:
        if play.seat == seat:
            total += len(play.cards)
            if total > size:
                return play.seq
    return first
