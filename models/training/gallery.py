"""Contact sheets of the worst readings."""

from __future__ import annotations

import collections
import pathlib

import cv2
import numpy as np

from models.training import patches, scene
from models.training.legible import strokes_left
from models.training.measure import Case, counts
from models.training.patches import GOOD
from scorer.cards import JOKERS

TILE = (480, 360)


def badness(case: Case, limits: dict[str, float]) -> float:
    """Cards not read plus readings that are wrong."""
    kept = [(p, ok) for p, ok, card in case.pairs if counts(p, card, limits)]
    right = sum(ok for _, ok in kept)
    missed = max(0, sum(case.readable.values()) - right)
    return missed + sum(p for p, ok in kept if not ok)


DARK, BENT, SOFT = 70.0, 0.12, 0.86
"""Brightness 0-255 of a card, bend in card widths, strokes left: beyond these it is mentioned."""


def cause(case: Case, limits: dict[str, float]) -> str:
    """What made a scene hard, as far as its making says: light, blur, bend, jokers, likeness."""
    kept = [(ok, card) for p, ok, card in case.pairs if counts(p, card, limits)]
    missed = case.readable - collections.Counter(card for _, card in kept)
    wrong = collections.Counter(card for ok, card in kept if not ok)
    if not missed and not wrong:
        return "-"
    reasons = []
    asked = [i for i in case.made.indices if i.card in missed and i.visible >= GOOD] or [
        i for i in case.made.indices if i.visible >= GOOD
    ]
    if asked and min(strokes_left(case.made, i) for i in asked) < SOFT:
        reasons.append("strokes blurred, smeared or noisy")
    if asked and np.median([_brightness(case, i) for i in asked]) < DARK:
        reasons.append("dark")
    owners = {i.owner for i in asked}
    if any(max(map(abs, case.made.cards[n].bend)) > BENT for n in owners):
        reasons.append("strongly bent")
    if set(missed) & set(JOKERS):
        reasons.append("joker of a design never seen")
    if set(wrong) & set(JOKERS):
        reasons.append("mark, pip or letter taken for a joker")
    if any(case.readable[card] and card not in JOKERS for card in wrong):
        reasons.append("two indices of one card not joined, or a like neighbour")
    if not reasons and asked:
        reasons.append(f"typeface or suit of {case.made.cards[asked[0].owner].deck}")
    return "; ".join(reasons) or "-"


def _brightness(case: Case, index: scene.Index) -> float:
    pose = [patches.Pose(index.x, index.y, index.down, index.width)]
    return float(np.percentile(patches.cut(case.made.image, pose), 80))


def draw(case: Case, limits: dict[str, float]) -> np.ndarray:
    """The scene, readings in green (right) or red (wrong), its faults written below."""
    image = np.ascontiguousarray(case.made.image[..., ::-1])
    left = case.readable.copy()
    order = sorted(case.readings, key=lambda r: -r.p)
    for reading, (p, ok, card) in zip(order, case.pairs, strict=True):
        if not counts(p, card, limits):
            continue
        left[card] -= 1
        colour = (60, 200, 60) if ok else (40, 40, 240)
        cv2.polylines(image, [np.round(reading.quad).astype(np.int32)], True, colour, 2)
        at = (int(reading.centre[0]) - 18, int(reading.centre[1]))
        cv2.putText(image, card, at, cv2.FONT_HERSHEY_SIMPLEX, 0.8, colour, 2)
    tile = cv2.resize(image, TILE, interpolation=cv2.INTER_AREA)
    missed = " ".join((+left).elements())
    text = f"{case.seed % 1_000_000}: not read {missed}" if missed else f"{case.seed % 1_000_000}"
    bar = np.zeros((22, TILE[0], 3), np.uint8)
    cv2.putText(bar, text[:70], (4, 15), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255, 255, 255), 1)
    return np.vstack([tile, bar])


def sheet(
    cases: list[Case], limits: dict[str, float], path: pathlib.Path, count: int = 30
) -> list[Case]:
    """Write the `count` worst cases as one picture; the cases shown, worst first."""
    worst = sorted(cases, key=lambda c: -badness(c, limits))[:count]
    tiles = [draw(c, limits) for c in worst]
    columns = 5
    while len(tiles) % columns:
        tiles.append(np.zeros_like(tiles[0]))
    rows = [np.hstack(tiles[k : k + columns]) for k in range(0, len(tiles), columns)]
    cv2.imwrite(str(path), np.vstack(rows), [cv2.IMWRITE_JPEG_QUALITY, 70])
    return worst
