"""Levels, A, match and table points of the documents; each switch changes a result."""

from __future__ import annotations

import pytest

from scorer.cards import Seat, Side
from scorer.guandan.course import (
    conduct_is_legal,
    draws_first,
    exposed_lead,
    lateness,
    lead_after_round,
    lead_first_deal,
    over_time,
    report,
    seating,
)
from scorer.guandan.levels import level_up
from scorer.guandan.match import match_winner, score_passed, score_time
from scorer.guandan.penalty import penalty
from scorer.guandan.profile import GuandanProfile, load, with_switches

HOUSE = load("house-guandan")
P1, P2, P3, P4, P5 = (
    load(slug)
    for slug in (
        "guandan-p1-knockout40",
        "guandan-p2-shift3",
        "guandan-p3-report6",
        "guandan-p4-gain531",
        "guandan-p5-report10",
    )
)


def after(
    profile: GuandanProfile, level: str, own: Side | None, ns: str, ew: str, finish: str,
    fails: tuple[int, int] = (0, 0),
) -> str:  # fmt: skip
    """Return levels, failures and winner after a deal, in short."""
    places: tuple[Seat, ...] = tuple(finish)  # type: ignore[assignment]
    counts: dict[Side, int] = {"NS": fails[0], "EW": fails[1]}
    found = level_up(level, own, {"NS": ns, "EW": ew}, places, counts, profile.levels)
    levels, failed = found.levels, found.a_fails
    won = found.winner or "-"
    return f"{levels['NS']}{levels['EW']} {failed['NS']}{failed['EW']} {won}"


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (after(HOUSE, "2", None, "2", "2", "NSWE"), "52 00 -"),
        (after(HOUSE, "2", None, "2", "2", "NWSE"), "42 00 -"),
        (after(HOUSE, "2", None, "2", "2", "NWES"), "32 00 -"),
        (after(P4, "2", None, "2", "2", "NSWE"), "72 00 -"),
        (after(P4, "2", None, "2", "2", "NWSE"), "52 00 -"),
        (after(HOUSE, "K", "NS", "K", "2", "NSWE"), "A2 00 -"),
        (after(HOUSE, "A", "NS", "A", "2", "NWSE", (2, 0)), "A2 20 NS"),
        (after(HOUSE, "A", "NS", "A", "2", "NWES"), "A2 10 -"),
        (after(HOUSE, "A", "NS", "A", "4", "WENS", (2, 0)), "27 00 -"),
        (after(P4, "A", "NS", "A", "4", "WENS", (2, 0)), "A9 30 -"),
        (after(P2, "A", "NS", "A", "2", "NWES", (2, 0)), "A2 30 -"),
        (after(HOUSE, "9", "EW", "A", "9", "NSEW", (2, 0)), "A9 20 -"),
        (after(HOUSE, "A", "NS", "A", "A", "WENS", (1, 1)), "AA 21 -"),
    ],
)
def test_levels(found: str, expected: str) -> None:
    assert found == expected


@pytest.mark.parametrize(
    ("profile", "switch", "deal", "before", "then"),
    [
        (P2, {"pass_a": "first_place"}, ("A", "NS", "A", "9", "NWES"), "A9 10 -", "A9 00 NS"),
        (P1, {"overshoot": "pass_a"}, ("K", "NS", "K", "9", "NSWE"), "A9 00 -", "A9 00 NS"),
        (P1, {"a_fail_counts": "first_place_only"}, ("A", "NS", "A", "9", "WENS", (2, 0)),
         "2Q 00 -", "AQ 20 -"),
    ],
)  # fmt: skip
def test_switches_change_levels(
    profile: GuandanProfile, switch: dict[str, str], deal: tuple[object, ...], before: str,
    then: str,
) -> None:  # fmt: skip
    assert after(profile, *deal) == before  # type: ignore[arg-type]
    assert after(with_switches(profile, switch), *deal) == then  # type: ignore[arg-type]


def points(profile: GuandanProfile, ns: str, ew: str, finish: str) -> tuple[int, int]:
    places: tuple[Seat, ...] = tuple(finish)  # type: ignore[assignment]
    found = score_passed({"NS": ns, "EW": ew}, places, profile.match, profile.levels).points
    return found["NS"], found["EW"]


def test_points_of_the_shift_document() -> None:
    assert points(P2, "A", "2", "NSWE") == (115, 0)
    assert points(P2, "A", "A", "NWSE") == (102, 12)
    assert points(with_switches(P2, {"level_diff": "to_a"}), "A", "9", "NSWE") == (105, 7)
    assert points(HOUSE, "A", "9", "NSWE") == (0, 0)


