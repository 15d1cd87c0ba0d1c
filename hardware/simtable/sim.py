"""The simulated table as a whole: a seed in, frames and the truth about them out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

import numpy as np

from hardware.simtable import arms
from hardware.simtable.canvas import Image
from hardware.simtable.compositor import Compositor, Item
from hardware.simtable.deals import Deal, random_deal
from hardware.simtable.deck import BACK, Deck, Sprite, design_named
from hardware.simtable.design import DESIGNS
from hardware.simtable.director import Director, Habits, Timed
from hardware.simtable.guandan import random_guandan_deal
from hardware.simtable.layout import Layout
from hardware.simtable.optics import LIGHTS, Optics, Projection, gain_map
from hardware.simtable.surfaces import SURFACES
from hardware.simtable.tracks import Scene
from hardware.simtable.trouble import Mishaps, restless, unknown
from scorer.cards import SEATS, Card, Seat
from scorer.errors import InputError

_TEXTURE = 1.25  # sprite pixels per picture pixel


@dataclass(frozen=True, slots=True)
class TableSpec:
    """What to simulate; None means that the seed chooses."""

    seed: int = 0
    game: str = "shengji"
    decks: int = 2
    level: str = "2"
    declarer: Seat | None = None
    fault: str | None = None
    fps: float = 8.0
    design: str | None = None
    surface: str | None = None
    light: str | None = None
    blur: float | None = None
    noise: float | None = None
    tilt: float | None = None
    optics: Optics = field(default_factory=Optics)
    habits: Habits = field(default_factory=Habits)
    trouble: tuple[str, ...] = ()
    """What disturbs the table, names of ``trouble.TROUBLES``."""


@dataclass(frozen=True, slots=True)
class TruePose:
    """A card on the table at one frame: centre in mm, clockwise turn in degrees."""

    card: Card
    x: float
    y: float
    angle: float
    face_up: bool
    moving: bool


class SimTable:
    """One simulated deal; the same spec gives the same frames."""

    def __init__(self, spec: TableSpec) -> None:
        rng = Random(spec.seed)
        self.spec = spec = _decided(spec, rng)
        self.deal: Deal = _dealt(spec, rng)
        layout = Layout(spec.optics.table_w, spec.optics.table_h)
        director = Director(layout, restless(spec.habits, spec.trouble), rng)
        self.scene: Scene = director.play(self.deal)
        self.timed: list[Timed] = director.timed
        self.projection = Projection(spec.optics)
        self._layout = layout
        self._numbers = np.random.default_rng(spec.seed)
        scale = self.projection.scale() * _TEXTURE
        self._deck = Deck(design_named(spec.design or ""), scale)
        looks = {seat: arms.random_look(self._numbers) for seat in SEATS}
        self._arms: dict[Seat, tuple[Sprite, Sprite]] = {
            seat: arms.arm_sprites(look, scale * 0.6, self._numbers) for seat, look in looks.items()
        }
        self._mishaps = Mishaps(spec.trouble, spec.seed, self.scene.duration, layout, scale)

    @property
    def frame_count(self) -> int:
        """How many frames the deal has."""
        return int(self.scene.duration * self.spec.fps)

    def time_of(self, index: int) -> float:
        """Return the second of a frame."""
        return index / self.spec.fps

    def frames(self, start: int = 0) -> Iterator[tuple[int, float, Image]]:
        """Yield frame number, second and BGR picture, in order."""
        compositor, mishaps = self._compositor(), self._mishaps
        size = (self.spec.optics.width, self.spec.optics.height)
        for index in range(start, self.frame_count):
            t = self.time_of(index)
            items = mishaps.stains(t) + self._items(t)
            yield index, t, compositor.render(items, mishaps.light(t), mishaps.view(t, size))

    def corners_px(self) -> list[list[float]]:
        """Return the table's NW, NE, SE, SW corners in the picture."""
        pixels = self.projection.project(self.projection.table_corners())
        return [[round(float(x), 2), round(float(y), 2)] for x, y in pixels]

    def poses(self, t: float) -> list[TruePose]:
        """Return every card on the table at a second, lowest first."""
        found = []
        for track in self.scene.cards:
            look = track.look(t)
            if look is None:
                continue
            pose, _, moving = track.pose(t)
            up = look.side == "up"
            true = TruePose(track.card, pose.x, pose.y, pose.angle % 360, up, moving)
            found.append((look.order, true))
        found.sort(key=lambda pair: pair[0])
        return [pose for _, pose in found]

    def _compositor(self) -> Compositor:
        spec, optics = self.spec, self.spec.optics
        rng = np.random.default_rng(spec.seed + 1)
        height = round(1100 * optics.table_h / optics.table_w) * 2
        surface = SURFACES[spec.surface or ""](rng, height, 2200)
        floor = np.full((optics.height, optics.width, 3), int(rng.integers(30, 90)), np.uint8)
        background = self.projection.background(surface, floor)
        gain = gain_map(optics, spec.light or "", rng)
        return Compositor(
            self.projection,
            background,
            gain,
            blur=spec.blur or 0.0,
            noise=spec.noise or 0.0,
            rng=rng,
        )

    def _items(self, t: float) -> list[Item]:
        found: list[tuple[int, int, Item]] = []
        for track in self.scene.cards:
            look = track.look(t)
            if look is None:
                continue
            pose, lift, _ = track.pose(t)
            key = track.card if look.side == "up" else BACK
            place = (round(pose.x, 2), round(pose.y, 2), round(pose.angle, 2))
            item = Item(key, self._deck.sprite(key), *place, z=round(lift, 1))
            found.append((look.order, track.ident, item))
        found.sort(key=lambda entry: entry[:2])
        return [item for _, _, item in found] + self._arm_items(t)

    def _arm_items(self, t: float) -> list[Item]:
        items = []
        for arm in self.scene.arms:
            tip = arm.tip(t)
            if tip is None:
                continue
            x, y = round(tip[0], 1), round(tip[1], 1)
            shoulder = self._layout.shoulder(arm.seat)
            angle = round(float(np.degrees(np.arctan2(x - shoulder.x, shoulder.y - y))), 1)
            sprite, shadow = self._arms[arm.seat]
            items.append(Item(f"shadow {arm.seat}", shadow, x + 9, y + 12, angle, 0, arms.ANCHOR))
            items.append(Item(f"arm {arm.seat}", sprite, x, y, angle, 40, arms.ANCHOR))
        return items


