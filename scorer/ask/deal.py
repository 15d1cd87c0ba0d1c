"""The kinds about a whole deal: score, bid, penalty, levels, rotation, time, match."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, get_args

from scorer.ask import fields
from scorer.ask.registry import Answer, AskError, Handler, Input
from scorer.cards import SIDES, Side
from scorer.profile import Profile
from scorer.profile_parts import Level, Offence
from scorer.shengji import bidding, clock, levels, penalty, rotation, score


def score_kind(profile: Profile, given: Input) -> Answer:
    """Return the levels, the deal and the game that the defenders' final points give."""
    return asdict(
        score.deal_result(profile, fields.integer(given["defender_points"], "defender_points"))
    )


def levels_kind(profile: Profile, given: Input) -> Answer:
    """Return the level after a gain, and whether the game is won."""
    level, role = _one(given, "side_level", Level), _one(given, "role", levels.Role)
    return asdict(levels.promote(profile, level, fields.integer(given["gain"], "gain"), role))


def rotation_kind(profile: Profile, given: Input) -> Answer:
    """Return the next declarer, the level played and whether the cards are dealt again."""
    bidder = given.get("bidder")
    return asdict(
        rotation.next_deal(
            profile,
            _one(given, "event", rotation.Event),
            fields.seat(given["dealer"], "dealer"),
            _one(given, "dealer_level", Level),
            _one(given, "defender_level", Level),
            first_deal=bool(given.get("first_deal", False)),
            bidder=None if bidder is None else fields.seat(bidder, "bidder"),
        )
    )


def penalty_kind(profile: Profile, given: Input) -> Answer:
    """Return the penalty that the profile proposes for an offence."""
    counts = {name: _count(given, name) for name in ("cards", "thrown", "beaten", "amount")}
    found = penalty.propose(
        profile,
        _one(given, "offence", Offence),
        _one(given, "by", penalty.By),
        _count(given, "occurrence") or 1,
        **counts,
    )
    return asdict(found)


def time_kind(profile: Profile, given: Input) -> Answer:
    """Return whether an action that took so many seconds was in time, and the limit."""
    action, seconds = _one(given, "event", clock.Action), _number(given, "seconds")
    allowed = clock.allowed(profile, action, seconds)
    return {"allowed": allowed, "limit": clock.limit(profile, action)}


def match_kind(profile: Profile, given: Input) -> Answer:
    """Return the match points of a result."""
    results = ("win", "draw", "loss", "bye", "win_by_forfeit")
    result = given["result"]
    if not isinstance(result, str) or result not in results:
        raise AskError("bad_input", f"field 'result' must be one of {', '.join(results)}")
    points = asdict(profile.match)[result]
    if points is None:
        raise AskError("bad_input", f"'{profile.slug}' gives no match points for '{result}'")
    return {"points": points}


def bid_kind(profile: Profile, given: Input) -> Answer:
    """Return what becomes of a bid, or of a deal in which nobody bids (``new`` is null)."""
    turned = given.get("turned")
    auction = bidding.Auction(
        first_deal=bool(given["first_deal"]),
        level=_one(given, "level", Level),
        phase=_one(given, "phase", bidding.Phase),
        history=tuple(_shown(bid, "history") for bid in fields.rows(given["history"], "history")),
        dealer_side=_one(given, "dealer_side", None, SIDES) if "dealer_side" in given else None,
        levels=_levels(given),
        flipped=bool(given.get("flipped")),
        turned=None if turned is None else fields.cards([turned], "turned")[0],
    )
    if given["new"] is not None:
        new = _shown(fields.table(given["new"], "new"), "new")
        return _decision(bidding.decide(profile, auction, new))
    kitty = fields.cards(given["kitty"], "kitty") if given.get("kitty") else ()
    return _decision(bidding.nobody(profile, auction, kitty))


def _levels(given: Input) -> tuple[tuple[Side, Level], ...]:
    if given.get("levels") is None:
        return ()
    levels_of = fields.table(given["levels"], "levels")
    return tuple((side, _one(levels_of, side, Level)) for side in SIDES)


def _decision(found: bidding.Decision) -> Answer:
    answer: Answer = {"accepted": found.accepted, "overturns": found.overturns}
    if found.trump is not None:
        answer["trump"] = asdict(found.trump)
    for name in ("declarer", "restart", "buries", "reason"):
        value = getattr(found, name)
        if value:
            answer[name] = value
    return answer


def _shown(bid: Input, field: str) -> bidding.Shown:
    return bidding.Shown(
        fields.seat(bid["seat"], f"{field}.seat"), fields.cards(bid["cards"], f"{field}.cards")
    )


def _one(given: Any, field: str, literal: Any, allowed: tuple[str, ...] = ()) -> Any:
    known = allowed or get_args(literal)
    if given[field] not in known:
        raise AskError(
            "bad_input", f"field '{field}' must be one of {', '.join(known)}: '{given[field]}'"
        )
    return given[field]


def _count(given: Input, field: str) -> int | None:
    return None if given.get(field) is None else fields.integer(given[field], field)


def _number(given: Input, field: str) -> float:
    value = given[field]
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise AskError("bad_input", f"field '{field}' must be a number: '{value}'")
    return value


KINDS: dict[str, Handler] = {
    "score": score_kind,
    "bid": bid_kind,
    "penalty": penalty_kind,
    "levels": levels_kind,
    "rotation": rotation_kind,
    "time": time_kind,
    "match": match_kind,
}
