"""Frame by frame: what the watcher tells when cards come, are covered, slide and go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.helpers import (
    BACK,
    FPS,
    Kept,
    Laid,
    Oracle,
    Scene,
    calibration,
    drawn,
    grainy,
    picture,
)
from vision.frame import Frame, Image
from vision.watcher import Watcher

NORTH = Laid("8D", 450, 160)
WEST = Laid("KS", 160, 450, 90)
ARM = (380.0, -50.0, 520.0, 300.0)


class Table:
    """Plays scenes to a watcher."""

    def __init__(self, jitter: float = 0.0) -> None:
        self.oracle = Oracle(jitter)
        self.kept = Kept()
        self.watcher = Watcher(calibration(), self.oracle, self.kept)
        self.n = 0
        self.pulses: list[str] = []

    def show(
        self, scene: Scene, frames: int, seen: Callable[[Image], Image] = lambda image: image
    ) -> list[dict[str, Any]]:
        """Show a scene for some frames; return the zone messages. ``seen`` is the camera's part."""
        self.oracle.scene = scene
        told = []
        image = seen(drawn(scene))
        for _ in range(frames):
            frame = Frame(grainy(image, self.n), self.n / FPS, self.n)
            messages = self.watcher.feed(frame)
            told += [m for m in messages if m["kind"] == "zone"]
            self.pulses += [m["state"] for m in messages if m["kind"] == "pulse"]
            self.n += 1
        return told


def bumped(dx: float, dy: float, turn: float) -> Callable[[Image], Image]:
    """Return how a camera that was moved sees a picture (px, degrees)."""
    matrix = cv2.getRotationMatrix2D((360.0, 310.0), turn, 1.0)
    matrix[:, 2] += (dx, dy)
    return lambda image: np.asarray(cv2.warpAffine(image, matrix, (720, 620)), np.uint8)


def covered(image: Image) -> Image:
    """Return a picture in which arms rest over three sides of the table's edge."""
    image = image.copy()
    for corner, other in (((0, 0), (360, 90)), ((0, 0), (90, 620)), ((0, 530), (720, 620))):
        cv2.rectangle(image, corner, other, (90, 120, 200), -1)
        cv2.rectangle(image, corner, other, (20, 20, 20), 6)
    return image


def cards(message: dict[str, Any]) -> list[str]:
    return [card["card"] for card in message["cards"]]


def test_laid_card_is_told_once_when_it_lies_still() -> None:
    table = Table()
    assert table.show(Scene(), 8) == []
    assert table.show(Scene(arms=[ARM]), 5) == []
    told = table.show(Scene([NORTH]), 20)
    assert [(m["zone"], cards(m)) for m in told] == [("N", ["8D"])]
    card = told[0]["cards"][0]
    assert card["p"] > 0.99
    assert (card["real"] > 0.99, card["seen"], card["arrived"]) == (True, 1.0, True)
    assert len(card["alternatives"]) == 3
    assert card["centre_mm"] == [450.0, 160.0]
    assert {card["crop"], told[0]["evidence"]["before"], told[0]["evidence"]["settled"]} <= set(
        table.kept.files
    )


def test_arm_covers_without_removing() -> None:
    table = Table()
    table.show(Scene(), 8)
    table.show(Scene([NORTH]), 12)
    assert table.show(Scene([NORTH], arms=[ARM]), 30) == []
    assert table.show(Scene([NORTH]), 20) == []


def test_arm_brings_a_second_card() -> None:
    table = Table()
    table.show(Scene([NORTH]), 12)
    table.show(Scene([NORTH], arms=[ARM]), 6)
    told = table.show(Scene([NORTH, Laid("8D", 472, 160)]), 12)
    assert [cards(m) for m in told] == [["8D", "8D"]]
    assert len({card["track"] for card in told[0]["cards"]}) == 2


def test_lifted_card_is_told_as_gone() -> None:
    table = Table()
    table.show(Scene(), 8)
    table.show(Scene([NORTH, WEST]), 12)
    table.show(Scene([NORTH, WEST], arms=[ARM]), 4)
    told = table.show(Scene([WEST]), 12)
    assert [(m["zone"], cards(m)) for m in told] == [("N", [])]


def test_card_there_from_the_start_can_go() -> None:
    table = Table()
    assert [cards(m) for m in table.show(Scene([NORTH]), 12)] == [["8D"]]
    assert [cards(m) for m in table.show(Scene(), 12)] == [[]]


