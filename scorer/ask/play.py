"""The kinds about playing cards: order, tractor, lead, follow, throw, ruff, compare, kitty."""

from __future__ import annotations

from collections import Counter

from scorer.ask import fields
from scorer.ask.registry import Answer, AskError, Handler, Input
from scorer.cards import Card
from scorer.profile import Profile, with_switches
from scorer.shengji.follow import verdict
from scorer.shengji.kitty import kitty_result
from scorer.shengji.lead import check_lead
from scorer.shengji.order import PLAIN, TRUMPS, draw_order, order_of
from scorer.shengji.structure import decompose
from scorer.shengji.throw import try_throw
from scorer.shengji.trick import winner


def order(profile: Profile, given: Input) -> Answer:
    """Return the cards in groups of equal rank, strongest first, trumps before plain suits."""
    cards = fields.cards(given["cards"], "cards")
    if given.get("context") == "first_draw":
        return {"groups": draw_order(cards)}
    if "constant_trump_2" in given:
        profile = _constant_twos(profile, bool(given["constant_trump_2"]))
    deal = order_of(profile, fields.trump(given))
    groups: list[list[Card]] = []
    for name in (TRUMPS, *PLAIN):
        line = deal.lines.get(name)
        for tier in reversed(line.tiers if line else ()):
            group = sorted({line.slots[s] for s in tier if line and line.slots[s] in cards})
            groups += [group] if group else []
    return {"groups": groups}


def _constant_twos(profile: Profile, wanted: bool) -> Profile:
    if wanted == profile.const_trump_2:
        return profile
    if not profile.const_trump_2_optional:
        raise AskError("bad_input", f"'{profile.slug}' leaves no choice of permanent twos")
    return with_switches(profile, {"const_trump_2": wanted})


def tractor(profile: Profile, given: Input) -> Answer:
    """Return whether the cards are one tractor, with copies and length (0, 0 when not)."""
    parts = decompose(profile, fields.trump(given), fields.cards(given["cards"], "cards"))
    if parts is None or len(parts) > 1 or parts[0].unit.length == 1:
        return {"is_tractor": False, "copies": 0, "length": 0}
    unit = parts[0].unit
    return {"is_tractor": True, "copies": unit.copies, "length": unit.length}


def lead(profile: Profile, given: Input) -> Answer:
    """Return the shape of a lead and whether it is allowed."""
    found = check_lead(profile, fields.trump(given), fields.cards(given["cards"], "cards"))
    return {"legal": found.legal, "shape": found.shape}


def follow(profile: Profile, given: Input) -> Answer:
    """Return whether a play answers the lead, and the best rungs demanded of the hand."""
    led, hand, play = (fields.cards(given[name], name) for name in ("led", "hand", "play"))
    missing = Counter(play) - Counter(hand)
    if missing:
        raise AskError("bad_input", f"the hand does not hold {' '.join(missing.elements())}")
    found = verdict(profile, fields.trump(given), led, hand, play)
    answer: Answer = {"legal": found.legal}
    if found.required:
        answer["required"] = list(found.required)
    return answer


def throw(profile: Profile, given: Input) -> Answer:
    """Return whether a throw stands, what must be played, and the fine of a failed one."""
    trump = fields.trump(given)
    thrown = fields.cards(given["throw"], "throw")
    if order_of(profile, trump).only_class(thrown) is None:
        raise AskError("bad_input", "a throw is of one suit class")
    if not isinstance(given["hands"], dict):
        raise AskError("bad_input", "field 'hands' must give a list of cards for each seat")
    hands = {
        fields.seat(seat, "hands"): fields.cards(cards, f"hands.{seat}")
        for seat, cards in given["hands"].items()
    }
    found = try_throw(profile, trump, thrown, hands)
    ways = [sorted(cards) for cards in found.stands]
    answer: Answer = {
        "succeeds": found.succeeds,
        "must_play": ways[0] if len(ways) == 1 else {"any_of": ways},
    }
    if found.fine is not None:
        answer["fine"] = found.fine
    return answer


def compare(profile: Profile, given: Input) -> Answer:
    """Return the seat that wins the plays of one trick; the first play leads."""
    plays = fields.rows(given["plays"], "plays")
    if not plays:
        raise AskError("bad_input", "field 'plays' must be a list of plays")
    seats = [fields.seat(play["seat"], "plays.seat") for play in plays]
    laid = [fields.cards(play["cards"], "plays.cards") for play in plays]
    return {"winner": seats[winner(profile, fields.trump(given), laid)]}


def kitty(profile: Profile, given: Input) -> Answer:
    """Return the multiplier of the last trick and what the defenders gain by the kitty."""
    last = fields.table(given["last_trick"], "last_trick")
    found = kitty_result(
        profile,
        fields.trump(last),
        fields.cards(last["led"], "led"),
        fields.cards(last["winning"], "winning"),
        last["winner"] == "dealer",
        fields.integer(given["kitty_points"], "kitty_points"),
    )
    return {"multiplier": found.multiplier, "defender_delta": found.delta}


KINDS: dict[str, Handler] = {
    "order": order,
    "tractor": tractor,
    "lead": lead,
    "follow": follow,
    "throw": throw,
    "ruff": compare,
    "compare": compare,
    "kitty": kitty,
}
