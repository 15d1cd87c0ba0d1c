"""Time for single actions: burying 扣底, leading 领出, following 跟牌, waiting for an overturn."""

from __future__ import annotations

from typing import Literal

from scorer.profile import Profile

Action = Literal["bury", "first_lead", "lead", "follow", "overturn"]


def limit(profile: Profile, action: Action) -> int | None:
    """Return the limit in seconds, or ``None``; the first lead has the lead's limit by default."""
    clock = profile.clock
    match action:
        case "bury":
            return clock.bury
        case "first_lead":
            return clock.lead if clock.first_lead is None else clock.first_lead
        case "lead":
            return clock.lead
        case "follow":
            return clock.follow
        case "overturn":
            return profile.bid.window_s


def allowed(profile: Profile, action: Action, seconds: float) -> bool:
    """Return whether an action that took so many seconds was in time."""
    most = limit(profile, action)
    return most is None or seconds <= most