def _dealt(spec: TableSpec, rng: Random) -> Deal:
    """Return the deal to be played."""
    if spec.game == "guandan":
        return random_guandan_deal(rng, spec.level, spec.fault)
    if spec.game != "shengji":
        raise InputError(f"simulated table: unknown game '{spec.game}'; shengji or guandan")
    return random_deal(rng, spec.decks, spec.level, spec.declarer, spec.fault)


def _decided(spec: TableSpec, rng: Random) -> TableSpec:
    """Fill what the seed is to choose."""
    if problem := unknown(spec.trouble):
        raise problem
    for name, known in (("surface", SURFACES), ("light", LIGHTS), ("design", DESIGNS)):
        value = getattr(spec, name)
        if value is not None and value not in known:
            raise InputError(
                f"simulated table: unknown {name} '{value}'; one of {', '.join(known)}"
            )
    chosen = {
        "design": rng.choice(sorted(DESIGNS)),
        "surface": rng.choice(sorted(SURFACES)),
        "light": rng.choice(["daylight", "neutral", "tungsten"]),
        "blur": round(rng.uniform(0.4, 0.9), 2),
        "noise": round(rng.uniform(1.5, 5.0), 2),
        "tilt": round(rng.uniform(0.0, 14.0), 1),
    }
    spec = replace(spec, **{k: v for k, v in chosen.items() if getattr(spec, k) is None})  # type: ignore[arg-type]
    optics = replace(spec.optics, tilt=spec.tilt if spec.tilt is not None else spec.optics.tilt)
    return replace(spec, optics=optics)
