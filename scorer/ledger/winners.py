"""Who may have won a trick, whatever was not read or not seen."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.cards import UNREAD, Seat
from scorer.ledger.tricks import Winners
from scorer.ledger.types import Play
from scorer.profile import Profile
from scorer.shengji.order import Trump, order_of
from scorer.shengji.trick import winner


def winners_by(profile: Profile, trump: Trump | None) -> Winners:
    """Return the test for a deal; without a known trump anyone may have won.

    A play of the wrong number of cards wins nothing. An unread card may win or not; a seat whose
    play is missing may have won; an unread or mixed lead leaves the trick open to everyone.
    """
    if trump is None:
        return lambda plays, missing: frozenset(play.seat for play in plays) | frozenset(missing)
    order = order_of(profile, trump)

    def possible(plays: Sequence[Play], missing: Sequence[Seat]) -> frozenset[Seat]:
        led = plays[0]
        unread = frozenset(play.seat for play in plays if UNREAD in play.cards)
        if led.seat in unread:
            return frozenset(play.seat for play in plays) | frozenset(missing)
        if order.only_class(led.cards) is None:
            return frozenset({led.seat})
        read = [p for p in plays if p.seat not in unread and len(p.cards) == len(led.cards)]
        best = read[winner(profile, trump, [play.cards for play in read])].seat
        return frozenset({best}) | unread | frozenset(missing)

    return possible
