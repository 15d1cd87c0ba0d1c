"""The shapes that pages and programs read."""

from __future__ import annotations

import json
from pathlib import Path

from scorer import projection
from scorer.fold import fold
from scorer.history import loads

DATA = Path(__file__).parent / "data"
RESULT = fold(loads((DATA / "revoke.jsonl").read_text(encoding="utf-8")))


def _stored(name: str) -> object:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def test_judge_shape() -> None:
    assert json.loads(json.dumps(RESULT.to_json())) == _stored("judge.json")


def test_table_shape() -> None:
    assert json.loads(json.dumps(projection.table(RESULT))) == _stored("table.json")


def test_referee_shape() -> None:
    assert json.loads(json.dumps(projection.referee(RESULT))) == _stored("referee.json")


def test_the_table_page_holds_no_finding() -> None:
    text = json.dumps(projection.table(RESULT))
    assert "revoke" not in text
    assert "findings" not in text
