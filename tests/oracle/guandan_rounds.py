"""Simulated Guandan deals, seen as plays alone, against what really happened."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from scorer.cards import RANKS, SEATS
from scorer.guandan.autoplay import PlayedDeal, deal_hands, play_deal
from scorer.guandan.profile import load, with_switches
from scorer.guandan.rounds import Course, Laid, follow

HOUSE = load("house-guandan")
PROFILES = (HOUSE, with_switches(HOUSE, {"wind": "next_player"}))


@dataclass(slots=True)
class Count:
    """How deals, rounds and places came out; ``wrong`` holds the seeds of what was wrong."""

    deals: int = 0
    rounds: int = 0
    plays: int = 0
    ambiguous: int = 0
    declared_away: int = 0
    wrong: list[str] = field(default_factory=list)


def simulate(seed: int, wind: int = 0) -> PlayedDeal:
    """Return a deal played out by simple players."""
    rng = random.Random(seed)
    level = rng.choice(RANKS)
    return play_deal(PROFILES[wind], level, deal_hands(rng), rng.choice(SEATS), rng)


def seen(deal: PlayedDeal, wind: int = 0) -> Course:
    """Return what the plays of a deal imply, passes and meanings unseen."""
    profile = PROFILES[wind]
    plays = [Laid(seat, move.cards) for seat, move in deal.plays]
    left = {seat: len(deal.hands[seat]) for seat in SEATS}
    return follow(plays, left, deal.level, profile.play, profile.types.rules())


def compare(seed: int, count: Count, wind: int = 0) -> None:
    """Add one deal to the count.

    A round is right where it has the plays and the winner that it had, or where the inference
    says of the play that began it that it may also belong to the round before.
    """
    deal = simulate(seed, wind)
    course = seen(deal, wind)
    count.deals += 1
    count.rounds += len(deal.rounds)
    count.plays += len(deal.plays)
    count.ambiguous += len(course.ambiguous)
    starts = {plays[0] for plays in deal.rounds}
    found = {one.plays[0] for one in course.rounds}
    if (starts - found) - set(course.ambiguous) or found - starts or course.faults:
        count.wrong.append(f"rounds of seed {seed}")
    winners = {plays[0]: winner for plays, winner in zip(deal.rounds, deal.winners, strict=True)}
    for one in course.rounds:
        last = max(start for start in starts if start <= one.plays[-1])
        if winners[last] != one.winner:
            count.wrong.append(f"winner of a round of seed {seed}")
    if course.finished != deal.finished or not course.over:
        count.wrong.append(f"places of seed {seed}")
    for one in course.rounds:
        for place, index in enumerate(one.plays):
            if deal.plays[index][1].meant not in one.meanings[place]:
                count.declared_away += 1
                count.wrong.append(f"meaning of play {index} of seed {seed}")
