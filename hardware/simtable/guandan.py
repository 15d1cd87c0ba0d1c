"""Random legal Guandan 掼蛋 deals as the steps a table would see, with a planted false tribute."""

from __future__ import annotations

from random import Random

from hardware.simtable.deals import Deal, Plant, Step
from hardware.simtable.trumps import Trump
from scorer.cards import BIG_JOKER, SEATS, Seat
from scorer.errors import InputError
from scorer.fold import fold
from scorer.guandan.automatch import MatchDeal, exchange, history
from scorer.guandan.autoplay import deal_hands, play_deal
from scorer.guandan.profile import load
from scorer.guandan.rounds import finishing_order

FAULTS = ("tribute_not_largest",)
_HAND = 27
_TRIES = 200


def random_guandan_deal(rng: Random, level: str = "2", fault: str | None = None) -> Deal:
    """Return a deal that follows one whose places the seed chooses, tribute included.

    Raises:
        InputError: no such fault.
    """
    if fault is not None and fault not in FAULTS:
        raise InputError(f"simulated table: unknown fault '{fault}'; one of {', '.join(FAULTS)}")
    for _ in range(_TRIES):
        finish: tuple[Seat, ...] = tuple(rng.sample(SEATS, 4))
        played = _played(rng, level, finish, cheat=fault is not None)
        deal = _steps(played, level, finish)
        if fault is None or _plant(deal, played, level, finish):
            return deal
    raise InputError(f"simulated table: no chance for '{fault}'")


def _played(rng: Random, level: str, finish: tuple[Seat, ...], *, cheat: bool) -> MatchDeal:
    profile = load("house-guandan")
    hands = deal_hands(rng)
    given = exchange(profile, level, finish, hands, rng, cheat=cheat)
    played = play_deal(profile, level, hands, given.leader, rng)
    return MatchDeal(given, None, played, finishing_order(played.finished))


def _steps(deal: MatchDeal, level: str, finish: tuple[Seat, ...]) -> Deal:
    made = Deal(2, level, Trump("NT", level), finish[0], hand=_HAND, finish=finish)
    made.steps.append(Step("draw_begun", finish[-1]))
    given = deal.exchange
    if given is not None:
        for kind, rows in (("tribute", given.paid), ("return", given.returned)):
            made.steps += [Step(kind, one.giver, (one.card,), to=one.to) for one in rows]
        made.steps += _refusal(deal)
    plays = deal.played.plays
    for group, winner in zip(deal.played.rounds, deal.played.winners, strict=True):
        laid: set[Seat] = set()
        for index in group:
            seat, move = plays[index]
            if seat in laid:
                made.steps.append(Step("aside", seat))
            laid.add(seat)
            made.steps.append(Step("play", seat, move.cards))
        made.steps.append(Step("clear", winner))
    made.steps.append(Step("deal_end"))
    return made


def _refusal(deal: MatchDeal) -> list[Step]:
    """Return the showing of both big jokers 抗贡, by whoever holds them."""
    if deal.exchange is None or not deal.exchange.refused:
        return []
    steps = []
    for seat in deal.exchange.refused:
        jokers = tuple(card for card in deal.played.hands[seat] if card == BIG_JOKER)
        if jokers:
            steps.append(Step("shown", seat, jokers))
    return [*steps, Step("no_tribute", steps[-1].seat, (BIG_JOKER, BIG_JOKER))]


def _plant(made: Deal, deal: MatchDeal, level: str, finish: tuple[Seat, ...]) -> bool:
    """Note the planted fault where the play gives it away."""
    header = {"levels": {"NS": level, "EW": level}, "finish": list(finish)}
    found = fold(history(load("house-guandan"), [deal], header)).deals[0].findings
    for finding in found:
        if finding.offence in FAULTS and finding.seat is not None:
            made.plants.append(Plant(finding.offence, finding.seat, 0, finding.cards))
    return bool(made.plants) and len(found) == len(made.plants)
