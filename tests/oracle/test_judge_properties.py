"""What holds of every small deal, whatever is planted in it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scorer.cards import SEATS, SUITS
from scorer.fold import fold
from scorer.history import Event, dumps, loads
from scorer.ledger.types import Finding
from tests.oracle.compare import profile
from tests.oracle.judge import rows_of
from tests.oracle.small_deals import Small, assignment, small_deal
from tests.scorer.deals import events_of

NUMBERS = range(0, 2600, 53)
PROOFS = ("revoke", "withheld")


def made(number: int) -> tuple[Small, list[Event]]:
    """Return a numbered small deal and its events."""
    small = small_deal(random.Random(f"property {number}"), *assignment(number))
    return small, events_of(rows_of(small))


def judged(small: Small, events: list[Event]) -> tuple[Finding, ...]:
    """Return the findings of a small deal's events."""
    return fold(events, profile(small.deal.slug)).deals[0].findings


@pytest.mark.parametrize("number", NUMBERS)
def test_a_proof_never_goes_away_when_more_is_seen(number: int) -> None:
    """Every finding that stands at the end was there from its event on, and not before it."""
    small, events = made(number)
    last = [f for f in judged(small, events) if f.offence in PROOFS]
    for end in range(5, len(events) + 1):
        shown = {f.id: f.at for f in judged(small, events[:end]) if f.offence in PROOFS}
        assert {f.id: f.at for f in last if f.at <= events[end - 1].seq}.items() <= shown.items()
        assert all(f.id not in shown for f in last if f.at > events[end - 1].seq)


def renamed(small: Small, seats: dict[str, str], suits: dict[str, str]) -> list[Event]:
    """Return the events with other seats and suits."""

    def other(value: Any) -> Any:
        if isinstance(value, dict):
            return {seats.get(name, name): other(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [other(inner) for inner in value]
        if not isinstance(value, str) or value in ("SJ", "BJ", "NT"):
            return value
        return value[0] + suits[value[1]] if len(value) == 2 and value[1] in suits else value

    rows = []
    for row in rows_of(small):
        new = {name: other(value) for name, value in row.items()}
        for name in ("seat", "declarer", "leader"):
            if name in row:
                new[name] = seats[row[name]]
        if "beaten_by" in row:
            new["beaten_by"]["seat"] = seats[row["beaten_by"]["seat"]]
        if row["type"] == "trump":
            new["suit"] = suits.get(row["suit"], row["suit"])
        rows.append(new)
    return events_of(rows)


@pytest.mark.parametrize("number", NUMBERS)
def test_seats_rotated_and_suits_renamed_change_nothing_else(number: int) -> None:
    small, events = made(number)
    turned = {seat: SEATS[(i + 1 + number % 3) % 4] for i, seat in enumerate(SEATS)}
    seats = {str(seat): str(other) for seat, other in turned.items()}
    suits = dict(zip(SUITS, random.Random(number).sample("SHDC", 4), strict=True))
    plain = judged(small, events)
    other = judged(small, renamed(small, seats, suits))
    facts = {(f.offence, f.seat and seats[f.seat], f.trick, f.at, f.certainty) for f in plain}
    assert facts == {(f.offence, f.seat, f.trick, f.at, f.certainty) for f in other}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_history_comes_back_as_it_was_written(number: int) -> None:
    _, events = made(number)
    text = dumps(events)
    assert loads(text) == events
    assert dumps(loads(text)) == text