def test_slid_card_keeps_its_track() -> None:
    table = Table()
    table.show(Scene(), 8)
    first = table.show(Scene([NORTH]), 12)[0]["cards"][0]["track"]
    table.show(Scene([NORTH], arms=[ARM]), 4)
    table.show(Scene([Laid("8D", 500, 180, 10)]), 15)
    assert [track.id for track in table.watcher.tracks] == [first]


def test_replaced_card_under_the_same_arm() -> None:
    table = Table()
    table.show(Scene(), 8)
    table.show(Scene([NORTH]), 12)
    table.show(Scene(arms=[(380, 100, 520, 220)]), 2)
    table.show(Scene(arms=[(380, -50, 420, 300)]), 2)
    table.show(Scene(arms=[(470, -50, 520, 300)]), 2)
    told = table.show(Scene([Laid("3C", 450, 162)]), 20)
    assert cards(told[-1]) == ["3C"]


def test_dimmed_light_changes_nothing() -> None:
    table = Table()
    table.show(Scene(), 8)
    table.show(Scene([NORTH, WEST]), 12)
    assert table.show(Scene([NORTH, WEST], gain=0.55), 20) == []
    told = table.show(Scene([WEST], gain=0.55), 12)
    assert [(m["zone"], cards(m)) for m in told] == [("N", [])]


def test_face_down_card_is_counted() -> None:
    table = Table()
    table.show(Scene(), 8)
    told = table.show(Scene([NORTH, Laid(BACK, 160, 450, 80)]), 25)
    assert [(m["zone"], cards(m), m["backs"]) for m in told] == [("N", ["8D"], 0), ("W", [], 1)]
    told = table.show(Scene([NORTH]), 25)
    assert [(m["zone"], cards(m), m["backs"]) for m in told] == [("W", [], 0)]


def test_card_turned_over_is_gone_and_counted_as_back() -> None:
    table = Table()
    table.show(Scene(), 8)
    table.show(Scene([NORTH]), 12)
    table.show(Scene([NORTH], arms=[ARM]), 4)
    told = table.show(Scene([Laid(BACK, NORTH.x, NORTH.y)]), 25)
    assert (cards(told[-1]), told[-1]["backs"]) == ([], 1)


def test_idle_table_is_hardly_looked_at() -> None:
    table = Table()
    table.show(Scene([NORTH]), 20)
    looks = table.oracle.looks
    table.show(Scene([NORTH]), 90)
    assert table.oracle.looks - looks <= 1


def test_pulse_once_a_second_and_at_the_end() -> None:
    table = Table()
    table.oracle.scene = Scene()
    pulses = []
    for n in range(31):
        messages = table.watcher.feed(Frame(picture(Scene(), n), n / FPS, n))
        pulses += [m for m in messages if m["kind"] == "pulse"]
    assert [m["t"] for m in pulses] == [0.0, 1.0, 2.0, 3.0]
    assert pulses[-1]["state"] == "ok"
    assert table.watcher.finish()[-1]["state"] == "end"


def test_covered_table_says_so() -> None:
    table = Table()
    table.show(Scene(), 8)
    scene = Scene(arms=[(0, 0, 900, 800)])
    table.oracle.scene = scene
    states = []
    for n in range(8, 40):
        states += [
            m["state"]
            for m in table.watcher.feed(Frame(picture(scene, n), n / FPS, n))
            if m["kind"] == "pulse"
        ]
    assert states[0] == "covered"


def expect(table: Table, seat: str, count: int) -> None:
    table.watcher.expect({"v": 1, "kind": "expect", "seat": seat, "count": count})


HARDLY = Laid("SJ", 472, 160, real=0.2)


def test_a_hardly_readable_card_is_told_only_where_one_is_missing() -> None:
    table = Table()
    table.show(Scene(), 8)
    expect(table, "N", 1)
    told = table.show(Scene([NORTH, HARDLY]), 15)
    assert [cards(m) for m in told] == [["8D"]]
    expect(table, "N", 2)
    (told_again,) = table.show(Scene([NORTH, HARDLY]), 15)
    assert cards(told_again) == ["8D", "SJ"]
    assert [card["asked"] for card in told_again["cards"]] == [False, True]
    assert told_again["cards"][1]["real"] == 0.2


