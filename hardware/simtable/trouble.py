"""What disturbs a table: restless hands, dim light, a spilled drink, a bumped or turned camera."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simtable.canvas import Image
from hardware.simtable.compositor import Item
from hardware.simtable.deck import Sprite
from hardware.simtable.director import Habits
from hardware.simtable.layout import Layout
from hardware.simtable.tracks import ease
from scorer.errors import InputError

TROUBLES: dict[str, str] = {
    "arms": "arms reach over the table and rest on it",
    "nudges": "every other play is nudged",
    "straightened": "every other play is straightened",
    "spill": "a drink is spilled in a third of the deal",
    "dimmed": "the light is dimmed for half of the deal",
    "bump": "the camera is bumped in the middle of the deal",
    "turned": "the camera is turned by 180 degrees in the middle of the deal",
}
"""Name → what happens."""
OFTEN = 0.5
STAIN_MM = 190.0
"""Side of the sprite of a stain."""
_STAGES = 5
_SPREAD_S = 2.0
"""A spilled drink has spread after this time (s)."""
_FADE_S = 1.5
_DIM = 0.55
_BUMP_S = 0.4
_TURN_S = 2.0


def unknown(names: Collection[str]) -> InputError | None:
    """Return what is wrong with names of disturbances, or None."""
    wrong = [name for name in names if name not in TROUBLES]
    if not wrong:
        return None
    return InputError(
        f"simulated table: unknown trouble '{wrong[0]}'; one of {', '.join(TROUBLES)}"
    )


def restless(habits: Habits, names: Collection[str]) -> Habits:
    """Return the habits of players among whom the named disturbances are common."""
    if "nudges" in names:
        habits = replace(habits, nudge=OFTEN, straighten=0.0)
    if "straightened" in names:
        nudge = habits.nudge if "nudges" in names else 0.0
        habits = replace(habits, nudge=nudge, straighten=OFTEN)
    if "arms" in names:
        habits = replace(habits, reach_over=OFTEN)
    return habits


@dataclass(frozen=True, slots=True)
class Bump:
    """How the camera ends up: px to the right and down, degrees clockwise about the middle."""

    dx: float
    dy: float
    turn: float


class Mishaps:
    """What happens to the light, the table top and the camera over one deal of ``duration`` s."""

    def __init__(
        self, names: Collection[str], seed: int, duration: float, layout: Layout, ppm: float
    ) -> None:
        rng = Random(f"trouble {seed}")
        self._names = frozenset(names)
        self._duration = duration
        seat = rng.choice("NWSE")
        place = layout.at(seat, rng.uniform(-120, 120), rng.uniform(90, 150))  # type: ignore[arg-type]
        self._place = (place.x, place.y, rng.uniform(0, 360))
        self._bump = Bump(
            rng.choice((-1, 1)) * rng.uniform(6, 16),
            rng.choice((-1, 1)) * rng.uniform(4, 10),
            rng.choice((-1, 1)) * rng.uniform(0.2, 0.9),
        )
        if "turned" in self._names:
            self._bump = Bump(0.0, 0.0, 180.0)
        self._stain = stain(np.random.default_rng(seed), ppm) if "spill" in self._names else None

    def light(self, t: float) -> float:
        """Return by what factor the light has changed at a second."""
        if "dimmed" not in self._names:
            return 1.0
        begin, end = 0.3 * self._duration, 0.8 * self._duration
        inside = min(t - begin, end - t) / _FADE_S
        return round(1.0 - (1.0 - _DIM) * ease(inside), 3)

    def stains(self, t: float) -> list[Item]:
        """Return what was spilled by a second, lying below all cards."""
        since = t - self._duration / 3
        if self._stain is None or since < 0:
            return []
        stage = min(_STAGES, 1 + int(since / _SPREAD_S * _STAGES))
        share = (stage / _STAGES) ** 0.5
        part = Sprite(
            self._stain.colour, self._stain.keep, STAIN_MM * share, STAIN_MM * share
        )  # fmt: skip
        return [Item(f"stain {stage}", part, *self._place)]

    def view(self, t: float, size: tuple[int, int]) -> NDArray[np.float64] | None:
        """Return the 2 x 3 matrix by which a moved camera sees its old picture (w, h in px)."""
        turned = "turned" in self._names
        if not turned and "bump" not in self._names:
            return None
        share = ease((t - self._duration / 2) / (_TURN_S if turned else _BUMP_S))
        if share == 0.0:
            return None
        bump = self._bump
        middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
        turn = np.asarray(cv2.getRotationMatrix2D(middle, -bump.turn * share, 1.0), np.float64)
        shift = np.array([[0, 0, bump.dx], [0, 0, bump.dy]])
        return np.asarray(turn + shift * share, np.float64)


def stain(rng: np.random.Generator, ppm: float) -> Sprite:
    """Return a wet spot with a ragged edge that darkens the cloth."""
    side = round(STAIN_MM * ppm)
    rough = rng.standard_normal((9, 9)).astype(np.float32)
    edge = cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    depth = 0.40 - np.hypot(x, y) + 0.035 * edge
    wet = np.clip(depth / 0.012, 0.0, 1.0)
    rim = np.exp(-((depth / 0.02) ** 2))
    alpha = (wet * (0.42 + 0.18 * rim))[..., None]
    tint = np.array((24.0, 40.0, 62.0), np.float32)
    colour: Image = np.round(alpha * tint).astype(np.uint8)
    keep: Image = np.repeat(np.round((1 - alpha) * 255), 3, axis=2).astype(np.uint8)
    return Sprite(colour, keep, STAIN_MM, STAIN_MM)
