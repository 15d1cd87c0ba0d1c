"""Every row of other programs' answers: the same answer under stated options, or a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorer.profile import Profile, load, with_switches
from scorer.shengji.follow import verdict
from scorer.shengji.levels import promote
from scorer.shengji.order import TRUMPS, order_of
from scorer.shengji.score import deal_result
from scorer.shengji.structure import decompose
from scorer.shengji.throw import try_throw
from scorer.shengji.trick import winner
from tests.scorer.shengji import test_other_engines as other

pytestmark = pytest.mark.shared
Row = dict[str, Any]
SAME = "the same"
LEVELS = "23456789TJQK"
SHAPES = {"pair": [(2, 1)], "tractor": [(2, 2)], "throw of two pairs": [(2, 1), (2, 1)]}
STEPS = {"step_size_per_deck": 20, "num_steps_to_non_landlord_turnover": 2, "deadzone_size": 1,
         "truncate_zero_crossing_window": True}  # fmt: skip
"""The peer's score options that are our house table."""


def said(same: bool, reason: str | None) -> str | None:
    """Return that both say the same, or why not; None where nothing explains it."""
    return SAME if same else reason


def options(row: Row) -> Row:
    """Return the peer's options of a row."""
    found: Row = row.get("options") or row.get("rule_options") or {}
    return found


@cache
def table(decks: int) -> Profile:
    """Return the house score table with negative scores counted on."""
    return with_switches(load(f"house-{decks}deck"), {"negative_score": "extend"})


def cards_of(units: list[Row]) -> list[str]:
    """Return the cards of a lead that is given by its units."""
    return [
        card
        for unit in units
        for card in unit.get("members", [unit.get("card")])
        for _ in range(unit["count"])
    ]


def score(row: Row) -> str | None:
    chosen = options(row)
    if row["decks"] > 4:
        return "more than four decks"
    if "deadzone_size" not in chosen:
        return "a table of that program alone"
    expect = row.get("expect") or row
    found = deal_result(table(row["decks"]), row["attacker_points"])
    same = (found.dealer_levels, found.defender_levels) == (
        expect["defender_levels"],
        expect["attacker_levels"],
    )
    if any(chosen[name] != value for name, value in STEPS.items()):
        return said(same, "no row of ours takes the deal and a level at once, or nothing at 0")
    bonus = chosen.get("bonus_level_policy", "NoBonusLevel") != "NoBonusLevel"
    return said(same, "a bonus for the smaller team of a game of five or more" if bonus else None)


def trick(row: Row) -> str | None:
    if other._no_rule_of_ours(row):
        return "no suit trump without a level, no rainbows, no bombs in the house rules"
    plays = [p["cards"] if isinstance(p, dict) else p for p in row["plays"]]
    won = row["winner"]
    if isinstance(row["plays"][0], dict):
        won = [play["player"] for play in row["plays"]].index(won)
    same = winner(other._house(4), other._trump(row), plays) == won
    chosen = options(row)
    if chosen.get("bomb_policy", "NoBombs") != "NoBombs":
        return said(same, "bombs are `cross_shape` of the documents that have them")
    thrown = len(decompose(other._house(4), other._trump(row), plays[0]) or ()) > 1
    return said(same, "another policy of comparing ruffs" if thrown else None)


def compare_plays(row: Row) -> str | None:
    if "incumbent" not in row:
        return "ranks inside one program's own numbering"
    plays = [row["lead"], row["candidate"]]
    if row["incumbent"] != row["lead"]:
        plays.insert(1, row["incumbent"])
    won = winner(load("house-2deck"), other._trump(row), plays) == len(plays) - 1
    return said(won == (row["expect"] == "candidate_wins"), None)


def decomposition(row: Row) -> str | None:
    ways = row.get("all")
    if ways is None:
        return "a list without an expected answer of our form"
    needs = options(row).get("tractor_requirements") or row["options"]["tractor_requirements"]
    parts = decompose(other._house(4), other._trump(row), row["cards"]) or ()
    ours = sorted(tuple(part.unit) for part in parts)
    theirs = [sorted((u["count"], len(u.get("members", "1"))) for u in way) for way in ways]
    usual = needs == {"min_count": 2, "min_length": 2}
    return said(ours in theirs, None if usual else "tractors of three or more only")


def lead_shape(row: Row) -> str | None:
    if other._no_rule_of_ours(row) or options(row).get("rainbows"):
        return "no suit trump without a level, no rainbows, no bombs in the house rules"
    parts = decompose(load("house-2deck"), other._trump(row), row["cards"])
    if row["expect"] in SHAPES:
        return said([part.unit for part in parts or ()] == SHAPES[row["expect"]], None)
    return said((parts is not None) == (row["expect"] == "valid_lead"), None)


