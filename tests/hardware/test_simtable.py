"""The simulated table: same seed same frames, legal deals, poses that are in the picture."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from hardware.cameras import open_camera
from hardware.simtable.deals import FAULTS, HANDS, Deal, random_deal
from hardware.simtable.deck import BACK, Deck, design_named
from hardware.simtable.design import DESIGNS
from hardware.simtable.director import Director, Habits
from hardware.simtable.layout import Layout
from hardware.simtable.optics import Optics, Projection
from hardware.simtable.sim import SimTable, TableSpec
from hardware.simtable.truth import history, write_truth
from hardware.simtable.writer import write_images, write_table_file
from scorer.cards import CARDS, SEATS, side_of
from scorer.errors import InputError
from scorer.fold import fold
from scorer.history import loads
from vision import tablefile

SMALL = Optics(width=960, height=540)


def table(seed: int = 3, **traits: object) -> SimTable:
    return SimTable(replace(TableSpec(seed=seed, optics=SMALL), **traits))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def shared_table() -> SimTable:
    return table()


def test_same_seed_same_frames_and_another_seed_others() -> None:
    first = [image for _, _, image in islice(table().frames(), 24)]
    again = [image for _, _, image in islice(table().frames(), 24)]
    other = [image for _, _, image in islice(table(4).frames(), 24)]
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not any(np.array_equal(a, b) for a, b in zip(first, other, strict=True))


def test_only_changed_parts_are_painted_yet_frames_are_whole(shared_table: SimTable) -> None:
    """A frame reached step by step equals the same frame painted at once."""
    quiet = table(noise=0.0)
    index = 0
    for index, _, image in quiet.frames():  # noqa: B007 - the last frame is the one compared
        if index == 40:
            break
    _, _, direct = next(quiet.frames(start=40))
    assert index == 40
    assert np.array_equal(image, direct)
    assert shared_table.frame_count == quiet.frame_count


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_deal_holds_every_card_once_per_deck(decks: int) -> None:
    deal = random_deal(Random(11), decks)
    seen: Counter[str] = Counter()
    for step in deal.steps:
        if step.kind in ("play", "kitty"):
            seen.update(step.cards)
    assert seen == Counter(dict.fromkeys(CARDS, decks))
    hand, kitty = HANDS[decks]
    assert 4 * hand + kitty == 54 * decks


def judged(deal: Deal, seed: int) -> dict[str, object]:
    """Return what the engine makes of a deal's true history."""
    director = Director(Layout(1080, 600), Habits(), Random(seed))
    director.play(deal)
    events = history(deal, director.timed, f"house-{deal.decks}deck", "test")
    text = "".join(json.dumps(event) + "\n" for event in events)
    result: dict[str, object] = fold(loads(text)).to_json()["deals"][0]
    return result


@pytest.mark.parametrize(("decks", "seed"), [(1, 1), (2, 2), (2, 3), (2, 4), (3, 5), (4, 6)])
def test_engine_finds_random_deals_legal_and_counts_the_same(decks: int, seed: int) -> None:
    deal = random_deal(Random(seed), decks)
    result = judged(deal, seed)
    assert result["findings"] == []
    assert result["complete"] is True
    assert result["defender_points"] == deal.defender_points
    assert result["declarer"] == deal.declarer


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_engine_proves_exactly_the_planted_fault(fault: str, seed: int) -> None:
    deal = random_deal(Random(seed), 2, fault=fault)
    found = judged(deal, seed)["findings"]
    assert isinstance(found, list)
    plant = deal.plants[0]
    told = [(f["offence"], f["seat"], f["trick"], f["certainty"]) for f in found]
    assert told == [(plant.offence, plant.seat, plant.trick, "proven")]


def test_failed_throw_goes_back_but_for_what_stands() -> None:
    deal = random_deal(Random(5), 2, fault="failed_throw")
    assert judged(deal, 5)["defender_points"] == deal.defender_points
    step = next(step for step in deal.steps if step.kind == "throw_failed")
    assert len(step.stands) == 1
    assert step.beaten_by is not None
    assert side_of(step.beaten_by[0]) != side_of(step.seat)


@pytest.mark.parametrize(
    ("decks", "fault", "words"),
    [
        (5, None, "decks must be 1 to 4"),
        (2, "peeking", "unknown fault"),
        (1, "withheld", "no chance"),
    ],
)
def test_impossible_wishes_are_refused(decks: int, fault: str | None, words: str) -> None:
    with pytest.raises(InputError, match=words):
        random_deal(Random(1), decks, fault=fault)


