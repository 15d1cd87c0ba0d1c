"""From settled zones to a Guandan history."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scorer.fold import fold
from scorer.guandan.automatch import play_match
from scorer.guandan.profile import load
from scorer.guandan.table import GuandanTable
from scorer.history import dumps, loads, make
from tests.scorer.guandan.eyes import Eyes, feed

HOUSE = load("house-guandan")


def rows(table: GuandanTable, *types: str) -> list[Any]:
    """Return seat and cards of the events of some types."""
    return [
        (e.type, e.seat or e.get("from"), " ".join(e.cards) or e.get("card"))
        for e in table.events
        if e.type in types
    ]


def seen(*acts: tuple[str, Any]) -> GuandanTable:
    """Return a table that has seen acts: ``("N", "5S 5D")`` lays, ``("wait", 3)`` waits."""
    eyes, table = Eyes(), GuandanTable(HOUSE)
    for who, what in acts:
        if who == "wait":
            eyes.wait(what)
        elif what is None:
            eyes.take(who)  # type: ignore[arg-type]
        elif what.startswith("+"):
            eyes.put(who, what[1:].split(), keep=True)  # type: ignore[arg-type]
        else:
            eyes.put(who, what.split())  # type: ignore[arg-type]
    feed(table, eyes.messages)
    return table


def test_a_play_is_closed_by_the_next_or_by_time() -> None:
    assert rows(seen(("N", "5S")), "play") == []
    assert rows(seen(("N", "5S"), ("wait", 3)), "play") == [("play", "N", "5S")]
    assert rows(seen(("N", "5S"), ("W", "6S")), "play") == [("play", "N", "5S")]


def test_cards_laid_one_by_one_are_one_play() -> None:
    table = seen(("N", "5S"), ("N", "+5D"), ("wait", 3))
    assert len(rows(table, "play")) >= 1
    late = seen(("N", "5S 6S 7S 8D"), ("wait", 3), ("N", "+9S"), ("wait", 3))
    assert [e.type for e in late.events] == ["deal", "play", "correction"]
    assert late.events[-1].fields["set"]["cards"] == ["5S", "6S", "7S", "8D", "9S"]


def test_the_same_seat_may_lead_again() -> None:
    table = seen(("N", "5S"), ("W", "9S"), ("W", "3S 3D"), ("N", None), ("wait", 3))
    assert [row[1:] for row in rows(table, "play")] == [("N", "5S"), ("W", "9S"), ("W", "3S 3D")]


def test_a_card_taken_back_is_a_retraction() -> None:
    eyes, table = Eyes(), GuandanTable(HOUSE)
    eyes.put("N", ["5S", "5D", "5C"])
    eyes.wait(3)
    eyes.zones["N"] = eyes.zones["N"][:2]
    eyes.say("N")
    eyes.wait(3)
    feed(table, eyes.messages)
    assert rows(table, "play", "retracted") == [
        ("play", "N", "5S 5D 5C"),
        ("retracted", "N", "5C"),
        ("play", "N", "5S 5D"),
    ]


@pytest.mark.parametrize("seed", [0, 2, 3])
def test_simulated_matches_are_recorded_as_they_were_played(seed: int) -> None:
    deals = play_match(HOUSE, 3, random.Random(seed))
    eyes, table = Eyes(seed), GuandanTable(HOUSE)
    for deal in deals:
        eyes.deal(deal)
    feed(table, eyes.messages)
    header = make(1, "match", profile="house-guandan")
    events = [header, *(make(e.seq + 1, e.type, **{
        k: v for k, v in e.fields.items() if k not in ("type", "seq")
    }) for e in table.events)]  # fmt: skip
    result = fold(loads(dumps(events)))
    assert len(result.deals) == len(deals)
    for happened, deal in zip(deals, result.deals, strict=True):
        laid = [(play.seat, play.cards) for play in deal.plays]
        assert laid == [(seat, move.cards) for seat, move in happened.played.plays]
        assert deal.to_json()["finish"] == list(happened.finish)
        assert deal.findings == ()
        given = happened.exchange
        shown = deal.to_json()["tribute"] or {"paid": [], "returned": [], "refused": None}
        if given is not None:
            paid = {(one.giver, one.to, one.card) for one in given.paid}
            assert {(p["from"], p["to"], p["card"]) for p in shown["paid"]} == paid
            assert bool(shown["refused"]) == bool(given.refused)


def test_the_table_says_whose_turn_it_is() -> None:
    table = seen(("N", "5S"), ("W", "6S"), ("wait", 3))
    expected = table.expect()
    assert expected is not None
    assert (expected["seat"], expected["count"]) == ("S", 0)


def test_a_false_tribute_is_found_by_eye() -> None:
    for seed in range(20):
        deals = play_match(HOUSE, 2, random.Random(seed), cheat_in=2)
        given = deals[1].exchange
        if given is not None and len(given.paid) == 1:
            break
    eyes, table = Eyes(), GuandanTable(HOUSE)
    for deal in deals:
        eyes.deal(deal)
    feed(table, eyes.messages)
    result = fold(table.events, HOUSE)
    finding = next(f for f in result.deals[1].findings if f.offence == "tribute_not_largest")
    assert finding.certainty == "proven"
    assert len(finding.evidence) == 2


def doubtful(cards: str, *, real: dict[str, float], p: float = 0.99) -> GuandanTable:
    """Return a table that has seen one play of N in which some cards may be none."""
    eyes, table = Eyes(), GuandanTable(HOUSE)
    eyes.put("N", cards.split())
    for card in eyes.messages[-1]["cards"]:
        card |= {"seen": 1.0, "arrived": True, "real": real.get(card["card"], 0.999), "p": p}
    eyes.wait(3)
    feed(table, eyes.messages)
    return table


def test_what_is_probably_no_card_joins_no_play() -> None:
    table = doubtful("5D 5S ?? KC KD KS", real={"??": 0.05})
    assert rows(table, "play") == [("play", "N", "5D 5S KC KD KS")]


def test_a_doubtful_thing_counts_unless_there_is_a_type_without_it() -> None:
    assert rows(doubtful("5D 6S 7C 8D 9S", real={"9S": 0.2}), "play")[0][2] == "5D 6S 7C 8D 9S"
    assert rows(doubtful("5D 5S 9S", real={"9S": 0.2}), "play")[0][2] == "5D 5S"
    assert rows(doubtful("AC AH AS 2H", real={"AS": 0.56}), "play")[0][2] == "AC AH AS 2H"
    assert rows(doubtful("3C 3S 4D 4D", real={"3S": 0.56}), "play")[0][2] == "3C 3S 4D 4D"


def test_a_phantom_alone_is_no_play() -> None:
    assert rows(doubtful("9S", real={"9S": 0.02}), "play") == []
