"""A match is a fold over its events: ``fold(events)`` gives everything that they amount to."""

from __future__ import annotations

from collections.abc import Iterable

from scorer import family
from scorer.effective import effective
from scorer.errors import InputError
from scorer.family import AnyProfile
from scorer.guandan.fold import fold_guandan
from scorer.guandan.profile import GuandanProfile
from scorer.history import Event, HistoryError
from scorer.ledger.match import fold_shengji
from scorer.ledger.types import MatchResult


def fold(events: Iterable[Event], profile: AnyProfile | None = None) -> MatchResult:
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
    if isinstance(profile, GuandanProfile):
        return fold_guandan(profile, header, counted, log)
    return fold_shengji(profile, header, counted, log)


def _named(header: Event | None) -> AnyProfile:
    """Return the profile of a match event, its switches set."""
    if header is None:
        raise InputError("the history has no 'match' event that names a profile; name one")
    field = "profile"
    try:
        profile = family.load(str(header.fields["profile"]))
        field = "switches"
        return family.with_switches(profile, header.get("switches") or {})
    except InputError as error:
        raise HistoryError(header.line or header.seq, field, str(error)) from error
