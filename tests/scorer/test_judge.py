"""The judge, case by case: what is proven, when, by what, and what it may cost."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from scorer import profile
from scorer.fold import fold
from scorer.ledger.deal import ShengjiDeal
from scorer.ledger.types import Finding, MatchResult
from tests.scorer.deals import events_of, legal_deal

Row = dict[str, Any]


def match(slug: str, *rows: Row, declarer: str = "S", trump: str = "H", level: str = "2",
          **switches: Any) -> MatchResult:  # fmt: skip
    """Return the fold of a deal whose plays are the given rows; they are numbered from 3."""
    head: list[Row] = [
        {"type": "deal", "deal": 1, "declarer": declarer},
        {"type": "trump", "suit": trump, "level": level},
    ]
    rules = profile.with_switches(profile.load(slug), switches)
    return fold(events_of([*head, *rows]), rules)


def judged(slug: str, *rows: Row, **how: Any) -> tuple[Finding, ...]:
    """Return the findings of such a deal."""
    return match(slug, *rows, **how).deals[0].findings


def deal_of(result: MatchResult) -> ShengjiDeal:
    """Return the first deal."""
    deal = result.deals[0]
    assert isinstance(deal, ShengjiDeal)
    return deal


def play(seat: str, *cards: str, **fields: Any) -> Row:
    """Return a play."""
    return {"type": "play", "seat": seat, "cards": list(cards), **fields}


def trick(leader: str, *plays: str, **fields: Any) -> list[Row]:
    """Return the plays of a trick, each as text such as ``"AC AC"``, in turn."""
    order = "NWSE" * 2
    start = order.index(leader)
    return [play(order[start + i], *text.split(), **fields) for i, text in enumerate(plays)]


REVOKE = [*trick("S", "KC", "3C", "5C", "4D"), *trick("S", "KD", "3D", "5D", "4C")]


def test_a_later_card_proves_the_revoke() -> None:
    (finding,) = judged("house-2deck", *REVOKE)
    assert (finding.offence, finding.seat, finding.trick) == ("revoke", "W", 1)
    assert (finding.certainty, finding.at, finding.evidence) == ("proven", 10, (6, 10))
    assert finding.cards == ("4C",)
    assert finding.id == "1.revoke.W.6"


def test_nothing_is_proven_before_that_card() -> None:
    assert judged("house-2deck", *REVOKE[:-1]) == ()


def test_a_bid_card_proves_a_trump_revoke_at_once() -> None:
    bid = {"type": "bid", "seat": "E", "cards": ["2S"]}
    (finding,) = judged("house-2deck", bid, *trick("S", "3H", "9D"))
    assert (finding.offence, finding.at, finding.cards) == ("revoke", 5, ("2S",))


def test_a_card_that_was_bid_may_be_buried_by_the_declarer() -> None:
    bid = {"type": "bid", "seat": "N", "cards": ["2S"]}
    rows = [bid, *trick("N", "3C", "4C", "5C", "AC"), *trick("E", "3H", "9D")]
    assert judged("house-2deck", *rows, declarer="N") == ()
    kitty = {"type": "kitty", "cards": ["3D", "3D", "4D", "4D", "6C", "6C", "7C", "7C"]}
    (finding,) = judged("house-2deck", *rows, kitty, declarer="N")
    assert (finding.offence, finding.seat, finding.at) == ("revoke", "N", 10)


def test_the_second_copy_proves_that_a_pair_was_withheld() -> None:
    rows = [
        *trick("S", "AC AC", "3C 8C", "5C 6C", "7C 9C"),
        *trick("S", "KD", "8C", "5D", "4D"),
    ]
    (finding,) = judged("house-2deck", *rows)
    assert (finding.offence, finding.seat, finding.cards) == ("withheld", "E", ("8C",))
    assert finding.evidence == (4, 8)


def test_a_pair_played_singly_over_two_tricks_proves_it_too() -> None:
    rows = [
        *trick("S", "AC AC", "3C 6C", "5C 7C", "7C TC"),
        *trick("S", "KC", "8C", "9C", "4C"),
        *trick("S", "QC", "8C", "JC", "4C"),
    ]
    found = [f for f in judged("house-2deck", *rows) if f.seat == "E"]
    assert [(f.offence, f.trick, f.at, f.evidence) for f in found] == [
        ("withheld", 1, 12, (4, 8, 12))
    ]


def test_a_tractor_was_owed() -> None:
    rows = [
        *trick("S", "AC AC KC KC", "3C 3C 8C 8C", "TC JC QC 9C", "5D 5D 7D 7D"),
        *trick("S", "KD", "4C", "3D", "4D"),
        *trick("S", "QD", "4C", "3D", "4D"),
    ]
    found = [f for f in judged("house-2deck", *rows) if f.seat == "E" and f.trick == 1]
    assert [(f.offence, f.cards) for f in found] == [("withheld", ("4C", "4C"))]


def test_a_withdrawn_throw_shows_what_the_hand_holds() -> None:
    rows = [
        *trick("S", "3D", "4D", "5D", "QC"),
        play("N", "KC", "9C"),
        {"type": "throw_failed", "of": 7, "stands": ["9C"],
         "beaten_by": {"seat": "W", "cards": ["AC"]}},
    ]  # fmt: skip
    found = {f.offence: f for f in judged("house-2deck", *rows, declarer="S")}
    assert found["failed_throw"].seat == "N"
    rows = [
        *trick("S", "3C", "4C", "5D", "6C"),
        play("W", "KC", "KC"),
        {"type": "throw_failed", "of": 7, "stands": ["KC"]},
        *trick("W", "KC")[1:],
        play("S", "3D"),
    ]
    assert not [f for f in judged("house-2deck", *rows) if f.seat == "W" and f.offence == "revoke"]


def test_cards_shown_in_a_failed_throw_prove_a_revoke_before_it() -> None:
    rows = [
        *trick("S", "KC", "4C", "5D", "6C"),
        play("N", "3C", "4C"),
        {"type": "throw_failed", "of": 7, "stands": ["3C"]},
    ]
    found = [f for f in judged("house-2deck", *rows) if f.offence == "revoke"]
    assert [(f.seat, f.at) for f in found] == [("N", 7)]


@pytest.mark.parametrize(
    ("plays", "offence", "seat"),
    [
        (trick("S", "KC KC", "3C", "5C 6C", "4C 7C"), "wrong_count", "E"),
        (trick("S", "KC", "3C 4C", "5C", "4C"), "wrong_count", "E"),
        ([play("S", "KC"), play("N", "3C"), play("E", "4C")], "play_out_of_turn", "N"),
        ([*trick("S", "AC", "3C", "5C", "4C"), play("E", "3D")], "play_out_of_turn", "E"),
        ([play("S", "KC", "KD")], "illegal_lead", "S"),
        ([{"type": "hand_shown", "seat": "E", "cards": ["3D"]}, play("S", "KC")],
         "exposed_card", "E"),
        ([{"type": "buried", "seat": "S", "count": 7}], "bury_error", "S"),
        ([{"type": "bid", "seat": "E", "cards": ["3S"]}], "wrong_bid", "E"),
        ([play("S", "AC"), play("E", "9C"), {"type": "retracted", "of": 4, "seat": "E",
          "cards": ["9C"]}, play("E", "3C")], "retraction", "E"),
    ],
)  # fmt: skip
def test_what_is_seen_at_once(plays: list[Row], offence: str, seat: str) -> None:
    found = judged("house-2deck", *plays)
    assert [(f.offence, f.seat, f.certainty) for f in found] == [(offence, seat, "proven")]


def test_a_closed_seat_is_not_out_of_turn_when_it_was_skipped() -> None:
    found = judged(
        "house-2deck", play("S", "KC"), play("N", "3C"), play("E", "4C"), play("W", "5C")
    )
    assert [f.seat for f in found] == ["N"]


def test_a_turned_up_card_is_a_notice() -> None:
    rows = [*trick("S", "AC"), {"type": "turned", "seat": "E", "card": "7S"}]
    (finding,) = judged("house-2deck", *rows)
    assert (finding.offence, finding.certainty) == ("looked_back", "notice")


def test_a_throw_that_could_be_beaten_is_a_notice() -> None:
    rows = [
        *trick("S", "KC 9C", "3C 4C", "5C 6C", "7C 8C"),
        *trick("S", "KD", "AC", "3D", "4D"),
    ]
    found = {f.offence: f for f in judged("house-2deck", *rows)}
    assert found["throw_unchallenged"].certainty == "notice"
    assert found["throw_unchallenged"].at == 8
    assert found["throw_unchallenged"].penalty is None


def test_a_quad_need_not_be_broken_where_the_profile_says_so() -> None:
    rows = [
        *trick("S", "AC AC AC", "3C 4C 6C", "5C 6C 7C", "7C TC JC", ),
        *trick("S", "KD", "8C", "3D", "4D"),
        *trick("S", "KD", "8C", "3D", "4D"),
        *trick("S", "KS", "8C", "3S", "4S"),
    ]  # fmt: skip
    found = [f for f in judged("house-4deck", *rows, trump="H") if f.seat == "E" and f.trick == 1]
    assert found == []
    rows += trick("S", "QS", "9S", "3S", "4S")
    assert not [f for f in judged("house-4deck", *rows) if f.seat == "E" and f.trick == 1]


def test_three_aces_in_two_decks_are_a_reading_to_look_at() -> None:
    rows = [
        *trick("S", "AS", "AS", "3S", "4S"),
        *trick("S", "KC", "3C", "AS", "4C", confidence=0.95),
        *trick("S", "KD", "3D", "4D", "5D"),
        *trick("S", "QC", "5C", "6C", "7C"),
    ]
    found = judged("house-2deck", *rows)
    extra = next(f for f in found if f.offence == "extra_copy")
    assert extra.certainty == "notice"
    revoke = next(f for f in found if f.offence == "revoke")
    assert (revoke.seat, revoke.certainty) == ("N", "suspected")


DOUBTFUL = [
    *trick("S", "KC", "3C", "5C"),
    play("W", "4D", confidence=0.6, alternatives=[["4H", 0.2], ["4C", 0.1]]),
    *trick("S", "KD", "3D", "5D", "4C"),
]


def test_a_doubtful_reading_makes_a_proof_a_suspicion() -> None:
    (finding,) = judged("house-2deck", *DOUBTFUL)
    assert finding.certainty == "proven", "read as 4H it is a revoke just the same"
    rows = [dict(row) for row in DOUBTFUL]
    rows[3]["alternatives"] = [["4C", 0.3]]
    (finding,) = judged("house-2deck", *rows)
    assert finding.certainty == "suspected"
    assert finding.doubt is not None
    assert finding.to_json()["look_at"] == {"seq": 6, "card": "4D", "alternative": "4C"}


@pytest.mark.parametrize(
    "alternatives", [["6D"], [["6D", 0.3]], [[["6D", 0.3]]], {"4C": ["6D"]}, [{"card": "6D"}]]
)
def test_the_proving_card_may_be_the_doubtful_one(alternatives: Any) -> None:
    rows = [dict(row) for row in REVOKE]
    rows[-1] |= {"confidence": 0.5, "alternatives": alternatives}
    (finding,) = judged("house-2deck", *rows)
    assert finding.certainty == "suspected"


def test_the_lead_may_be_the_doubtful_card() -> None:
    rows = [dict(row) for row in REVOKE]
    rows[0] |= {"confidence": 0.5, "alternatives": [["KS", 0.4]]}
    found = judged("house-2deck", *rows)
    assert {f.certainty for f in found if f.offence == "revoke" and f.seat == "W"} == {"suspected"}


def test_an_unread_card_waits_until_somebody_supplies_it() -> None:
    rows = [*trick("S", "KC", "3C", "5C", "??"), *trick("S", "KD", "3D", "5D", "4C")]
    assert judged("house-2deck", *rows) == ()
    fixed = [*rows, {"type": "correction", "of": 6, "set": {"cards": ["4D"]}}]
    assert [f.id for f in judged("house-2deck", *fixed)] == ["1.revoke.W.6"]


def test_a_run_of_tricks_that_may_be_shifted_accuses_nobody() -> None:
    """W's club is missed, W leads 9D, 8D: each lead looks like the play before it."""
    rows = [
        play("S", "QC"), play("E", "3C"), play("N", "4C"),
        play("W", "9D"), play("S", "3D"), play("E", "4D"), play("N", "6D"),
        play("W", "8D"), play("S", "4D"), play("E", "7D"), play("N", "6D"),
        play("W", "8C"), play("S", "6C"), play("E", "6C"), play("N", "7C"),
    ]  # fmt: skip
    found = judged("house-2deck", *rows)
    assert [(f.id, f.certainty) for f in found if f.offence == "revoke"] == [
        ("1.revoke.W.6", "suspected")
    ]


