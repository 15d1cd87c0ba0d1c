"""The first event of a match: who plays, by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.cards import SIDES
from scorer.history import Event
from scorer.profile import Profile


def match_event(
    match_id: str,
    profile: Profile,
    *,
    levels: Mapping[str, str] | None = None,
    players: Mapping[str, str] | None = None,
    switches: Mapping[str, object] | None = None,
    **about: str,
) -> Event:
    """Return the ``match`` event; levels default to the start level of the profile."""
    fields: dict[str, Any] = {
        "type": "match",
        "dipai": 1,
        "id": match_id,
        **{name: value for name, value in about.items() if value},
        "profile": profile.slug,
        "profile_sha256": profile.sha256,
    }
    if switches:
        fields["switches"] = dict(switches)
    if players:
        fields["players"] = dict(players)
    given = levels or {}
    fields["levels"] = {side: given.get(side, profile.start_level) for side in SIDES}
    return Event(0, fields)
