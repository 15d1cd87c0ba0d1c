"""Every worked example about playing cards is answered as it expects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorer.ask import answer
from scorer.ask.play import KINDS

pytestmark = pytest.mark.shared


def _plain(key: str, value: Any) -> Any:
    """Return a value in which the order of a multiset does not count."""
    if key == "required":
        return sorted(value)
    if key == "must_play":
        return sorted(map(sorted, value["any_of"])) if isinstance(value, dict) else sorted(value)
    return value


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_examples(shared_dir: Path, kind: str) -> None:
    path = shared_dir / "rules" / "shengji" / "worked-examples.jsonl"
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    cases = [case for case in cases if case["kind"] == kind]
    assert len(cases) > 30
    wrong = []
    for case in cases:
        given = answer(case).get("answer", {})
        for key, value in case["expect"].items():
            if key not in given or _plain(key, given[key]) != _plain(key, value):
                wrong.append((case["id"], key, value, given.get(key)))
    assert wrong == []
