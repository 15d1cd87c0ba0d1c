"""What is seen beside the plays: cards taken back, exposed, turned up again; bids; ceding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from scorer.cards import UNREAD, Card, Seat, partner
from scorer.judge import offences
from scorer.judge.case import Case, found
from scorer.ledger.types import Finding


def retraction_findings(case: Case) -> Iterator[Finding]:
    """Yield each play that was taken back 悔牌; the play itself is evidence where it is known."""
    for taken in case.course.retractions:
        yield found(
            case,
            offences.RETRACTION,
            taken.seat,
            taken.seq,
            trick=taken.trick,
            evidence=() if taken.play is None else (taken.play.seq,),
            cards=taken.cards,
        )


def exposed_findings(case: Case) -> Iterator[Finding]:
    """Yield cards shown 暴露张 while cards were still to be played."""
    last = max((case.places[play.seq] for play in case.course.plays), default=-1)
    for event in case.log.all("hand_shown"):
        if case.places[event.seq] < last and event.cards:
            yield found(case, offences.EXPOSED, event.seat, event.seq, cards=event.cards)


def looking_findings(case: Case) -> Iterator[Finding]:
    """Yield a notice for each card of a played trick that was turned up again."""
    first = min((case.places[play.seq] for play in case.course.plays), default=None)
    for event in case.log.all("turned"):
        if first is not None and case.places[event.seq] > first:
            yield found(
                case,
                offences.LOOKED_BACK,
                event.seat,
                event.seq,
                certainty="notice",
                cards=(event.fields["card"],),
            )


def bid_findings(case: Case) -> Iterator[Finding]:
    """Yield each bid that does not count 亮错主."""
    bids = {bid.seq: bid for bid in case.opening.bids}
    for refused in case.opening.refused:
        bid = bids[refused.seq]
        if UNREAD not in bid.cards:
            yield found(
                case,
                offences.WRONG_BID,
                refused.seat,
                refused.seq,
                at=bid.shown_at,
                cards=bid.cards,
            )


def ceding_findings(case: Case) -> Iterator[Finding]:
    """Yield the kitty taken by the declarer's partner 让庄 where the profile forbids it."""
    declarer = case.opening.declarer
    taken = case.log.all("kitty_taken")
    if declarer is None or not taken or not case.profile.rotation.cede_forbidden:
        return
    if taken[0].seat == partner(declarer):
        yield found(case, offences.CEDING, declarer, taken[0].seq)


def copy_findings(case: Case) -> Iterator[Finding]:
    """Yield a notice for each card that has been seen more often than the decks hold it.

    A card that one seat shows twice, exposed and then played, is one card.
    """
    held: dict[tuple[Seat | None, Card], int] = {}
    seen: dict[Card, int] = {}
    shown: dict[Card, list[int]] = {}
    reported: set[Card] = set()
    for seq, seat, least in _seen(case):
        for card, number in least.items():
            shown.setdefault(card, []).append(seq)
            more = number - held.get((seat, card), 0)
            if more <= 0:
                continue
            held[seat, card] = number
            seen[card] = seen.get(card, 0) + more
            if seen[card] <= case.profile.decks or card in reported:
                continue
            reported.add(card)
            yield found(
                case,
                offences.EXTRA_COPY,
                seat,
                seq,
                certainty="notice",
                evidence=shown[card],
                cards=(card,) * seen[card],
            )


def _seen(case: Case) -> list[tuple[int, Seat | None, Mapping[Card, int]]]:
    """Return what each event shows of a hand after the bury, or of the kitty, in order."""
    seen: list[tuple[int, int, Seat | None, Mapping[Card, int]]] = [
        (showing.place, showing.at, showing.seat, showing.least)
        for showing in case.holdings.showings
    ]
    for event in case.log.all("kitty"):
        read = Counter(card for card in event.cards if card != UNREAD)
        seen.append((case.places[event.seq], event.seq, None, read))
    seen.sort(key=lambda item: item[0])
    return [(seq, seat, least) for _, seq, seat, least in seen]
