"""A Guandan 掼蛋 match is a fold over its events: deals, levels, findings, winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorer.cards import RANKS, SEATS, SIDES, UNREAD, Seat, Side, other_side, side_of
from scorer.effective import effective
from scorer.guandan.course import lead_first_deal
from scorer.guandan.deal import GuandanDeal
from scorer.guandan.doubt import weighed
from scorer.guandan.judge import Case, findings
from scorer.guandan.levels import Standing, add_foul_level, deal_level, gain, level_up
from scorer.guandan.match import MatchScore, score_passed, score_time
from scorer.guandan.missed import explains
from scorer.guandan.profile import GuandanProfile
from scorer.guandan.rounds import Course, finishing_order, follow
from scorer.guandan.seen import Seen, gather, seat_of
from scorer.guandan.tribute import lead_after_tribute, payers
from scorer.history import Event
from scorer.ledger.deal_log import DealLog, split
from scorer.ledger.rulings import decided, offender, rulings_of, with_proposals
from scorer.ledger.types import Finding, Gap, MatchResult, Ruling


@dataclass(frozen=True, slots=True)
class Entry:
    """What a deal inherits: levels, failures at A, who was first last, the last places, games."""

    levels: tuple[tuple[Side, str], ...]
    a_fails: tuple[tuple[Side, int], ...]
    last_side: Side | None
    finish: tuple[Seat, ...]
    games: tuple[tuple[Side, int], ...]


def first_entry(levels: Mapping[Side, str], finish: tuple[Seat, ...] = ()) -> Entry:
    """Return what the first recorded deal inherits; ``finish``: the places of the one before."""
    none = tuple((side, 0) for side in SIDES)
    last = side_of(finish[0]) if finish else None
    return Entry(tuple((side, levels[side]) for side in SIDES), none, last, finish, none)


def _opening(profile: GuandanProfile, header: Event | None) -> Entry:
    """Return what the ``match`` event says of the time before it."""
    given: Mapping[str, str] = {} if header is None else header.get("levels") or {}
    levels: dict[Side, str] = {side: given.get(side, profile.levels.start) for side in SIDES}
    return first_entry(levels, () if header is None else _places(header.get("finish")))


def _places(said: Any) -> tuple[Seat, ...]:
    """Return four different seats, or nothing where that is not what is said."""
    if not isinstance(said, list):
        return ()
    places = tuple(seat for seat in map(seat_of, said) if seat is not None)
    return places if len(set(places)) == len(said) == len(SEATS) else ()


def under_way(
    profile: GuandanProfile, events: Sequence[Event]
) -> tuple[Entry, DealLog | None, int]:
    """Return what the deal under way inherits, its log, and its number.

    Where no deal is under way the log is None and the others are those of the next one.
    """
    counted = effective(events)
    header = next((event for event in counted if event.type == "match"), None)
    entry = _opening(profile, header)
    logs = split(counted)
    for log in logs:
        if log is logs[-1] and not log.ended:
            return entry, log, log.number
        entry = entry_after(profile, entry, _cached(profile, log, entry))
    return entry, None, len(logs) + 1


def fold_guandan(
    profile: GuandanProfile, header: Event | None, counted: Sequence[Event], log: Sequence[Event]
) -> MatchResult:
    """Return the result of a Guandan match from its effective events (``counted``)."""
    entry = _opening(profile, header)
    deals: list[GuandanDeal] = []
    winner: Side | None = None
    for deal_log in split(counted):
        deal = _cached(profile, deal_log, entry)
        deals.append(deal)
        winner = winner or _match_winner(profile, deal)
        entry = entry_after(profile, entry, deal)
    ended = next((e for e in reversed(counted) if e.type == "match_end"), None)
    reason = None if ended is None else str(ended.get("reason") or "over")
    levels = dict(entry.levels)
    score = _score(profile, deals, levels, winner, reason)
    if score is not None and deals:
        deals[-1] = replace(deals[-1], score=score)
        winner = winner or score.winner
    return MatchResult(
        header={} if header is None else dict(header.fields),
        profile=profile.slug,
        family="guandan",
        deals=tuple(deals),
        levels=levels,
        winner=winner,
        ended=reason,
        seq=log[-1].seq if log else 0,
        events=tuple(log),
    )


def _score(
    profile: GuandanProfile,
    deals: Sequence[GuandanDeal],
    levels: Mapping[Side, str],
    winner: Side | None,
    reason: str | None,
) -> MatchScore | None:
    """Return the score of a game that passing A or the clock has ended."""
    if not deals:
        return None
    finish = deals[-1].finish
    if winner is not None and finish and side_of(finish[0]) == winner:
        return score_passed(levels, finish, profile.match, profile.levels)
    if winner is None and reason == "time":
        return score_time(levels, not finish, profile.match, profile.levels)
    return None


def fold_deal(profile: GuandanProfile, log: DealLog, entry: Entry) -> GuandanDeal:
    """Return everything that one deal's events amount to."""
    levels = dict(entry.levels)
    level, own_side, known = _level(profile, log, entry)
    seen = gather(log.events, profile.play.hand_size)
    leader = _leader(profile, seen, entry, level)
    course = _course(profile, seen, level, leader)
    found = weighed(
        _judge(profile, log, entry, level, log.events),
        log.events,
        lambda events: _judge(profile, log, entry, level, events),
    )
    rulings = with_proposals(rulings_of(log, found), found)
    finish = _finish(log, course)
    standing, gained, games = _outcome(profile, entry, level, own_side, finish, rulings)
    finished = bool(finish) or log.ended
    missed = _missed(profile, seen, course, level)
    gaps = (*_gaps(log, seen, course, finished, known), *missed)
    return GuandanDeal(
        deal=log.number,
        profile=profile,
        level=level,
        own_side=own_side,
        levels_before=levels,
        last_finish=entry.finish,
        seen=seen,
        course=course,
        expected_leader=leader,
        finish=finish,
        standing=standing,
        gained=gained,
        games=games,
        findings=found,
        rulings=rulings,
        gaps=gaps,
        complete=bool(finish) and not gaps,
        finished=finished,
    )


