"""Is a play a legal answer to a lead? And: is it illegal whatever else the hand held?

* ``verdict(profile, trump, led, hand, play) -> FollowVerdict(legal, required)``; ``hand`` is the
  whole hand before the play, other suits included.
* ``proven_illegal(profile, trump, led, known, play, unseen, hand_size) -> bool`` for a hand of
  which only a part is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorer.cards import Card
from scorer.profile import Profile
from scorer.shengji.families import FREE, demand_table, meet
from scorer.shengji.ladder import Ladder, ladder_of
from scorer.shengji.order import Line, Trump, order_of
from scorer.shengji.structure import decompose
from scorer.shengji.supply import Supply
from scorer.shengji.units import Unit


@dataclass(frozen=True, slots=True)
class FollowVerdict:
    """Whether the play is legal, and the equal best rungs demanded of the hand.

    ``required`` is empty where no shape is demanded: the hand holds fewer cards of the led class
    than were led, or the lead itself is not of one class.
    """

    legal: bool
    required: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Lead:
    line: Line
    size: int
    ladder: Ladder
    demand: tuple[int, ...]
    loose_singles: bool


@lru_cache(maxsize=512)
def _lead(profile: Profile, trump: Trump, led: tuple[Card, ...]) -> _Lead | None:
    parts = decompose(profile, trump, led)
    if parts is None:
        return None
    order = order_of(profile, trump)
    units = tuple(part.unit for part in parts)
    return _Lead(
        line=order.lines[order.class_of[led[0]]],
        size=len(led),
        ladder=ladder_of(profile, units),
        demand=demand_table(profile, lone_pair=units == (Unit(2, 1),)),
        loose_singles=all(unit == Unit(1, 1) for unit in units),
    )


def verdict(
    profile: Profile,
    trump: Trump,
    led: Sequence[Card],
    hand: Sequence[Card],
    play: Sequence[Card],
) -> FollowVerdict:
    """Return whether a play from a known hand answers the lead as the profile demands.

    ``play`` must be part of ``hand``. Fewer cards of the led class than led: all of them must be
    played. Otherwise the play must realise a rung not below the best that can be demanded. A lead
    that mixes classes or holds an unread card demands nothing.
    """
    lead = _lead(profile, trump, tuple(led))
    if lead is None:
        return FollowVerdict(len(play) == len(led), ())
    held = lead.line.counts(hand)
    laid = lead.line.counts(play)
    in_hand, in_play = sum(held), sum(laid)
    if in_hand < lead.size:
        return FollowVerdict(len(play) == lead.size and in_play == in_hand, ())
    if lead.loose_singles:
        return FollowVerdict(
            in_play == lead.size == len(play), ("1" if lead.size == 1 else f"1*{lead.size}",)
        )
    demand = lead.demand
    supply = Supply(lead.line, [demand[n] for n in held])
    best, required = lead.ladder.best(supply)
    if in_play != lead.size or len(play) != lead.size:
        return FollowVerdict(False, required)
    own = Supply(lead.line, [FREE[n] for n in laid])
    return FollowVerdict(lead.ladder.reaches(own, best), required)


def proven_illegal(
    profile: Profile,
    trump: Trump,
    led: Sequence[Card],
    known: Sequence[Card],
    play: Sequence[Card],
    unseen: Counter[Card],
    hand_size: int,
) -> bool:
    """Return whether no hand makes the play legal that holds ``known`` and the play, has
    ``hand_size`` cards, and takes the others from ``unseen``.

    Sound and complete over those hands. Only the copies of the led class matter. Cards of other
    classes can be added freely, so the class may gain any number of unseen copies between what the
    other classes cannot absorb and what the hand has room for. For a given gain every slot's final
    number of copies is tried, in a search that replaces an undecided slot by what it gives
    *whichever* number it ends with: where even that poorest hand is owed a better rung than the
    play realises, no completion of the branch can make it legal, and the branch is closed. A hand
    is accepted only when all numbers are fixed and the play passes the very test of
    :func:`verdict`. Copies beyond a set can *lift* a duty (a quad need not be broken), which is
    why the known cards alone do not decide.
    """
    lead = _lead(profile, trump, tuple(led))
    if lead is None:
        return False
    if len(play) != lead.size:
        return True
    line = lead.line
    laid = line.counts(play)
    in_play = sum(laid)
    own = Supply(line, [FREE[n] for n in laid])
    if in_play == lead.size and (lead.loose_singles or lead.ladder.reaches(own, lead.ladder.top)):
        return False
    certain = Counter(known) | Counter(play)
    held = line.counts(certain.elements())
    room = hand_size - certain.total()
    spare = [unseen.get(card, 0) for card in line.slots]
    least = max(0, room - (unseen.total() - sum(spare)))
    if in_play < lead.size:
        return sum(held) > in_play or least > 0
    search = _Search(lead, own, spare, least, max(room, 0))
    return not search.legal(tuple(held))


@dataclass(frozen=True, slots=True)
class _Search:
    """The search for a hand that excuses a play; see :func:`proven_illegal`."""

    lead: _Lead
    own: Supply
    spare: list[int]
    least: int
    room: int

    def legal(self, held: tuple[int, ...]) -> bool:
        """Return whether some completion of the known numbers makes the play legal."""
        fixed = tuple(0 if self.spare[slot] else 1 for slot in range(len(held)))
        return self._excused(held, fixed, self.least, self.room)

    def _excused(
        self, held: tuple[int, ...], fixed: tuple[int, ...], least: int, room: int
    ) -> bool:
        spare, demand = self.spare, self.lead.demand
        open_slots = [slot for slot, done in enumerate(fixed) if not done]
        if sum(spare[slot] for slot in open_slots) < least:
            return False
        families = [
            demand[n] if fixed[slot] else meet(demand[n : n + min(spare[slot], room) + 1])
            for slot, n in enumerate(held)
        ]
        if not self._passes(families):
            return False
        free = sum(1 for slot in open_slots if held[slot] == 0)
        if least <= free and self._passes([demand[n] for n in held]):
            return True
        chosen = max(open_slots, key=lambda slot: held[slot], default=None)
        if chosen is None or (least <= free and held[chosen] < 2):
            return False
        return any(
            self._excused(after, now, max(0, least - added), room - added)
            for added, after, now in self._options(held, fixed, chosen, room)
        )

    def _passes(self, families: list[int]) -> bool:
        supply = Supply(self.lead.line, families)
        return self.lead.ladder.reaches(self.own, self.lead.ladder.best(supply)[0])

    def _options(
        self, held: tuple[int, ...], fixed: tuple[int, ...], slot: int, room: int
    ) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        now = (*fixed[:slot], 1, *fixed[slot + 1 :])
        for added in range(min(self.spare[slot], room), -1, -1):
            after = (*held[:slot], held[slot] + added, *held[slot + 1 :])
            yield added, after, now
