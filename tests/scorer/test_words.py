"""Every key and every code that a rule file may hold has its Chinese and English."""

from __future__ import annotations

import dataclasses
import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from scorer import rulecard, words
from scorer.guandan import profile as guandan
from scorer.guandan.profile import GuandanProfile
from scorer.profile import Profile, load, slugs
from scorer.profile_parts import Penalty
from scorer.toml_schema import flatten, to_table

NO_WORDS = (
    "slug",
    "title",
    "family",
    "document",
    "switches",
    "sources",
    "clauses",
    "ladder_source",
)
PLAIN = set("23456789TJQKA") | {"SJ", "BJ", "2H", "shengji", "guandan"}


def codes(kind: Any, path: str) -> list[tuple[str, str]]:
    """Return every (key path, code) that a field's type allows."""
    origin = get_origin(kind)
    if origin is Literal:
        return [(path, value) for value in get_args(kind) if isinstance(value, str)]
    if origin is Annotated:
        return codes(get_args(kind)[0], path)
    if origin in (Union, types.UnionType, tuple):
        return [found for part in get_args(kind) for found in codes(part, path)]
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        names = [field.name for field in dataclasses.fields(kind) if field.name not in NO_WORDS]
        return [
            found
            for name in names
            for found in codes(hints[name], f"{path}.{name}" if path else name)
        ]
    return []


@pytest.mark.parametrize(
    ("kind", "path", "family"),
    [(Profile, "", "shengji"), (Penalty, "penalties", "shengji"), (GuandanProfile, "", "guandan")],
)
def test_every_code_is_explained(kind: Any, path: str, family: str) -> None:
    skipped = ("score.rows", "levels.start")
    missing = [
        (key, value)
        for key, value in codes(kind, path)
        if value not in PLAIN
        and not key.startswith(skipped)
        and words.code(key, value, family) == (value, value)
    ]
    assert missing == []


def test_every_key_is_explained() -> None:
    for slug in slugs():
        for section in rulecard.sections(load(slug)):
            assert section.zh != section.name
            assert [line.path for line in section.lines if line.zh == line.path] == []
    for slug in guandan.slugs():
        table = to_table(guandan.load(slug))
        about = {key: value for key, value in table.items() if isinstance(value, dict)}
        for path in flatten({key: about[key] for key in set(about) - set(NO_WORDS)}):
            assert words.label(path, "guandan") != (path, path), path


def test_values_as_a_person_reads_them() -> None:
    assert words.shown("sidecar", True) == ("是", "yes")
    assert words.shown("bid.suit_rank", ["C", "S"]) == ("梅花、黑桃", "clubs, spades")
    assert words.shown("bid.joker_by_suit", {"H": "BJ"}) == ("H BJ", "H BJ")
    assert words.shown("must_play", []) == ("无", "none")
    assert words.shown("clock.lead", "none") == ("无", "none")


@pytest.mark.parametrize(
    ("slug", "path", "text"),
    [
        ("quad-160-2h", "score.rows", "0 dealer side wins the game"),
        ("quad-160-2h", "score.beyond", "from 200 points 2 levels, one more every 20"),
        ("quad-2toA-6h", "cross_shape", "4x2 > 2x4"),
        ("shuangsheng-10-must-1h", "penalties.retraction", "own side -1 level"),
        ("shuangsheng-10-must-1h", "penalties.retraction", "match lost at number 3"),
        ("shuangsheng-no-must-40", "penalties.unreasonable_bury", "over 35, judged to lose"),
        ("triple-company-swiss-2h", "penalties.delay", "first time warning, then, 20 points"),
        ("triple-company-swiss-2h", "kitty_bonus.tractor2", "1 x links + 3"),
        ("house-2deck", "kitty_bonus.tractor2", "2^(links+1)"),
        ("shuangsheng-game-fixed-trump", "kitty_bonus.throw", "2^(pairs+1)"),
        ("shuangsheng-no-must-40", "kitty_bonus.throw", "always 3"),
        ("house-2deck", "ladders.2x2", "2x2 > 2*2 > 2+1*2 > 1*4"),
    ],
)
def test_rule_card_line(slug: str, path: str, text: str) -> None:
    lines = {line.path: line for section in rulecard.sections(load(slug)) for line in section.lines}
    assert text in lines[path].value_en
    assert lines[path].value_zh
