"""Answers rule questions about Guandan 掼蛋 with the functions that the judge calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from scorer.ask import guandan_fields as read
from scorer.ask.guandan_fields import NONE
from scorer.ask.registry import Answer, Game, Handler, Input
from scorer.cards import SEATS, SIDES, Seat
from scorer.errors import InputError
from scorer.guandan import course, levels, match, penalty, proof, rounds, tribute
from scorer.guandan.compare import beats, meaning
from scorer.guandan.profile import GuandanProfile, load, slugs, with_switches
from scorer.guandan.types import Reading, readings

OPEN: Final = "open"
"""The answer where the cards do not decide and someone must choose."""


def _reading(found: Reading) -> Answer:
    return {"type": found.type, "key": found.key, "length": found.length}


def _type(profile: GuandanProfile, data: Input) -> Answer:
    found = meaning(read.cards(data, "cards"), read.level(data), profile.types.rules())
    if found is None:
        return {"valid": False, "type": NONE, "key": NONE, "length": 0}
    return {"valid": True, **_reading(found)}


def _wild(profile: GuandanProfile, data: Input) -> Answer:
    found = readings(read.cards(data, "cards"), read.level(data), profile.types.rules())
    return {"readings": [_reading(one) for one in found]}


def _compare(profile: GuandanProfile, data: Input) -> Answer:
    level, rules = read.level(data), profile.types.rules()
    now, play = read.table(data, "current"), read.table(data, "play")
    standing = meaning(read.cards(now, "cards"), level, rules, declared=read.reading(now))
    if standing is None:
        raise InputError("input.current: the cards are no type, nothing can beat them")
    laid = meaning(
        read.cards(play, "cards"), level, rules, declared=read.reading(play), current=standing
    )
    return {"beats": laid is not None and beats(laid, standing, level)}


def _level_up(profile: GuandanProfile, data: Input) -> Answer:
    after = levels.level_up(
        read.level(data),
        read.side_or_none(data, "own_side"),
        read.levels(data),
        read.finish(data),
        read.counts(data, "a_fails"),
        profile.levels,
    )
    return {
        "levels": after.levels,
        "a_fails": after.a_fails,
        "match_won": after.winner or NONE,
        "next_side": after.next_side or NONE,
        "next_level": after.next_level or NONE,
    }


def _deal_level(profile: GuandanProfile, data: Input) -> Answer:
    last = read.side_or_none(data, "last_first_side")
    if last is None and read.integer(data, "deal") > 1:
        raise InputError("input.last_first_side: name the side that was first in the last deal")
    level, side = levels.deal_level(last, read.levels(data), profile.levels)
    return {"level": level, "side": side or NONE}


def _tribute(profile: GuandanProfile, data: Input) -> Answer:
    finish, given = read.finish(data), read.table(data, "hands")
    due = tribute.payers(finish, profile.tribute)
    hands = {seat: read.cards(given, seat) for seat in SEATS if seat in given}
    for seat in due:
        if seat not in hands:
            raise InputError(f"input.hands: the hand of {seat}, who pays, is missing")
    plan = tribute.plan(finish, hands, read.level(data), profile.tribute)
    return {
        "anti": plan.anti,
        "tie": plan.tie,
        "assignment": plan.assignment,
        "payments": [
            {"from": one.payer, "to": one.to or OPEN, "eligible": list(one.eligible)}
            for one in plan.payments
        ],
        "lead": plan.lead or OPEN,
        "lead_rule": plan.lead_rule,
    }


def _return(profile: GuandanProfile, data: Input) -> Answer:
    hand, double = read.cards(data, "hand"), read.flag(data, "double")
    found = tribute.return_choice(hand, read.level(data), double, profile.tribute)
    return {"eligible": list(found.eligible), "rule": found.rule, "visibility": found.visibility}


def _given(data: Input, field: str) -> list[tribute.Given]:
    return [
        tribute.Given(read.seat(row, "from"), read.seat(row, "to"), read.card(row, "card"))
        for row in read.rows(data, field)
    ]


def _lead(profile: GuandanProfile, data: Input) -> Answer:
    after = read.choice(data, "after", ("tribute", "wind", "first_deal"))
    seat: Seat | None
    if after == "tribute":
        paid, returned = _given(data, "paid"), _given(data, "returned")
        finish = read.finish(data)
        seat, rule = tribute.lead_after_tribute(
            finish, paid, returned, read.level(data), profile.tribute
        )
    elif after == "wind":
        out = read.seats(data, "out")
        seat, rule = course.lead_after_round(read.seat(data, "winner"), out, profile.play)
    else:
        seat, rule = course.lead_first_deal(read.seat_or_none(data, "turned"), profile.play)
    return {"seat": seat or OPEN, "rule": rule}


def _proof_event(row: Input) -> proof.TributeEvent:
    event = read.choice(row, "event", ("tribute", "return", "anti", "play", "out"))
    kind: Literal["tribute", "return", "anti", "play", "out"] = event  # type: ignore[assignment]
    moved = event in ("tribute", "return")
    return proof.TributeEvent(
        kind,
        seat=None if event == "anti" else read.seat(row, "seat"),
        to=read.seat(row, "to") if moved else None,
        card=read.card(row, "card") if moved else None,
        cards=read.cards(row, "cards") if event == "play" else (),
        count=read.integer(row, "count") if event == "out" else 0,
        claims_no_low=read.flag(row, "claims_no_low") if event == "return" else None,
    )


def _tribute_proof(profile: GuandanProfile, data: Input) -> Answer:
    events = [_proof_event(row) for row in read.rows(data, "events")]
    found = proof.prove(
        events, read.level(data), read.finish(data), profile.tribute, profile.play.hand_size
    )
    if not found:
        return {"proven": False, "offence": NONE, "side": NONE, "at": -1, "cards": []}
    first = found[0]
    return {
        "proven": True,
        "offence": first.offence,
        "side": first.side,
        "at": first.at,
        "cards": list(first.cards),
    }


def _round(profile: GuandanProfile, data: Input) -> Answer:
    plays = [
        rounds.Laid(read.seat(row, "seat"), read.cards(row, "cards"), read.reading(row))
        for row in read.rows(data, "plays")
    ]
    left = read.seat_counts(data, "hands_left")
    seen = rounds.follow(plays, left, read.level(data), profile.play, profile.types.rules())
    return {
        "rounds": [list(one.plays) for one in seen.rounds],
        "winner_of_each": [one.winner for one in seen.rounds],
        "finished": list(seen.finished),
        "ambiguous": list(seen.ambiguous),
    }


def _report(profile: GuandanProfile, data: Input) -> Answer:
    found = course.report(
        read.integer(data, "before"),
        read.integer(data, "after"),
        read.flag(data, "agreed"),
        profile.play,
    )
    return {"must_announce": found.must_announce, "forbidden": found.forbidden}


def _score(profile: GuandanProfile, data: Input) -> Answer:
    after = read.levels(data)
    if read.choice(data, "end", ("a_passed", "time")) == "a_passed":
        found = match.score_passed(after, read.finish(data), profile.match, profile.levels)
    else:
        in_hand = read.flag(data, "deal_in_progress")
        found = match.score_time(after, in_hand, profile.match, profile.levels)
    return {
        "winner": found.winner or NONE,
        "scoring": profile.match.scoring,
        "points": found.points,
        "deal_in_progress": found.deal_in_progress,
        "tie_break": found.tie_break,
    }


def _total(_profile: GuandanProfile, data: Input) -> Answer:
    return {
        "total": sum(
            read.integer({"rounds": value}, "rounds") for value in read.rows(data, "rounds")
        )
    }


def _match(profile: GuandanProfile, data: Input) -> Answer:
    games = [
        next(side for side in SIDES if side == read.choice({"games": value}, "games", SIDES))
        for value in read.rows(data, "games")
    ]
    winner, played = match.match_winner(games, profile.match)
    return {"over": winner is not None, "winner": winner or NONE, "games_played": played}


_OFFENCES: Final = (
    "out_of_turn_played",
    "out_of_turn_gesture",
    "talk_or_signal",
    "cheating",
    "private_settlement_reopened",
)


def _penalty(profile: GuandanProfile, data: Input) -> Answer:
    previous = read.choice(data, "previous", (NONE, "passes", "beats"))
    did: Literal["passes", "beats"] | None = None
    if previous != NONE:
        did = "passes" if previous == "passes" else "beats"
    found = penalty.penalty(
        read.choice(data, "offence", _OFFENCES),
        read.seat(data, "offender"),
        did,
        read.cards(data, "cards", least=0),
        read.seat_counts(data, "warnings"),
        read.levels(data),
        profile.penalties,
    )
    return {
        "effect": found.effect,
        "levels": found.levels,
        "warnings": found.warnings,
        "exposed": list(found.exposed),
        "match_lost_by": found.match_lost_by or NONE,
        "deal_continues": found.deal_continues,
    }


def _exposed(profile: GuandanProfile, data: Input) -> Answer:
    legal, left = course.exposed_lead(
        read.cards(data, "exposed"), read.cards(data, "lead"), profile.penalties
    )
    return {"legal": legal, "still_exposed": list(left)}


_ACTS: Final = ("take_back", "view_current_trick", "view_earlier_trick", "cut", "shuffle")


def _conduct(profile: GuandanProfile, data: Input) -> Answer:
    act, count = read.choice(data, "act", _ACTS), read.integer(data, "count")
    return {"legal": course.conduct_is_legal(act, count, read.flag(data, "new_deck"), profile.play)}


def _time(profile: GuandanProfile, data: Input) -> Answer:
    clock = read.choice(data, "clock", ("first_play", "play", "opening"))
    limit, over = course.over_time(clock, read.integer(data, "seconds"), profile.time)
    return {"limit": limit, "over_time": over}


def _late(profile: GuandanProfile, data: Input) -> Answer:
    found = course.lateness(
        read.integer(data, "minutes"),
        read.integer(data, "late_before"),
        read.flag(data, "withdrew"),
        profile.time,
    )
    return {
        "forfeit": found.forfeit,
        "disqualified": found.disqualified,
        "opponent_wins": found.forfeit,
    }


def _seating(profile: GuandanProfile, data: Input) -> Answer:
    places, redraw = course.seating(
        read.card(data, "pair1"), read.card(data, "pair2"), profile.match
    )
    ns, ew = places or (NONE, NONE)
    return {"NS": ns, "EW": ew, "redraw": redraw}


def _draw(profile: GuandanProfile, data: Input) -> Answer:
    finish = read.finish(data) if read.rows(data, "finish") else ()
    return {"seat": course.draws_first(finish, profile.play) or OPEN}


KINDS: Final[Mapping[str, Handler]] = {
    "type": _type,
    "wild": _wild,
    "compare": _compare,
    "levelup": _level_up,
    "deal_level": _deal_level,
    "tribute": _tribute,
    "return": _return,
    "tribute_proof": _tribute_proof,
    "lead": _lead,
    "report": _report,
    "round": _round,
    "score": _score,
    "total": _total,
    "match": _match,
    "penalty": _penalty,
    "exposed": _exposed,
    "conduct": _conduct,
    "time": _time,
    "late": _late,
    "seating": _seating,
    "draw": _draw,
}
"""Every kind of Guandan question."""


def _load(slug: str, switches: Mapping[str, Any]) -> GuandanProfile:
    if not isinstance(switches, Mapping):
        raise InputError("input.switches: write an object of switch and choice")
    return with_switches(load(slug), switches)


GAME: Final = Game(slugs=slugs, load=_load, kinds=KINDS)
"""Guandan as a game that answers questions."""
