"""What enrolment gains is counted right."""

from __future__ import annotations

import collections
import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("PIL")

from models.training import enrolment, measure, scene


def test_before_and_after_are_summed_over_designs(tmp_path: Path) -> None:
    before = dict(zip(enrolment.COUNTS, (8, 10, 9, 8, 1, 4), strict=True))
    after = dict(zip(enrolment.COUNTS, (10, 10, 10, 10, 4, 4), strict=True))
    step = {"before": before, "after": after}
    row = {"design": "a", "pictures": 6, "missing": [], "14 mm": step, "11 mm": step}
    results = tmp_path / "r.jsonl"
    lines = [json.dumps(row), json.dumps({**row, "design": "b", "missing": ["BJ"], "pictures": 9})]
    results.write_text("\n".join(lines), "utf-8")
    text = enrolment.section(results)
    assert "2 held-out designs" in text
    assert "1 of 2 designs completely" in text
    assert "| 14 mm steps, before enrolment | 20 | 0.800 | 0.889 | 0.25 |" in text
    assert "| 11 mm steps, after enrolment | 20 | 1.000 | 1.000 | 1.00 |" in text


def test_a_scene_is_tallied_like_the_evaluation_counts() -> None:
    placed = [scene.Placed(c, "d", 0, 0, 0, (0, 0)) for c in ("8D", "8D", "BJ")]
    seen = [scene.Index(p.card, n, 0, 0, 0, 60, 1.0) for n, p in enumerate(placed)]
    made = scene.Scene(np.zeros((4, 4, 3), np.uint8), seen, placed, [], 14.0, 0.0)
    pairs = [(0.99, True, "8D"), (0.9, True, "BJ"), (0.8, False, "9D"), (0.3, True, "8D")]
    shown = collections.Counter(card.card for card in placed)
    case = measure.Case("14", 1, made, shown, pairs, [])
    limits = {"photo": 0.7, "joker": 0.95}
    got = enrolment.tally(case, limits)
    assert got == {"hits": 1, "wanted": 3, "printed": 2, "right": 1, "perfect": 0, "scenes": 1}
    rates = measure.rates([case], limits)
    assert rates["recall"] == got["hits"] / got["wanted"]
    assert rates["precision"] == got["right"] / got["printed"]


def test_designs_are_held_out_ones() -> None:
    first, last = 10000, 10016
    numbers = [int(n.split("_")[1]) for n in enrolment.designs() if n.startswith("procedural")]
    assert set(numbers) == set(range(first, last))