_cached = lru_cache(maxsize=64)(fold_deal)
"""Deals that are over do not change, so a live table folds only the one in play."""


def _level(profile: GuandanProfile, log: DealLog, entry: Entry) -> tuple[str, Side | None, bool]:
    """Return the level of a deal, whose it is, and whether both are known.

    As an event says (``trump`` or ``deal`` with a level, ``deal`` with a declarer of that side),
    else by the last deal. A match that begins at two levels does not tell whose is played.
    """
    levels = dict(entry.levels)
    level, side = deal_level(entry.last_side, levels, profile.levels)
    named = seat_of(log.declarer)
    if named is not None:
        side = side_of(named)
        level = levels[side]
    elif side is None and levels["NS"] == levels["EW"]:
        level = levels["NS"]
    known = side is not None or levels["NS"] == levels["EW"]
    said = log.last("trump")
    stated = None if said is None else said.get("level")
    if stated is None and log.start is not None:
        stated = log.start.get("level")
    if isinstance(stated, str) and stated in RANKS and len(stated) == 1:
        return stated, side, True
    return level, side, known


def _leader(profile: GuandanProfile, seen: Seen, entry: Entry, level: str) -> Seat | None:
    """Return who must lead the deal; None where it was not seen or someone must choose."""
    if seen.joined is not None:
        return seat_of(seen.joined.get("leader"))
    if not entry.finish:
        if entry.last_side is None:
            return lead_first_deal(seen.turned, profile.play)[0]
        return None
    if seen.refused is None and len(seen.paid) < len(payers(entry.finish, profile.tribute)):
        return None
    if seen.refused is None and not seen.paid:
        return None
    if any(given.card == UNREAD for given in (*seen.paid, *seen.returned)):
        return None
    return lead_after_tribute(entry.finish, seen.paid, seen.returned, level, profile.tribute)[0]


def _course(profile: GuandanProfile, seen: Seen, level: str, leader: Seat | None) -> Course:
    rules = profile.types.rules()
    return follow(
        seen.laid, seen.start, level, profile.play, rules, leader, seen.opens, seen.cleared
    )


def _judge(
    profile: GuandanProfile, log: DealLog, entry: Entry, level: str, events: Sequence[Event]
) -> tuple[Finding, ...]:
    seen = gather(events, profile.play.hand_size)
    course = _course(profile, seen, level, _leader(profile, seen, entry, level))
    case = Case(log.number, events, seen, course, level, entry.finish, log.ended, profile)
    return findings(case)


def _finish(log: DealLog, course: Course) -> tuple[Seat, ...]:
    """Return the four places: as the referee says at the end of the deal, else as played."""
    end = log.last("deal_end")
    said = () if end is None else _places(end.get("finish"))
    return said or finishing_order(course.finished)


