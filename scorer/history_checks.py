"""Places where a history cannot be what happened: checked beyond what each line may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scorer.cards import UNREAD, Card
from scorer.effective import effective
from scorer.history import Event, HistoryError

MOST_DECKS = 4
"""Decks of the largest game; no card exists more often."""
_NEEDS_DEAL = frozenset(
    {"bid", "kitty_taken", "buried", "play", "trump", "kitty", "kitty_flip"}
    | {"tribute", "return", "no_tribute"}
)
_SHOWING = ("play", "kitty")


def first_impossible(events: Iterable[Event]) -> HistoryError | None:
    """Return the first place that cannot be: a card too many, a play outside a deal; or None.

    A card seen more often than the profile's decks hold is a finding of the judge; more often than
    any game's decks hold, it is no history. Cards taken back are not counted.
    """
    log = effective(events)
    withdrawn = {e.get("of") for e in log if e.type == "retracted"}
    failed = {e.get("of"): e.get("stands") or () for e in log if e.type == "throw_failed"}
    started = over = False
    seen: Counter[Card] = Counter()
    for event in log:
        if event.type in ("deal", "redeal"):
            started, over, seen = True, False, Counter()
        elif event.type == "deal_end":
            over = True
        elif event.type in _NEEDS_DEAL and (not started or over):
            where = "after the deal was ended" if over else "before the first 'deal' event"
            return HistoryError(_line(event), "type", f"'{event.type}' {where}")
        if event.type not in _SHOWING or event.seq in withdrawn:
            continue
        cards = failed.get(event.seq) or event.cards
        seen.update(card for card in cards if card != UNREAD)
        for card in cards:
            if seen[card] > MOST_DECKS:
                return HistoryError(
                    _line(event), "cards", f"{card} for the {seen[card]}th time in one deal"
                )
    return None


def _line(event: Event) -> int:
    return event.line or event.seq
