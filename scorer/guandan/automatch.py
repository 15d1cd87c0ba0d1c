"""Whole Guandan 掼蛋 matches by simple players as hand histories, tribute included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.cards import BIG_JOKER, SEATS, SIDES, Card, Seat, Side, side_of
from scorer.guandan.autoplay import Chooser, PlayedDeal, deal_hands, play_deal
from scorer.guandan.levels import deal_level, level_up
from scorer.guandan.profile import GuandanProfile
from scorer.guandan.rounds import finishing_order
from scorer.guandan.tribute import (
    Given,
    Payment,
    lead_after_tribute,
    payers,
    plan,
    return_choice,
)
from scorer.guandan.types import card_value, wild_card
from scorer.history import Event, make

Hands = dict[Seat, list[Card]]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Cards given before a deal, who refused, and who leads."""

    paid: tuple[Given, ...]
    returned: tuple[Given, ...]
    refused: tuple[Seat, ...]
    leader: Seat


@dataclass(frozen=True, slots=True)
class MatchDeal:
    """A deal of a match: how it began, how it was played, its places."""

    exchange: Exchange | None
    turned: Seat | None
    played: PlayedDeal
    finish: tuple[Seat, ...]


def exchange(
    profile: GuandanProfile,
    level: str,
    finish: Sequence[Seat],
    hands: Hands,
    chooser: Chooser,
    *,
    cheat: bool = False,
) -> Exchange:
    """Pay tribute and give back, changing the hands; with ``cheat`` a payer keeps its largest."""
    due = plan(finish, hands, level, profile.tribute)
    if not due.payments:
        refused = payers(finish, profile.tribute) if due.anti == "yes" else ()
        return Exchange((), (), refused, due.lead or finish[0])
    paid, returned = [], []
    for place, payment in enumerate(due.payments):
        card = chooser.choice(payment.eligible)
        if cheat and place == 0:
            card = _smaller(hands[payment.payer], card, level)
        paid.append(_give(hands, payment.payer, _receiver(finish, payment, place), card))
    for given in paid:
        choice = return_choice(hands[given.to], level, len(paid) == 2, profile.tribute)
        returned.append(_give(hands, given.to, given.giver, chooser.choice(choice.eligible)))
    leader, _ = lead_after_tribute(finish, paid, returned, level, profile.tribute)
    return Exchange(tuple(paid), tuple(returned), (), leader or paid[0].giver)


def _receiver(finish: Sequence[Seat], payment: Payment, place: int) -> Seat:
    return payment.to or finish[place]


def _smaller(hand: Sequence[Card], card: Card, level: str) -> Card:
    """Return the largest card below the one that is due."""
    value = card_value(card, level)
    below = [c for c in hand if c != wild_card(level) and card_value(c, level) < value]
    return max(sorted(below), key=lambda c: card_value(c, level), default=card)


def _give(hands: Hands, giver: Seat, to: Seat, card: Card) -> Given:
    hands[giver].remove(card)
    hands[to].append(card)
    return Given(giver, to, card)


def play_match(
    profile: GuandanProfile, deals: int, chooser: Chooser, *, cheat_in: int = 0
) -> list[MatchDeal]:
    """Return so many deals in a row; in deal ``cheat_in`` a payer keeps back its largest card."""
    levels: dict[Side, str] = dict.fromkeys(SIDES, profile.levels.start)
    fails: dict[Side, int] = dict.fromkeys(SIDES, 0)
    last: Side | None = None
    finish: tuple[Seat, ...] = ()
    played: list[MatchDeal] = []
    for number in range(1, deals + 1):
        level, own_side = deal_level(last, levels, profile.levels)
        hands = deal_hands(chooser)
        given, turned = None, None
        if finish:
            given = exchange(profile, level, finish, hands, chooser, cheat=number == cheat_in)
            leader = given.leader
        else:
            turned = leader = chooser.choice(SEATS)
        one = play_deal(profile, level, hands, leader, chooser)
        finish = finishing_order(one.finished)
        played.append(MatchDeal(given, turned, one, finish))
        after = level_up(level, own_side, levels, finish, fails, profile.levels)
        levels, fails, last = after.levels, after.a_fails, side_of(finish[0])
        if after.winner is not None:
            break
    return played


def history(
    profile: GuandanProfile, deals: Sequence[MatchDeal], header: Mapping[str, Any] | None = None
) -> list[Event]:
    """Return the deals as a camera records them: passes are not seen."""
    raw: list[dict[str, Any]] = [
        {"type": "match", "dipai": 1, "profile": profile.slug, **(header or {})}
    ]
    for number, deal in enumerate(deals, start=1):
        raw.append({"type": "deal", "deal": number, "declarer": None})
        if deal.turned is not None:
            raw.append({"type": "turned", "seat": deal.turned, "card": "AS"})
        if deal.exchange is not None:
            raw += _exchange_events(deal.exchange)
        for seat, move in deal.played.plays:
            raw.append({"type": "play", "seat": seat, "cards": list(move.cards)})
        raw.append({"type": "deal_end"})
    return [
        make(seq, fields["type"], **{k: v for k, v in fields.items() if k != "type"})
        for seq, fields in enumerate(raw, start=1)
    ]


def _exchange_events(given: Exchange) -> list[dict[str, Any]]:
    if given.refused:
        shown = [BIG_JOKER, BIG_JOKER]
        return [{"type": "no_tribute", "seats": list(given.refused), "shown": shown}]
    rows = [("tribute", one) for one in given.paid] + [("return", one) for one in given.returned]
    return [{"type": kind, "from": one.giver, "to": one.to, "card": one.card} for kind, one in rows]