def _outcome(
    profile: GuandanProfile,
    entry: Entry,
    level: str,
    own_side: Side | None,
    finish: tuple[Seat, ...],
    rulings: tuple[Ruling, ...],
) -> tuple[Standing, dict[Side, int] | None, dict[Side, int]]:
    """Return levels after the deal and its rulings, the levels gained, and the games won."""
    levels, fails, games = dict(entry.levels), dict(entry.a_fails), dict(entry.games)
    standing = Standing(levels, fails, None, entry.last_side, None)
    gained: dict[Side, int] | None = None
    if finish:
        standing = level_up(level, own_side, levels, finish, fails, profile.levels)
        gained = dict.fromkeys(SIDES, 0)
        gained[side_of(finish[0])] = gain(finish, profile.levels)
    standing = _ruled(profile, standing, rulings)
    if standing.winner is not None:
        games[standing.winner] += 1
    return standing, gained, games


def _ruled(profile: GuandanProfile, standing: Standing, rulings: tuple[Ruling, ...]) -> Standing:
    """Return the standing with what the referee imposed: foul levels, or the match lost."""
    levels, winner = standing.levels, standing.winner
    for ruling in decided(rulings):
        side, effect = offender(ruling), (ruling.penalty or {}).get("effect")
        if side is None:
            continue
        if effect == "level_to_opponents":
            levels, lost = add_foul_level(side, levels, profile.penalties.foul_past_a)
            winner = other_side(side) if lost and winner is None else winner
        elif effect in ("match_lost", "disqualified"):
            winner = other_side(side)
    next_level = None if standing.next_side is None else levels[standing.next_side]
    return Standing(levels, standing.a_fails, winner, standing.next_side, next_level)


def _gaps(
    log: DealLog, seen: Seen, course: Course, finished: bool, level_known: bool
) -> tuple[Gap, ...]:
    here = log.events[-1].seq if log.events else 0
    rounds = _round_numbers(course)
    gaps = [
        Gap("unread_card", play.seq, play.seat, rounds.get(index))
        for index, play in enumerate(seen.plays)
        if play.unread
    ]
    if seen.joined is not None:
        gaps.append(Gap("joined", seen.joined.seq))
    if not level_known:
        gaps.append(Gap("unknown_level", here))
    if finished and not course.over:
        gaps.append(Gap("cards_left", here))
    return tuple(gaps)


def _missed(profile: GuandanProfile, seen: Seen, course: Course, level: str) -> tuple[Gap, ...]:
    """Return the plays at which the camera may have missed a card, or a play before."""
    rules = profile.types.rules()
    doubted = (f.play for f in course.faults if explains(f, seen, course, level, rules))
    rounds = _round_numbers(course)
    return tuple(
        Gap("unseen_play", seen.plays[index].seq, seen.plays[index].seat, rounds.get(index))
        for index in dict.fromkeys(doubted)
    )


def _round_numbers(course: Course) -> dict[int, int]:
    """Return the number of the round, from 1, of each play."""
    return {index: n for n, one in enumerate(course.rounds, start=1) for index in one.plays}


def _match_winner(profile: GuandanProfile, deal: GuandanDeal) -> Side | None:
    wanted = profile.match.games_to_win
    lost = next(
        (
            side
            for ruling in decided(deal.rulings)
            if (side := offender(ruling)) is not None
            and (ruling.penalty or {}).get("effect") in ("match_lost", "disqualified")
        ),
        None,
    )
    if lost is not None:
        return other_side(lost)
    return next((side for side in SIDES if deal.games[side] >= wanted), None)


def entry_after(profile: GuandanProfile, entry: Entry, deal: GuandanDeal) -> Entry:
    """Return what the next deal inherits; a new game begins at the start level."""
    standing = deal.standing
    games = tuple(deal.games.items())
    if standing.winner is not None and deal.finish:
        start = tuple((side, profile.levels.start) for side in SIDES)
        over = any(count >= profile.match.games_to_win for count in deal.games.values())
        levels = tuple(standing.levels.items()) if over else start
        return Entry(levels, tuple((side, 0) for side in SIDES), None, (), games)
    if not deal.finish:
        levels = tuple(standing.levels.items())
        kept = () if deal.finished else entry.finish
        return Entry(levels, entry.a_fails, entry.last_side, kept, games)
    return Entry(
        tuple(standing.levels.items()),
        tuple(standing.a_fails.items()),
        side_of(deal.finish[0]),
        deal.finish,
        games,
    )
