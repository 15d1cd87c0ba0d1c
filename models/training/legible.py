"""Which indices of a drawn scene light, lens and sensor have left legible, by measuring pictures.

A scene is drawn sharp and evenly lit first, then degraded. An index is legible when enough of its
strokes survive: the correlation between its sharp and its degraded picture, both without what is
coarser than a stroke, is at least `LEAST`. No network takes part. `LEAST` was set by looking at
patches sorted by this figure (seeds from 820,000,000 on) before any network had read them: above it
a person names rank and suit.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.training import patches, scene
from models.training.patches import Pose

STROKE = 5.0
"""Spread of what counts as coarse, px of a 64×48 patch (0.007 card widths a px)."""
LEAST = 0.75


def strokes_left(made: scene.Scene, index: scene.Index) -> float:
    """Correlation -1 to 1 of an index before and after degradation, at the scale of strokes."""
    if made.clear is None:
        raise ValueError("the scene was drawn without its clear picture (Options.keep_clear)")
    pose = [Pose(index.x, index.y, index.down, index.width)]
    before, after = (_fine(patches.cut(i, pose)[0]) for i in (made.clear, made.image))
    size = float(np.sqrt((before**2).sum() * (after**2).sum()))
    return float((before * after).sum()) / max(size, 1e-6)


def _fine(patch: np.ndarray) -> np.ndarray:
    """A patch's inner part without what is coarser than a stroke."""
    values = patch.astype(np.float32)
    values -= cv2.GaussianBlur(values, (0, 0), STROKE)
    return values[6:-10, 10:-8]
