"""A throw 甩牌: does it stand, what must be played when it does not, and the fine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.cards import SEATS, Card, Seat
from scorer.profile import Profile
from scorer.shengji.order import Line, Trump, order_of
from scorer.shengji.structure import Part, decompose


@dataclass(frozen=True, slots=True)
class ThrowVerdict:
    """The outcome of a throw.

    ``beaten`` are the parts that another hand beats; ``stands`` the ways to go on: the whole throw
    when it succeeds, otherwise what the profile forces, several where the next player 下家
    chooses. ``beaten_by`` are the seats that beat a part; ``fine`` is None when the throw succeeds
    or the profile has no fine.
    """

    succeeds: bool
    beaten: tuple[Part, ...]
    beaten_by: tuple[Seat, ...]
    stands: tuple[tuple[Card, ...], ...]
    fine: int | None


def try_throw(
    profile: Profile,
    trump: Trump,
    thrown: Sequence[Card],
    hands: Mapping[Seat, Sequence[Card]],
) -> ThrowVerdict:
    """Return whether a throw stands against the other hands, partner's included.

    A part is beaten by a higher unit of its kind, a tractor by one at least as long, in one other
    hand. ``thrown`` must be of one class.

    Raises:
        ValueError: the cards mix classes.
    """
    parts = decompose(profile, trump, thrown)
    if parts is None:
        raise ValueError("a throw is of one suit class")
    order = order_of(profile, trump)
    line = order.lines[order.class_of[thrown[0]]]
    held = {seat: line.counts(hands[seat]) for seat in SEATS if seat in hands}
    if len(parts) == 1:
        return ThrowVerdict(True, (), (), (tuple(thrown),), None)
    beaten = tuple(p for p in parts if any(beats(line, counts, p) for counts in held.values()))
    if not beaten:
        return ThrowVerdict(True, (), (), (tuple(thrown),), None)
    by = tuple(s for s, counts in held.items() if any(beats(line, counts, p) for p in beaten))
    stands = _forced(profile, line, parts, beaten)
    return ThrowVerdict(False, beaten, by, stands, fine(profile, thrown, beaten))


def beats(line: Line, counts: Sequence[int], part: Part) -> bool:
    """Return whether counted cards of the line hold a higher unit of the part's kind."""
    copies, length = part.unit
    run = 0
    for number, tier in enumerate(line.tiers):
        if not line.linked[number]:
            run = 0
        held = sum(1 for slot in tier if counts[slot] >= copies)
        if not held:
            run = 0
            continue
        run += held if line.self_linked[number] else 1
        if run >= length and number > part.top:
            return True
    return False


def _forced(
    profile: Profile, line: Line, parts: tuple[Part, ...], beaten: tuple[Part, ...]
) -> tuple[tuple[Card, ...], ...]:
    how = profile.throw.fail_play
    if how == "next_player_chooses":
        return tuple(part.cards for part in beaten)
    if how == "smallest_card":
        lowest = min((card for part in parts for card in part.cards), key=line.index.__getitem__)
        return _equals(line, parts, lowest)
    among = parts if how == "smallest_component" else beaten
    top = min(part.top for part in among)
    least = min(part.unit.size for part in among if part.top == top)
    return tuple(p.cards for p in among if p.top == top and p.unit.size == least)


def _equals(line: Line, parts: tuple[Part, ...], lowest: Card) -> tuple[tuple[Card, ...], ...]:
    """Return the thrown cards that rank as low as the lowest one, each on its own."""
    rank = line.tier[line.index[lowest]]
    cards = {card for part in parts for card in part.cards}
    return tuple((card,) for card in sorted(cards) if line.tier[line.index[card]] == rank)


def fine(profile: Profile, thrown: Sequence[Card], beaten: Sequence[Part]) -> int | None:
    """Return the points of a failed throw (``throw.fine``), or None where there are none."""
    rule = profile.throw.fine
    times = {
        "occurrence": 1,
        "card": len(thrown),
        "thrown_card": len(thrown),
        "thrown_card_minus_1": len(thrown) - 1,
        "beaten_card": sum(len(part.cards) for part in beaten),
    }
    return None if rule.per == "none" else rule.points * times[rule.per]
