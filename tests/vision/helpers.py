"""A drawn table and a detector that is told the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from scorer.cards import Card
from vision.calibration import Calibration
from vision.evidence import evidence_name
from vision.frame import Frame, Image
from vision.readings import Reading, card_quad, certain

SIZE_MM = (900.0, 900.0)
CORNERS = ((60.0, 20.0), (660.0, 30.0), (700.0, 590.0), (30.0, 600.0))
FPS = 10.0
BACK = "back"
ACCEPT = 0.5

GRAIN = np.random.default_rng(7).normal(0, 2.0, (5, 620, 720, 3)).astype(np.int16)
"""Sensor noise of five frames."""


def calibration() -> Calibration:
    """Return a slightly tilted camera of 720 x 620 px above a table of 900 x 900 mm."""
    return Calibration(CORNERS, SIZE_MM)


@dataclass(frozen=True)
class Laid:
    """A card lying on the drawn table (mm, degrees)."""

    card: Card
    x: float
    y: float
    angle: float = 0.0
    p: float = 0.995
    real: float = 1.0
    """How surely its indices pass for some."""

    @property
    def quad(self) -> np.ndarray:  # type: ignore[type-arg]
        return card_quad((self.x, self.y), self.angle, 63.0, 88.0)

    def reading(self, corners: int = 1) -> Reading:
        turn = np.deg2rad(self.angle)
        return Reading(
            (self.x, self.y),
            self.angle,
            self.quad,
            certain(self.card, self.p) + np.log(self.real),
            (float(np.cos(turn)), float(np.sin(turn))),
            corners,
            self.real >= ACCEPT,
        )


@dataclass
class Scene:
    """What lies on the table and what covers it, for one moment."""

    cards: list[Laid] = field(default_factory=list)
    arms: list[tuple[float, float, float, float]] = field(default_factory=list)
    gain: float = 1.0
    phantoms: list[Reading] = field(default_factory=list)
    """Readings of what is no card."""

    def seen(self) -> list[Laid]:
        """Return the cards of which an arm hides less than a third."""
        free = []
        for laid in self.cards:
            if laid.card == BACK:
                continue
            mask = np.zeros((900, 900), np.uint8)
            cv2.fillConvexPoly(mask, laid.quad.astype(np.int32), 1)
            area = int(mask.sum())
            for x0, y0, x1, y1 in self.arms:
                mask[int(max(0, y0)) : int(y1), int(max(0, x0)) : int(x1)] = 0
            if int(mask.sum()) > 0.66 * area:
                free.append(laid)
        return free


def picture(scene: Scene, noise: int = 0) -> Image:
    """Return the camera's picture of a scene."""
    return grainy(drawn(scene), noise)


def grainy(image: Image, noise: int) -> Image:
    """Return a picture with sensor noise."""
    return np.asarray(cv2.add(image, GRAIN[noise % len(GRAIN)], dtype=cv2.CV_8U), np.uint8)


def drawn(scene: Scene) -> Image:
    """Return the picture of a scene without noise."""
    top = np.full((900, 900, 3), (60, 110, 40), np.uint8)
    for n, laid in enumerate(scene.cards):
        cv2.fillConvexPoly(top, laid.quad.astype(np.int32), (235, 238, 240), cv2.LINE_AA)
        cv2.polylines(top, [laid.quad.astype(np.int32)], True, (90, 90, 90), 1, cv2.LINE_AA)
        tint = (hash_of(laid.card) * 37) % 160
        if laid.card == BACK:
            cv2.fillConvexPoly(top, laid.quad.astype(np.int32), (150, 60, 30), cv2.LINE_AA)
            continue
        inner = laid.quad.mean(axis=0) + (laid.quad - laid.quad.mean(axis=0)) * 0.55
        cv2.fillConvexPoly(top, inner.astype(np.int32), (tint, 60 + n % 3, 200 - tint))
    for x0, y0, x1, y1 in scene.arms:
        cv2.rectangle(top, (int(x0), int(y0)), (int(x1), int(y1)), (120, 150, 200), -1)
    matrix = calibration().to_px_matrix
    image = cv2.warpPerspective(top, matrix, (720, 620), borderValue=(30, 30, 30))
    return np.asarray(cv2.convertScaleAbs(image, alpha=scene.gain), np.uint8)


def hash_of(card: Card) -> int:
    """Return a small number that depends on the card alone."""
    return sum(ord(letter) * (n + 3) for n, letter in enumerate(card))


class Oracle:
    """Reads exactly what is seen of the scene; ``jitter`` (mm) moves each reading a little."""

    def __init__(self, jitter: float = 0.0, seed: int = 1) -> None:
        self.scene = Scene()
        self.looks = 0
        self._jitter = jitter
        self._rng = np.random.default_rng(seed)

    def read(
        self, frame: Frame, calibration: Calibration, least: float | None = None
    ) -> Sequence[Reading]:
        """Return the readings of the current scene."""
        del frame, calibration
        self.looks += 1
        seen = [laid for laid in self.scene.seen() if laid.real >= (least or ACCEPT)]
        return [self._noisy(laid).reading() for laid in seen] + list(self.scene.phantoms)

    def _noisy(self, laid: Laid) -> Laid:
        dx, dy = self._rng.normal(0, self._jitter, 2) if self._jitter else (0.0, 0.0)
        return replace(laid, x=laid.x + dx, y=laid.y + dy)


class Kept:
    """Evidence in memory."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def write(self, data: bytes) -> str:
        """Keep a picture and return its name."""
        name = evidence_name(data)
        self.files[name] = data
        return name
