"""Situations of other Guandan engines beside types and comparisons: hands, levels, tribute.

Each row is answered: as the engine here answers, or by a named choice. What no document knows is
counted and named, too.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from scorer.cards import JOKERS, RANKS, SEATS, Card, Seat
from scorer.guandan.compare import beats, bomb_size
from scorer.guandan.course import lead_after_round
from scorer.guandan.levels import Standing, gain, level_up
from scorer.guandan.moves import moves
from scorer.guandan.profile import load, with_switches
from scorer.guandan.rounds import Laid, follow
from scorer.guandan.tribute import largest, payers, plan, return_choice
from scorer.guandan.types import Reading, card_value, readings

pytestmark = pytest.mark.shared
Row = dict[str, Any]
HOUSE = load("house-guandan")
AGREES = "agrees"
THREE_PACKS = "three packs or more"
OTHER_WILD = "a wild that the hand does not hold: the row marks another card so"
NO_DOCUMENT = "a rule of one engine that no document has"
OTHER_TABLE = "six or eight players"
JUMPED = "switch overshoot=pass_a"
FACE = "switch level_card_return=by_face"
GAIN = "profile value levels.gain_1_2"
NO_LEVEL = "cards that the row takes for no level cards"
NOT_SEEN = "passes are inferred, never seen"
HEART = "the heart level card is never returned (A27)"
ONLY_WILDS = "a hand of wilds alone: nothing can be paid"
ELSEWHERE = {"type", "beats"}
KINDS = {
    "pairs": ("pair", 2),
    "singles": ("single", 1),
    "triples": ("triple", 3),
    "tubes": ("tube", 6),
    "plates": ("plate", 6),
    "straights": ("straight", 5),
    "straight_flushes": ("straight_flush", 5),
    "full_houses": ("full_house", 5),
}
CIRCLE = "A23456789TJQK"


def two_packs(cards: Sequence[Card]) -> bool:
    return all(cards.count(joker) <= 2 for joker in JOKERS)


def named(found: Reading) -> tuple[str, str | None]:
    """Return type and rank as the rows name them: sequences by their lowest rank."""
    if found.type == "joker_bomb":
        return "four_jokers", None
    if found.type == "bomb":
        return f"bomb{found.length}", found.key
    span = {"straight": 5, "straight_flush": 5, "tube": 3, "plate": 2}.get(found.type)
    if span is None:
        return found.type, found.key
    top = 13 if found.key == "A" else CIRCLE.index(found.key)
    return found.type, (CIRCLE + "A")[top - span + 1]


def power(found: Reading, level: str) -> int:
    """Return the strength of a reading as the rows count it."""
    kind, rank = named(found)
    if kind == "four_jokers":
        return 9999
    if kind in ("straight", "straight_flush", "tube", "plate"):
        return CIRCLE.index(rank or "A") + 1
    worth = {"SJ": 16, "BJ": 17, level: 15}.get(str(rank)) or RANKS.index(str(rank)) + 2
    return worth + (int(bomb_size(found)) * 100 if kind.startswith("bomb") else 0)


def holds_none(row: Row, level: str, target: int) -> bool:
    """Return whether no cards of the hand are of the wanted type and above the target."""
    kind, size = KINDS.get(row["find"], ("bomb", 0))
    hand = row["hand"]
    sizes = [size] if size else range(4, len(hand) + 1)
    found = (
        one
        for number in sizes
        for cards in combinations(hand, number)
        for one in readings(cards, level)
        if (one.type == kind if size else one.type in ("bomb", "joker_bomb"))
    )
    return all(power(one, level) <= target for one in found)


def find(row: Row) -> str:
    hand, level = row["hand"], row["level"]
    target = row["args"].get("target_power", -1)
    if not two_packs(hand):
        return THREE_PACKS
    if row["args"].get("number_of_standard_decks", 2) != 2:
        return THREE_PACKS
    if not row["found"]:
        if holds_none(row, level, target):
            return AGREES
        other = next(rank for rank in RANKS if rank not in {card[0] for card in hand})
        assert holds_none(row, other, target), row["id"]
        return NO_LEVEL
    answer = AGREES
    for one in row["found"]:
        if one["cards"].count(level + "H") > 2:
            return THREE_PACKS
        beyond = Counter(one["cards"]) - Counter(hand)
        assert set(beyond) <= {level + "H"}, row["id"]
        rank = one.get("rank", one.get("start"))
        meant = [(one["cards"], level)]
        if beyond:
            answer = OTHER_WILD
            meant += _other_wilds(one["cards"], level, hand)
        assert any(reads_as(cards, at, one["type"], rank) for cards, at in meant), row["id"]
    return answer


def _other_wilds(
    cards: Sequence[Card], level: str, hand: Sequence[Card]
) -> Iterator[tuple[list[Card], str]]:
    """Yield the cards at a level that the hand does not hold: its wilds, or all, of that level."""
    at = next(rank for rank in RANKS if rank not in {card[0] for card in hand})
    wild = level + "H"
    for kept in range(cards.count(wild) + 1):
        rest = [card for card in cards if card != wild]
        yield [*rest, *[wild] * kept, *[at + "H"] * (cards.count(wild) - kept)], at


def reads_as(cards: Sequence[Card], level: str, kind: str, rank: str | None) -> bool:
    wanted = level if rank == "LEVEL" else rank
    return (kind, wanted) in {named(one) for one in readings(cards, level)}


def hand_can_beat(row: Row) -> str:
    if not row["table"]:
        assert row["expect"] is False
        assert row["hand"] == []
        return AGREES
    standing = [
        one for one in readings(row["table"], row["level"]) if named(one)[0] == row["table_type"]
    ]
    ours = any(moves(row["hand"], row["level"], one) for one in standing)
    if len(row["hand"]) <= 6:
        every = (c for n in range(1, 7) for c in combinations(row["hand"], n))
        found = (one for cards in every for one in readings(cards, row["level"]))
        brute = [one for one in found if any(beats(one, s, row["level"]) for s in standing)]
        assert bool(brute) == ours, row["id"]
    assert ours == row["expect"], row["id"]
    return AGREES


def at_a(
    finish: str, *, own: bool = True, fails: int = 0, overshoot: str | None = None
) -> Standing:
    """Return the standing after a deal of NS at A: at their own A, or at a level of EW."""
    points = HOUSE.levels if overshoot is None else replace(HOUSE.levels, overshoot=overshoot)
    levels = {"NS": "A", "EW": "9"}
    level, side = ("A", "NS") if own else ("9", "EW")
    return level_up(level, side, levels, [*finish], {"NS": fails, "EW": 0}, points)  # type: ignore[arg-type]


A_LEVEL: dict[str, Callable[[], tuple[bool, str]]] = {
    "mikewei-a_level-c465b409c3": lambda: (at_a("NSWE").winner == "NS", AGREES),
    "mikewei-a_level-5fcb79fcbb": lambda: (at_a("WNES", fails=1).levels["NS"] == "A", NO_DOCUMENT),
    "pinkHC-a_level-57cffb717f": lambda: (at_a("NSWE").winner == "NS", AGREES),
    "pinkHC-a_level-17968b2eed": lambda: (
        (at_a("NWES").winner, at_a("NWES").levels["NS"]) == (None, "A"),
        AGREES,
    ),
    "xingfanxia-a_level-4f7c6de805": lambda: (
        (at_a("NSWE", own=False).winner, at_a("NSWE", own=False).levels["NS"]) == (None, "A"),
        AGREES,
    ),
    "xingfanxia-a_level-4d493d2804": lambda: (
        at_a("NSWE", own=False, overshoot="pass_a").winner == "NS",
        JUMPED,
    ),
    "xingfanxia-a_level-7171a1a0d7": lambda: (at_a("NWES").a_fails["NS"] == 1, AGREES),
    "xingfanxia-a_level-b154a5b650": lambda: (
        (at_a("NWES", fails=2).levels["NS"], at_a("NWES", fails=2).a_fails["NS"]) == ("2", 0),
        AGREES,
    ),
    "xingfanxia-a_level-6955252f93": lambda: (
        at_a("NWES", own=False).a_fails["NS"] == 0 and at_a("NWES", own=False).levels["NS"] == "A",
        AGREES,
    ),
    "xingfanxia-a_level-1bbdae730f": lambda: (
        (at_a("WNES", fails=2).levels["NS"], at_a("WNES", fails=2).a_fails["NS"]) == ("2", 0),
        AGREES,
    ),
    "xingfanxia-a_level-12a9de3cd1": lambda: (
        at_a("WNES", own=False).a_fails["NS"] == 0,
        AGREES,
    ),
    "xingfanxia-a_level-d08896abab": lambda: (True, OTHER_TABLE),
    "xingfanxia-a_level-486b64f0a5": lambda: (
        level_up(
            "A", "EW", {"NS": "A", "EW": "A"}, [*"WENS"], {"NS": 0, "EW": 0}, HOUSE.levels
        ).winner
        == "EW",
        AGREES,
    ),
}  # fmt: skip


def a_level(row: Row) -> str:
    good, answer = A_LEVEL[row["id"]]()
    assert good, row["id"]
    assert answer is not OTHER_TABLE or row["players"] != 4
    return answer


PLACES: dict[int, tuple[Seat, ...]] = {
    2: ("N", "S", "W", "E"),
    3: ("N", "W", "S", "E"),
    4: ("N", "W", "E", "S"),
}


def _climbed(start: str, delta: int) -> Standing:
    """Return the standing after NS climb by so many levels from their own ``start``."""
    points = replace(HOUSE.levels, gain_1_2=delta, gain_1_3=delta, gain_1_4=delta)
    levels = {"NS": start, "EW": "2"}
    return level_up(start, "NS", levels, PLACES[2], {"NS": 0, "EW": 0}, points)  # type: ignore[arg-type]


def climb(row: Row) -> str:
    if row.get("players", 4) != 4:
        return OTHER_TABLE
    if "delta" in row:
        assert _climbed(row["from"], row["delta"]).levels["NS"] == row["expect"], row["id"]
        return AGREES
    if "partner_placement" in row:
        finish = PLACES[row["partner_placement"]]
        levels = {"NS": row["from"], "EW": "2"}
        none = {"NS": 0, "EW": 0}
        after = level_up(row["from"], "NS", levels, finish, none, HOUSE.levels)  # type: ignore[arg-type]
        assert after.levels["NS"] == row["expect"], row["id"]
        return AGREES
    if "finish_seats" in row:
        order: tuple[Seat, ...] = tuple(SEATS[place] for place in row["finish_seats"])
        assert gain(order, HOUSE.levels) == row["expect_delta"], row["id"]
        return AGREES
    place = row["winner_ranks"][1] if "winner_ranks" in row else int(row["finish"][2])
    if row.get("winner_ranks", [1])[0] != 1:
        assert row["expect_delta"] == 0, row["id"]
        return AGREES
    if gain(PLACES[place], HOUSE.levels) == row["expect_delta"]:
        return AGREES
    double = replace(HOUSE.levels, gain_1_2=row["rule_options"]["double_win"])
    assert gain(PLACES[place], double) == row["expect_delta"], row["id"]
    return GAIN


def _seats(row: Row) -> tuple[Seat, ...]:
    if "previous_finish" in row:
        return tuple(SEATS["abcd".index(one)] for one in row["previous_finish"])
    return tuple(SEATS[one] for one in row["finish"])


CASES: dict[str, tuple[str, tuple[str, ...], bool]] = {
    "double down, 3rd+4th hold >=2 big jokers": ("NSWE", ("BJ", "BJ"), True),
    "double down, none": ("NSWE", ("AS", "AD"), False),
    "1-3, 4th holds 2": ("NWSE", ("BJ BJ",), True),
}


def tribute_mode(row: Row) -> str:
    points = HOUSE.tribute
    if "case" in row and row["case"] not in CASES:
        assert row["case"] == "1-4, 3rd holds 2"
        assert payers([*"NWES"], points) == ("S",)
        return NO_DOCUMENT
    if "case" in row:
        finish, held, immune = CASES[row["case"]]
        paying = payers([*finish], points)  # type: ignore[list-item]
        hands = {seat: cards.split() for seat, cards in zip(paying, held, strict=True)}
        due = plan([*finish], hands, "2", points)  # type: ignore[list-item]
        assert (due.anti == "yes") == immune == (row["expect"] == "immune"), row["id"]
        return AGREES
    finish_ = _seats(row)
    if "DISPUTED" in row["note"]:
        assert payers(finish_, points) == (finish_[3],)
        return NO_DOCUMENT
    jokers = row.get("big_jokers_held", {})
    names = dict(zip("abcd", SEATS, strict=True))
    hands = {
        seat: ["BJ"] * jokers.get(name, 0) or ["AS" if name == "d" else "KS"]
        for name, seat in names.items()
    }
    due = plan(finish_, hands, "2", points)
    back = {seat: name for name, seat in names.items()}
    paid = [f"{back[p.payer]}->{back[p.to]}" for p in due.payments if p.to]
    words = row["expect"]
    if words == "resist":
        assert (due.anti, due.payments) == ("yes", ()), row["id"]
    elif words.startswith("single"):
        assert [words.split()[1]] == paid, row["id"]
    elif words.startswith("double"):
        assert (due.anti, len(paid)) == ("no", 2), row["id"]
        assert "d->a" not in words or paid == ["d->a", "b->c"], row["id"]
    else:
        assert payers(finish_, points) == (finish_[3],), row["id"]
    return AGREES


def tribute(row: Row) -> str:
    if "fourth_hand" in row:
        due = plan([*"NWSE"], {"E": row["fourth_hand"]}, "2", HOUSE.tribute)
        assert (due.anti, due.lead) == ("yes", "N"), row["id"]
        return AGREES
    legal = row["paid"] in largest(row["payer_hand"], row["level"])
    assert legal == row["expect"].startswith("legal"), row["id"]
    if "payer leads" in row["expect"]:
        due = plan([*"NWSE"], {"E": row["payer_hand"]}, row["level"], HOUSE.tribute)
        assert due.lead == "E", row["id"]
    return AGREES


def tribute_card(row: Row) -> str:
    if "rule" in row:
        assert largest(["2H", "AS", "KD"], row["level"]) == ("AS",)
        due = plan([*"NWSE"], {"E": ["BJ", "BJ"]}, row["level"], HOUSE.tribute)
        assert due.anti == "yes"
        return AGREES
    found = largest(row["hand"], row["level"])
    if not found:
        assert set(row["hand"]) == {row["level"] + "H"}
        return ONLY_WILDS
    assert found == (row["expect"],), row["id"]
    return AGREES


def return_card(row: Row) -> str:
    for points, answer in (
        (HOUSE.tribute, AGREES),
        (with_switches(HOUSE, {"level_card_return": "by_face"}).tribute, FACE),
    ):
        choice = return_choice(row["hand"], row["level"], False, points)
        if (row["card"] in choice.eligible) == (row["expect"] == "legal"):
            return answer
    assert row["card"] == row["level"] + "H" or row["level"] + "H" in row["hand"], row["id"]
    return HEART


def turn(row: Row) -> str:
    """A leader's pass is not seen; a play before its turn beats a play that came too early."""
    if row["action"] == "pass as leader":
        return NOT_SEEN
    plays = [Laid("N", ("5S",)), Laid("S", ("9S",)), Laid("W", ("7S",))]
    left = dict.fromkeys(SEATS, 27)
    course = follow(plays, left, "2", HOUSE.play, HOUSE.types.rules())
    assert [fault.offence for fault in course.faults] == ["out_of_turn"]
    return AGREES


