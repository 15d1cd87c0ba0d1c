"""What the eyes told about whole deals, recorded: histories, restarts anywhere, disturbances."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorer import history, profile
from scorer.cards import CARDS, SEATS
from scorer.fold import fold
from scorer.history import Event, make
from scorer.table import Table
from tests.e2e.compare import compare, plays_of

Message = dict[str, Any]
DATA = Path(__file__).parents[1] / "data"
TWO = profile.load("house-2deck")
HEAD = make(1, "match", profile="house-2deck")
NEW_TRACKS = 100_000


@cache
def told(name: str) -> tuple[Message, ...]:
    """Return the recorded messages of a deal."""
    text = gzip.decompress((DATA / "observed" / f"{name}.jsonl.gz").read_bytes()).decode()
    return tuple(json.loads(line) for line in text.splitlines())


@cache
def truth(name: str) -> tuple[Event, ...]:
    """Return what really happened in a recorded deal."""
    path = DATA / "demo" / "history.jsonl" if name == "demo" else DATA / f"observed/{name}.jsonl"
    return tuple(history.loads(path.read_text("utf-8")))


@cache
def watched(name: str) -> tuple[tuple[int, ...], tuple[Event, ...]]:
    """Return how many events there were after each message, and the events."""
    table = Table.resume(TWO, [HEAD])
    counts = []
    for message in told(name):
        table.observe(message)
        counts.append(len(table.events))
    return tuple(counts), tuple(table.events)


def test_the_shipped_session_becomes_its_history() -> None:
    result = compare(truth("demo"), watched("demo")[1])
    assert result.share == 1.0
    assert (result.extra, result.complete, result.score_right) == (0, True, True)
    assert result.false_proofs == ()
    assert sorted(result.found) == sorted(result.planted)


def test_phantoms_cost_little_and_no_score_is_wrong_unmarked() -> None:
    """Networks that read card backs and pips as jokers, some of them beyond doubt."""
    events = watched("deal-7")[1]
    result = compare(truth("deal-7"), events)
    assert result.share >= 0.85
    assert result.extra <= 8
    assert not result.wrong_unmarked
    assert [event.type for event in events].count("throw_failed") == 0
    for event in events:
        if event.type == "correction" and "decks" in str(event.get("note")):
            assert event.fields["set"]["confidence"] >= 0.005


def after_restart(messages: Sequence[Message], place: int) -> Iterator[Message]:
    """Yield what eyes that begin anew tell: all that lies there, then the rest, on new tracks."""
    lying: dict[str, Message] = {}
    for message in messages[:place]:
        if message["kind"] == "zone":
            lying[message["zone"]] = message
    t = messages[place - 1]["t"]
    seq = 0
    for message in (*lying.values(), *messages[place:]):
        if message["kind"] != "zone":
            yield message
            continue
        again = message["t"] <= t
        if again and not message["cards"]:
            continue
        seq += 1
        cards = [card | {"track": card["track"] + NEW_TRACKS} for card in message["cards"]]
        if again:
            cards = [card | {"arrived": False} for card in cards]
        yield message | {"cards": cards, "seq": seq, "t": max(t, message["t"])}


def counted(events: Sequence[Event]) -> list[Any]:
    """Return bids and plays of a history."""
    bids = [(e.seat, e.cards) for e in events if e.type == "bid"]
    return [bids, plays_of(events), [e.cards for e in events if e.type == "kitty"]]


@pytest.mark.parametrize("part", range(7))
def test_killed_anywhere_and_resumed(part: int) -> None:
    messages = told("demo")
    counts, events = watched("demo")
    place = Random(part).randrange(part * len(messages) // 7 + 1, (part + 1) * len(messages) // 7)
    table = Table.resume(TWO, events[: counts[place - 1]])
    for message in after_restart(messages, place):
        table.observe(message)
    assert counted(table.events) == counted(events), place


def test_eyes_that_begin_anew_make_nothing_new() -> None:
    messages = told("demo")
    _, events = watched("demo")
    place = len(messages) // 3
    table = Table.resume(TWO, [HEAD])
    for message in messages[:place]:
        table.observe(message)
    for message in after_restart(messages, place):
        table.observe(message)
    assert counted(table.events) == counted(events)


def disturbed(messages: Sequence[Message], rng: Random) -> Iterator[Message]:
    """Yield messages with some lost, told twice, in a wrong zone, or with cards made up."""
    for message in messages:
        if message["kind"] == "pulse":
            yield message
            continue
        cards = list(message["cards"])
        if rng.random() < 0.1 and cards:
            cards.pop(rng.randrange(len(cards)))
        if rng.random() < 0.1:
            card = {"track": rng.randrange(10**6, 10**6 + 60), "card": rng.choice(("??", *CARDS))}
            place = [rng.uniform(0, 1000), rng.uniform(0, 600)]
            p = round(rng.random(), 3)
            cards.append(card | {"p": p, "alternatives": [["3C", 1 - p]], "centre_mm": place})
        what = rng.random()
        zone = rng.choice((*SEATS, "centre")) if what < 0.05 else message["zone"]
        if what > 0.95:
            continue
        changed = message | {"cards": cards, "zone": zone, "backs": rng.choice((0, 0, 0, 1, 3))}
        yield changed
        if what > 0.9:
            yield changed


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_told_the_history_can_be_folded(seed: int) -> None:
    rng = Random(seed)
    name = ("demo", "deal-7")[seed % 2]
    start = rng.choice((0, 0, 60))
    table = Table.resume(TWO, [HEAD])
    for n, message in enumerate(disturbed(told(name)[start : start + 200], rng)):
        table.observe(message)
        table.expect()
        if n % 40 == 39:
            fold(table.events)
            table = Table.resume(TWO, table.events) if rng.random() < 0.3 else table
    result = fold(history.loads(history.dumps(table.events)))
    assert result.to_json()["deals"] is not None
