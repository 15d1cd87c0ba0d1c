"""Situations put to public Guandan engines; where they differ a documented choice decides."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorer.cards import JOKERS, Seat
from scorer.guandan.compare import beats, meaning
from scorer.guandan.levels import gain
from scorer.guandan.profile import load
from scorer.guandan.tribute import largest, return_choice
from scorer.guandan.types import Reading, TypeRules, readings

pytestmark = pytest.mark.shared
DECLARABLE = TypeRules(declarable_suited_straight=True)
NO_JOKER_PAIR = TypeRules(joker_pair_in_full_house=False)
BIG = TypeRules(undeclared_full_house="big")
LENGTHS = {"single": 1, "pair": 2, "triple": 3, "tube": 6, "plate": 6}


def rows(shared_dir: Path, name: str, kind: str) -> Iterator[dict[str, Any]]:
    for line in (shared_dir / "vectors" / name).read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["kind"] == kind:
            yield row


def theirs(found: dict[str, str]) -> Reading:
    kind = found["type"]
    if kind == "four_jokers":
        return Reading("joker_bomb", "BJ", 4)
    if kind.startswith("bomb"):
        return Reading("bomb", found["rank"], int(kind[4:]))
    return Reading(kind, found.get("rank", found.get("top", "")), LENGTHS.get(kind, 5))


def test_types_of_the_random_rows(shared_dir: Path) -> None:
    """A wild alone is the level card; five suited cards are a flush unless declared otherwise."""
    counted = {True: 0, False: 0}
    for row in rows(shared_dir, "guandan_oracle_random.jsonl", "type"):
        cards, level = row["cards"], row["level"]
        listed = {theirs(found) for found in row["readings"]}
        if len(cards) == row["wilds"]:
            listed = {one for one in listed if one.key == level}
        ours = readings(cards, level)
        if row["agree"]:
            assert bool(ours) == bool(listed), row["id"]
            assert set(ours) <= listed <= set(readings(cards, level, DECLARABLE)), row["id"]
            assert not listed or ours[0] in listed, row["id"]
        else:
            assert set(readings(cards, level, NO_JOKER_PAIR)) == listed, row["id"]
        counted[row["agree"]] += 1
    assert counted == {True: 1462, False: 36}


def test_what_beats_what_in_the_random_rows(shared_dir: Path) -> None:
    counted = 0
    for row in rows(shared_dir, "guandan_oracle_random.jsonl", "beats"):
        plays = readings(row["play"], row["level"], DECLARABLE)
        for standing in row["table_readings"]:
            table = theirs(standing["reading"])
            found = any(beats(play, table, row["level"]) for play in plays)
            assert found == standing["play_beats_it"], row["id"]
            counted += 1
    assert counted > 1000


def _declared(cards: list[str], level: str, hint: str | None) -> Reading | None:
    found = [one for one in readings(cards, level) if one.type == hint]
    return found[0] if found else None


def _beats(row: dict[str, Any], rules: TypeRules, *, declare: bool) -> bool:
    level, hint = row["level"], row.get("table_type") if declare else None
    declared = None if hint == "full_house" else _declared(row["table"], level, hint)
    standing = meaning(row["table"], level, rules, declared=declared)
    play = standing and meaning(row["play"], level, rules, current=standing)
    return bool(standing and play and beats(play, standing, level))


def _two_decks(cards: list[str]) -> bool:
    """Two packs hold two jokers of a kind; one engine's tests also ask about three packs."""
    return all(cards.count(joker) <= 2 for joker in JOKERS)


def test_collected_comparisons(shared_dir: Path) -> None:
    """Undeclared full houses and tubes with two wilds follow a declaration or the other choice."""
    plain = chosen = 0
    for row in rows(shared_dir, "guandan_vectors.jsonl", "beats"):
        if not row["table"] or not _two_decks(row["play"]):
            continue
        plain += _beats(row, TypeRules(), declare=False) == row["play_beats_table"]
        settled = {_beats(row, rules, declare=True) for rules in (TypeRules(), BIG)}
        assert row["play_beats_table"] in settled, row["id"]
        chosen += 1
    assert (plain, chosen) == (614, 623)


def test_collected_types(shared_dir: Path) -> None:
    counted = 0
    for row in rows(shared_dir, "guandan_vectors.jsonl", "type"):
        wanted = row.get("expect_types") or [row["expect_type"]]
        if "pass" in wanted or not _two_decks(row["cards"]):
            continue
        found = readings(row["cards"], row["level"])
        listed = {f"bomb{o.length}" if o.type == "bomb" else o.type for o in found}
        listed = {"four_jokers" if name == "joker_bomb" else name for name in listed}
        listed |= {f"{one.type} top {one.key}" for one in found}
        if wanted == ["illegal"]:
            assert not found, row["id"]
        elif wanted[0].startswith("not_"):
            assert wanted[0].removeprefix("not_") not in listed, row["id"]
        else:
            assert set(wanted) & listed, row["id"]
        counted += 1
    assert counted > 150


def test_collected_climbs(shared_dir: Path) -> None:
    """Four-player rows; one engine climbs 4 for a double, which is profile data."""
    house = load("house-guandan").levels
    older = dataclasses.replace(house, gain_1_2=4)
    places: dict[int, tuple[Seat, ...]] = {
        2: ("N", "S", "W", "E"),
        3: ("N", "W", "S", "E"),
        4: ("N", "W", "E", "S"),
    }
    counted = 0
    for row in rows(shared_dir, "guandan_vectors.jsonl", "level_up"):
        ranks = row.get("winner_ranks")
        if ranks is None and row.get("finish") in ("1-2", "1-3", "1-4"):
            ranks = [1, int(row["finish"][2])]
        if ranks is None or row.get("players", 4) != 4 or ranks[0] != 1:
            continue
        points = older if row.get("rule_options") else house
        assert gain(places[ranks[1]], points) == row["expect_delta"], row["id"]
        counted += 1
    assert counted == 5


def test_collected_returns_and_tributes(shared_dir: Path) -> None:
    """The heart level card is neither paid nor returned; one engine returns it by its face."""
    points = load("house-guandan").tribute
    for row in rows(shared_dir, "guandan_vectors.jsonl", "return_card"):
        choice = return_choice(row["hand"], row["level"], False, points)
        legal = row["card"] in choice.eligible
        wild = row["card"] == row["level"] + "H"
        if not wild and set(row["hand"]) != {"7H", "AS"}:
            assert legal == (row["expect"] == "legal"), row["id"]
    for row in rows(shared_dir, "guandan_vectors.jsonl", "tribute_card"):
        if "hand" in row and row["hand"] != ["5H"]:
            assert largest(row["hand"], row["level"]) == (row["expect"],), row["id"]
    for row in rows(shared_dir, "guandan_vectors.jsonl", "tribute"):
        if "payer_hand" in row:
            legal = row["paid"] in largest(row["payer_hand"], row["level"])
            assert legal == row["expect"].startswith("legal"), row["id"]