def at_time(profile: GuandanProfile, ns: str, ew: str, hand: bool) -> tuple[object, ...]:
    found = score_time({"NS": ns, "EW": ew}, hand, profile.match, profile.levels)
    return found.winner, found.points["NS"], found.points["EW"], found.deal_in_progress


def test_time_ends_the_match() -> None:
    assert at_time(P2, "9", "7", True) == ("NS", 102, 5, "void")
    assert at_time(with_switches(P2, {"timeout_points": "climb_only"}), "9", "7", True) == (
        "NS", 7, 5, "void")  # fmt: skip
    assert at_time(P1, "9", "7", True) == ("NS", 0, 0, "void")
    finish = with_switches(P1, {"time_end_deal": "finish_first"})
    assert at_time(finish, "9", "7", True) == (None, 0, 0, "finish_first")
    assert score_time({"NS": "9", "EW": "9"}, False, P1.match, P1.levels).tie_break == "extra_deal"


def test_best_of_three() -> None:
    assert match_winner(["NS", "EW", "NS"], P4.match) == ("NS", 3)
    assert match_winner(["NS"], P4.match) == (None, 1)
    assert match_winner(["NS"], HOUSE.match) == ("NS", 1)


def test_wind_and_first_lead() -> None:
    assert lead_after_round("W", ["W"], HOUSE.play) == ("E", "partner_wind")
    assert lead_after_round("W", [], HOUSE.play) == ("W", "round_winner")
    next_in = with_switches(HOUSE, {"wind": "next_player"}).play
    assert lead_after_round("E", ["E", "N"], next_in) == ("W", "next_wind")
    assert lead_first_deal(None, P2.play) == ("N", "north")
    assert lead_first_deal(None, HOUSE.play) == (None, "none")
    assert lead_first_deal("S", HOUSE.play) == ("S", "turned_card")
    assert draws_first(("N", "S", "E", "W"), P2.play) == "W"
    assert draws_first((), HOUSE.play) is None


def test_reports_clocks_and_lateness() -> None:
    assert report(12, 8, False, HOUSE.play).must_announce
    assert not report(12, 8, False, P3.play).must_announce
    assert report(12, 10, False, P2.play).forbidden
    assert report(12, 10, True, P2.play).must_announce
    assert not report(10, 9, False, HOUSE.play).must_announce
    assert over_time("play", 16, P2.time) == (15, True)
    assert over_time("opening", 180, P3.time) == (180, False)
    assert lateness(10, 0, False, P2.time).forfeit
    assert not lateness(10, 0, False, P3.time).forfeit
    assert lateness(12, 2, False, P2.time).disqualified
    assert lateness(0, 0, True, P3.time).forfeit


def test_conduct_seating_and_exposed_cards() -> None:
    assert not conduct_is_legal("cut", 1, False, P2.play)
    assert not conduct_is_legal("shuffle", 4, True, P2.play)
    assert conduct_is_legal("shuffle", 3, False, P2.play)
    assert not conduct_is_legal("take_back", 0, False, HOUSE.play)
    assert conduct_is_legal("view_current_trick", 0, False, HOUSE.play)
    assert seating("SJ", "AD", P1.match) == (("pair2", "pair1"), False)
    assert seating("9S", "9D", P1.match) == (None, True)
    assert exposed_lead(("7C", "KD"), ("KD", "KS"), P2.penalties) == (False, ("7C", "KD"))
    assert exposed_lead(("7C", "KD"), ("KD",), P2.penalties) == (True, ("7C",))


def fine(profile: GuandanProfile, offence: str, warned: int = 0, ew: str = "7") -> str:
    counts: dict[Seat, int] = {"N": 0, "W": 0, "S": warned, "E": 0}
    found = penalty(offence, "N", "beats", ("9S",), counts, {"NS": "5", "EW": ew},
                    profile.penalties)  # fmt: skip
    return f"{found.effect} {found.levels['EW']} {found.warnings} {found.match_lost_by or '-'}"


def test_penalties() -> None:
    assert fine(P1, "talk_or_signal") == "match_lost 7 0 NS"
    assert fine(P2, "out_of_turn_played") == "exposed_cards 7 0 -"
    assert fine(P3, "out_of_turn_played") == "level_to_opponents 8 0 -"
    assert fine(P3, "out_of_turn_gesture") == "warning 7 1 -"
    assert fine(P3, "out_of_turn_gesture", warned=1) == "level_to_opponents 8 2 -"
    assert fine(P3, "out_of_turn_played", ew="A") == "level_to_opponents A 0 -"
    passing = with_switches(P3, {"foul_past_a": "pass"})
    assert fine(passing, "out_of_turn_played", ew="A") == "level_to_opponents A 0 NS"
    assert fine(P5, "cheating") == "disqualified 7 0 NS"
    assert fine(P4, "out_of_turn_played") == "referee 7 0 -"
