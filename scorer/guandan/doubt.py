"""A proof is only as good as its reading: findings that rest on one doubtful card are suspected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import Card
from scorer.history import Event
from scorer.ledger.types import Doubt, Finding

SURE = 0.9
"""Confidence from which a reading is not doubted."""


def weighed(
    found: Sequence[Finding],
    events: Sequence[Event],
    judge: Callable[[Sequence[Event]], Sequence[Finding]],
) -> tuple[Finding, ...]:
    """Return the findings; one that vanishes with another reading of a card is suspected.

    ``judge`` gives the findings of other events, so that each doubtful card can be tried.
    """
    by_seq = {event.seq: event for event in events}
    result = []
    for finding in found:
        doubt = None
        if finding.certainty == "proven":
            evidence = [by_seq[seq] for seq in finding.evidence if seq in by_seq]
            doubt = _doubt(finding, evidence, events, judge)
        weak = doubt is not None
        result.append(replace(finding, certainty="suspected", doubt=doubt) if weak else finding)
    return tuple(result)


def _doubt(
    finding: Finding,
    evidence: Sequence[Event],
    events: Sequence[Event],
    judge: Callable[[Sequence[Event]], Sequence[Finding]],
) -> Doubt | None:
    for event in evidence:
        for index, card, other in doubtful(event):
            changed = _with_card(event, index, other)
            tried = [changed if one.seq == event.seq else one for one in events]
            if all(one.id != finding.id for one in judge(tried)):
                return Doubt(event.seq, index, card, other)
    return None


def doubtful(event: Event) -> Iterator[tuple[int, Card, Card]]:
    """Yield each card of low confidence that has a next reading: place, card, other card."""
    cards = event.cards or ((str(event.get("card")),) if event.get("card") else ())
    confidences = event.get("confidences") or [event.get("confidence")] * len(cards)
    alternatives = event.get("alternatives") or []
    for index, card in enumerate(cards):
        sure = confidences[index] if index < len(confidences) else None
        other = _next_reading(alternatives, index, len(cards))
        if isinstance(sure, int | float) and sure < SURE and other not in (None, card):
            yield index, card, str(other)


def _next_reading(alternatives: Any, index: int, cards: int) -> Any:
    """Return the next reading of a card: one list for each card, or one list for a single card."""
    if not isinstance(alternatives, list) or not alternatives:
        return None
    nested = all(isinstance(one, list) and (not one or isinstance(one[0], list | dict))
                 for one in alternatives)  # fmt: skip
    if nested and len(alternatives) == cards:
        row = alternatives[index]
    else:
        row = alternatives if cards == 1 else []
    first = row[0] if row else None
    if isinstance(first, list):
        return first[0] if first else None
    return first.get("card") if isinstance(first, dict) else first


def _with_card(event: Event, index: int, card: Card) -> Event:
    if event.cards:
        return event.changed(cards=[card if i == index else c for i, c in enumerate(event.cards)])
    return event.changed(card=card)
