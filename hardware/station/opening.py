"""The first event of a match: who plays, by which rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.cards import SEATS, SIDES
from scorer.family import AnyProfile
from scorer.guandan.profile import GuandanProfile
from scorer.guandan.table import GuandanTable
from scorer.history import Event
from scorer.table import Table

AnyTable = Table | GuandanTable


def match_event(
    match_id: str,
    profile: AnyProfile,
    *,
    levels: Mapping[str, str] | None = None,
    players: Mapping[str, str] | None = None,
    switches: Mapping[str, object] | None = None,
    finish: Sequence[str] = (),
    **about: str,
) -> Event:
    """Return the ``match`` event; levels default to the start level of the profile.

    ``finish`` are the places of the Guandan deal before the recording, first place first.
    """
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
    if finish:
        fields["finish"] = list(finish)
    given = levels or {}
    start = profile.levels.start if isinstance(profile, GuandanProfile) else profile.start_level
    fields["levels"] = {side: given.get(side, start) for side in SIDES}
    return Event(0, fields)


def table_for(
    profile: AnyProfile,
    known: Sequence[Event],
    declarer: str | None,
    lying: Sequence[Mapping[str, Any]] = (),
) -> AnyTable:
    """Return the table's state machine for a match of which some events are known already.

    It goes on in the middle of a deal; ``declarer`` names that of the next deal to begin. What the
    zone messages ``lying`` tell of is known too, whatever the events say.
    """
    if isinstance(profile, GuandanProfile):
        return GuandanTable.resume(profile, known, lying=lying)
    seat = next((seat for seat in SEATS if seat == declarer), None)
    return Table.resume(profile, known, declarer=seat, lying=lying)
