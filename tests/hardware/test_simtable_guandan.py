"""Simulated Guandan deals: legal, provable where a fault is planted, seen as they were played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.simtable.director import Director, Habits
from hardware.simtable.guandan import random_guandan_deal
from hardware.simtable.layout import Layout
from hardware.simtable.tracks import Scene
from hardware.simtable.truth import history
from scorer.cards import SEATS, Card, Seat
from scorer.fold import fold
from scorer.guandan.fold import first_entry
from scorer.guandan.profile import load
from scorer.guandan.table import GuandanTable
from scorer.history import Event, make

HOUSE = load("house-guandan")
LAYOUT = Layout(1000.0, 700.0)
STEP_S = 0.25


def written(seed: int, fault: str | None = None) -> tuple[list[Event], Scene, tuple[Seat, ...]]:
    """Return the true history of a deal, its scene, and the places of the deal before."""
    rng = random.Random(seed)
    deal = random_guandan_deal(rng, "5", fault)
    director = Director(LAYOUT, Habits(nudge=0.0, straighten=0.0), rng)
    scene = director.play(deal)
    rows = history(deal, director.timed, "house-guandan", "test")
    events = [
        make(seq, row["type"], **{k: v for k, v in row.items() if k != "type"})
        for seq, row in enumerate(rows, start=1)
    ]
    return events, scene, deal.finish


def zone_of(x: float, y: float) -> Seat | None:
    """Return the seat before which a card lies: within 150 mm of its edge, near the middle."""
    if abs(x - 500) < 180 and y < 150:
        return "N"
    if abs(x - 500) < 180 and y > 550:
        return "S"
    if abs(y - 350) < 150 and x < 150:
        return "W"
    return "E" if abs(y - 350) < 150 and x > 850 else None


def messages(scene: Scene) -> Iterator[dict[str, Any]]:
    """Yield what eyes would tell that read every card that lies still, face up."""
    told: dict[Seat, list[int]] = {seat: [] for seat in SEATS}
    before: dict[Seat, list[int]] = {seat: [] for seat in SEATS}
    t = 0.0
    while t < scene.duration:
        lying: dict[Seat, list[tuple[int, int, Card, float, float]]] = {s: [] for s in SEATS}
        for track in scene.cards:
            look = track.look(t)
            if look is None or look.side != "up":
                continue
            pose, _, moving = track.pose(t)
            seat = zone_of(pose.x, pose.y)
            if seat is not None and not moving:
                lying[seat].append((look.order, track.ident, track.card, pose.x, pose.y))
        for seat, cards in lying.items():
            cards.sort()
            now = [ident for _, ident, *_ in cards]
            if now == before[seat] and now != told[seat]:
                told[seat] = now
                rows = [
                    {"track": ident, "card": card, "p": 0.99, "centre_mm": [x, y]}
                    for _, ident, card, x, y in cards
                ]
                yield {"v": 1, "kind": "zone", "t": t, "zone": seat, "cards": rows, "backs": 0}
            before[seat] = now
        if t % 1.0 == 0.0:
            yield {"v": 1, "kind": "pulse", "t": t, "state": "ok"}
        t += STEP_S
    yield {"v": 1, "kind": "pulse", "t": t, "state": "end"}


@pytest.mark.parametrize("seed", range(4))
def test_random_deals_are_legal(seed: int) -> None:
    result = fold(written(seed)[0])
    assert result.deals[0].findings == ()
    assert result.deals[0].complete


def test_the_planted_fault_is_the_only_finding() -> None:
    result = fold(written(1, "tribute_not_largest")[0])
    assert [f.offence for f in result.deals[0].findings] == ["tribute_not_largest"]


def shape(events: list[Event]) -> list[tuple[str, Any, Any]]:
    """Return type, seat and cards of what happened, tribute in any order."""
    kept = ("play", "tribute", "return", "no_tribute")
    rows = [
        (e.type, e.seat or e.get("from"), e.cards or e.get("card"))
        for e in events
        if e.type in kept
    ]
    first = next((i for i, row in enumerate(rows) if row[0] == "play"), len(rows))
    return sorted(rows[:first], key=str) + rows[first:]


@pytest.mark.parametrize("seed", [1, 2])
def test_what_lies_still_becomes_the_true_history(seed: int) -> None:
    events, scene, finish = written(seed, "tribute_not_largest")
    levels = {"NS": "5", "EW": "5"}
    table = GuandanTable(HOUSE, entry=first_entry(levels, finish), seq=2)  # type: ignore[arg-type]
    for message in messages(scene):
        table.observe(message)
    assert shape(list(table.events)) == shape(events)
    result = fold([events[0], *table.events])
    assert [f.offence for f in result.deals[0].findings] == ["tribute_not_largest"]
    assert result.deals[0].to_json()["finish"] == fold(events).deals[0].to_json()["finish"]
