"""Every switch of every document changes a result: the same question, both readings."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import profile
from scorer.ask import answer
from scorer.shengji import timeup

Flip = tuple[str, str, str, str, dict[str, Any], str, Any, Any]
NO_MUST, FIRST_TO_10 = "shuangsheng-no-must-40", "shuangsheng-10-must-1h"
SCHOOL, THREE_NO_THROW = "quad-school-past4", "quad-150m-3-nothrow"


def cards(text: str) -> list[str]:
    return text.split()


def bid(
    level: str, history: str, new: str, *, first: bool = True, phase: str = "draw"
) -> dict[str, Any]:
    """Return the input of a bid; bids are written ``N:2D,2D``, several with blanks."""

    def one(text: str) -> dict[str, Any]:
        seat, _, shown = text.partition(":")
        return {"seat": seat, "cards": shown.split(",")}

    given = {"first_deal": first, "level": level, "phase": phase, "new": one(new)}
    given["history"] = [one(text) for text in history.split()]
    return given if first else {**given, "dealer_side": "NS"}


def capture(led: str, winning: str) -> dict[str, Any]:
    last = {"winner": "defender", "level": "2", "trump": "H"}
    return {
        "kitty_points": 10,
        "last_trick": {**last, "led": cards(led), "winning": cards(winning)},
    }


def trick(level: str, *plays: str) -> dict[str, Any]:
    laid = [{"seat": seat, "cards": cards(text)} for seat, text in zip("NWSE", plays, strict=False)]
    return {"level": level, "trump": "H", "plays": laid}


def follow(led: str, hand: str, play: str) -> dict[str, Any]:
    given = {"led": cards(led), "hand": cards(hand), "play": cards(play)}
    return {"level": "2", "trump": "H", **given}


OFFENCE = {"by": "dealer", "occurrence": 1, "cards": None, "amount": None}
SMOKING = {**OFFENCE, "offence": "smoking", "thrown": None, "beaten": None}
FAILED_THROW = {**OFFENCE, "offence": "failed_throw", "thrown": 5, "beaten": 2}
TWOS = {"context": "deal", "level": "7", "trump": "H", "cards": ["2S", "AS"]}
SJ_MAIN = {"level": "4", "trump": "H", "cards": cards("SJ SJ 4H 4H")}
AFTER_BURY = bid("6", "N:6H,6H", "W:6S,6S", first=False, phase="after_bury")
LINKED = "3S 3S 4S 4S 5S 5S"
FIVE_LINKED = "3S 3S 4S 4S 5S 5S 6S 6S 7S 7S"

FLIPS: list[Flip] = [
    ("house-2deck", "negative_score", "extend", "score", {"defender_points": -40},
     "dealer_levels", 3, 4),
    ("house-2deck", "ruff_tractor_length", "number_only", "ruff",
     trick("2", f"{LINKED} AS", "3H 3H 4H 4H 7H 7H 9H"), "winner", "N", "W"),
    ("house-2deck", "kitty_structure", "winner", "kitty", capture("5S 6S", "7H 7H"),
     "multiplier", 2, 4),
    ("house-2deck", "const_trump_2", "on", "order", TWOS, "groups",
     [["AS"], ["2S"]], [["2S"], ["AS"]]),
    ("intro-2deck-order", "const_trump_2", "on", "order", TWOS, "groups",
     [["AS"], ["2S"]], [["2S"], ["AS"]]),
    ("shuangsheng-game-fixed-trump", "const_trump_2", "on", "order", TWOS, "groups",
     [["AS"], ["2S"]], [["2S"], ["AS"]]),
    ("quad-160-2h", "part_step", "ceil", "score", {"defender_points": 145},
     "dealer_levels", 1, 2),
    ("quad-160-2h", "quad_for_triple", "must_break", "follow",
     follow("8S 8S 8S", "9S 9S 9S 9S 3S 4S 5S", "3S 4S 5S"), "legal", True, False),
    ("quad-160-2h", "quad_two_pairs", "two_pairs", "follow",
     follow("8S 8S 8S 8S", "9S 9S TS TS 3S 4S 5S", "9S 9S 3S 4S"), "legal", True, False),
    ("triple-union-3toK-150m", "bid_card", "twos", "bid", bid("5", "", "N:2S", first=False),
     "accepted", False, True),
    ("triple-union-3toK-150m", "kitty_series", "doubling", "kitty",
     capture("7S 7S 7S", "8S 8S 8S"), "multiplier", 3, 4),
    (FIRST_TO_10, "fine_counts", "thrown", "penalty", FAILED_THROW, "points", 20, 50),
    (FIRST_TO_10, "suit_rank_count", "pairs", "bid", bid("6", "N:6H", "W:6S", first=False),
     "accepted", True, False),
    (FIRST_TO_10, "joker_count", "one", "bid", bid("6", "N:6S", "W:SJ", first=False),
     "accepted", False, True),
    (FIRST_TO_10, "rebury", "dealer", "bid", AFTER_BURY, "buries", "W", None),
    ("quad-2toA-6h", "long_ladder", "literal", "follow",
     follow(FIVE_LINKED, "8S 8S 9S 9S TS TS QS QS AS AS 4S 4S", "8S 8S 9S 9S QS QS AS AS 4S 4S"),
     "legal", False, True),
    (SCHOOL, "trump_quads", "also_trump", "compare",
     trick("2", "3H 3H 4H 4H", "9H 9H 9H 9H"), "winner", "N", "W"),
    (NO_MUST, "tractor_series", "power", "kitty", capture("3S 3S 4S 4S", "5S 5S 6S 6S"),
     "multiplier", 6, 8),
    (NO_MUST, "throw_capture", "best_part", "kitty", capture("AS KS KS", "3H 4H 4H"),
     "multiplier", 3, 4),
    (THREE_NO_THROW, "level_links", "common", "tractor", SJ_MAIN, "is_tractor", False, True),
    ("qq-tractor-sports-dept", "first_dealer", "final_bidder", "bid",
     bid("2", "N:2H", "W:2S,2S"), "declarer", "N", "W"),
    ("cmec-510k-2013", "first_dealer", "final_bidder", "bid",
     bid("2", "N:2H", "W:2S"), "declarer", "N", "W"),
    ("xiandi-80", "first_dealer", "final_bidder", "bid",
     bid("2", "N:2H", "W:2S,2S"), "declarer", "N", "W"),
    ("shuangsheng-game-fixed-trump", "first_dealer", "final_bidder", "bid",
     bid("2", "N:2H", "W:2S,2S"), "declarer", "N", "W"),
    ("xiyangyang-j-must", "first_dealer", "final_bidder", "bid",
     bid("2", "N:2S", "W:2H,2H,BJ"), "declarer", "N", "W"),
    ("xiyangyang-j-must", "rebury", "dealer", "bid",
     bid("4", "N:4S", "W:4H,4H,BJ", first=False, phase="after_bury"), "buries", "W", None),
    ("unit-draft-national", "rebury", "dealer", "bid", AFTER_BURY, "buries", "W", None),
    ("unit-draft-national", "negative_score", "as_zero", "score", {"defender_points": -40},
     "dealer_levels", 5, 3),
    ("swiss-8x90", "direct_pair", "final", "bid", bid("2", "N:2D,2D", "W:SJ,SJ"),
     "accepted", True, False),
    ("super-shuangsheng-online", "sj_main_linked", "not_linked", "tractor", SJ_MAIN,
     "is_tractor", True, False),
    ("past10-joker-bid-60m", "first_overturner", "last", "bid",
     bid("2", "N:SJ,2S", "W:SJ,SJ"), "declarer", "N", "W"),
    ("tongji-groups-60m", "suit_rank_count", "pairs", "bid",
     bid("6", "N:6H", "W:6S", first=False), "accepted", True, False),
    ("tongji-groups-60m", "joker_count", "one", "bid",
     bid("6", "N:6S", "W:SJ", first=False), "accepted", False, True),
    ("tongji-groups-60m", "rebury", "dealer", "bid", AFTER_BURY, "buries", "W", None),
    ("xiandi-80", "mixed_jokers", "mixed", "bid", bid("2", "N:2H", "W:BJ,SJ"),
     "accepted", False, True),
    ("triple-company-swiss-2h", "negative_score", "as_zero", "score", {"defender_points": -60},
     "dealer_levels", 4, 3),
    ("triple-company-swiss-2h", "smoking_fine", "match_points", "penalty", SMOKING,
     "unit", "deal_points", "match_points"),
]  # fmt: skip
ELSEWHERE = {
    (THREE_NO_THROW, "kitty_kept"),
    ("triple-company-swiss-2h", "extra_deals_from"),
}
"""Switches that change no answer of a kind; each has its own test below."""


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: f"{flip[0]}-{flip[1]}")
def test_switch_changes_the_answer(flip: Flip) -> None:
    slug, switch, choice, kind, given, key, before, after = flip
    switch_of = profile.load(slug).switches[switch]
    for chosen, wanted in ((switch_of.default, before), (choice, after)):
        case = {"profile": slug, "kind": kind, "input": {**given, "switches": {switch: chosen}}}
        found = answer(case)
        assert "error" not in found, found
        assert found["answer"].get(key) == wanted, (chosen, found)


def test_every_switch_has_a_flip() -> None:
    flipped = {(flip[0], flip[1]) for flip in FLIPS} | ELSEWHERE
    inherited = set(profile.load("house-2deck").switches)
    for slug in profile.slugs():
        if slug.startswith("house-") or slug == "shuangsheng-10-must-50m":
            continue
        loaded = profile.load(slug)
        house = profile.load(f"house-{loaded.decks}deck").switches
        own = {name for name, switch in loaded.switches.items() if house.get(name) != switch}
        assert {(slug, name) for name in own} <= flipped
    assert {("house-2deck", name) for name in inherited} <= flipped


def test_no_kitty_or_one_of_eight() -> None:
    none = profile.load(THREE_NO_THROW)
    eight = profile.with_switches(none, {"kitty_kept": "eight"})
    assert (none.hand, none.kitty, eight.hand, eight.kitty) == (54, 0, 52, 8)


def test_further_deals_count_from_the_announcement_or_the_limit() -> None:
    company = profile.load("triple-company-swiss-2h")
    later = profile.with_switches(company, {"extra_deals_from": "limit"})
    deals = [timeup.DealTime(start, start + 3, start + 15) for start in range(0, 200, 15)]
    for rules, mark, wanted in ((company, 90, 9), (later, 120, 11)):
        assert timeup.mark_minute(rules) == mark
        assert timeup.deals_that_count(rules, deals, mark) == wanted