def matches_format(row: Row) -> str | None:
    if row["trump"].get("level") is None:
        return "no suit trump without a level, no rainbows, no bombs in the house rules"
    lead, trump = cards_of(row["lead_units"]), other._trump(row)
    order = order_of(other._house(4), trump)
    own, led = order.only_class(row["cards"]), order.only_class(lead)
    contends = row["expect"] == "can_contend"
    if own == TRUMPS and led != TRUMPS:
        return said((winner(other._house(4), trump, [lead, row["cards"]]) == 1) == contends, None)
    if own != led:
        return said(not contends, None)
    units = [[p.unit for p in decompose(other._house(4), trump, c) or ()]
             for c in (lead, row["cards"])]  # fmt: skip
    if len(units[0]) == 1:
        return said((units[0] == units[1]) == contends, None)
    return "a throw that stood is not beaten in its own suit"


def level_change(row: Row) -> str | None:
    chosen = options(row)
    if "advancement_policy" not in chosen:
        return "a ladder of that program alone"
    if chosen.get("jack_variation", "Disabled") != "Disabled":
        return "a jack in the last trick is no rule of our documents"
    must = ["5", "T", "K"] if chosen["advancement_policy"] == "DefendPoints" else []
    rules = with_switches(load("house-2deck"), {"must_play": must})
    for side in (0, 1):
        dealer = side in row["defending_team"]
        before, after = row["before"].get(str(side)), row["after"].get(str(side))
        if before is None or before not in LEVELS or after not in LEVELS:
            return "levels beyond the last, a lap counter"
        gain = row["defender_bump"] if dealer else row["attacker_bump"]
        if promote(rules, before, gain, "dealer" if dealer else "defender").new_level != after:  # type: ignore[arg-type]
            return None
    return SAME


def follow(row: Row) -> str | None:
    if other._no_rule_of_ours(row) or Counter(row["play"]) - Counter(row["hand"]):
        return "no suit trump without a level, no rainbows, no bombs in the house rules"
    policy = options(row).get("trick_draw_policy", "NoProtections")
    house = other._house(row.get("decks", 3), policy)
    found = verdict(house, other._trump(row), row["lead"], row["hand"], row["play"])
    legal = other._word(found.legal)
    if policy == "NoProtections" and row.get("unanimous") is not False:
        return said(legal == row["expect"], None)
    return said(legal == row["expect"], "protected tractors or triples, or no duty of shape")


def lead_or_throw(row: Row) -> str | None:
    hands = row.get("other_hands")
    if other._no_rule_of_ours(row) or not hands:
        return "a lead without the other hands, rainbows, or no level"
    trump, rules = other._trump(row), other._house(row.get("decks") or 2)
    if order_of(rules, trump).only_class(row["throw"]) is None:
        return "cards of several suits"
    hands = list(hands.values()) if isinstance(hands, dict) else hands
    found = try_throw(rules, trump, row["throw"], dict(zip(other._SEATS, hands, strict=False)))
    return said(found.succeeds == (row["expect"] not in ("failed", "throw_failed")), None)


def legal(row: Row) -> str | None:
    house = other._house(row["decks"], row["options"]["trick_draw_policy"])
    found = verdict(house, other._trump(row), row["lead"], row["hand"], row["play"])
    return said(other._word(found.legal) == row["expect"], other._reason(row))


def bids(_row: Row) -> str | None:
    return "bidding policies of one program; no document's"


def legal_set(_row: Row) -> str | None:
    return "all legal answers: compared one by one in test_other_engines"


def throw(row: Row) -> str | None:
    hands = dict(zip(other._SEATS, row["hands_after_leader"], strict=True))
    found = try_throw(other._house(row["decks"]), other._trump(row), row["lead"], hands)
    return said(found.succeeds == (row["expect"] == "stands"), None)


def random_trick(row: Row) -> str | None:
    won = winner(other._house(row["decks"]), other._trump(row), row["plays"])
    policy = row["options"]["throw_evaluation_policy"]
    reason = None if policy == "TrickUnitLength" else "another policy of comparing ruffs"
    return said(won == row["winner"], reason)


def one_of_a_kind(_row: Row) -> str | None:
    return "one program's own multiplier"


KINDS: dict[str, Callable[[Row], str | None]] = {
    "follow": follow, "play_rejected": follow, "matches_format": matches_format,
    "lead_or_throw": lead_or_throw, "level_change": level_change, "score": score,
    "decomposition": decomposition, "lead_shape": lead_shape, "trick": trick, "bid": bids,
    "compare_plays": compare_plays, "kitty_multiplier": one_of_a_kind, "round_end": one_of_a_kind,
}  # fmt: skip
RANDOM: dict[str, Callable[[Row], str | None]] = {
    "score": score, "legal": legal, "trick": random_trick, "throw": throw,
    "decomp": decomposition, "legal_set": legal_set, "bids": bids,
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "kinds", "key", "same"),
    [
        ("shengji_vectors.jsonl", KINDS, "kind", 700),
        ("shengji_oracle_random.jsonl", RANDOM, "op", 2200),
    ],
)
def test_every_row_agrees_or_has_a_reason(
    shared_dir: Path, name: str, kinds: dict[str, Any], key: str, same: int
) -> None:
    counted: Counter[str] = Counter()
    unexplained = []
    for row in other._rows(shared_dir, name):
        answer = kinds[row[key]](row)
        if answer is None:
            unexplained.append(row["id"])
        counted[str(answer)] += 1
    assert not unexplained, (len(unexplained), unexplained[:10])
    assert counted[SAME] >= same, counted
