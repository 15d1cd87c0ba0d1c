"""Whether the camera still stands as it was calibrated; after a bump the table is found again.

What is compared is a band along the table's edge: cards lie inside it and arms cross it in a few
places, but all of it moves only with the camera. A camera turned by 180 degrees may see the same
edge as before: that is told by whatever else has edges.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, project
from vision.frame import Frame, Image, Mask, Points

WIDTH_PX = 480
"""Pictures are compared this wide; all distances below are in px of such a picture."""
BAND_PX = 12
"""The band reaches so far inwards and outwards from the table's edge."""
MOVED_PX = 1.0
"""The camera has moved when a table corner is off by more than this."""
AGREE_PX = 0.5
"""Two checks in a row that agree within this show a camera that has come to rest."""
EDGE_LEVELS = 24
"""What tells of a movement are edges: pixels beside which the brightness changes so much."""
SEEN_EDGE = 0.4
"""The table's edge must stand out along this share of its length: else nothing is concluded."""
LEVELS = 20
"""A pixel looks otherwise when it differs by more than this (of 255)."""
STILL_LEVELS = 10
"""A pixel that differs by less from the check before is no moving arm."""
MOVED_SHARE = 0.3
"""With fewer pixels that look otherwise the camera stands still."""
FOUND = 0.25
"""With fewer such pixels, once the pictures lie upon each other, the table has been found."""
UNSETTLED_CHECKS = 3
"""After so many checks in a row that show a movement, no two alike, reading goes on regardless."""
TURNED_SHARE = 0.4
"""A picture that was turned differs in at least this share of all its edges ..."""
TURNED_BACK = 0.5
"""... and turned back, in at most this share of that."""
TURNED_PX = 300
"""With fewer pixels that have edges nothing is concluded about a turn."""
WAIT_CHECKS = 6
"""A picture without the table's edge that looks otherwise is learnt after so many checks."""
RENEW_CHECKS = 8
"""The picture to compare with is renewed after so many checks without movement."""
_COARSE = 4
_STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 25, 1e-4)

Matrix = NDArray[np.float32]


