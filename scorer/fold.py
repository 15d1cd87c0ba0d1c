"""A match is a fold over its events: ``fold(events)`` gives everything that they amount to."""

from __future__ import annotations

from collections.abc import Iterable

from scorer import profile as profiles
from scorer.effective import effective
from scorer.errors import InputError
from scorer.history import Event, HistoryError
from scorer.ledger.match import fold_shengji
from scorer.ledger.types import MatchResult
from scorer.profile import Profile


def fold(events: Iterable[Event], profile: Profile | None = None) -> MatchResult:
    """Return what the events of a match amount to.

    Without a profile, the one that the ``match`` event names is used, its switches set.

    Raises:
        InputError: no profile is given or named, the named one is unknown, or a switch is.
    """
    log = tuple(events)
    counted = effective(log)
    header = next((event for event in counted if event.type == "match"), None)
    if profile is None:
        profile = _named(header)
    return fold_shengji(profile, header, counted, log)


def _named(header: Event | None) -> Profile:
    """Return the profile of a match event, its switches set."""
    if header is None:
        raise InputError("the history has no 'match' event that names a profile; name one")
    field = "profile"
    try:
        profile = profiles.load(str(header.fields["profile"]))
        field = "switches"
        return profiles.with_switches(profile, header.get("switches") or {})
    except InputError as error:
        raise HistoryError(header.line or header.seq, field, str(error)) from error
