"""The one place where events become what is shown: the scorer's fold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer import family, projection
from scorer.fold import fold
from scorer.history import Event, make
from webui import extras
from webui.live import Projection

PREVIEWED = 4
"""For so many open alerts the score after upholding is worked out."""
_EMPTY: Mapping[str, Any] = {"phase": "waiting", "trick": [], "last_trick": None}


def project(events: Sequence[Event]) -> Projection:
    """Return the projections of a match; an empty table before the first event."""
    if not events:
        return Projection(_EMPTY, {"findings": [], "deals": []})
    result = fold(events)
    profile = family.load(result.profile) if result.profile in family.slugs() else None
    names = None if profile is None else {"zh": profile.title.zh, "en": profile.title.en}
    table = {**projection.table(result), "profile_title": names}
    referee = projection.referee(result)
    table |= extras.public(events, table, referee.get("gaps") or (), profile)
    findings = [_finding(events, one) for one in referee.get("findings") or ()]
    open_ = [one for one in findings if one["state"] == "open" and one.get("penalty")]
    for one in open_[:PREVIEWED]:
        one["becomes"] = _becomes(events, one)
    referee |= {"findings": findings, "calls": list(extras.calls(events))}
    return Projection(table, referee)


def _finding(events: Sequence[Event], finding: Mapping[str, Any]) -> dict[str, Any]:
    came = extras.times(events, [finding]).get(str(finding["id"]))
    return {**finding, "english": extras.english(str(finding["offence"])), "t": came}


def _becomes(events: Sequence[Event], finding: Mapping[str, Any]) -> dict[str, Any]:
    """Return score and levels as they would stand with the finding upheld as proposed."""
    ruling = make(events[-1].seq + 1, "ruling", of=finding["id"], decision="upheld")
    shown = projection.table(fold([*events, ruling]))
    score = shown.get("score") or {}
    return {"defender_points": score.get("defender_points"), "levels": shown.get("levels")}