PENALTIES = [
    ("quad-160-2h", "hidden_card", 20, 0),
    ("shuangsheng-10-must-1h", "wrong_follow", 0, -1),
    ("shuangsheng-no-must-40", "hidden_card", 20, 0),
]


@pytest.mark.parametrize(("slug", "code", "points", "levels"), PENALTIES)
def test_penalty_of_a_revoke(slug: str, code: str, points: int, levels: int) -> None:
    """offences.md A1: 20 points a card; a level; 20 once the trick has passed."""
    finding = next(f for f in judged(slug, *REVOKE) if f.offence == "revoke")
    assert finding.penalty is not None
    assert (finding.penalty["code"], finding.penalty["points"]) == (code, points)
    assert finding.penalty["defender_levels"] == levels
    assert finding.clause


def test_a_revoke_seen_in_its_own_trick_costs_less() -> None:
    """shuangsheng-no-must-40: 10 a card before the trick has passed."""
    bid = {"type": "bid", "seat": "E", "cards": ["2S"]}
    (finding,) = judged("shuangsheng-no-must-40", bid, *trick("S", "3H", "9D"))
    assert finding.penalty is not None
    assert (finding.penalty["code"], finding.penalty["points"]) == ("wrong_follow", 10)


def test_house_profiles_propose_nothing() -> None:
    assert judged("house-2deck", *REVOKE)[0].penalty is None


