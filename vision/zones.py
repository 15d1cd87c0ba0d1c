"""Which part of the table a card lies in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Points

SEAT_ZONES = ("N", "W", "S", "E")
CENTRE = "centre"
IGNORE = "ignore"
"""A part of the table where nothing is looked at or stored."""
ZONE_NAMES = (*SEAT_ZONES, CENTRE)
LINK_MM = 45.0
"""Cards whose centres are this near belong to one cluster."""
LINK_ANGLE = 55.0
"""Cards of one cluster are turned alike within this angle (degrees, half turns do not count)."""
OVERLAP_LINK_MM = 25.0
"""Cards this near belong together however they are turned."""
CENTRE_SHARE = 0.2
"""Half width and half height of the default centre zone, as a share of the table's."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A named polygon on the table (mm)."""

    name: str
    polygon: Points

    def holds(self, point: tuple[float, float]) -> bool:
        """Return whether a point (mm) lies inside or on the border."""
        return self.depth(point) >= 0

    def depth(self, point: tuple[float, float]) -> float:
        """Return the distance (mm) of a point to the border, positive inside."""
        outline = self.polygon.astype(np.float32)
        return float(cv2.pointPolygonTest(outline, (float(point[0]), float(point[1])), True))

    @property
    def region(self) -> tuple[float, float, float, float]:
        """Return the box around the zone: left, top, right, bottom (mm)."""
        (x0, y0), (x1, y1) = self.polygon.min(axis=0), self.polygon.max(axis=0)
        return float(x0), float(y0), float(x1), float(y1)


def default_zones(size_mm: tuple[float, float]) -> tuple[Zone, ...]:
    """Return a centre and four seat sectors between the table's diagonals."""
    w, h = size_mm
    cx, cy, a, b = w / 2, h / 2, CENTRE_SHARE * w, CENTRE_SHARE * h
    nw, ne, se, sw = (0.0, 0.0), (w, 0.0), (w, h), (0.0, h)
    inner = [(cx - a, cy - b), (cx + a, cy - b), (cx + a, cy + b), (cx - a, cy + b)]
    sectors = {
        "N": [nw, ne, inner[1], inner[0]],
        "W": [nw, inner[0], inner[3], sw],
        "S": [inner[3], inner[2], se, sw],
        "E": [ne, se, inner[2], inner[1]],
        CENTRE: inner,
    }
    return tuple(
        Zone(name, np.asarray(points, dtype=np.float64)) for name, points in sectors.items()
    )


def zone_of(point: tuple[float, float], zones: Sequence[Zone]) -> str | None:
    """Return the name of the zone that holds a point, or None outside all of them."""
    for zone in zones:
        if zone.holds(point):
            return None if zone.name == IGNORE else zone.name
    return None


def _alike(a: float, b: float) -> bool:
    turn = abs(a - b) % 180.0
    return min(turn, 180.0 - turn) <= LINK_ANGLE


def clusters(centres: Sequence[tuple[float, float]], angles: Sequence[float]) -> list[list[int]]:
    """Return groups of cards that lie together (single linkage), as lists of positions."""
    n = len(centres)
    group = list(range(n))

    def root(i: int) -> int:
        while group[i] != i:
            i = group[i]
        return i

    for i in range(n):
        for j in range(i):
            gap = float(np.hypot(centres[i][0] - centres[j][0], centres[i][1] - centres[j][1]))
            if gap <= OVERLAP_LINK_MM or (gap <= LINK_MM and _alike(angles[i], angles[j])):
                group[root(i)] = root(j)
    found: dict[int, list[int]] = {}
    for i in range(n):
        found.setdefault(root(i), []).append(i)
    return list(found.values())


def assign(
    centres: Sequence[tuple[float, float]], angles: Sequence[float], zones: Sequence[Zone]
) -> list[tuple[str | None, bool]]:
    """Return for each card its zone and whether its cluster was of one mind.

    A cluster votes as a whole, so that one fan never falls apart over two seats; the deeper
    member decides a tie.
    """
    single = [zone_of(centre, zones) for centre in centres]
    result: list[tuple[str | None, bool]] = [(name, True) for name in single]
    by_name = {zone.name: zone for zone in zones}
    for members in clusters(centres, angles):
        votes = Counter(name for i in members if (name := single[i]) is not None)
        if not votes:
            continue
        best = max(
            votes,
            key=lambda name: (
                votes[name],
                sum(max(0.0, by_name[name].depth(centres[i])) for i in members),
            ),
        )
        for i in members:
            result[i] = (best, len(votes) == 1)
    return result


def fan_order(
    centres: Sequence[tuple[float, float]],
    rights: Sequence[tuple[float, float]],
    corners: Sequence[int],
) -> list[int]:
    """Return the positions of a cluster's cards along the fan, bottom card first.

    In a fan the index that stays visible is at the side from which the next card leaves it free, so
    cards lie upon each other in the reading direction of the visible indices; a card that shows
    both indices says nothing about the direction.
    """
    if len(centres) < 2:
        return list(range(len(centres)))
    points = np.asarray(centres, dtype=np.float64)
    weights = np.asarray([1.0 if n == 1 else 0.02 for n in corners])
    axis = (np.asarray(rights, dtype=np.float64) * weights[:, None]).sum(axis=0)
    spread = points - points.mean(axis=0)
    _, _, main = np.linalg.svd(spread, full_matrices=False)
    along = main[0] if float(main[0] @ axis) >= 0 else -main[0]
    if abs(float(along @ axis)) < 0.3 * float(np.linalg.norm(axis)):
        along = axis / max(1e-9, float(np.linalg.norm(axis)))
    return [int(i) for i in np.argsort(spread @ along, kind="stable")]
