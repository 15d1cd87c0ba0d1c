"""Contact sheets of the worst readings."""

from __future__ import annotations

import pathlib

import cv2
import numpy as np

from models.training.measure import Case, counts

TILE = (480, 360)


def badness(case: Case, limits: dict[str, float]) -> float:
    """Cards not read plus readings that are wrong."""
    kept = [(p, ok) for p, ok, card in case.pairs if counts(p, card, limits)]
    right = sum(ok for _, ok in kept)
    missed = max(0, sum(case.readable.values()) - right)
    return missed + sum(p for p, ok in kept if not ok)


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
