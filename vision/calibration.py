"""Pixels of a fixed camera to millimetres on the table top."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.errors import VisionError
from vision.frame import Image, Points

CARD_MM = (63.0, 88.0)
"""Width and height of a poker-size card."""
MIN_PX_PER_CARD = 60.0
"""Below this card width (px) indices cannot be read; 90 and more is comfortable."""
CORNER_NAMES = ("NW", "NE", "SE", "SW")
LEAST_INSIDE = 0.75
"""So much of the table top's area must lie in the picture."""


@dataclass(frozen=True)
class Calibration:
    """Where the table top lies in the picture.

    ``corners_px`` are the table top's NW, NE, SE and SW corners as the camera sees them (seat N at
    the top of the map, not necessarily of the picture); ``size_mm`` is its width (W to E) and
    height (N to S). The origin of all millimetres is the NW corner, x towards E, y towards S.
    ``picture_px`` is the width and height of the pictures that the corners were marked in.

    Raises:
        VisionError: the corners cross, run the wrong way or enclose nearly nothing.
    """

    corners_px: tuple[tuple[float, float], ...]
    size_mm: tuple[float, float]
    card_mm: tuple[float, float] = field(default=CARD_MM)
    picture_px: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        problem = corner_problem(self.corners_px)
        if problem:
            raise VisionError(f"table corners: {problem}")
        if min(self.size_mm) < 300 or max(self.size_mm) > 5000:
            w, h = self.size_mm
            raise VisionError(f"table size {w:g} x {h:g} mm: give both sides in mm, 300 to 5000")

    @cached_property
    def to_mm_matrix(self) -> NDArray[np.float64]:
        """Return the 3 x 3 homography from px to mm."""
        w, h = self.size_mm
        source = np.asarray(self.corners_px, dtype=np.float32)
        target = np.asarray([[0, 0], [w, 0], [w, h], [0, h]], dtype=np.float32)
        return np.asarray(cv2.getPerspectiveTransform(source, target), dtype=np.float64)

    @cached_property
    def to_px_matrix(self) -> NDArray[np.float64]:
        """Return the 3 x 3 homography from mm to px."""
        return np.asarray(np.linalg.inv(self.to_mm_matrix), dtype=np.float64)

    def to_mm(self, points: ArrayLike) -> Points:
        """Return points of the picture (px, [n, 2]) on the table (mm)."""
        return project(self.to_mm_matrix, points)

    def to_px(self, points: ArrayLike) -> Points:
        """Return points on the table (mm, [n, 2]) in the picture (px)."""
        return project(self.to_px_matrix, points)

    def px_per_card(self, at_mm: tuple[float, float] | None = None) -> float:
        """Return the width in px of a card that lies at a point (default: the middle)."""
        x, y = at_mm or (self.size_mm[0] / 2, self.size_mm[1] / 2)
        half = self.card_mm[0] / 2
        ends = self.to_px([[x - half, y], [x + half, y], [x, y - half], [x, y + half]])
        across = np.linalg.norm(ends[1] - ends[0])
        along = np.linalg.norm(ends[3] - ends[2])
        return float(np.sqrt(across * along))

    def least_px_per_card(self) -> float:
        """Return the smallest card width in px over the middle and the four seats."""
        w, h = self.size_mm
        spots = [
            (w / 2, h / 2),
            (w / 2, h / 5),
            (w / 2, h * 4 / 5),
            (w / 5, h / 2),
            (w * 4 / 5, h / 2),
        ]
        return min(self.px_per_card(spot) for spot in spots)

    def rectify(
        self, image: Image, region_mm: tuple[float, float, float, float], px_per_mm: float
    ) -> Image:
        """Return the table seen straight from above inside a region (left, top, right, bottom mm).

        What lies outside the picture is black.
        """
        x0, y0, x1, y1 = region_mm
        size = (max(1, round((x1 - x0) * px_per_mm)), max(1, round((y1 - y0) * px_per_mm)))
        shrink = np.array(
            [[px_per_mm, 0, -x0 * px_per_mm], [0, px_per_mm, -y0 * px_per_mm], [0, 0, 1]]
        )
        matrix = shrink @ self.to_mm_matrix
        return np.asarray(cv2.warpPerspective(image, matrix, size), dtype=np.uint8)

    def require_fit(self, image: Image) -> None:
        """Return when a picture has the size that the corners were marked in, as far as is known.

        Raises:
            VisionError: it has another size, or most of the table would lie outside of it.
        """
        h, w = image.shape[:2]
        if self.picture_px is not None and self.picture_px != (w, h):
            marked = f"{self.picture_px[0]} x {self.picture_px[1]} px"
            raise VisionError(
                f"the camera's pictures are {w} x {h} px, the table's corners were marked in "
                f"{marked}: set the camera to {marked} or mark the corners again"
            )
        table = np.asarray(self.corners_px, np.float32)
        picture = np.asarray([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        inside, _ = cv2.intersectConvexConvex(table, picture)
        if inside < LEAST_INSIDE * cv2.contourArea(table):
            raise VisionError(
                f"the table's corners lie outside the camera's pictures of {w} x {h} px: "
                "set the camera to the size that they were marked in or mark them again"
            )

    def whole(self) -> tuple[float, float, float, float]:
        """Return the region of the whole table top in mm."""
        return 0.0, 0.0, self.size_mm[0], self.size_mm[1]

    def scaled(self, factor: float) -> Calibration:
        """Return the calibration of the same picture enlarged or shrunk by a factor."""
        corners = tuple((x * factor, y * factor) for x, y in self.corners_px)
        return replace(self, corners_px=corners, picture_px=None)


def project(matrix: NDArray[np.float64], points: ArrayLike) -> Points:
    """Return points [n, 2] moved by a 3 x 3 homography."""
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    moved = np.hstack([flat, np.ones((len(flat), 1))]) @ matrix.T
    return np.asarray(moved[:, :2] / moved[:, 2:3], dtype=np.float64)


def corner_problem(corners: tuple[tuple[float, float], ...]) -> str | None:
    """Return what is wrong with four table corners, or None."""
    if len(corners) != 4:
        return f"four corners are needed (NW, NE, SE, SW), {len(corners)} given"
    points = np.asarray(corners, dtype=np.float64)
    if not np.isfinite(points).all():
        return "a corner is not a number"
    edges = np.roll(points, -1, axis=0) - points
    following = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    if (turns > 0).any() and (turns < 0).any():
        return "the sides cross or fold inwards; give the corners in the order NW, NE, SE, SW"
    if (turns <= 0).all():
        return "the corners run counter-clockwise; give them in the order NW, NE, SE, SW"
    if np.abs(turns).min() < 100:
        return "two sides lie on one line; the four corners must enclose the table"
    return None
