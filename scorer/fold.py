"""A match is a fold over its events: ``fold(events)`` gives everything that they amount to."""

from __future__ import annotations

from collections.abc import Iterable

from scorer import profile as profiles
from scorer.effective import effective
from scorer.errors import InputError
from scorer.history import Event
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
        slug = None if header is None else header.get("profile")
        if not slug:
            raise InputError("the history has no 'match' event that names a profile; name one")
        profile = profiles.load(str(slug))
        profile = profiles.with_switches(profile, header.get("switches") or {} if header else {})
    return fold_shengji(profile, header, counted, log)