class PoseKeeper:
    """Compares pictures about once a second; keeps no clock."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self.lost = False
        self._reference: Image | None = None
        self._last: Image | None = None
        self._known: Mask = np.zeros((0, 0), np.bool_)
        self._edges: Mask = np.zeros((0, 0), np.bool_)
        self._everywhere: Mask = np.zeros((0, 0), np.bool_)
        self._scale = 1.0
        self._quiet = self._unsettled = self._waited = 0
        self._before: Points | None = None

    def check(self, frame: Frame) -> bool:
        """Compare a frame; return whether ``calibration`` is another one from now on."""
        now = self._small(frame.image)
        last, self._last = self._last, now
        if last is None or self._reference is None:
            self._begin(now)
            return False
        still = cv2.absdiff(now, last) < STILL_LEVELS
        turned = self._is_turned(self._reference, now)
        if not turned and int(self._edges.sum()) < 3 * SEEN_EDGE * self._length():
            self._learn_slowly(self._reference, now, still)
            return False
        if not turned and _differing(self._reference, now, self._edges) < MOVED_SHARE:
            self._at_rest(now, still)
            return False
        corners = self._found(self._reference, now, turned)
        if corners is None or _apart(corners, self._corners()) <= MOVED_PX:
            self._before, self._unsettled, self.lost = None, 0, turned
            return False
        # What shows a turn may be cards that are taken away before the next check.
        rests = turned or (self._before is not None and _apart(corners, self._before) <= AGREE_PX)
        self._unsettled += 1
        self._before, self.lost = corners, not rests and self._unsettled <= UNSETTLED_CHECKS
        if rests:
            px = tuple((float(x), float(y)) for x, y in corners / self._scale)
            self.calibration = replace(self.calibration, corners_px=px)
            self._begin(now)
        return rests

    def upside_down(self, frame: Frame) -> bool:
        """Return whether a frame between two checks shows that the camera was turned."""
        if self._reference is None:
            return False
        return self._is_turned(self._reference, self._small(frame.image))

    def _small(self, image: Image) -> Image:
        self._scale = min(1.0, WIDTH_PX / image.shape[1])
        size = (round(image.shape[1] * self._scale), round(image.shape[0] * self._scale))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)

    def _begin(self, now: Image) -> None:
        """Compare with this picture from now on, where it turns out to lie still."""
        self._reference = now.copy()
        self._known = np.zeros(now.shape, np.bool_)
        self._edges = np.zeros(now.shape, np.bool_)
        self._everywhere = self._edges
        self._before, self._quiet, self._unsettled, self._waited = None, 0, 0, 0
        self.lost = False

    def _at_rest(self, now: Image, still: Mask) -> None:
        self._before, self._unsettled, self.lost = None, 0, False
        self._quiet += 1
        if self._quiet >= RENEW_CHECKS:
            self._learn(now, still)

    def _learn_slowly(self, reference: Image, now: Image, still: Mask) -> None:
        """Learn where the table's edge hardly stands out, but not while all else looks otherwise.

        A camera may be under way: what is learnt meanwhile could not show that it was turned.
        """
        self._waited += 1
        strange = _differing(reference, now, self._everywhere) >= TURNED_SHARE
        if not strange or self._waited > WAIT_CHECKS:
            self._learn(now, still)
            self._waited, self.lost = 0, False

    def _learn(self, now: Image, still: Mask) -> None:
        """Take over what has not moved since the check before; find the edges in the band."""
        if self._reference is None:
            return
        self._quiet = 0
        self._reference[still] = now[still]
        self._known |= still
        band = np.zeros(now.shape, np.uint8)
        outline = np.round(self._corners()).astype(np.int32)
        cv2.polylines(band, [outline], True, 255, 2 * BAND_PX)
        steps = cv2.morphologyEx(self._reference, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        self._everywhere = self._known & (steps > EDGE_LEVELS)
        self._edges = (band > 0) & self._everywhere

    def _is_turned(self, reference: Image, now: Image) -> bool:
        """Return whether the picture is the one before upside down."""
        if int(self._everywhere.sum()) < TURNED_PX:
            return False
        otherwise = _differing(reference, now, self._everywhere)
        if otherwise < TURNED_SHARE:
            return False
        back = _differing(reference, _half_turn(now), self._everywhere)
        return back <= TURNED_BACK * otherwise

    def _length(self) -> float:
        corners = self._corners()
        return float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).sum())

    def _corners(self) -> Points:
        return np.asarray(self.calibration.corners_px, np.float64) * self._scale

    def _found(self, reference: Image, now: Image, turned: bool) -> Points | None:
        """Return where the table's corners are now; None where that cannot be told."""
        if not turned:
            return self._seen_corners(reference, now, self._edges)
        corners = self._seen_corners(reference, _half_turn(now), self._everywhere)
        return None if corners is None else np.array(now.shape[::-1], np.float64) - corners

    def _seen_corners(self, reference: Image, now: Image, edges: Mask) -> Points | None:
        matrix = np.eye(2, 3, dtype=np.float32)
        for step in (_COARSE, 1):
            matrix[:, 2] /= step
            found = _aligned(_reduced(reference, step), _reduced(now, step), matrix,
                             _reduced(_grown(edges, 4 * BAND_PX), step))  # fmt: skip
            if found is None:
                return None
            matrix = found
            matrix[:, 2] *= step
        size = (now.shape[1], now.shape[0])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        back = np.asarray(cv2.warpAffine(now, matrix, size, flags=flags), np.uint8)
        if _differing(reference, back, edges) > FOUND:
            return None
        return project(np.vstack([matrix, [0, 0, 1]]).astype(np.float64), self._corners())


def _half_turn(image: Image) -> Image:
    return np.ascontiguousarray(image[::-1, ::-1])


def _grown(mask: Mask, by: int) -> Image:
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((by, by), np.uint8)), np.uint8)


def _reduced(image: Image, step: int) -> Image:
    if step == 1:
        return image
    size = (image.shape[1] // step, image.shape[0] // step)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _aligned(reference: Image, now: Image, start: Matrix, band: Image) -> Matrix | None:
    """Return how points of the reference move to the picture of now."""
    try:
        _, matrix = cv2.findTransformECC(
            reference, now, start.copy(), cv2.MOTION_AFFINE, _STOP, band, 5
        )
    except cv2.error:  # the pictures have nothing in common
        return None
    return np.asarray(matrix, np.float32)


def _differing(a: Image, b: Image, band: Mask) -> float:
    """Return the share of the masked pixels that look otherwise, changed light set aside."""
    if not band.any():
        return 0.0
    x, y = a[band].astype(np.float32), b[band].astype(np.float32)
    y = (y - y.mean()) * (float(x.std()) / max(1.0, float(y.std()))) + x.mean()
    return float((np.abs(x - y) > LEVELS).mean())


def _apart(a: Points, b: Points) -> float:
    return float(np.linalg.norm(a - b, axis=1).max())
