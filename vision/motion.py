"""The table top as a small picture seen from above: what moves, what lies still, what is cloth."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.frame import Frame, Image, Mask, Points

MM_PER_PX = 3.0
"""Resolution of the small picture: a card is 21 x 29 px."""
CHANGE_LEVELS = 14
"""A pixel has changed when one of its colours differs by more than this (of 255)."""
OPEN_LEVELS = 22
"""A pixel shows the cloth when no colour differs from it by more than this."""
SETTLE_S = 0.3
"""A pixel lies still after this time without change (s)."""
LEARN_S = 2.0
"""What lies still this long, looks much like the cloth and is no card becomes cloth (s)."""
LEARN_OTHER_S = 15.0
"""The same for what looks otherwise: a card that could not be read must not become cloth soon."""
LEARN_RATE = 0.3
MAX_SMALL_PX = 640
"""Longer side of the reduced camera picture from which the small picture is made."""

_BESIDE = np.ones((11, 11), np.uint8)
_Small: TypeAlias = NDArray[np.uint8]


class Surface:
    """Follows the table top from frame to frame.

    ``moving`` are pixels that changed within the settling time, ``dirty`` those that changed since
    they were last looked at; both are masks [height, width] of the small picture.
    """

    def __init__(self, calibration: Calibration) -> None:
        w, h = calibration.size_mm
        self._calibration = calibration
        self.shape = (max(1, round(h / MM_PER_PX)), max(1, round(w / MM_PER_PX)))
        self.now: _Small = np.zeros((*self.shape, 3), np.uint8)
        self.t = 0.0
        self._gain: float | None = 1.0
        self.dirty: Mask = np.ones(self.shape, np.bool_)
        self._anchor: _Small | None = None
        self._seen: _Small = np.zeros((*self.shape, 3), np.uint8)
        self._known: Mask = np.zeros(self.shape, np.bool_)
        self._cloth: NDArray[np.float32] = np.zeros((*self.shape, 3), np.float32)
        self._changed_at: NDArray[np.float64] = np.full(self.shape, -np.inf)
        self._moved_at: NDArray[np.float64] = np.full(self.shape, -np.inf)

    def recalibrate(self, calibration: Calibration) -> None:
        """Go on with the same table, seen by a camera that was moved."""
        self._calibration = calibration

    def update(self, frame: Frame) -> None:
        """Take in the next frame."""
        self.now = self._shrink(frame.image)
        self.t = frame.t
        if self._anchor is None:
            self._anchor = self.now.copy()
            self._cloth = self.now.astype(np.float32)
            self._changed_at[:] = frame.t
            return
        changed = _differs(self.now, self._anchor, CHANGE_LEVELS)
        self._anchor[changed] = self.now[changed]
        self._changed_at[changed] = frame.t
        self._moved_at[changed] = frame.t
        self.dirty |= changed
        self._gain = None

    @property
    def moving(self) -> Mask:
        """Return where something changed within the settling time."""
        return np.asarray(self.t - self._changed_at < SETTLE_S - 1e-6)

    def still_for(self, seconds: float) -> Mask:
        """Return where nothing changed for this long."""
        return np.asarray(self.t - self._changed_at >= seconds - 1e-6)

    def moved_within(self, seconds: float) -> Mask:
        """Return where something has changed within this time, the first frame not counted."""
        return np.asarray(self.t - self._moved_at <= seconds)

    @property
    def gain(self) -> float:
        """Return how much brighter the table is than its known cloth."""
        if self._gain is None:
            self._gain = self._measure_gain()
        return self._gain

    @property
    def open(self) -> Mask:
        """Return where the bare cloth is seen."""
        cloth = np.clip(self._cloth * self.gain, 0, 255).astype(np.uint8)
        return ~_differs(self.now, cloth, OPEN_LEVELS)

    def news(self, apart: bool) -> int:
        """Return how many pixels lie still and look otherwise than when last looked at.

        What only was covered for a while, and looks as before, is not looked at again. With
        ``apart``, what lies right beside something moving does not count: a plain sleeve that moves
        shows still pixels inside.
        """
        moving = self.moving
        still = self.dirty & ~moving
        if not still.any():
            return 0
        fresh = still & (~self._known | _differs(self.now, self._seen, CHANGE_LEVELS))
        self.dirty &= ~still | fresh
        if apart:
            fresh &= cv2.dilate(moving.astype(np.uint8), _BESIDE) == 0
        return int(fresh.sum())

    def looked(self) -> None:
        """Mark what lies still as looked at."""
        still = ~self.moving
        self.dirty &= ~still
        self._known |= still
        self._seen[still] = self.now[still]

    def learn(self, cards: Mask) -> None:
        """Take what has long lain still outside the cards as cloth."""
        still = (self.still_for(LEARN_S) & self.open) | self.still_for(LEARN_OTHER_S)
        plain = (still & ~cards).astype(np.uint8)
        bright = cv2.convertScaleAbs(self.now, alpha=1 / self.gain)
        cv2.accumulateWeighted(bright, self._cloth, LEARN_RATE, plain)

    def uncover(self, cards: Mask) -> None:
        """Guess the cloth under cards that lay there from the start, from what surrounds them."""
        plain = np.clip(self._cloth, 0, 255).astype(np.uint8)
        filled = cv2.inpaint(plain, cards.astype(np.uint8), 3, cv2.INPAINT_TELEA)
        self._cloth[cards] = np.asarray(filled, np.float32)[cards]

    def mask(self, polygons_mm: list[Points], grow_mm: float = 0.0) -> Mask:
        """Return the pixels covered by polygons (mm), grown or shrunk by a margin."""
        canvas = np.zeros(self.shape, np.uint8)
        for polygon in polygons_mm:
            middle = polygon.mean(axis=0)
            reach = np.linalg.norm(polygon - middle, axis=1, keepdims=True)
            outline = middle + (polygon - middle) * (1 + grow_mm / np.maximum(reach, 1.0))
            cv2.fillPoly(canvas, [np.round(outline / MM_PER_PX - 0.5).astype(np.int32)], 1)
        return canvas.astype(np.bool_)

    def same(self, earlier: Image, where: Mask) -> float:
        """Return the share of the masked pixels that look as in an earlier small picture."""
        n = int(where.sum())
        if n == 0:
            return 1.0
        return 1.0 - float(_differs(self.now, earlier, CHANGE_LEVELS + 6)[where].sum()) / n

    def _shrink(self, image: Image) -> _Small:
        factor = min(1.0, MAX_SMALL_PX / max(image.shape[:2]))
        steps = max(1, round(1 / factor))
        if steps > 1:
            size = (image.shape[1] // steps, image.shape[0] // steps)
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        here = self._calibration.scaled(1 / steps)
        return here.rectify(image, here.whole(), 1 / MM_PER_PX)

    def _measure_gain(self) -> float:
        step = 5
        now = self.now[::step, ::step].sum(axis=2, dtype=np.float32)
        cloth = self._cloth[::step, ::step].sum(axis=2)
        usable = cloth > 24
        if not usable.any():
            return 1.0
        return float(np.clip(np.median(now[usable] / cloth[usable]), 0.1, 10.0))


def _differs(a: Image, b: Image, levels: int) -> Mask:
    alike = cv2.inRange(cv2.absdiff(a, b), (0, 0, 0), (levels, levels, levels))
    return np.asarray(alike == 0)
