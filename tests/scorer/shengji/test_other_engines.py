"""Answers of public engines: equal, or different for a stated reason (docs/play-engine.md)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from scorer.profile import Profile, load, with_switches
from scorer.shengji.follow import verdict
from scorer.shengji.order import Trump, order_of
from scorer.shengji.structure import decompose
from scorer.shengji.throw import try_throw
from scorer.shengji.trick import winner
from scorer.shengji.units import Unit

pytestmark = pytest.mark.shared
_SEATS = ("W", "S", "E")


def _rows(shared: Path, name: str) -> Iterator[dict[str, Any]]:
    for line in (shared / "vectors" / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _trump(row: dict[str, Any]) -> Trump:
    return Trump(row["trump"]["suit"] or "NT", row["trump"]["level"])


@cache
def _house(decks: int, policy: str = "NoProtections") -> Profile:
    """Return the house rules with triples and quads broken as the peer's policy says."""
    duty = "optional" if "LongerTuplesProtected" in policy else "compulsory"
    keys = (
        "break_triple.for_pair",
        "break_triple.for_pair_in_longer",
        "break_quad.for_pair",
        "break_quad.for_triple",
    )
    return with_switches(load(f"house-{min(decks, 4)}deck"), dict.fromkeys(keys, duty))


def _word(legal: bool) -> str:
    return "legal" if legal else "illegal"


def _units(row: dict[str, Any]) -> list[Unit]:
    parts = decompose(_house(row["decks"]), _trump(row), row["lead"])
    return [part.unit for part in parts or ()]


def _reason(row: dict[str, Any]) -> str | None:
    """Return why our documents may say otherwise than the peer on a follow."""
    policy = row["options"]["trick_draw_policy"]
    units = _units(row)
    if policy == "NoFormatBasedDraw":
        return "every document demands shapes"
    if "LongerTuplesProtected" in policy:
        return "the peer also protects longer tractors and lets no broken set answer for a pair"
    if any(unit.copies > 2 for unit in units):
        return "quads, then triples, then pairs come before links; the peer asks for links first"
    return None


def test_unanimous_rows_of_five_engines(shared_dir: Path) -> None:
    house = load("house-2deck")
    seen: Counter[str] = Counter()
    for row in _rows(shared_dir, "shengji_cross_engine_2deck.jsonl"):
        if not row["unanimous"]:
            continue
        seen[row["op"]] += 1
        said = set(row["answers"].values())
        if row["op"] == "legal":
            found = verdict(house, _trump(row), row["lead"], row["hand"], row["play"])
            assert said == {_word(found.legal)}, row["id"]
        else:
            assert said == {winner(house, _trump(row), row["plays"])}, row["id"]
    assert seen["legal"] > 1000
    assert seen["trick"] > 600


def test_forks_are_answered_as_some_engine_does(shared_dir: Path) -> None:
    house = load("house-2deck")
    for row in _rows(shared_dir, "shengji_cross_engine_2deck.jsonl"):
        if row["op"] == "legal":
            found = verdict(house, _trump(row), row["lead"], row["hand"], row["play"])
            assert _word(found.legal) in row["answers"].values(), row["id"]
        else:
            assert winner(house, _trump(row), row["plays"]) in row["answers"].values(), row["id"]


def test_random_follows_of_a_compiled_engine(shared_dir: Path) -> None:
    same, explained = 0, Counter[str]()
    for row in _rows(shared_dir, "shengji_oracle_random.jsonl"):
        if row["op"] != "legal":
            continue
        house = _house(row["decks"], row["options"]["trick_draw_policy"])
        found = verdict(house, _trump(row), row["lead"], row["hand"], row["play"])
        if _word(found.legal) == row["expect"]:
            same += 1
            continue
        reason = _reason(row)
        assert reason is not None, row["id"]
        explained[reason] += 1
    assert same > 1040
    assert explained.total() < 60


def test_all_legal_answers_of_a_compiled_engine(shared_dir: Path) -> None:
    same = other = 0
    for row in _rows(shared_dir, "shengji_oracle_random.jsonl"):
        if row["op"] != "legal_set":
            continue
        house = _house(row["decks"], row["options"]["trick_draw_policy"])
        plays = {tuple(sorted(play)) for play in combinations(row["hand"], len(row["lead"]))}
        ours = {p for p in plays if verdict(house, _trump(row), row["lead"], row["hand"], p).legal}
        if ours == {tuple(sorted(play)) for play in row["legal"]}:
            same += 1
            continue
        assert _reason(row) is not None, row["id"]
        other += 1
    assert same > 4 * other


