"""What stands beside the fold: confirmations, warnings, calls for the referee, the shot clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.cards import SIDES
from scorer.effective import effective
from scorer.family import AnyProfile
from scorer.history import Event
from scorer.profile import Profile
from scorer.shengji.clock import Action, limit
from webui.i18n import catalog

UNFIT = ("missing_play", "unread_card", "unseen_play", "retraction_unplaced", "unknown_winner")
"""Gaps that mean: the table no longer fits the record."""
NEAR = 1
"""Gaps older than this many tricks before the current one are history, not news."""


def of_this_deal(events: Sequence[Event]) -> list[Event]:
    """Return what counts since the newest deal began."""
    found: list[Event] = []
    for event in effective(events):
        found = [] if event.type == "deal" else [*found, event]
    return found


def public(
    events: Sequence[Event],
    table: Mapping[str, Any],
    gaps: Sequence[Mapping[str, Any]],
    profile: AnyProfile | None,
) -> dict[str, Any]:
    """Return what everyone may see beside the score."""
    now = of_this_deal(events)
    trick = table.get("trick_number") or 0
    return {
        "confirmed": [s for s in SIDES if any(_confirms(event, s) for event in now)],
        "warnings": [warning(event) for event in now if event.type == "warning"],
        "unfit": [
            {"code": gap["code"], "seat": gap.get("seat"), "trick": gap.get("trick")}
            for gap in gaps
            if gap["code"] in UNFIT and (gap.get("trick") or trick) >= trick - NEAR
        ],
        "limit": _limit(profile, table),
        "rulings": [_named(ruling, now) for ruling in table.get("rulings") or ()],
    }


def _confirms(event: Event, side: str) -> bool:
    return event.type == "confirm" and event.get("side") == side


def warning(event: Event) -> dict[str, Any]:
    """Return a warning given by hand."""
    names = ("side", "offence", "reason")
    return {"seq": event.seq, **{name: event.get(name) for name in names}}


def _named(ruling: Mapping[str, Any], events: Sequence[Event]) -> dict[str, Any]:
    """Return a ruling with the offence that the referee named, where no finding names one."""
    if ruling.get("offence"):
        return dict(ruling)
    own = next((e.get("offence") for e in events if e.seq == ruling.get("seq")), None)
    return {**ruling, "offence": own}


def _limit(profile: AnyProfile | None, table: Mapping[str, Any]) -> int | None:
    """Return the seconds for the action that is due, where the profile limits it."""
    if not isinstance(profile, Profile) or table.get("phase") not in ("play", "bury"):
        return None
    return limit(profile, _action(table))


def _action(table: Mapping[str, Any]) -> Action:
    if table.get("phase") == "bury":
        return "bury"
    if table.get("trick"):
        return "follow"
    return "lead" if table.get("last_trick") else "first_lead"


def calls(events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    """Yield the open calls of players; one that the referee has seen is undone."""
    for event in of_this_deal(events):
        if event.type == "call":
            names = ("seat", "about", "cards", "t")
            yield {"seq": event.seq, **{name: event.get(name) for name in names}}


def english(offence: str) -> str | None:
    """Return an offence in English, whatever the language of the page."""
    return catalog("en").get(f"offence:{offence}")


def times(events: Sequence[Event], findings: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return when each finding came up, by its id (ISO 8601)."""
    by_seq = {event.seq: event.get("t") for event in events}
    found = {str(one["id"]): by_seq.get(one["at"]) for one in findings}
    return {name: str(t) for name, t in found.items() if t}
