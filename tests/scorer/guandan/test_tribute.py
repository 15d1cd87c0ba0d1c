"""Tribute 进贡, return 还贡, refusal 抗贡 and the lead after them, by the documents' articles."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scorer.cards import Seat
from scorer.guandan.profile import load, with_switches
from scorer.guandan.proof import TributeEvent, prove
from scorer.guandan.tribute import Given, lead_after_tribute, plan, return_choice
from tests.scorer.guandan.helpers import cards

ONE_THREE: tuple[Seat, ...] = ("N", "W", "S", "E")
ONE_FOUR: tuple[Seat, ...] = ("N", "W", "E", "S")
DOUBLE: tuple[Seat, ...] = ("N", "S", "W", "E")
HOUSE = load("house-guandan").tribute
P3 = load("guandan-p3-report6").tribute
P4 = load("guandan-p4-gain531").tribute
P5 = load("guandan-p5-report10").tribute


def due(finish: tuple[Seat, ...], points: object = HOUSE, **hands: str) -> str:
    """Return a plan in short: refusal, how shared out, payments, who leads by which rule."""
    given: Mapping[Seat, tuple[str, ...]] = {s: cards(text) for s, text in hands.items()}  # type: ignore[misc]
    found = plan(finish, given, "5", points)  # type: ignore[arg-type]
    paid = " ".join(f"{p.payer}>{p.to or '?'}:{'/'.join(p.eligible)}" for p in found.payments)
    return f"{found.anti} {found.assignment} [{paid}] {found.lead or '?'} {found.lead_rule}"


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (due(ONE_THREE, E="AS AD KS"), "no single [E>N:AD/AS] E payer"),
        (due(ONE_FOUR, S="KS QS 7D"), "no single [S>N:KS] S payer"),
        (due(ONE_THREE, E="5H 5H AS KS"), "no single [E>N:AS] E payer"),
        (due(ONE_THREE, E="5H 5S AS KS"), "no single [E>N:5S] E payer"),
        (due(ONE_THREE, E="BJ SJ 5S"), "no single [E>N:BJ] E payer"),
        (due(ONE_THREE, E="BJ BJ 5S"), "yes none [] N first_place"),
        (due(DOUBLE, W="BJ AS", E="BJ KD"), "yes none [] N first_place"),
        (due(DOUBLE, W="BJ BJ", E="AS KD"), "yes none [] N first_place"),
        (due(DOUBLE, W="QS 7D", E="5C KD"), "no by_rank [E>N:5C W>S:QS] E larger_payer"),
        (due(DOUBLE, W="AS", E="AD"), "no seat_order [W>N:AS E>S:AD] W next_of_first"),
        (due(DOUBLE, P3, W="AS", E="AD"), "no winner_may_pick [W>?:AS E>?:AD] ? smaller_return"),
        (due(DOUBLE, P3, W="SJ", E="SJ"), "no losers_pick_return [W>?:SJ E>?:SJ] ? smaller_return"),
        (due(DOUBLE, P4, W="AS", E="AD"), "no first_place_picks [W>?:AS E>?:AD] ? payers_choose"),
    ],
)
def test_what_is_due(found: str, expected: str) -> None:
    assert found == expected


@pytest.mark.parametrize(
    ("slug", "switch", "finish", "hands", "before", "after"),
    [
        ("house-guandan", {"anti_mode": "optional"}, ONE_THREE, {"E": "BJ BJ 7S"},
         "yes none [] N first_place", "optional single [E>N:BJ] ? none"),
        ("guandan-p5-report10", {"partner_tribute": "no_tribute"}, ONE_FOUR, {"S": "AS 7S"},
         "no single [S>N:AS] S payer", "no none [] ? none"),
        ("guandan-p1-knockout40", {"tie_assignment": "first_place_picks"}, DOUBLE,
         {"W": "AS", "E": "AD"}, "no seat_order [W>N:AS E>S:AD] W next_of_first",
         "no first_place_picks [W>?:AS E>?:AD] W next_of_first"),
        ("guandan-p3-report6", {"tie_pick": "losers_pick_return"}, DOUBLE,
         {"W": "AS", "E": "AD"}, "no winner_may_pick [W>?:AS E>?:AD] ? smaller_return",
         "no losers_pick_return [W>?:AS E>?:AD] ? smaller_return"),
    ],
)  # fmt: skip
def test_switches_change_what_is_due(
    slug: str, switch: dict[str, str], finish: tuple[Seat, ...], hands: dict[str, str],
    before: str, after: str,
) -> None:  # fmt: skip
    profile = load(slug)
    assert due(finish, profile.tribute, **hands) == before
    assert due(finish, with_switches(profile, switch).tribute, **hands) == after


@pytest.mark.parametrize(
    ("points", "double", "hand", "expected", "rule", "shown"),
    [
        (HOUSE, False, "AS KD JC TS 9D 3C", "3C 9D TS", "le_ten", "open"),
        (HOUSE, False, "AS 5S 5H 6D", "6D", "le_ten", "open"),
        (HOUSE, False, "AS KD JC BJ SJ 5S", "JC", "smallest", "open"),
        (HOUSE, True, "KS QS QD BJ", "QD QS", "smallest", "together"),
        (P5, True, "AS 5H 9D", "5H 9D AS", "any", "face_down_until_both"),
        (P5, False, "AS 5H 9D", "9D", "le_ten", "open"),
    ],
)
def test_what_may_be_returned(
    points: object, double: bool, hand: str, expected: str, rule: str, shown: str
) -> None:
    found = return_choice(cards(hand), "5", double, points)  # type: ignore[arg-type]
    assert (" ".join(found.eligible), found.rule, found.visibility) == (expected, rule, shown)


def test_switches_change_what_may_be_returned() -> None:
    hand = cards("AS 5S 5H 3D")
    by_face = with_switches(load("house-guandan"), {"level_card_return": "by_face"}).tribute
    assert return_choice(hand, "5", False, by_face).eligible == ("3D", "5S")
    limited = with_switches(load("guandan-p5-report10"), {"double_return": "le_ten"}).tribute
    assert return_choice(hand, "5", True, limited).eligible == ("3D",)


def led(points: object, paid: str, returned: str = "") -> tuple[Seat | None, str]:
    """Return who leads after ``W>N:AS`` and so on."""

    def given(text: str) -> list[Given]:
        return [Given(one[0], one[2], one[4:]) for one in text.split()]  # type: ignore[arg-type]

    return lead_after_tribute(DOUBLE, given(paid), given(returned), "5", points)  # type: ignore[arg-type]


def test_who_leads_after_tribute() -> None:
    assert led(HOUSE, "") == ("N", "first_place")
    assert led(HOUSE, "W>N:5S E>S:AS") == ("W", "larger_payer")
    assert led(HOUSE, "W>N:AS E>S:AD") == ("W", "next_of_first")
    assert led(P3, "W>N:AS E>S:AD", "N>W:9S S>E:4D") == ("E", "smaller_return")
    assert led(P3, "W>N:AS E>S:AD", "N>W:9S S>E:9D") == ("W", "next_of_first")
    assert led(P3, "W>N:AS E>S:AD") == (None, "smaller_return")
    assert led(P4, "W>N:AS E>S:AD") == (None, "payers_choose")
    asked = with_switches(load("guandan-p4-gain531"), {"tie_lead": "payer_to_first"}).tribute
    assert led(asked, "E>N:AD W>S:AS") == ("E", "payer_to_first")


def proofs(finish: tuple[Seat, ...], *events: TributeEvent, points: object = HOUSE) -> str:
    found = prove(events, "5", finish, points)  # type: ignore[arg-type]
    return " ".join(f"{p.offence}:{p.seat}:{p.at}" for p in found)


def paid(seat: Seat, to: Seat, card: str) -> TributeEvent:
    return TributeEvent("tribute", seat=seat, to=to, card=card)


def back(seat: Seat, to: Seat, card: str, claim: bool | None = None) -> TributeEvent:
    return TributeEvent("return", seat=seat, to=to, card=card, claims_no_low=claim)


def laid(seat: Seat, text: str) -> TributeEvent:
    return TributeEvent("play", seat=seat, cards=cards(text))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (proofs(ONE_THREE, paid("E", "N", "5H")), "heart_level_paid:E:0"),
        (proofs(ONE_THREE, paid("E", "W", "AS")), "tribute_to_wrong_winner:E:0"),
        (proofs(DOUBLE, paid("W", "N", "KS"), paid("E", "S", "AS")),
         "tribute_to_wrong_winner:E:1"),
        (proofs(DOUBLE, paid("E", "S", "AS"), paid("W", "N", "KS")),
         "tribute_to_wrong_winner:E:1"),
        (proofs(DOUBLE, paid("W", "N", "BJ"), paid("E", "S", "BJ")), "anti_tribute_omitted:E:1"),
        (proofs(ONE_THREE, paid("E", "N", "BJ"), back("N", "E", "4D"), laid("E", "BJ")),
         "anti_tribute_omitted:E:2"),
        (proofs(ONE_THREE, paid("E", "N", "KS"), back("N", "E", "AD", True), laid("E", "AD")), ""),
        (proofs(ONE_THREE, paid("E", "N", "KS"), back("N", "E", "AD", True), laid("E", "AD AD")),
         "tribute_not_largest:E:2"),
        (proofs(ONE_THREE, paid("E", "N", "AS"), back("N", "E", "QD", True), laid("N", "JS")),
         "return_not_smallest:N:2"),
        (proofs(ONE_THREE, paid("E", "N", "TS"), back("N", "E", "QD", True), laid("N", "TS")), ""),
        (proofs(ONE_THREE, paid("E", "N", "TS"), back("N", "E", "QD", True), laid("N", "TS TS")),
         "false_no_low_card:N:2"),
        (proofs(DOUBLE, TributeEvent("anti"), laid("N", "BJ")), "false_anti_tribute:W:1"),
        (proofs(DOUBLE, TributeEvent("anti"), laid("W", "BJ"), laid("E", "BJ")), ""),
        (proofs(DOUBLE, TributeEvent("anti"), laid("W", "BJ"),
                TributeEvent("out", seat="W", count=27), TributeEvent("out", seat="E", count=27)),
         "false_anti_tribute:W:3"),
        (proofs(ONE_THREE, TributeEvent("out", seat="N", count=26)), "wrong_hand_size:N:0"),
        (proofs((), paid("E", "N", "AS"), laid("E", "5S")), "tribute_not_largest:E:1"),
    ],
)  # fmt: skip
def test_proofs(found: str, expected: str) -> None:
    assert found == expected


def test_what_is_optional_is_no_offence() -> None:
    optional = with_switches(load("house-guandan"), {"anti_mode": "optional"}).tribute
    events = (paid("E", "N", "BJ"), back("N", "E", "4D"), laid("E", "BJ"))
    assert proofs(ONE_THREE, *events) != ""
    assert proofs(ONE_THREE, *events, points=optional) == ""


def test_a_card_shown_and_taken_back_counts_once() -> None:
    """The ace was received: shown, taken back and laid again it is still one ace."""
    show = TributeEvent("show", seat="E", cards=("AD",))
    again = TributeEvent("take_back", seat="E", cards=("AD",))
    events = [paid("E", "N", "KS"), back("N", "E", "AD", True)]
    assert proofs(ONE_THREE, *events, show, laid("E", "AD"), again, laid("E", "AD")) == ""
    shown_two = TributeEvent("show", seat="E", cards=("AD", "AD"))
    assert proofs(ONE_THREE, *events, shown_two) == "tribute_not_largest:E:2"