def test_what_was_asked_for_is_gone_when_it_is_taken() -> None:
    table = Table()
    table.show(Scene(), 8)
    expect(table, "N", 2)
    assert len(table.show(Scene([NORTH, HARDLY]), 15)) == 1
    expect(table, "W", 0)
    assert table.show(Scene([NORTH, HARDLY]), 100) == []
    told = table.show(Scene([NORTH]), 15)
    assert [cards(m) for m in told] == [["8D"]]


def test_an_unread_card_does_not_become_cloth() -> None:
    table = Table()
    table.show(Scene(), 8)
    table.show(Scene([Laid("SJ", NORTH.x, NORTH.y, real=0.02)]), 60)
    table.show(Scene(), 12)
    assert [cards(m) for m in table.show(Scene([NORTH]), 15)] == [["8D"]]
    assert [cards(m) for m in table.show(Scene(), 15)] == [[]]


def test_a_known_card_that_becomes_hard_to_read_stays() -> None:
    table = Table()
    table.show(Scene(), 8)
    table.show(Scene([NORTH]), 15)
    dim = Scene([Laid("8D", NORTH.x, NORTH.y, real=0.3)], gain=0.8)
    assert table.show(dim, 150) == []


@pytest.mark.parametrize("count", [0, 2])
@pytest.mark.parametrize(("dx", "dy"), [(25.0, 14.0), (4.0, 3.0)])
@pytest.mark.parametrize("real", [1.0, 0.3])
def test_a_court_picture_read_as_an_index_is_no_card(
    real: float, dx: float, dy: float, count: int
) -> None:
    table = Table()
    table.show(Scene(), 8)
    expect(table, "N", count)
    court = Laid("JS", NORTH.x + dx, NORTH.y + dy, real=real).reading()
    card = Laid("JC", NORTH.x, NORTH.y).reading(corners=2)
    table.oracle.scene = Scene([NORTH], phantoms=[card, court])
    scene = Scene([Laid("JC", NORTH.x, NORTH.y, real=0.01)], phantoms=[card, court])
    told = table.show(scene, 20)
    assert [cards(m) for m in told] == [["JC"]]


@pytest.mark.parametrize("step", [13.0, 20.0, 40.0])
@pytest.mark.parametrize("real", [1.0, 0.3])
def test_cards_of_a_fan_are_no_phantoms(step: float, real: float) -> None:
    table = Table()
    table.show(Scene(), 8)
    expect(table, "N", 3)
    fan = [Laid(card, 400 + step * n, 160, real=real) for n, card in enumerate(("JS", "JC", "JC"))]
    told = table.show(Scene(fan), 20)
    assert [cards(m) for m in told] == [["JS", "JC", "JC"]]


@pytest.mark.parametrize(("dx", "dy", "turn"), [(9.0, -6.0, 0.0), (-15.0, 8.0, 1.2), (0, 0, 0)])
def test_after_a_bump_the_table_is_found_again(dx: float, dy: float, turn: float) -> None:
    table = Table()
    table.show(Scene(), 8)
    table.show(Scene([NORTH, WEST]), 25)
    before = np.asarray(table.watcher.calibration.corners_px)
    moved = bumped(dx, dy, turn)
    assert table.show(Scene([NORTH, WEST]), 40, moved) == []
    matrix = cv2.getRotationMatrix2D((360.0, 310.0), turn, 1.0)
    wanted = before @ matrix[:, :2].T + matrix[:, 2] + (dx, dy)
    assert np.abs(np.asarray(table.watcher.calibration.corners_px) - wanted).max() < 1.0
    told = table.show(Scene([NORTH, WEST, Laid("3C", 450, 740)]), 15, moved)
    assert [(m["zone"], cards(m)) for m in told] == [("S", ["3C"])]
    assert table.pulses[-1] == "ok"
    assert ("lost" in table.pulses) == bool(dx)


