"""Every worked example of the hand-over folder, asked of the engine that also judges."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorer.ask import answer
from scorer.ask.guandan import KINDS
from scorer.guandan.profile import all_switches, chosen, load, slugs

pytestmark = pytest.mark.shared


def test_every_worked_example(shared_dir: Path) -> None:
    lines = (shared_dir / "rules/guandan/worked-examples.jsonl").read_text("utf-8").splitlines()
    wrong, kinds = [], set()
    for case in map(json.loads, lines):
        kinds.add(case["kind"])
        found = answer(case).get("answer", {})
        if any(found.get(key) != value for key, value in case["expect"].items()):
            wrong.append((case["id"], case["expect"], found))
    assert wrong == []
    assert kinds == set(KINDS)


def test_every_switch_is_known_with_its_default(shared_dir: Path) -> None:
    listed = json.loads((shared_dir / "rules/guandan/switches.json").read_text("utf-8"))["switches"]
    assert set(all_switches()) == set(listed)
    for name, switch in listed.items():
        assert set(all_switches()[name].choices) == set(switch["values"])
        for slug in slugs():
            assert (name in load(slug).switches) == (slug in switch["profiles"])
        for slug, default in switch["profiles"].items():
            assert chosen(load(slug), name) == default
