"""Pictures that prove a reading: cut from the table, masked outside the zones, named by hash."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.errors import VisionError
from vision.frame import Image
from vision.readings import Reading
from vision.zones import Zone

ZONE_PX_PER_MM = 1.5
CARD_PX_PER_MM = 3.0
CARD_MARGIN = 1.12
"""A card's crop shows this much of its size, so that its edges are seen."""
JPEG_QUALITY = 88


class EvidenceWriter(Protocol):
    """Keeps pictures; how long and how many is the keeper's business."""

    def write(self, data: bytes) -> str:
        """Store a JPEG durably and return its name, ``<sha256>.jpg``."""


class EvidenceFolder:
    """Keeps pictures as files in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, data: bytes) -> str:
        """Store a JPEG under its hash; a picture that is there already is not written again."""
        name = evidence_name(data)
        target = self._folder / name
        if target.exists():
            return name
        part = self._folder / f"{name}.part"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        except OSError as error:
            raise VisionError(f"{target}: cannot store the evidence picture ({error})") from error
        return name


def evidence_name(data: bytes) -> str:
    """Return the name of a stored JPEG."""
    return hashlib.sha256(data).hexdigest() + ".jpg"


def jpeg(image: Image) -> bytes:
    """Return a picture as JPEG."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return bytes(data)


def zone_picture(image: Image, calibration: Calibration, zone: Zone) -> Image:
    """Return a zone seen from above, black outside the zone."""
    x0, y0, x1, y1 = zone.region
    w, h = calibration.size_mm
    region = (max(0.0, x0), max(0.0, y0), min(w, x1), min(h, y1))
    picture = calibration.rectify(image, region, ZONE_PX_PER_MM)
    inside = np.zeros(picture.shape[:2], np.uint8)
    outline = (zone.polygon - np.asarray(region[:2])) * ZONE_PX_PER_MM
    cv2.fillPoly(inside, [np.round(outline).astype(np.int32)], 255)
    return np.where(inside[..., None] > 0, picture, 0).astype(np.uint8)


def card_picture(image: Image, calibration: Calibration, reading: Reading) -> Image:
    """Return one card upright; black where it would lie off the table."""
    w, h = calibration.card_mm
    middle = reading.quad.mean(axis=0)
    quad = middle + (reading.quad - middle) * CARD_MARGIN
    size = (round(w * CARD_MARGIN * CARD_PX_PER_MM), round(h * CARD_MARGIN * CARD_PX_PER_MM))
    target = np.asarray([[0, 0], [size[0], 0], size, [0, size[1]]], dtype=np.float32)
    source = calibration.to_px(quad).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    picture = np.asarray(cv2.warpPerspective(image, matrix, size), dtype=np.uint8)
    corners = np.asarray(calibration.corners_px, dtype=np.float32)[None]
    table = cv2.perspectiveTransform(corners, matrix)[0]
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(table).astype(np.int32), 255)
    return np.where(inside[..., None] > 0, picture, 0).astype(np.uint8)