def test_random_tricks_of_a_compiled_engine(shared_dir: Path) -> None:
    same, highest = 0, 0
    for row in _rows(shared_dir, "shengji_oracle_random.jsonl"):
        if row["op"] != "trick":
            continue
        if winner(_house(row["decks"]), _trump(row), row["plays"]) == row["winner"]:
            same += 1
            continue
        assert row["options"]["throw_evaluation_policy"] != "TrickUnitLength", row["id"]
        highest += 1
    assert same > 200
    assert highest < 5


def test_random_throws_of_a_compiled_engine(shared_dir: Path) -> None:
    forced = 0
    for row in _rows(shared_dir, "shengji_oracle_random.jsonl"):
        if row["op"] != "throw":
            continue
        hands = dict(zip(_SEATS, row["hands_after_leader"], strict=True))
        found = try_throw(_house(row["decks"]), _trump(row), row["lead"], hands)
        assert found.succeeds == (row["expect"] == "stands"), row["id"]
        if not found.succeeds:
            forced += sorted(found.stands[0]) == sorted(row["smallest_beatable_unit"])
    assert forced > 110


def test_leads_fall_into_the_same_units(shared_dir: Path) -> None:
    for row in _rows(shared_dir, "shengji_oracle_random.jsonl"):
        needs = row["options"].get("tractor_requirements") if row["op"] == "decomp" else None
        if needs != {"min_count": 2, "min_length": 2}:
            continue
        parts = decompose(_house(row["decks"]), _trump(row), row["cards"]) or ()
        ours = sorted(tuple(part.unit) for part in parts)
        ways = [sorted((u["count"], len(u.get("members", "1"))) for u in w) for w in row["all"]]
        assert ours in [[tuple(unit) for unit in way] for way in ways], row["id"]


def _no_rule_of_ours(row: dict[str, Any]) -> bool:
    """Return whether a peer's test is about rainbows, bombs, or more than four decks."""
    options = row.get("rule_options", {})
    cards = Counter(row.get("play", ())) + Counter(row.get("lead", ()))
    return bool(
        row["trump"].get("level") is None
        or options.get("rainbow_lead")
        or options.get("rainbows")
        or "AllowBombs" in options.get("bomb_policy", "")
        or max(cards.values(), default=0) > 4
    )


def test_follows_in_the_peers_own_tests(shared_dir: Path) -> None:
    same = other = 0
    for row in _rows(shared_dir, "shengji_vectors.jsonl"):
        if row["kind"] not in ("follow", "play_rejected") or _no_rule_of_ours(row):
            continue
        if Counter(row["play"]) - Counter(row["hand"]):
            continue
        policy = row.get("rule_options", {}).get("trick_draw_policy", "NoProtections")
        house = _house(row.get("decks", 3), policy)
        found = verdict(house, _trump(row), row["lead"], row["hand"], row["play"])
        if _word(found.legal) == row["expect"]:
            same += 1
            continue
        assert policy != "NoProtections" or row.get("unanimous") is False, row["id"]
        other += 1
    assert same > 250
    assert other < 15


def test_throws_in_the_peers_own_tests(shared_dir: Path) -> None:
    checked = 0
    for row in _rows(shared_dir, "shengji_vectors.jsonl"):
        others = row.get("other_hands")
        if row["kind"] != "lead_or_throw" or _no_rule_of_ours(row) or not others:
            continue
        if order_of(_house(2), _trump(row)).only_class(row["throw"]) is None:
            continue
        hands = list(others.values()) if isinstance(others, dict) else others
        found = try_throw(
            _house(row.get("decks") or 2),
            _trump(row),
            row["throw"],
            dict(zip(_SEATS, hands, strict=False)),
        )
        assert found.succeeds == (row["expect"] not in ("failed", "throw_failed")), row["id"]
        checked += 1
    assert checked > 50


def test_reported_cases(shared_dir: Path) -> None:
    """What users of a peer asked for, where our documents have the rule."""
    asked = 0
    for row in _rows(shared_dir, "pain_cases_rbtying.jsonl"):
        query, wants = row["query"], row["reporter_wants"]
        if query["op"] == "trick" and wants.startswith("winner "):
            number = wants.removeprefix("winner ")
            if number.isdigit() and "bombs" not in wants:
                assert winner(_house(4), _trump(query), query["plays"]) == int(number), row["id"]
                asked += 1
        if query["op"] == "legal" and wants in ("legal", "illegal"):
            policy = query.get("options", {}).get("trick_draw_policy", "NoProtections")
            if policy != "NoProtections":
                continue
            found = verdict(_house(4), _trump(query), query["lead"], query["hand"], query["play"])
            assert _word(found.legal) == wants, row["id"]
            asked += 1
    assert asked >= 12
