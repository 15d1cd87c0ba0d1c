"""The course of a Guandan 掼蛋 deal and match: who leads, draws and sits where; clocks, reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from scorer.cards import Card, Seat, next_seat, partner
from scorer.guandan.rules import MatchPoints, PenaltyPoints, PlayPoints, TimePoints
from scorer.guandan.tribute import is_double
from scorer.guandan.types import card_value

_NO_LEVEL = ""


def lead_after_round(winner: Seat, out: Collection[Seat], points: PlayPoints) -> tuple[Seat, str]:
    """Return who leads after a round and by which rule; 接风 where the winner has no cards left."""
    if winner not in out:
        return winner, "round_winner"
    if points.wind == "partner" and partner(winner) not in out:
        return partner(winner), "partner_wind"
    steps = next(step for step in range(1, 5) if step == 4 or next_seat(winner, step) not in out)
    return next_seat(winner, steps), "next_wind"


def lead_first_deal(turned: Seat | None, points: PlayPoints) -> tuple[Seat | None, str]:
    """Return who leads the first deal, given who drew the turned card 翻牌 (None: not seen)."""
    if turned is not None:
        return turned, "turned_card"
    return ("N", "north") if points.first_lead == "north" else (None, "none")


def draws_first(finish: Sequence[Seat], points: PlayPoints) -> Seat | None:
    """Return who draws the first card; no finishing order: first deal; None: by the turned card."""
    if not finish:
        return "N" if points.first_draw == "north" else None
    if is_double(finish) and points.later_draw == "last_or_next_of_first":
        return next_seat(finish[0])
    return finish[-1]


@dataclass(frozen=True, slots=True)
class Report:
    """Whether the number of cards left must be announced 报牌, and whether that is forbidden."""

    must_announce: bool
    forbidden: bool


def report(before: int, after: int, agreed: bool, points: PlayPoints) -> Report:
    """Return what holds when a hand falls from ``before`` to ``after`` cards."""
    closed = points.report_mode == "by_agreement" and not agreed
    crosses = before > points.report_threshold >= after > 0
    return Report(crosses and not closed, closed)


def over_time(clock: str, seconds: int, points: TimePoints) -> tuple[int, bool]:
    """Return the limit of a clock in seconds (0: none) and whether it is exceeded."""
    limit = {
        "first_play": points.first_play_s,
        "play": points.play_s,
        "opening": points.opening_s,
    }[clock]
    return limit, 0 < limit < seconds


@dataclass(frozen=True, slots=True)
class Lateness:
    """What lateness costs: the match, and the right to go on."""

    forfeit: bool
    disqualified: bool


def lateness(minutes: int, late_before: int, withdrew: bool, points: TimePoints) -> Lateness:
    """Return what a pair loses that is late by so many minutes after so many times in a row."""
    late = minutes > points.late_min or (points.late_at_limit and minutes == points.late_min)
    row = points.late_in_a_row
    return Lateness(late or withdrew, late and 0 < row <= late_before + 1)


def conduct_is_legal(act: str, count: int, new_deck: bool, points: PlayPoints) -> bool:
    """Return whether an act at the table is allowed; count: smaller pile of a cut, or shuffles."""
    if act == "take_back":
        return points.take_back == "allowed"
    if act == "view_earlier_trick":
        return points.card_review == "allowed"
    if act == "cut":
        return count >= points.min_cut_pile
    if act == "shuffle":
        return count >= (points.new_deck_shuffles if new_deck else points.shuffles)
    return True


def exposed_lead(
    exposed: Sequence[Card], lead: Sequence[Card], points: PenaltyPoints
) -> tuple[bool, tuple[Card, ...]]:
    """Return whether a lead is allowed with exposed cards 暴露牌, and which stay exposed."""
    left = Counter(exposed)
    if points.exposed_card == "led_first" and (len(lead) != 1 or lead[0] not in left):
        return False, tuple(sorted(exposed))
    left.subtract(card for card in lead if card in left)
    return True, tuple(sorted((+left).elements()))


SeatingAnswer = tuple[Literal["pair1", "pair2"], Literal["pair1", "pair2"]]


def seating(pair1: Card, pair2: Card, points: MatchPoints) -> tuple[SeatingAnswer | None, bool]:
    """Return which pair sits NS and EW, given the cards drawn, and whether to draw again.

    None where lots decide: the drawn cards say nothing. Ace is high, jokers are highest.
    """
    if points.seating == "listed_order":
        return ("pair1", "pair2"), False
    if points.seating == "lots":
        return None, False
    one, two = card_value(pair1, _NO_LEVEL), card_value(pair2, _NO_LEVEL)
    if one == two:
        return None, True
    return (("pair1", "pair2") if one < two else ("pair2", "pair1")), False