def rank_equal(row: Row) -> str:
    (a,), (b,) = row["a"], row["b"]
    assert card_value(a, row["level"]) == card_value(b, row["level"])
    return AGREES


def wind(row: Row) -> str:
    winner = SEATS[row["finisher"]]
    assert lead_after_round(winner, [winner], HOUSE.play)[0] == SEATS[row["expect_lead"]]
    return AGREES


ANSWERS: dict[str, Callable[[Row], str]] = {
    "find": find,
    "hand_can_beat": hand_can_beat,
    "a_level": a_level,
    "level_up": climb,
    "tribute_mode": tribute_mode,
    "tribute": tribute,
    "tribute_card": tribute_card,
    "return_card": return_card,
    "turn": turn,
    "rank_equal": rank_equal,
    "lead_passes_to_partner": wind,
}


def rows(shared_dir: Path, name: str) -> list[Row]:
    text = (shared_dir / "vectors" / name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_every_other_row_is_answered(shared_dir: Path) -> None:
    counted: Counter[str] = Counter()
    for row in rows(shared_dir, "guandan_vectors.jsonl"):
        if row["kind"] not in ELSEWHERE:
            counted[ANSWERS[row["kind"]](row)] += 1
    assert counted == {
        AGREES: 147,
        OTHER_WILD: 12,
        OTHER_TABLE: 9,
        THREE_PACKS: 8,
        NO_DOCUMENT: 3,
        HEART: 2,
        NO_LEVEL: 1,
        GAIN: 1,
        JUMPED: 1,
        NOT_SEEN: 1,
        ONLY_WILDS: 1,
    }


def test_no_row_is_left_out(shared_dir: Path) -> None:
    """Types and comparisons are counted in ``test_vectors``."""
    collected = Counter(row["kind"] for row in rows(shared_dir, "guandan_vectors.jsonl"))
    assert set(collected) == ELSEWHERE | set(ANSWERS)
    assert (collected["type"], collected["beats"], collected.total()) == (161, 627, 974)
    random_ = Counter(row["kind"] for row in rows(shared_dir, "guandan_oracle_random.jsonl"))
    assert random_ == {"type": 1498, "beats": 880}
