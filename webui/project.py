"""The one place where events become what is shown: the scorer's fold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer import family, projection
from scorer.fold import fold
from scorer.history import Event
from webui.live import Projection

_EMPTY: Mapping[str, Any] = {"phase": "waiting", "trick": [], "last_trick": None}


def project(events: Sequence[Event]) -> Projection:
    """Return the projections of a match; an empty table before the first event."""
    if not events:
        return Projection(_EMPTY, {"findings": [], "deals": []})
    result = fold(events)
    title = family.load(result.profile).title if result.profile in family.slugs() else None
    names = None if title is None else {"zh": title.zh, "en": title.en}
    table = {**projection.table(result), "profile_title": names}
    return Projection(table, projection.referee(result))
