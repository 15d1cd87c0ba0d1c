"""Stage one: where corner indices are, on a reduced picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.indices import Indices, located, thin
from vision.model import Network

STRIDE = 2
"""The network answers once per so many input px."""
ALIGN = 16
MAX_PEAKS = 400
CARD_WIDTH_PX = 60.0
"""Card width at the network's input that it reads best."""
HEAT = 0.12


class Locator:
    """Finds corner indices."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self.card_width = network.number("input", "card_width_px", default=CARD_WIDTH_PX)
        self.heat = network.number("threshold", "heat", default=HEAT)

    def find(self, image: Image, scale: float = 1.0) -> Indices:
        """Return the indices of a picture, in its px, searched on it reduced by ``scale``."""
        height, width = image.shape[:2]
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        if size != (width, height):
            way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            image = np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)
        found = self._peaks(self._maps(image))
        inside = (found.xy[:, 0] < size[0]) & (found.xy[:, 1] < size[1])
        return found.take(inside).scaled(width / size[0])

    def _maps(self, image: Image) -> NDArray[np.float32]:
        height, width = image.shape[:2]
        below, beside = -height % ALIGN, -width % ALIGN
        if below or beside:
            image = np.asarray(
                cv2.copyMakeBorder(image, 0, below, 0, beside, cv2.BORDER_REPLICATE), np.uint8
            )
        batch = cv2.dnn.blobFromImage(image, 1 / 255.0, swapRB=True)
        maps = self._network.run(np.asarray(batch, np.float32), "maps")[0]
        return np.asarray(maps[0])

    def _peaks(self, maps: NDArray[np.float32]) -> Indices:
        heat = np.ascontiguousarray(maps[0])
        highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
        rows, columns = np.nonzero((heat >= highest) & (heat >= self.heat))
        if len(rows) > MAX_PEAKS:
            keep = np.argsort(-heat[rows, columns], kind="stable")[:MAX_PEAKS]
            rows, columns = rows[keep], columns[keep]
        at = maps[:, rows, columns].astype(np.float64)
        centre = np.stack([columns, rows], axis=1) * float(STRIDE) + STRIDE / 2
        down = at[3:5].T
        down = down / np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-6)
        found = located(centre + at[1:3].T, down, np.exp(np.clip(at[5], 0.0, 8.0)), at[0])
        return thin(found, found.heat)