def test_time_overrun_is_a_notice_with_the_profiles_fine() -> None:
    rows = trick("S", "KC", "3C")
    rows[0]["t_video"], rows[1]["t_video"] = 10.0, 45.5
    (finding,) = judged("unit-draft-national", *rows)
    assert (finding.offence, finding.seat, finding.certainty) == ("delay", "E", "notice")
    assert finding.penalty is not None
    assert finding.penalty["points"] == 20
    rows[1]["t_video"] = 39.0
    assert judged("unit-draft-national", *rows) == ()


def test_a_count_that_rests_on_a_card_beyond_the_decks_is_only_suspected() -> None:
    """One of three equal cards of two decks was misread, so the hand may have been right."""
    rules = profile.load("house-2deck")
    rows = [dict(event.fields) for event in legal_deal(rules, Random(4)).events()]
    plays = [row for row in rows if row["type"] == "play"]
    last = [row for row in plays if row["seat"] == "S"][-1]
    seen = Counter(card for row in plays for card in row["cards"])
    third = next(card for card, number in sorted(seen.items()) if number == 2)
    last["cards"] = [*last["cards"], third]
    findings = fold(events_of(rows), rules).deals[0].findings
    certainty = {f.offence: f.certainty for f in findings if f.seat == "S"}
    assert certainty["miscount"] == "suspected"
    assert "proven" not in certainty.values()


def test_three_seats_that_agree_on_a_number_say_that_a_card_of_the_lead_was_not_seen() -> None:
    findings = judged("house-2deck", *trick("W", "BJ", "4C 8C", "TC 5C", "KC 3C"))
    counts = [f for f in findings if f.offence == "wrong_count"]
    assert len(counts) == 3
    assert {f.certainty for f in counts} == {"suspected"}


def test_one_seat_with_another_number_than_all_others_is_proven() -> None:
    findings = judged("house-2deck", *trick("S", "KC", "4C", "TC 5C", "3C"))
    assert [(f.offence, f.seat, f.certainty) for f in findings] == [("wrong_count", "N", "proven")]
