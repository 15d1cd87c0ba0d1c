"""A proof is only as good as its reading: what hangs on one doubtful card is only suspected."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scorer.cards import UNREAD, Card, CardError, parse_card
from scorer.history import Event
from scorer.ledger.types import Doubt, Finding

SURE = 0.9
"""A card read with at least this probability is not doubted."""

Judge = Callable[[Sequence[Event]], Collection[str]]
"""Returns the ids of the findings of other events."""


def weighed(
    findings: Sequence[Finding],
    events: Sequence[Event],
    judge: Judge,
    also: Callable[[Finding], Sequence[int]] = lambda _: (),
) -> tuple[Finding, ...]:
    """Return the findings; one that vanishes with the next reading of a card is suspected.

    ``also`` gives further events on whose reading a finding rests, such as the lead.
    """
    by_seq = {event.seq: event for event in events}
    answers: dict[tuple[int, int], Collection[str]] = {}

    def vanishes(finding: Finding, event: Event, index: int, other: Card) -> bool:
        key = event.seq, index
        if key not in answers:
            tried = [_read_as(e, index, other) if e.seq == event.seq else e for e in events]
            answers[key] = judge(tried)
        return finding.id not in answers[key]

    def doubt_of(finding: Finding) -> Doubt | None:
        for seq in dict.fromkeys((*finding.evidence, *also(finding))):
            event = by_seq.get(seq)
            for index, card, other in () if event is None else doubtful(event):
                if event is not None and vanishes(finding, event, index, other):
                    return Doubt(seq, index, card, other)
        return None

    result = []
    for finding in findings:
        doubt = doubt_of(finding) if finding.certainty == "proven" else None
        if doubt is not None:
            finding = replace(finding, certainty="suspected", doubt=doubt)
        result.append(finding)
    return tuple(result)


def over_full(
    findings: Sequence[Finding],
    events: Sequence[Event],
    extra: Mapping[Card, Sequence[int]],
    also: Callable[[Finding], Sequence[int]] = lambda _: (),
) -> tuple[Finding, ...]:
    """Return the findings; one that rests on a card seen more often than it exists is suspected.

    ``extra`` gives for each such card the events that show it: one of them was misread.
    """
    by_seq = {event.seq: event for event in events}
    result = []
    for finding in findings:
        shown = {*finding.evidence, *also(finding)}
        card = next((c for c, s in extra.items() if c in finding.cards or shown & set(s)), None)
        if finding.certainty == "proven" and card is not None:
            doubt = _least_sure(card, [by_seq[seq] for seq in extra[card]])
            finding = replace(finding, certainty="suspected", doubt=doubt)
        result.append(finding)
    return tuple(result)


def _least_sure(card: Card, events: Sequence[Event]) -> Doubt:
    """Return the reading to look at; a card shown only by a covering play 甩牌 has no place."""
    named = [event for event in events if card in event.cards] or list(events)
    event = min(named, key=lambda e: float(e.get("confidence", 1.0)))
    index = event.cards.index(card) if card in event.cards else 0
    other = next((o for i, _, o in doubtful(event, sure=2.0) if i == index), UNREAD)
    return Doubt(event.seq, index, card, other)


def doubtful(event: Event, sure: float = SURE) -> Iterator[tuple[int, Card, Card]]:
    """Yield each doubtful card of an event: its place, its reading, its next reading."""
    cards = event.cards
    each = event.get("confidences")
    for index, card in enumerate(cards):
        p = each[index] if isinstance(each, list) and index < len(each) else None
        p = event.get("confidence") if p is None else p
        if p is None or float(p) >= sure:
            continue
        other = next_reading(event.get("alternatives"), index, cards)
        if other is not None and other != card:
            yield index, card, other


def next_reading(alternatives: Any, index: int, cards: Sequence[Card]) -> Card | None:
    """Return the next reading of a card, whichever way the alternatives are written down.

    They are a list for each card, a mapping from card to list, or, for one card, its list; an entry
    is a card or ``[card, probability]``.
    """
    if isinstance(alternatives, dict):
        return _first(alternatives.get(cards[index]))
    if not isinstance(alternatives, list) or not alternatives:
        return None
    if len(cards) == 1 and (_is_entry(alternatives[0]) or len(alternatives) != 1):
        return _first(alternatives)
    if len(alternatives) == len(cards):
        return _first(alternatives[index])
    return None


def _is_entry(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) == 2 and isinstance(value[1], int | float)
    return isinstance(value, str | dict)


def _first(value: Any) -> Card | None:
    if isinstance(value, list) and value and not _is_entry(value):
        value = value[0]
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        value = value.get("card")
    try:
        return parse_card(value) if isinstance(value, str) else None
    except CardError:
        return None


def _read_as(event: Event, index: int, card: Card) -> Event:
    cards = list(event.cards)
    cards[index] = card
    return Event(event.seq, MappingProxyType({**event.fields, "cards": cards}), event.line)