@pytest.mark.parametrize("edge", [True, False], ids=["edge stands out", "edge hardly seen"])
def test_a_camera_turned_by_180_degrees_finds_the_table_again(edge: bool) -> None:
    def seen(image: Image) -> Image:
        floor = np.array([50, 90, 40] if not edge else [30, 30, 30], np.uint8)
        return np.where((image < 34).all(axis=2, keepdims=True), floor, image).astype(np.uint8)

    table = Table()
    table.show(Scene(), 8, seen)
    table.show(Scene([NORTH, WEST]), 25, seen)
    before = np.asarray(table.watcher.calibration.corners_px)
    turned = lambda image: np.ascontiguousarray(seen(image)[::-1, ::-1])  # noqa: E731
    assert table.show(Scene([NORTH, WEST]), 40, turned) == []
    found = np.asarray(table.watcher.calibration.corners_px)
    assert np.abs(found - (np.array([720.0, 620.0]) - before)).max() < 2.0
    told = table.show(Scene([NORTH, WEST, Laid("3C", 450, 740)]), 15, turned)
    assert [(m["zone"], cards(m)) for m in told] == [("S", ["3C"])]
    assert table.pulses[-1] == "ok"


def test_arms_that_go_from_where_they_rested_are_no_lost_camera() -> None:
    """When the picture was learnt arms lay over half of the table's edge."""
    table = Table()
    table.show(Scene(), 8, covered)
    table.show(Scene([NORTH]), 25, covered)
    told = table.show(Scene([NORTH, WEST]), 80)
    assert "lost" not in table.pulses
    assert [m["zone"] for m in told if cards(m) and m["zone"] == "W"] == ["W"]


def test_arms_across_the_edge_are_no_bump() -> None:
    table = Table()
    arms = [(380.0, -50.0, 520.0, 300.0), (-50.0, 300.0, 250.0, 420.0)]
    table.show(Scene(arms=arms), 25)
    table.show(Scene([NORTH]), 25)
    before = table.watcher.calibration
    for n in range(4):
        there = [(x + 40 * n, y, a + 40 * n, b) for x, y, a, b in arms]
        table.show(Scene([NORTH], arms=there), 25)
    assert table.watcher.calibration == before
    assert "lost" not in table.pulses


def test_of_an_edge_that_hardly_stands_out_nothing_is_concluded() -> None:
    def pale(image: Image) -> Image:
        return np.asarray(cv2.convertScaleAbs(image, alpha=0.08, beta=80), np.uint8)

    table = Table()
    table.show(Scene(), 25, pale)
    table.show(Scene(), 90, lambda image: pale(bumped(0, 0, 180)(image)))
    assert "lost" not in table.pulses


def test_cards_pushed_all_together_are_no_bump() -> None:
    table = Table()
    table.show(Scene(), 8)
    pile = [Laid(card, 300 + 70 * n, 160) for n, card in enumerate(("8D", "9D", "TD", "JD"))]
    table.show(Scene(pile), 25)
    before = table.watcher.calibration
    table.show(Scene([Laid(c.card, c.x + 20, c.y + 14) for c in pile]), 40)
    assert table.watcher.calibration == before
    assert "lost" not in table.pulses


def test_fan_across_two_zones_votes_as_one() -> None:
    table = Table()
    fan = [Laid(card, 200 + 22 * n, 210) for n, card in enumerate(("9S", "9S", "TS", "TS"))]
    told = table.show(Scene(fan), 15)
    assert [(m["zone"], cards(m)) for m in told] == [("N", ["9S", "9S", "TS", "TS"])]


@pytest.mark.parametrize("angle", [0.0, 90.0, 180.0, 270.0])
def test_order_is_bottom_card_first_from_every_side(angle: float) -> None:
    from math import cos, radians, sin

    table = Table()
    fan = [
        Laid(card, 450 + 24 * n * cos(radians(angle)), 160 + 24 * n * sin(radians(angle)), angle)
        for n, card in enumerate(("AS", "KS", "QS"))
    ]
    told = table.show(Scene(fan), 15)
    assert cards(told[0]) == ["AS", "KS", "QS"]


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 10_000))
def test_noise_below_the_threshold_tells_the_same(seed: int) -> None:
    table = Table(jitter=1.5)
    table.oracle = Oracle(1.5, seed)
    table.watcher = Watcher(calibration(), table.oracle, table.kept)
    fan = [Laid(card, 400 + 14 * n, 170) for n, card in enumerate(("8D", "8D", "9D", "9D"))]
    told = table.show(Scene(), 6) + table.show(Scene(fan[:2]), 10) + table.show(Scene(fan), 12)
    assert [sorted(cards(m)) for m in told] == [["8D", "8D"], ["8D", "8D", "9D", "9D"]]
