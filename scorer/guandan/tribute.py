"""Tribute 进贡, return 还贡, refusal 抗贡 and who leads after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scorer.cards import BIG_JOKER, Card, Seat, is_joker, next_seat, partner, side_of
from scorer.guandan.rules import TributePoints
from scorer.guandan.types import card_value, natural_value, wild_card

_TEN = natural_value("T")


@dataclass(frozen=True, slots=True)
class Payment:
    """One card due: payer, receiver (None: someone must choose) and the cards that satisfy it."""

    payer: Seat
    to: Seat | None
    eligible: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TributePlan:
    """What is due after a deal: refusal, payments and who leads."""

    anti: Literal["no", "yes", "optional"]
    tie: bool
    assignment: str
    payments: tuple[Payment, ...]
    lead: Seat | None
    lead_rule: str


@dataclass(frozen=True, slots=True)
class Given:
    """A card that changed hands."""

    giver: Seat
    to: Seat
    card: Card


def is_double(finish: Sequence[Seat]) -> bool:
    """Return whether one side came first and second 双下."""
    return len(finish) > 1 and side_of(finish[0]) == side_of(finish[1])


def payers(finish: Sequence[Seat], points: TributePoints) -> tuple[Seat, ...]:
    """Return who pays: both losers after a double, else last place (also as partner of first)."""
    if is_double(finish):
        return (finish[2], finish[3])
    if finish[3] == partner(finish[0]) and points.partner_tribute == "no_tribute":
        return ()
    return (finish[3],)


def largest(hand: Sequence[Card], level: str) -> tuple[Card, ...]:
    """Return the cards that may be paid: the largest but for the heart level card, sorted."""
    payable = [card for card in hand if card != wild_card(level)]
    top = max((card_value(card, level) for card in payable), default=0)
    return tuple(sorted({card for card in payable if card_value(card, level) == top}))


def plan(
    finish: Sequence[Seat],
    hands: Mapping[Seat, Sequence[Card]],
    level: str,
    points: TributePoints,
) -> TributePlan:
    """Return what is due after a deal that ended in this finishing order.

    ``hands`` needs the payers' hands only. Source: the documents' tribute articles 进贡;
    equal double tributes as the profile reads it.
    """
    paying = payers(finish, points)
    if not paying:
        return TributePlan("no", False, "none", (), None, "none")
    held = sum(list(hands[seat]).count(BIG_JOKER) for seat in paying)
    if held >= 2 and points.anti_mode == "automatic":
        return TributePlan("yes", False, "none", (), finish[0], "first_place")
    due = _due(finish, {seat: largest(hands[seat], level) for seat in paying}, level, points)
    if held >= 2:
        return TributePlan("optional", due.tie, due.assignment, due.payments, None, "none")
    return due


def _due(
    finish: Sequence[Seat],
    cards: Mapping[Seat, tuple[Card, ...]],
    level: str,
    points: TributePoints,
) -> TributePlan:
    first, second = finish[0], finish[1]
    if len(cards) == 1:
        payer = next(iter(cards))
        single = (Payment(payer, first, cards[payer]),)
        return TributePlan("no", False, "single", single, payer, "payer")
    near, far = next_seat(first), next_seat(first, 3)
    worth = {seat: card_value(cards[seat][0], level) if cards[seat] else -1 for seat in cards}
    if worth[near] != worth[far]:
        larger, smaller = (near, far) if worth[near] > worth[far] else (far, near)
        paid = (Payment(larger, first, cards[larger]), Payment(smaller, second, cards[smaller]))
        return TributePlan("no", False, "by_rank", paid, larger, "larger_payer")
    assignment = tie_assignment(cards[near], points)
    fixed = assignment == "seat_order"
    paid = (
        Payment(near, first if fixed else None, cards[near]),
        Payment(far, second if fixed else None, cards[far]),
    )
    if points.tie_lead == "next_of_first":
        return TributePlan("no", True, assignment, paid, near, "next_of_first")
    lead = near if points.tie_lead == "payer_to_first" and fixed else None
    return TributePlan("no", True, assignment, paid, lead, points.tie_lead)


def tie_assignment(eligible: Sequence[Card], points: TributePoints) -> str:
    """Return how equal double tributes are shared out; jokers are never picked."""
    if points.tie_assignment == "next_pays_first":
        return "seat_order"
    if points.tie_assignment == "winner_may_pick" and any(map(is_joker, eligible)):
        return "losers_pick_return"
    return points.tie_assignment


def is_low(card: Card, level: str, points: TributePoints) -> bool:
    """Return whether a card is 10 or lower; level cards are not, unless the profile allows it."""
    if is_joker(card) or natural_value(card[0]) > _TEN or card == wild_card(level):
        return False
    return card[0] != level or points.level_card_return == "by_face"


@dataclass(frozen=True, slots=True)
class ReturnChoice:
    """The cards that may be returned, by which rule, and how they are shown."""

    eligible: tuple[Card, ...]
    rule: Literal["le_ten", "any", "smallest"]
    visibility: Literal["open", "together", "face_down_until_both"]


def return_choice(
    hand: Sequence[Card], level: str, double: bool, points: TributePoints
) -> ReturnChoice:
    """Return what the receiver of a tribute may give back from his hand after the tribute.

    Without a card of 10 or lower the smallest card is due (national custom).
    """
    shown = points.double_visibility if double else "open"
    if double and points.double_return == "any":
        return ReturnChoice(tuple(sorted(set(hand))), "any", shown)
    low = sorted({card for card in hand if is_low(card, level, points)})
    if low:
        return ReturnChoice(tuple(low), "le_ten", shown)
    least = min(card_value(card, level) for card in hand)
    smallest = sorted({card for card in hand if card_value(card, level) == least})
    return ReturnChoice(tuple(smallest), "smallest", shown)


def lead_after_tribute(
    finish: Sequence[Seat],
    paid: Sequence[Given],
    returned: Sequence[Given],
    level: str,
    points: TributePoints,
) -> tuple[Seat | None, str]:
    """Return who leads the deal and by which rule; None where someone must choose."""
    first = finish[0]
    if not paid:
        return first, "first_place"
    if len(paid) == 1:
        return paid[0].giver, "payer"
    one, two = (card_value(given.card, level) for given in paid[:2])
    if one != two:
        return paid[0 if one > two else 1].giver, "larger_payer"
    if points.tie_lead == "payer_to_first":
        return next((g.giver for g in paid if g.to == first), None), "payer_to_first"
    if points.tie_lead == "payers_choose":
        return None, "payers_choose"
    if points.tie_lead == "smaller_return":
        if len(returned) < 2:
            return None, "smaller_return"
        ranked = sorted(returned[:2], key=lambda given: card_value(given.card, level))
        if card_value(ranked[0].card, level) != card_value(ranked[1].card, level):
            return ranked[0].to, "smaller_return"
    return next_seat(first), "next_of_first"
