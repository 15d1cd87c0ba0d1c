"""Score table, levels, rotation, penalties, clocks and time-up: one case a clause."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import offences, profile
from scorer.cards import partner
from scorer.judge import offences as findings
from scorer.profile_parts import Offence
from scorer.shengji import clock, levels, penalty, rotation, score, timeup

SLUGS = profile.slugs()
INF = float("inf")


@pytest.mark.parametrize(
    ("slug", "points", "wanted"),
    [
        ("quad-160-2h", 0, (0, 0, False, True)),
        ("quad-160-2h", -20, (0, 0, False, True)),
        ("quad-160-2h", 160, (0, 0, True, False)),
        ("quad-160-2h", 240, (0, 4, True, False)),
        ("shuangsheng-10-must-1h", 0, (4, 0, False, False)),
        ("shuangsheng-10-must-1h", 100, (0, 1, True, False)),
        ("xiyangyang-j-must", 35, (1, 0, False, False)),
        ("swiss-8x90", 35, (2, 0, False, False)),
        ("xiyangyang-j-must", 320, (0, 2, True, False)),
        ("triple-union-3toK-150m", 400, (0, 3, True, False)),
        ("unit-draft-national", -5, (4, 0, False, False)),
        ("unit-draft-national", -160, (8, 0, False, False)),
        ("triple-company-swiss-2h", -120, (5, 0, False, False)),
        ("house-2deck", 240, (0, 4, True, False)),
        ("house-2deck", 37, (2, 0, False, False)),
    ],
)
def test_score_table(slug: str, points: int, wanted: tuple[int, int, bool, bool]) -> None:
    found = score.deal_result(profile.load(slug), points)
    assert (
        found.dealer_levels,
        found.defender_levels,
        found.takes_deal,
        found.wins_game,
    ) == wanted


@given(slug=st.sampled_from(SLUGS), points=st.integers(-60, 160).map(lambda n: 5 * n))
def test_more_points_are_never_worse_for_the_defenders(slug: str, points: int) -> None:
    rules = profile.load(slug)
    one, two = score.deal_result(rules, points), score.deal_result(rules, points + 5)
    assert one.takes_deal <= two.takes_deal
    assert one.takes_deal == (points >= rules.score.stage)
    assert one.defender_levels <= two.defender_levels
    if not one.wins_game:
        assert one.dealer_levels >= two.dealer_levels


@given(
    slug=st.sampled_from(SLUGS),
    level=st.sampled_from(levels.LEVELS),
    gain=st.integers(-3, 9),
    role=st.sampled_from(get_args(levels.Role)),
)
def test_levels_never_jump_what_must_be_played(
    slug: str, level: levels.Level, gain: int, role: levels.Role
) -> None:
    rules = profile.load(slug)
    change = levels.promote(rules, level, gain, role)
    if change.new_level is None:
        assert role == "dealer"
        assert level == rules.win.level
        assert change.match_won
        return
    here, there = levels.LEVELS.index(level), levels.LEVELS.index(change.new_level)
    assert there <= here + max(gain, 0)
    for stop in rules.must_play:
        assert not here < levels.LEVELS.index(stop) < there
    assert change.capped == (gain > 0 and there < here + gain and not change.match_won)


def test_defenders_stay_at_a_level_that_must_be_won_as_declarer() -> None:
    jack = profile.load("xiyangyang-j-must")
    assert levels.promote(jack, "J", 2, "defender") == levels.LevelChange("J", False, True)
    assert levels.promote(jack, "J", 2, "dealer").new_level == "K"
    past = profile.load("swiss-8x90")
    assert levels.promote(past, "A", 1, "defender") == levels.LevelChange("A", False, True)
    assert levels.promote(past, "A", 1, "dealer").match_won


def test_demotion_stops_at_the_start_level() -> None:
    ten = profile.load("shuangsheng-10-must-1h")
    assert levels.promote(ten, "5", -1, "dealer").new_level == "4"
    assert levels.promote(ten, "2", -1, "defender").new_level == "2"
    three = profile.load("triple-union-3toK-150m")
    assert levels.promote(three, "3", -1, "dealer").new_level == "3"


@given(slug=st.sampled_from(SLUGS), dealer=st.sampled_from("NWSE"))
def test_rotation(slug: str, dealer: rotation.Seat) -> None:
    rules = profile.load(slug)
    kept = rotation.next_deal(rules, "dealer_succeeds", dealer, "5", "9")
    lost = rotation.next_deal(rules, "defenders_take_deal", dealer, "5", "9")
    assert (kept.new_dealer, kept.played_level) == (partner(dealer), "5")
    assert lost.played_level == "9"
    assert lost.new_dealer not in (dealer, partner(dealer))


def test_choked_declarer_deals_no_more() -> None:
    union = profile.load("triple-union-3toK-150m")
    later = rotation.next_deal(union, "nobody_bids", "N", "9", "6")
    assert later == rotation.NextDeal("W", "6", True)
    first = rotation.next_deal(union, "nobody_bids", "N", "3", "3", first_deal=True)
    assert first == rotation.NextDeal("N", "3", True)


@pytest.mark.parametrize(
    ("event", "bidder", "wanted"),
    [
        ("dealer_side_cannot_bid", "E", rotation.NextDeal("E", "6", False)),
        ("dealer_side_cannot_bid", "S", rotation.NextDeal("N", "9", False)),
        ("dealer_side_cannot_bid", None, rotation.NextDeal("N", "9", False)),
    ],
)
def test_opponents_bid_and_deal(
    event: rotation.Event, bidder: rotation.Seat | None, wanted: rotation.NextDeal
) -> None:
    king = profile.load("shuangsheng-king-bid")
    assert rotation.next_deal(king, event, "N", "9", "6", bidder=bidder) == wanted
    house = profile.load("house-2deck")
    assert rotation.next_deal(house, event, "N", "9", "6", bidder=bidder).new_dealer == "N"


def test_fine_moves_points_to_the_other_side() -> None:
    rules = profile.load("shuangsheng-no-must-40")
    by_dealer = penalty.propose(rules, "hidden_card", "dealer", cards=2)
    by_defender = penalty.propose(rules, "hidden_card", "defender", cards=2)
    assert (by_dealer.points, by_dealer.defender_delta) == (40, 40)
    assert (by_defender.points, by_defender.defender_delta) == (40, -40)
    assert by_dealer.clause == "应出未出的牌过圈为藏张，每张罚20分"
    assert by_dealer.has_sanction


def test_no_sanction_where_the_document_has_none() -> None:
    found = penalty.propose(profile.load("house-2deck"), "smoking", "dealer")
    assert not found.has_sanction
    assert found.clause == profile.HOUSE
    both = penalty.propose(profile.load("shuangsheng-no-must-40"), "hidden_card", "both", cards=1)
    assert both.defender_delta == 0


def test_third_strike_and_first_warning() -> None:
    ten = profile.load("shuangsheng-10-must-1h")
    results = [penalty.propose(ten, "retraction", "dealer", n).result for n in (1, 2, 3, 4)]
    assert results == ["none", "none", "match_lost", "match_lost"]
    company = profile.load("triple-company-swiss-2h")
    found = [penalty.propose(company, "delay", "defender", n) for n in (1, 2)]
    assert [(one.result, one.points) for one in found] == [("warning", 0), ("none", 20)]


@pytest.mark.parametrize("code", get_args(Offence))
def test_every_penalty_code_is_an_offence(code: str) -> None:
    offence = offences.OFFENCES[code]
    assert offence.zh
    assert offence.en
    assert offence.detection in offences.DETECTION


@pytest.mark.parametrize("slug", SLUGS)
def test_every_penalty_of_a_profile_is_reachable(slug: str) -> None:
    rules = profile.load(slug)
    reached = {name for code in offences.OFFENCES if (name := offences.sanction_code(rules, code))}
    assert set(rules.penalties) <= reached
    for code in offences.OFFENCES:
        assert offences.severity(rules, code) in offences.SEVERITY
        assert offences.clause(rules, code)


def test_severity_follows_the_sanction() -> None:
    graded = [
        ("shuangsheng-10-must-1h", "revoke", "major"),
        ("shuangsheng-no-must-40", "revoke", "minor"),
        ("triple-company-swiss-2h", "revoke", "major"),
        ("unit-draft-national", "illegal_information", "match"),
        ("xiyangyang-j-must", "kitty_flip_unwatched", "invalid"),
    ]
    for slug, code, wanted in graded:
        assert offences.severity(profile.load(slug), code) == wanted, (slug, code)


@pytest.mark.parametrize(
    ("slug", "action", "seconds", "wanted"),
    [
        ("tongji-groups-60m", "first_lead", 30, True),
        ("tongji-groups-60m", "first_lead", 30.5, False),
        ("house-2deck", "lead", 3600, True),
        ("triple-company-swiss-2h", "overturn", 5, True),
        ("triple-company-swiss-2h", "overturn", 6, False),
    ],
)
def test_clock(slug: str, action: clock.Action, seconds: float, wanted: bool) -> None:
    assert clock.allowed(profile.load(slug), action, seconds) is wanted


@pytest.mark.parametrize(
    ("slug", "deals", "wanted"),
    [
        ("quad-160-2h", [(0, 2, 100), (100, 103, 130), (130, 133, 150)], 2),
        ("quad-160-2h", [(0, 2, 100)], 1),
        ("quad-160-2h", [(0, 2, 100), (100, 103, INF)], None),
        ("swiss-8x90", [(0, 2, 80), (80, 82, 95)], None),
        ("quad-160-2h", [(0, 2, 110), (121, 123, 140)], 1),
        ("swiss-8x90", [(0, 2, 80), (80, 82, 95), (95, 97, 110), (110, 112, 120)], 3),
        ("triple-union-3toK-150m", [(0, 2, 149), (149, 152, 170)], 1),
        ("triple-union-3toK-150m", [(0, 2, 145), (145, 149, 170)], 2),
    ],
)
def test_deals_that_count(
    slug: str, deals: list[tuple[float, float, float]], wanted: int | None
) -> None:
    rules = profile.load(slug)
    times, mark = [timeup.DealTime(*deal) for deal in deals], timeup.mark_minute(rules)
    assert mark is not None
    assert timeup.deals_that_count(rules, times, mark) == wanted


def test_a_home_table_has_no_mark() -> None:
    assert timeup.mark_minute(profile.load("house-2deck")) is None
    assert timeup.mark_minute(profile.load("triple-company-swiss-2h")) == 90


def test_no_limit_from_the_last_eight() -> None:
    six_hours = profile.load("quad-2toA-6h")
    assert timeup.time_limit(six_hours) == 360
    assert timeup.time_limit(six_hours, last_eight=True) is None


EVEN = timeup.Standing({"NS": "5", "EW": "5"}, {"NS": 1, "EW": 1}, "NS", "EW", "EW")


@pytest.mark.parametrize(
    ("slug", "standing", "wanted"),
    [
        ("swiss-8x90", EVEN, ("draw", None)),
        ("tongji-groups-60m", EVEN, ("win", "NS")),
        ("quad-160-2h", EVEN, ("win", "EW")),
        ("shuangsheng-no-must-40", EVEN, ("win", "EW")),
        ("quad-2toA-6h", EVEN, ("overtime", None)),
        ("tongji-groups-60m", timeup.Standing({"NS": "5", "EW": "5"}), ("referee", None)),
        ("tongji-groups-60m", timeup.Standing({"NS": "5", "EW": "T"}), ("win", "EW")),
        (
            "quad-160-2h",
            timeup.Standing({"NS": "2", "EW": "K"}, {"NS": 2, "EW": 1}),
            ("win", "NS"),
        ),
    ],
)
def test_winner_by_the_clock(
    slug: str, standing: timeup.Standing, wanted: tuple[str, str | None]
) -> None:
    found = timeup.winner(profile.load(slug), standing)
    assert (found.outcome, found.side) == wanted


def test_what_the_card_calls_detected_is_raised_by_the_judge() -> None:
    raised = {code for name, code in vars(findings).items() if name.isupper()}
    raised = {code for code in raised if isinstance(code, str)}
    detected = {code for code, one in offences.OFFENCES.items() if one.detection != "referee"}
    behind = {name for code in raised & detected for name in offences.OFFENCES[code].punished_as}
    assert detected <= raised | behind
    assert raised & set(offences.OFFENCES) <= detected
