"""Disturbances of the simulated table: each does what it says, when it says so, nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.cameras import open_camera
from hardware.simtable.canvas import Image
from hardware.simtable.optics import Optics
from hardware.simtable.sim import SimTable, TableSpec
from hardware.simtable.trouble import TROUBLES
from scorer.errors import InputError
from vision.errors import VisionError

SMALL = Optics(width=640, height=360)
LOOKS = {"noise": 0.0, "surface": "felt", "light": "neutral", "design": "harbour"}


def table(*trouble: str) -> SimTable:
    return SimTable(TableSpec(seed=5, optics=SMALL, trouble=trouble, **LOOKS))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def calm() -> SimTable:
    return table()


def seen(sim: SimTable, share: float) -> Image:
    """Return the frame at a share of the deal."""
    index = int(share * sim.frame_count)
    return next(image for _, _, image in sim.frames(start=index))


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [("spill", 0.3, 0.4), ("dimmed", 0.28, 0.5), ("bump", 0.48, 0.52), ("turned", 0.48, 0.52)],
)
def test_a_mishap_changes_the_picture_from_its_time_on_and_no_play(
    name: str, before: float, after: float, calm: SimTable
) -> None:
    disturbed = table(name)
    assert [timed.step for timed in disturbed.timed] == [timed.step for timed in calm.timed]
    assert np.array_equal(seen(disturbed, before), seen(calm, before))
    assert not np.array_equal(seen(disturbed, after), seen(calm, after))


def test_turned_picture_is_upside_down(calm: SimTable) -> None:
    turned = seen(table("turned"), 0.6).astype(int)
    assert np.abs(turned - seen(calm, 0.6)[::-1, ::-1]).max() <= 1


def test_dimmed_light_comes_back(calm: SimTable) -> None:
    dimmed = table("dimmed")
    half, end = seen(dimmed, 0.5).mean(), seen(dimmed, 0.9)
    assert 0.5 < half / seen(calm, 0.5).mean() < 0.6
    assert np.array_equal(end, seen(calm, 0.9))


def test_stain_lies_below_the_cards_and_darkens_only_a_part(calm: SimTable) -> None:
    wet, dry = seen(table("spill"), 0.5).astype(int), seen(calm, 0.5).astype(int)
    spot = np.abs(wet - dry).max(axis=2) > 8
    assert 0.005 < spot.mean() < 0.06
    assert wet[spot].mean() < dry[spot].mean()
    assert dry[spot].max() < 200  # white card under it stays white


@pytest.mark.parametrize(
    ("name", "arms", "moves"), [("arms", 20, -20), ("nudges", 20, 20), ("straightened", 20, 20)]
)
def test_restless_hands(name: str, arms: int, moves: int, calm: SimTable) -> None:
    """At least so many more visits of arms and moves of cards than at a calm table."""
    busy = table(name)
    assert busy.deal == calm.deal
    assert len(busy.scene.arms) >= len(calm.scene.arms) + arms
    slides = [sum(len(card.moves) for card in sim.scene.cards) for sim in (busy, calm)]
    assert slides[0] - slides[1] >= moves


def test_every_trouble_is_explained_and_unknown_ones_are_refused() -> None:
    assert all(TROUBLES.values())
    with pytest.raises(InputError, match="unknown trouble 'flood'; one of arms, nudges"):
        table("flood")
    with pytest.raises(VisionError, match="unknown trouble"):
        open_camera("sim:seed=5,trouble=flood")
    with open_camera("sim:seed=5,trouble=dimmed+bump") as camera:
        assert camera.read() is not None
