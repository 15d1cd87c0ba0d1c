"""Paints frames: only the parts that changed are drawn again over the fixed background."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simtable.canvas import Image
from hardware.simtable.deck import Sprite
from hardware.simtable.optics import Projection

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom in px."""
_CACHE = 400
_REACH = 2  # px that the blur reaches beyond a changed part
_NOISE_ROOM = 48


@dataclass(frozen=True, slots=True)
class Item:
    """A sprite on the table: centre in mm, clockwise turn in degrees, height in mm, size factor."""

    key: str
    sprite: Sprite
    x: float
    y: float
    angle: float
    z: float = 0.0
    anchor: tuple[float, float] = (0.5, 0.5)
    """The point of the sprite (0-1) that lies at (x, y)."""

    @property
    def place(self) -> tuple[str, float, float, float, float]:
        """What decides how it looks."""
        return (self.key, self.x, self.y, self.angle, self.z)


@dataclass(frozen=True, slots=True)
class _Warped:
    rect: Rect
    colour: Image
    keep: Image


class Compositor:
    """Turns lists of items into camera frames of one projection."""

    def __init__(
        self,
        projection: Projection,
        background: Image,
        gain: Image,
        *,
        blur: float,
        noise: float,
        rng: np.random.Generator,
    ) -> None:
        self._projection = projection
        self._background = background
        self._gain = gain
        self._blur = blur
        self._rng = rng
        self._cache: OrderedDict[tuple[str, float, float, float, float], _Warped] = OrderedDict()
        self._clean = background.copy()
        self._shown: list[Item] = []
        self._full_gain, self._light = gain, 1.0
        self._lit = self._finish(background, gain)
        self._noise = self._noise_fields(noise)

    def _noise_fields(self, level: float) -> tuple[Image, Image] | None:
        if level <= 0:
            return None
        h, w = self._background.shape[:2]
        shape = (h + _NOISE_ROOM, w + _NOISE_ROOM, 3)
        field = self._rng.standard_normal(shape, dtype=np.float32) * level
        up = np.clip(np.round(field), 0, 255).astype(np.uint8)
        down = np.clip(np.round(-field), 0, 255).astype(np.uint8)
        return up, down

    def render(
        self,
        items: Sequence[Item],
        light: float = 1.0,
        view: NDArray[np.float64] | None = None,
    ) -> Image:
        """Return the frame that shows ``items``, lowest first, as BGR [h,w,3].

        ``light`` is a factor on the whole picture; ``view`` (2 x 3) how a moved camera sees it.
        """
        for rect in self._changed(items):
            self._repaint(rect, items)
        self._shown = list(items)
        if light != self._light:
            self._light = light
            self._gain = np.asarray(cv2.convertScaleAbs(self._full_gain, alpha=light), np.uint8)
            self._lit = self._finish(self._clean, self._gain)
        lit = self._lit if view is None else self._moved(view)
        if self._noise is None:
            return lit.copy()
        up, down = self._noise
        h, w = lit.shape[:2]
        y, x = (int(v) for v in self._rng.integers(0, _NOISE_ROOM, 2))
        noisy = cv2.add(lit, up[y : y + h, x : x + w])
        return np.asarray(cv2.subtract(noisy, down[y : y + h, x : x + w]), dtype=np.uint8)

    def _moved(self, view: NDArray[np.float64]) -> Image:
        h, w = self._lit.shape[:2]
        moved = cv2.warpAffine(self._lit, view, (w, h), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.uint8)

    def _changed(self, items: Sequence[Item]) -> list[Rect]:
        before = {item.place: index for index, item in enumerate(self._shown)}
        now = {item.place: index for index, item in enumerate(items)}
        moved = [item for item in self._shown if item.place not in now]
        moved += [item for item in items if item.place not in before]
        kept = [item for item in items if item.place in before]
        ranks = [before[item.place] for item in kept]
        moved += [item for item, a, b in zip(kept, ranks, sorted(ranks), strict=True) if a != b]
        return _merge([self._warp(item).rect for item in moved])

    def _repaint(self, rect: Rect, items: Sequence[Item]) -> None:
        left, top, right, bottom = rect
        if right <= left or bottom <= top:
            return
        self._clean[top:bottom, left:right] = self._background[top:bottom, left:right]
        for item in items:
            _blend(self._clean, self._warp(item), rect)
        outer = self._grown(rect, 2 * _REACH)
        x0, y0, x1, y1 = self._grown(rect, _REACH)
        part = self._finish(self._part(self._clean, outer), self._part(self._gain, outer))
        self._lit[y0:y1, x0:x1] = part[y0 - outer[1] : y1 - outer[1], x0 - outer[0] : x1 - outer[0]]

    def _grown(self, rect: Rect, by: int) -> Rect:
        h, w = self._clean.shape[:2]
        left, top, right, bottom = rect
        return max(0, left - by), max(0, top - by), min(w, right + by), min(h, bottom + by)

    @staticmethod
    def _part(image: Image, rect: Rect) -> Image:
        return image[rect[1] : rect[3], rect[0] : rect[2]]

    def _finish(self, clean: Image, gain: Image) -> Image:
        lit = cv2.multiply(clean, gain, scale=1 / 128)
        if self._blur > 0:
            lit = cv2.GaussianBlur(lit, (2 * _REACH + 1,) * 2, self._blur)
        return np.asarray(lit, dtype=np.uint8)

    def _warp(self, item: Item) -> _Warped:
        found = self._cache.get(item.place)
        if found is not None:
            self._cache.move_to_end(item.place)
            return found
        warped = self._warp_now(item)
        self._cache[item.place] = warped
        if len(self._cache) > _CACHE:
            self._cache.popitem(last=False)
        return warped

    def _warp_now(self, item: Item) -> _Warped:
        sprite = item.sprite
        ax, ay = item.anchor
        x0, y0 = -ax * sprite.w_mm, -ay * sprite.h_mm
        x1, y1 = x0 + sprite.w_mm, y0 + sprite.h_mm
        corners = rotate(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), item.angle)
        pixels = self._projection.project(corners + np.array((item.x, item.y)), item.z)
        h, w = self._background.shape[:2]
        left, top = np.floor(pixels.min(axis=0)).astype(int)
        right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + 1
        left, top = max(0, int(left)), max(0, int(top))
        right, bottom = min(w, int(right)), min(h, int(bottom))
        if right <= left or bottom <= top:
            empty = np.zeros((0, 0, 3), np.uint8)
            return _Warped((0, 0, 0, 0), empty, empty)
        sh, sw = sprite.colour.shape[:2]
        source = np.array([(0, 0), (sw, 0), (sw, sh), (0, sh)], np.float32) - 0.5
        target = (pixels - (left, top)).astype(np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(source, target)
        size = (right - left, bottom - top)
        colour = cv2.warpPerspective(sprite.colour, matrix, size, flags=cv2.INTER_LINEAR)
        keep = cv2.warpPerspective(
            sprite.keep, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(255, 255, 255)
        )
        box = (left, top, right, bottom)
        return _Warped(box, np.asarray(colour, np.uint8), np.asarray(keep, np.uint8))


def rotate(points: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    """Return points [n,2] turned clockwise about the origin (y down)."""
    angle = np.radians(degrees)
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[c, s], [-s, c]]), dtype=np.float64)


def _blend(target: Image, warped: _Warped, clip: Rect) -> None:
    left, top = max(warped.rect[0], clip[0]), max(warped.rect[1], clip[1])
    right, bottom = min(warped.rect[2], clip[2]), min(warped.rect[3], clip[3])
    if right <= left or bottom <= top:
        return
    x, y = left - warped.rect[0], top - warped.rect[1]
    rows, cols = slice(y, y + bottom - top), slice(x, x + right - left)
    roi = target[top:bottom, left:right]
    kept = cv2.multiply(roi, warped.keep[rows, cols], scale=1 / 255)
    cv2.add(kept, warped.colour[rows, cols], dst=roi)


def _merge(rects: list[Rect]) -> list[Rect]:
    """Join rectangles that overlap until none do."""
    todo = [rect for rect in rects if rect[2] > rect[0]]
    done: list[Rect] = []
    while todo:
        a = todo.pop()
        hit = next(
            (b for b in done if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]), None
        )
        if hit is None:
            done.append(a)
            continue
        done.remove(hit)
        todo.append((min(a[0], hit[0]), min(a[1], hit[1]), max(a[2], hit[2]), max(a[3], hit[3])))
    return done
