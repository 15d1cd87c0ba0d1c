"""Patches from photographs that may train: what lies beside the cards, and the cards.

A folder of photographs holds `labels.jsonl`, one line a photograph with the fields `file`, `scene`,
`license`, `may_train`, `partial_label` and `labels` (each with `card` and `box`, whole cards, px).
Whole scenes are held out, see `splits.toml`.
"""

from __future__ import annotations

import json
import pathlib

import cv2
import numpy as np

import vision.classify
import vision.locate
from models.training import bridge, glyphs, patches
from models.training.patches import Patches, Pose
from scorer.cards import CARDS

LOOKS = (0.78, 1.0, 1.3)
ASTRAY = 4
"""Looks at any scale: what they find is mostly nothing, as in a search over scales."""
SURE = 0.6
MARGIN = 0.06
"""Boxes are enlarged by this share before what lies outside counts as no card."""
FROM_CORNER = 0.25
"""In card widths: farther than this from all corners of a known card, nothing is an index."""


def usable(folder: pathlib.Path) -> list[dict]:
    """Label lines of the photographs that may train, are fully boxed and not held out."""
    held = set(glyphs.splits()["held_out"]["photo_scenes"])
    rows = [json.loads(line) for line in (folder / "labels.jsonl").open(encoding="utf-8")]
    return [
        row
        for row in rows
        if row.get("may_train")
        and row["license"].startswith("CC BY 4.0")
        and row["labels"]
        and not row["partial_label"]
        and row["scene"] not in held
        and all(label["box"] and "?" not in label["card"] for label in row["labels"])
    ]


def card_width(row: dict) -> float:
    """About how wide the cards of a photograph are, px, from their upright boxes."""
    boxes = np.array([label["box"] for label in row["labels"]], float)
    area = np.median((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]))
    return float(np.sqrt(area / 1.6))


def _corners(pose: Pose, card_box: np.ndarray) -> np.ndarray:
    """The four corner positions of the card that an index belongs to, whichever corner it is."""
    down = np.array([np.cos(pose.down), np.sin(pose.down)]) * pose.width
    right = np.array([down[1], -down[0]])
    at = np.array([pose.x, pose.y])
    middle = (card_box[:2] + card_box[2:]) / 2
    options = [at + 0.49 * down + side * 0.395 * right for side in (1, -1)]
    centre = min(options, key=lambda c: float(np.hypot(*(c - middle))))
    signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    return np.array([centre + a * 0.49 * down + b * 0.395 * right for a, b in signs])


def _judge(
    poses: list[Pose], names: list[str], sure: np.ndarray, row: dict
) -> list[tuple[Pose, str | None]]:
    """Poses that certainly show the labelled card, or certainly no index (None)."""
    boxes = np.array([label["box"] for label in row["labels"]], float).reshape(-1, 4)
    size = boxes[:, 2:] - boxes[:, :2]
    wide = np.hstack([boxes[:, :2] - MARGIN * size, boxes[:, 2:] + MARGIN * size])
    homes = []
    for pose in poses:
        inside = (wide[:, 0] < pose.x) & (pose.x < wide[:, 2])
        inside &= (wide[:, 1] < pose.y) & (pose.y < wide[:, 3])
        homes.append(np.flatnonzero(inside))
    known: dict[int, list[np.ndarray]] = {}
    judged: list[tuple[Pose, str | None]] = []
    for pose, name, p, home in zip(poses, names, sure, homes, strict=True):
        if len(home) == 0:
            judged.append((pose, None))
        elif len(home) == 1 and name == row["labels"][home[0]]["card"] and p > SURE:
            judged.append((pose, name))
            known.setdefault(int(home[0]), []).append(_corners(pose, boxes[home[0]]))
    for pose, home in zip(poses, homes, strict=True):
        if len(home) != 1 or int(home[0]) not in known:
            continue
        away = np.vstack(known[int(home[0])]) - (pose.x, pose.y)
        if np.hypot(*away.T).min() > FROM_CORNER * pose.width:
            judged.append((pose, None))
    return judged


def mine(
    folder: pathlib.Path,
    finder: vision.locate.Locator,
    reader: vision.classify.Classifier,
    rng: np.random.Generator,
) -> Patches:
    """Patches of all usable photographs as both networks see them now."""
    images, labels = [], []
    for row in usable(folder):
        picture = cv2.imread(str(folder / row["file"]))
        picture = np.ascontiguousarray(picture[..., ::-1])
        scales = [look * bridge.INPUT_WIDTH / card_width(row) for look in LOOKS]
        scales += [scales[1] * float(np.exp(spread)) for spread in rng.uniform(-1.3, 0.9, ASTRAY)]
        poses = [p for scale in scales for p in bridge.locate(finder, picture, scale)[:80]]
        if not poses:
            continue
        cut = patches.cut(picture, poses)
        batch = np.ascontiguousarray(cut.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
        log_p, accept = reader.read(batch)
        names = [CARDS[k] for k in log_p.argmax(1)]
        sure = np.exp(log_p.max(1)) * accept
        where = {id(pose): n for n, pose in enumerate(poses)}
        for pose, name in _judge(poses, names, sure, row):
            images.append(cut[where[id(pose)]])
            labels.append((0, 0, 1) if name is None else (*patches.classes(name), 0))
    return Patches(np.array(images, np.uint8), np.array(labels, np.int64))
