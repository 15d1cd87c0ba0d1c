"""Which readings can lie on the table together: a card covers what is under it and hides the cloth.

A court picture, a pip or a line of a card's back now and then passes for an index. The card that it
would belong to then sticks out from under its neighbours where the bare cloth is seen, or it would
have to cover an index that is seen.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.frame import Mask, Points
from vision.indices import INDEX_DOWN, INDEX_RIGHT
from vision.motion import Surface
from vision.readings import Reading

LEAST_PX = 12
"""A card sticks out when so many pixels of the small picture are its own."""
BARE = 0.7
"""Where so much of what sticks out is bare cloth there is no card."""
COVERED = 0.4
"""What is not sure must stick out, and no more of that may be bare cloth."""
MARGIN_MM = 1.5
_EDGE = np.ones((3, 3), np.uint8)


def standing(readings: Sequence[Reading], surface: Surface) -> list[Reading]:
    """Return the readings that can be cards, given the others and where cloth is seen."""
    order = sorted(readings, key=lambda r: (r.sure, r.corners, float(np.exp(r.log_p).sum())))
    kept = list(order)
    bare: Mask | None = None
    for reading in order:
        if reading.sure and reading.corners > 1:
            continue
        others = [other for other in kept if other is not reading and other.sure]
        held = [other for other in others if _holds(other.quad, index_points(reading)[0])]
        if reading.sure and not held:
            continue
        bare = surface.open if bare is None else bare
        if any(_impossible(reading, other) for other in held) or not _fits(
            reading, others, surface, bare
        ):
            kept.remove(reading)
    return [reading for reading in readings if any(reading is other for other in kept)]


def index_points(reading: Reading) -> list[tuple[float, float]]:
    """Return where the indices lie that a reading rests on (px or mm like it)."""
    width = float(np.linalg.norm(reading.quad[1] - reading.quad[0]))
    right = np.asarray(reading.right)
    down = np.array([-right[1], right[0]])
    shift = (INDEX_DOWN * down + INDEX_RIGHT * right) * width
    middle = np.asarray(reading.centre)
    ends = (middle - shift, middle + shift)
    return [(float(x), float(y)) for x, y in ends[: min(2, reading.corners)]]


def _impossible(reading: Reading, under: Reading) -> bool:
    """Return whether a card that lies upon another would cover an index that is seen of it."""
    return any(_holds(reading.quad, point) for point in index_points(under))


def _holds(quad: Points, point: tuple[float, float]) -> bool:
    outline = quad.astype(np.float32)
    return float(cv2.pointPolygonTest(outline, point, True)) >= MARGIN_MM


def _fits(reading: Reading, others: Sequence[Reading], surface: Surface, bare: Mask) -> bool:
    """Return whether no cloth is seen where a card sticks out; what is not sure must stick out."""
    own = surface.mask([reading.quad])
    if others:
        own &= ~surface.mask([other.quad for other in others])
    own = cv2.erode(own.astype(np.uint8), _EDGE).astype(np.bool_)
    if int(own.sum()) < LEAST_PX:
        return reading.sure
    return float(bare[own].mean()) <= (BARE if reading.sure else COVERED)