def test_settled_plays_lie_in_front_of_their_seat_and_in_the_picture(
    shared_table: SimTable,
) -> None:
    optics = shared_table.spec.optics
    trick = 0
    for timed in shared_table.timed:
        step = timed.step
        if step.kind == "clear":
            trick = 0
        if step.kind != "play":
            continue
        trick += len(step.cards)
        poses = [pose for pose in shared_table.poses(timed.t) if pose.face_up]
        mine = Counter(pose.card for pose in poses if near_seat(pose.x, pose.y, step.seat))
        assert mine == Counter(step.cards), (timed.t, step)
        for pose in poses:
            x, y = shared_table.projection.project(np.array([[pose.x, pose.y]]))[0]
            assert 0 < x < optics.width
            assert 0 < y < optics.height


def near_seat(x: float, y: float, seat: str) -> bool:
    depth = {"N": y, "S": 600 - y, "W": x, "E": 1080 - x}
    return min(depth, key=depth.__getitem__) == seat and depth[seat] < 130


def test_card_is_painted_where_its_pose_says() -> None:
    """The middle of a lone card is brighter than the table around it."""
    clean = table(noise=0.0, surface="felt", light="neutral", design="orchard")
    timed = next(timed for timed in clean.timed if timed.step.kind == "bid")
    index = int(timed.t * clean.spec.fps) + 3
    _, t, image = next(clean.frames(start=index))
    card = next(pose for pose in clean.poses(t) if pose.face_up)
    across = np.array([[card.x - 20, card.y], [card.x + 60, card.y]])
    inside, outside = clean.projection.project(across).round().astype(int)
    assert int(image[inside[1], inside[0]].min()) > 180 > int(image[outside[1], outside[0]].max())


@pytest.mark.parametrize("tilt", [0.0, 12.0, 30.0])
def test_whole_table_is_in_the_picture_and_cards_are_large_enough(tilt: float) -> None:
    projection = Projection(Optics(tilt=tilt))
    corners = projection.project(projection.table_corners())
    assert corners.min() >= 0
    assert (corners <= (1920, 1080)).all()
    if tilt < 15:
        assert projection.scale() * 63 >= 100


def test_every_design_draws_55_different_pictures() -> None:
    for name in DESIGNS:
        deck = Deck(design_named(name), 1.0)
        pictures = {deck.sprite(key).colour.tobytes() for key in (*CARDS, BACK)}
        assert len(pictures) == 55, name


def test_table_file_is_read_back(shared_table: SimTable, tmp_path: Path) -> None:
    write_table_file(shared_table, tmp_path / "table.toml")
    read = tablefile.load(tmp_path / "table.toml")
    assert read.calibration.size_mm == (1080.0, 600.0)
    assert np.allclose(read.calibration.corners_px, shared_table.corners_px())


def test_truth_is_a_history_of_its_own_folder(shared_table: SimTable, tmp_path: Path) -> None:
    write_truth(shared_table, "house-2deck", tmp_path / "truth", every=50)
    events = loads((tmp_path / "truth" / "history.jsonl").read_text(encoding="utf-8"))
    times = [event.get("t_video") for event in events if event.get("t_video")]
    assert times == sorted(times)
    assert times[-1] <= shared_table.scene.duration
    rows = (tmp_path / "truth" / "poses.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(rows) == -(-shared_table.frame_count // 50)
    assert {event.seat for event in events if event.seat} == set(SEATS)


def test_image_folder_written_is_the_camera_read(tmp_path: Path) -> None:
    short = table(fps=0.1)
    write_images(short, tmp_path / "frames")
    with open_camera(f"folder:{tmp_path / 'frames'}") as camera:
        frames = list(camera)
    assert len(frames) == short.frame_count
    assert [frame.t for frame in frames[:3]] == pytest.approx([0.0, 10.0, 20.0])
    assert cv2.imread(str(tmp_path / "frames" / "000001.jpg")).shape == (540, 960, 3)


def test_simulated_camera_gives_frames_with_time() -> None:
    with open_camera("sim:seed=3,decks=1,fps=4") as camera:
        frames = list(islice(camera, 3))
        assert [(frame.index, frame.t) for frame in frames] == [(0, 0.0), (1, 0.25), (2, 0.5)]
        assert frames[0].size == (1920, 1080)
    assert camera.read() is None
