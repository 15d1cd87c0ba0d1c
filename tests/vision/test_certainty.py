"""Measured probabilities of readings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scorer.cards import CARDS
from vision.certainty import KINDS, Certainty, Line, kind_of
from vision.indices import Indices, located, merged
from vision.processor import chosen, multiplies_bytes
from vision.readings import Reading, card_quad, normalise


class _Card:
    """What a network's card says."""

    def __init__(self, numbers: dict[str, float]) -> None:
        self._numbers = numbers

    def number(self, *keys: str, default: float) -> float:
        return self._numbers.get(keys[-1], default)


def _reading(probabilities: dict[str, float], corners: int = 1) -> Reading:
    p = np.full(len(CARDS), (1 - sum(probabilities.values())) / (len(CARDS) - len(probabilities)))
    for card, value in probabilities.items():
        p[CARDS.index(card)] = value
    quad = card_quad((0.0, 0.0), 0.0, 63.0, 88.0)
    return Reading((0.0, 0.0), 0.0, quad, np.log(p), (1.0, 0.0), corners)


def test_without_a_line_probabilities_stay() -> None:
    reading = _reading({"7H": 0.9, "9H": 0.05})
    adjusted = Certainty(_Card({}), "certainty").adjusted(reading)  # type: ignore[arg-type]
    assert adjusted.p == pytest.approx(0.9)
    assert adjusted.log_p == pytest.approx(reading.log_p)


@pytest.mark.parametrize("shift", [-2.0, 1.5])
def test_line_changes_the_best_and_keeps_the_shares_of_the_others(shift: float) -> None:
    reading = _reading({"7H": 0.9, "9H": 0.06, "8H": 0.02})
    adjusted = Certainty(_Card({"plain_shift": shift}), "certainty").adjusted(reading)  # type: ignore[arg-type]
    assert adjusted.card == "7H"
    assert adjusted.p == pytest.approx(1 / (1 + np.exp(-(np.log(9) + shift))))
    first, second, *_ = adjusted.alternatives
    assert first[0] == "9H"
    assert first[1] / second[1] == pytest.approx(3.0)
    assert np.exp(adjusted.log_p).sum() == pytest.approx(1.0)


def test_doubted_reading_stays_the_best_one() -> None:
    reading = _reading({"7H": 0.4, "9H": 0.39})
    adjusted = Certainty(_Card({"plain_shift": -3.0}), "certainty").adjusted(reading)  # type: ignore[arg-type]
    assert adjusted.card == "7H"
    assert adjusted.p < 0.05


def test_cold_findings_are_doubted_where_the_card_says_so() -> None:
    line = Line(1.0, 0.0, 1.5)
    assert line.apply(0.9, heat=1.0) == pytest.approx(0.9)
    assert line.apply(0.9, heat=0.2) < line.apply(0.9, heat=0.6) < 0.9
    assert Line().apply(0.9, heat=0.2) == pytest.approx(0.9)


def test_kinds() -> None:
    found = [kind_of(_reading({card: 0.9}, corners)) for card in ("7H", "BJ") for corners in (1, 2)]
    assert found == list(KINDS)


def test_line_never_reaches_certainty() -> None:
    assert 0.0 < Line(2.0, 5.0).apply(0.0) < Line(2.0, 5.0).apply(1.0) < 1.0


def _looks(cards: list[dict[str, float]], accept: list[float], x: list[float]) -> Indices:
    log_p = np.stack([_reading(card).log_p for card in cards])
    n = len(cards)
    xy = np.stack([np.array(x), np.zeros(n)], axis=1)
    down = np.tile([[0.0, 1.0]], (n, 1))
    found = located(xy, down, np.full(n, 100.0), np.ones(n))
    return found.classified(np.stack([normalise(row) for row in log_p]), np.array(accept))


def test_looks_at_one_index_vote() -> None:
    looks = _looks([{"8S": 0.62}, {"6S": 0.60, "8S": 0.05}, {"6S": 0.60, "8S": 0.05}],
                   [0.99, 0.98, 0.98], [0.0, 2.0, 4.0])  # fmt: skip
    one = merged(looks, looks.score)
    assert len(one) == 1
    assert CARDS[int(one.best[0])] == "6S"
    assert np.exp(one.log_p).sum() == pytest.approx(1.0)


def test_neighbours_of_a_fan_do_not_vote_for_each_other() -> None:
    looks = _looks([{"8S": 0.9}, {"6S": 0.9}], [0.9, 0.9], [0.0, 17.0])
    two = merged(looks, looks.score)
    assert sorted(CARDS[int(n)] for n in two.best) == ["6S", "8S"]


@pytest.mark.parametrize(
    ("text", "quick"),
    [
        ("flags\t\t: fpu avx2 avx512_vnni\n", True),
        ("flags\t\t: fpu avx2 avx_vnni\n", True),
        ("Features\t: fp asimd asimddp\n", True),
        ("Features\t: fp asimd evtstrm crc32\n", False),
        ("model name\t: avx512_vnni\n", False),
    ],
)
def test_which_processors_run_bytes_quickly(tmp_path: Path, text: str, quick: bool) -> None:
    file = tmp_path / "cpuinfo"
    file.write_text(text, "utf-8")
    assert multiplies_bytes(file) is quick


def test_unknown_processor_takes_the_plain_network(tmp_path: Path) -> None:
    assert multiplies_bytes(tmp_path / "missing") is False
    assert chosen(tmp_path, "locator") == tmp_path / "locator.onnx"
