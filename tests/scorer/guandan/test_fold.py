"""Guandan histories folded: places, levels, findings with their proofs, rulings."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from scorer.errors import InputError
from scorer.fold import fold
from scorer.guandan.automatch import history, play_match
from scorer.guandan.deal import GuandanDeal
from scorer.guandan.profile import load
from scorer.history import Event, dumps, loads, make
from scorer.ledger.types import MatchResult
from scorer.projection import referee, table

Row = dict[str, Any]


def events(rows: list[Row], profile: str = "house-guandan", **header: Any) -> list[Event]:
    """Return a history: a match event, then the rows."""
    whole = [{"type": "match", "profile": profile, **header}, *rows]
    return [
        make(seq, row["type"], **{name: value for name, value in row.items() if name != "type"})
        for seq, row in enumerate(whole, start=1)
    ]


def judged(rows: list[Row], profile: str = "house-guandan", **header: Any) -> MatchResult:
    return fold(events(rows, profile, **header))


def play(seat: str, text: str, **more: Any) -> Row:
    return {"type": "play", "seat": seat, "cards": text.split(), **more}


def given(kind: str, giver: str, to: str, card: str, **more: Any) -> Row:
    return {"type": kind, "from": giver, "to": to, "card": card, **more}


DEAL: Row = {"type": "deal", "declarer": None}
FIRST = [DEAL, {"type": "deal_end", "finish": ["N", "W", "S", "E"]}]
"""A first deal of which only the places are known: E pays N in the next, at level 4."""
DOUBLE = [DEAL, {"type": "deal_end", "finish": ["N", "S", "E", "W"]}]
"""A first deal lost by E and W: both pay, at level 5."""


def short(result: MatchResult, deal: int = -1) -> list[tuple[str, str | None, str, int]]:
    """Return offence, seat, certainty and event of each finding of a deal."""
    return [(one.offence, one.seat, one.certainty, one.at) for one in result.deals[deal].findings]


def last(result: MatchResult) -> GuandanDeal:
    deal = result.deals[-1]
    assert isinstance(deal, GuandanDeal)
    return deal


def test_a_card_above_the_tribute_proves_that_it_was_not_the_largest() -> None:
    rows = [*FIRST, DEAL, given("tribute", "E", "N", "KS"), given("return", "N", "E", "5D"),
            play("E", "3S"), play("N", "6S"), play("E", "AD")]  # fmt: skip
    result = judged(rows)
    assert short(result) == [("tribute_not_largest", "E", "proven", 9)]
    finding = last(result).findings[0]
    assert (finding.id, finding.evidence) == ("2.tribute_not_largest.E.5", (5, 9))
    assert finding.cards == ("AD",)
    assert finding.penalty == {"effect": "referee"}


def test_the_document_is_cited() -> None:
    rows = [*FIRST, DEAL, given("tribute", "E", "N", "KS"), given("return", "N", "E", "5D"),
            play("E", "AD")]  # fmt: skip
    assert last(judged(rows, "guandan-p3-report6")).findings[0].clause == "最大的牌"
    assert last(judged(rows)).findings[0].clause == "house"


def test_the_heart_level_card_and_the_returned_card_prove_nothing() -> None:
    rows = [*FIRST, DEAL, given("tribute", "E", "N", "KS"),
            given("return", "N", "E", "AD", claims_no_low=True),
            play("E", "4H"), play("N", "SJ"), play("E", "AD")]  # fmt: skip
    assert [one[0] for one in short(judged(rows))] == ["does_not_beat"]
    assert short(judged(rows[:-1])) == []


def test_a_doubtful_reading_makes_a_suspicion_and_names_the_card() -> None:
    doubtful = play("E", "AD", confidences=[0.6], alternatives=[[["4D", 0.3]]])
    rows = [*FIRST, DEAL, given("tribute", "E", "N", "KS"), given("return", "N", "E", "5D"),
            play("E", "3S"), doubtful]  # fmt: skip
    finding = last(judged([*rows[:-1], play("E", "AD")])).findings[0]
    assert finding.certainty == "proven"
    weak = last(judged([*rows[:-1], {**doubtful, "alternatives": [[["QD", 0.3]]]}])).findings[0]
    assert weak.certainty == "suspected"
    assert weak.doubt is not None
    assert (weak.doubt.seq, weak.doubt.card, weak.doubt.alternative) == (8, "AD", "QD")
    assert last(judged(rows)).findings[0].certainty == "proven", "a level card is larger as well"


def test_refusal_is_false_when_another_seat_lays_a_big_joker() -> None:
    refused = {"type": "no_tribute", "seats": ["E"], "shown": []}
    rows = [*FIRST, DEAL, refused, play("N", "3S"), play("W", "BJ")]
    assert short(judged(rows)) == [("false_anti_tribute", "E", "proven", 7)]
    shown = {**refused, "shown": ["BJ", "BJ"]}
    assert short(judged([*FIRST, DEAL, shown, play("N", "3S"), play("W", "BJ")])) == []


def test_a_high_return_is_suspected_until_a_low_card_proves_it() -> None:
    rows = [*FIRST, DEAL, given("tribute", "E", "N", "AS"), given("return", "N", "E", "JD"),
            play("E", "3S")]  # fmt: skip
    assert short(judged(rows)) == [("return_above_limit", "N", "suspected", 6)]
    assert short(judged([*rows, play("N", "9S")])) == [("return_above_limit", "N", "proven", 8)]
    said = [*rows[:4], given("return", "N", "E", "JD", claims_no_low=False)]
    assert short(judged(said)) == [("return_above_limit", "N", "proven", 6)]


def test_a_claim_of_no_low_card_is_disproven_by_one() -> None:
    rows = [*FIRST, DEAL, given("tribute", "E", "N", "AS"),
            given("return", "N", "E", "JD", claims_no_low=True),
            play("E", "3S"), play("N", "9S")]  # fmt: skip
    assert short(judged(rows)) == [("false_no_low_card", "N", "proven", 8)]


def test_any_card_may_be_returned_after_a_double_where_the_document_says_so() -> None:
    rows = [*DOUBLE, DEAL, given("tribute", "E", "N", "AS"), given("tribute", "W", "S", "KS"),
            given("return", "N", "E", "QD"), given("return", "S", "W", "3D"),
            play("E", "6S"), play("N", "9S")]  # fmt: skip
    assert short(judged(rows, "guandan-p5-report10")) == []
    assert [one[0] for one in short(judged(rows))] == ["return_above_limit"]


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ([play("N", "7S 8D")], [("no_such_type", "N", "proven", 4)]),
        ([play("W", "7S")], [("wrong_leader", "W", "proven", 4)]),
        ([play("N", "9S"), play("W", "7S")], [("does_not_beat", "W", "proven", 5)]),
        ([play("N", "9S"), play("W", "7S 7D")], [("wrong_leader", "W", "proven", 5)]),
        (
            [play("N", "5S"), play("S", "9S"), play("W", "7S")],
            [("play_out_of_turn", "S", "notice", 6)],
        ),
        ([play("N", "9S"), play("N", "9S"), play("N", "9S")], [("extra_copy", None, "notice", 6)]),
        ([play("N", "9S"), play("E", "TS 2H")], [("wrong_leader", "E", "proven", 5)]),
    ],
)
def test_immediate_findings(plays: list[Row], expected: list[Any]) -> None:
    turned = {"type": "turned", "seat": "N", "card": "7C"}
    assert short(judged([DEAL, turned, *plays])) == expected


def test_a_fault_in_a_deal_that_does_not_add_up_is_only_suspected() -> None:
    turned = {"type": "turned", "seat": "N", "card": "7C"}
    rows = [DEAL, turned, play("W", "7S")]
    live = last(judged(rows)).findings[0]
    assert (live.certainty, live.evidence) == ("proven", (4, 3))
    over = last(judged([*rows, {"type": "deal_end"}])).findings[0]
    assert over.certainty == "suspected"


def test_the_referee_sees_tribute_and_later_play() -> None:
    rows = [*FIRST, DEAL, given("tribute", "E", "N", "KS", evidence=["aa.jpg"]),
            given("return", "N", "E", "5D"), play("E", "AD", evidence=["bb.jpg"])]  # fmt: skip
    shown = referee(judged(rows))["findings"][0]["plays"]
    assert [(one["type"], one["seat"], one["cards"], one["evidence"]) for one in shown] == [
        ("tribute", "E", ["KS"], ["aa.jpg"]),
        ("play", "E", ["AD"], ["bb.jpg"]),
    ]


def test_a_wild_settles_with_the_next_play() -> None:
    first = play("N", "4S 4D 5S 5D 2H 2H")
    rows = [DEAL, first, play("W", "6S 6D 6C 7S 7D 7C")]
    shown = last(judged(rows)).to_json()["tricks"][0]["plays"]
    assert shown[0]["as"] == {"type": "plate", "key": "5", "length": 6}
    assert shown[0]["wilds"] == [4, 5]
    assert "readings" not in shown[0]
    open_play = last(judged(rows[:2])).to_json()["tricks"][0]["plays"][0]
    assert [one["type"] for one in open_play["readings"]] == ["plate", "tube", "tube"]
    said = {"type": "tube", "key": "5", "length": 6}
    told = last(judged([DEAL, {**first, "as": said}])).to_json()["tricks"][0]["plays"][0]
    assert told["as"] == said


def test_a_card_taken_back_is_found_and_proves_what_it_showed() -> None:
    rows = [*FIRST, DEAL, given("tribute", "E", "N", "KS"), given("return", "N", "E", "5D"),
            play("E", "AD"), {"type": "retracted", "of": 7, "seat": "E", "cards": ["AD"]},
            play("E", "3S")]  # fmt: skip
    found = short(judged(rows))
    assert ("tribute_not_largest", "E", "proven", 7) in found
    assert ("retraction", "E", "proven", 8) in found
    assert [p.cards for p in last(judged(rows)).plays] == [("3S",)]


def test_an_exposed_card_must_be_led_first_where_the_document_prices_it() -> None:
    rows = [DEAL, {"type": "hand_shown", "seat": "N", "cards": ["7C"]}, play("N", "3S")]
    assert short(judged(rows, "guandan-p2-shift3")) == [("exposed_not_led", "N", "proven", 4)]
    assert short(judged([*rows[:2], play("N", "7C")], "guandan-p2-shift3")) == []
    assert short(judged(rows)) == []


def test_a_hand_of_the_wrong_size_is_proven_by_the_rest_that_is_shown() -> None:
    deal = play_match(load("house-guandan"), 1, random.Random(3))
    rows = history(load("house-guandan"), deal)[:-1]
    loser = next(s for s in "NWSE" if s not in deal[0].played.finished)
    laid = [card for seat, move in deal[0].played.plays if seat == loser for card in move.cards]
    rest = list(deal[0].played.hands[loser])  # type: ignore[index]
    for card in laid:
        rest.remove(card)
    whole = make(len(rows) + 1, "hand_shown", seat=loser, cards=rest)
    assert fold([*rows, whole]).deals[0].findings == ()
    part = make(len(rows) + 1, "hand_shown", seat=loser, cards=rest[1:])
    assert [f.offence for f in fold([*rows, part]).deals[0].findings] == ["wrong_hand_size"]


def test_unread_cards_accuse_nobody_and_leave_the_deal_incomplete() -> None:
    rows = [*FIRST, DEAL, given("tribute", "E", "N", "??"), given("return", "N", "E", "5D"),
            play("E", "AD"), play("N", "??"), play("W", "3S")]  # fmt: skip
    result = judged(rows)
    assert short(result) == []
    assert [gap.code for gap in last(result).gaps] == ["unread_card"]


def test_recording_may_begin_half_way() -> None:
    joined = {"type": "joined", "leader": "W", "hand_sizes": {"N": 1, "W": 3, "S": 9, "E": 9}}
    rows = [DEAL, joined, play("W", "3S"), play("N", "KD"), play("S", "5S 5D")]
    result = judged(rows)
    assert short(result) == []
    assert last(result).course.finished == ("N",)
    assert [gap.code for gap in last(result).gaps] == ["joined"]


def test_levels_follow_the_places_and_a_must_be_passed() -> None:
    def ending(*finish: str) -> list[Row]:
        return [DEAL, {"type": "deal_end", "finish": list(finish)}]

    climb = [*ending(*"NSWE"), *ending(*"NSWE"), *ending(*"NSWE"), *ending(*"NSWE")]
    result = judged(climb)
    assert result.levels == {"NS": "A", "EW": "2"}
    assert result.winner is None
    failed = judged([*climb, *ending(*"NWES")])
    assert last(failed).standing.a_fails == {"NS": 1, "EW": 0}
    assert judged([*climb, *ending(*"NWSE")]).winner == "NS"
    best_of_three = judged([*climb, *ending(*"NWSE")], "guandan-p4-gain531")
    assert best_of_three.winner is None


def test_a_match_that_begins_at_two_levels_must_say_whose_is_played() -> None:
    both = {"levels": {"NS": "5", "EW": "8"}}
    unknown = last(judged([DEAL, play("N", "3S")], **both))
    assert [gap.code for gap in unknown.gaps] == ["unknown_level"]
    told = last(judged([{**DEAL, "declarer": "E"}, play("N", "3S")], **both))
    assert (told.level, told.own_side, told.gaps) == ("8", "EW", ())
    level = last(judged([{**DEAL, "level": "5"}, play("N", "3S")], **both))
    assert (level.level, level.gaps) == ("5", ())


def test_time_decides_by_level_where_nobody_passed() -> None:
    rows = [*FIRST, {"type": "match_end", "reason": "time"}]
    assert judged(rows).winner == "NS"


@pytest.mark.parametrize(
    ("profile", "effect", "levels", "winner"),
    [
        ("guandan-p3-report6", "level_to_opponents", {"NS": "4", "EW": "3"}, None),
        ("guandan-p1-knockout40", "match_lost", {"NS": "4", "EW": "2"}, "EW"),
    ],
)
def test_rulings_count(profile: str, effect: str, levels: Any, winner: str | None) -> None:
    turned = {"type": "turned", "seat": "N", "card": "7C"}
    ruling = {
        "type": "ruling",
        "of": "1.wrong_leader.S.4",
        "decision": "upheld",
        "penalty": {"effect": effect},
    }
    end = {"type": "deal_end", "finish": ["N", "W", "S", "E"]}
    result = judged([DEAL, turned, play("S", "3S"), ruling, end], profile)
    assert (result.levels, result.winner) == (levels, winner)


def test_the_table_page_shows_neither_findings_nor_counts_above_the_threshold() -> None:
    deals = play_match(load("house-guandan"), 2, random.Random(1), cheat_in=2)
    whole = history(load("house-guandan"), deals)
    for stop in range(3, len(whole), 3):
        shown = table(fold(whole[:stop]))
        assert shown["family"] == "guandan"
        assert "findings" not in json.dumps(shown)
        assert all(count is None or count <= 10 for count in (shown.get("left") or {}).values())
    assert referee(fold(whole))["findings"][0]["offence"] == "tribute_not_largest"


@pytest.mark.parametrize("seed", range(4))
def test_simulated_matches_fold_to_what_happened(seed: int) -> None:
    profile = load("house-guandan")
    deals = play_match(profile, 6, random.Random(seed))
    result = fold(loads(dumps(history(profile, deals))))
    for happened, deal in zip(deals, result.deals, strict=True):
        assert isinstance(deal, GuandanDeal)
        assert deal.finish == happened.finish
        assert deal.level == happened.played.level
        assert deal.findings == ()
        assert deal.complete


def test_a_history_names_a_profile_that_exists() -> None:
    with pytest.raises(InputError, match="house-guandan"):
        fold([make(1, "match", profile="house-guandam")])
    with pytest.raises(InputError, match="wind"):
        fold([make(1, "match", profile="house-guandan", switches={"wind": "up"})])
