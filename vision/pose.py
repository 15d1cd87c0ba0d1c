"""Whether the camera still stands as it was calibrated; after a bump the table is found again.

What is compared is a band along the table's edge: cards lie inside it and arms cross it in a few
places, but all of it moves only with the camera.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, project
from vision.frame import Frame, Image, Mask, Points

WIDTH_PX = 480
"""Pictures are compared this wide; all distances below are in px of such a picture."""
BAND_PX = 22
"""The band reaches so far inwards and outwards from the table's edge."""
MOVED_PX = 1.0
"""The camera has moved when a table corner is off by more than this."""
AGREE_PX = 0.5
"""Two checks in a row that agree within this show a camera that has come to rest."""
LEVELS = 24
"""A pixel of the band looks otherwise when it differs by more than this (of 255)."""
SAME = 0.02
"""With fewer such pixels nothing has moved."""
FOUND = 0.1
"""With fewer such pixels, once the pictures lie upon each other, the table has been found."""
LOST_CHECKS = 5
"""After so many checks without finding it the table counts as lost."""
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
        self._band: Mask = np.zeros((0, 0), np.bool_)
        self._scale = 1.0
        self._unknown = 0
        self._quiet = 0
        self._before: Points | None = None

    def check(self, frame: Frame) -> bool:
        """Compare a frame; return whether ``calibration`` is another one from now on."""
        now = self._small(frame.image)
        if self._reference is None:
            self._renew(now)
            return False
        if _differing(self._reference, now, self._band) <= SAME:
            self._at_rest(now)
            return False
        corners = self._seen_corners(self._reference, now)
        if corners is None:
            self._unknown, self._before = self._unknown + 1, None
            self.lost = self.lost or self._unknown >= LOST_CHECKS
            return False
        self._unknown = 0
        if _apart(corners, self._corners()) <= MOVED_PX:
            self._before, self.lost = None, False
            return False
        rests = self._before is not None and _apart(corners, self._before) <= AGREE_PX
        self._before, self.lost = corners, not rests
        if rests:
            px = tuple((float(x), float(y)) for x, y in corners / self._scale)
            self.calibration = Calibration(px, self.calibration.size_mm, self.calibration.card_mm)
            self._renew(now)
        return rests

    def _small(self, image: Image) -> Image:
        self._scale = min(1.0, WIDTH_PX / image.shape[1])
        size = (round(image.shape[1] * self._scale), round(image.shape[0] * self._scale))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)

    def _renew(self, now: Image) -> None:
        self._reference = now
        self._before, self._quiet, self._unknown, self.lost = None, 0, 0, False
        band = np.zeros(now.shape, np.uint8)
        outline = np.round(self._corners()).astype(np.int32)
        cv2.polylines(band, [outline], True, 255, 2 * BAND_PX)
        self._band = band > 0

    def _at_rest(self, now: Image) -> None:
        self._before, self._unknown, self.lost = None, 0, False
        self._quiet += 1
        if self._quiet >= RENEW_CHECKS:
            self._renew(now)

    def _corners(self) -> Points:
        return np.asarray(self.calibration.corners_px, np.float64) * self._scale

    def _seen_corners(self, reference: Image, now: Image) -> Points | None:
        """Return where the table's corners are now; None where that cannot be told."""
        matrix = np.eye(2, 3, dtype=np.float32)
        for step in (_COARSE, 1):
            matrix[:, 2] /= step
            found = _aligned(_reduced(reference, step), _reduced(now, step), matrix,
                             _reduced(self._band.astype(np.uint8), step))  # fmt: skip
            if found is None:
                return None
            matrix = found
            matrix[:, 2] *= step
        size = (now.shape[1], now.shape[0])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        back = np.asarray(cv2.warpAffine(now, matrix, size, flags=flags), np.uint8)
        if _differing(reference, back, self._band) > FOUND:
            return None
        return project(np.vstack([matrix, [0, 0, 1]]).astype(np.float64), self._corners())


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
    """Return the share of the band that looks otherwise, changed light set aside."""
    x, y = a[band].astype(np.float32), b[band].astype(np.float32)
    y = (y - y.mean()) * (float(x.std()) / max(1.0, float(y.std()))) + x.mean()
    return float((np.abs(x - y) > LEVELS).mean())


def _apart(a: Points, b: Points) -> float:
    return float(np.linalg.norm(a - b, axis=1).max())
