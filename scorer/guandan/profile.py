"""Guandan 掼蛋 rule profiles: what an event has adopted, read from ``scorer/profiles/*.toml``.

A document gives only what it says and inherits the rest from ``house-guandan``; what no clause
stands behind is house rule 本场约定.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from scorer import profiles
from scorer.errors import InputError
from scorer.guandan.rules import (
    LevelPoints,
    MatchPoints,
    PenaltyPoints,
    PlayPoints,
    TimePoints,
    TributePoints,
    TypePoints,
)
from scorer.toml_schema import (
    NOT_IN_FILE,
    Document,
    build,
    flatten,
    merge,
    near,
    nest,
    read,
    to_table,
)

HOUSE = "house"
"""The source of a value that no document gives."""
_SWITCH_FILE = "_guandan_switches"
_CHAPTERS = ("types", "levels", "tribute", "play", "time", "match", "penalties")
_ABOUT = ("inherits", "sources")


@dataclass(frozen=True, slots=True)
class Text:
    """A text in both languages."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One reading of a switch and the key paths that it sets."""

    zh: str
    en: str
    set: Mapping[str, object] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Switch:
    """A point on which a document can be read in several ways; an organiser may choose."""

    zh: str
    en: str
    choices: Mapping[str, Choice] = field(hash=False)


@dataclass(frozen=True, slots=True)
class GuandanProfile:
    """The complete Guandan rules of one table.

    ``sources`` gives for each key path the clause that states it, or ``"house"``; ``clauses`` the
    clause that an offence breaks; ``switches`` the names of the points left to the organiser.
    """

    slug: str
    title: Text
    family: Literal["guandan"]
    document: str
    types: TypePoints
    levels: LevelPoints
    tribute: TributePoints
    play: PlayPoints
    time: TimePoints
    match: MatchPoints
    penalties: PenaltyPoints
    switches: tuple[str, ...] = ()
    clauses: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict, metadata=NOT_IN_FILE)
    sha256: str = field(default="", metadata=NOT_IN_FILE)

    def __hash__(self) -> int:
        return hash((self.slug, self.sha256))

    @property
    def assumed(self) -> tuple[str, ...]:
        """Return the key paths that are house rule 本场约定: no clause of a document gives them."""
        return tuple(path for path, clause in self.sources.items() if clause == HOUSE)

    def clause(self, name: str) -> str:
        """Return the clause behind an offence or a key path, or ``"house"``."""
        return self.clauses.get(name) or self.sources.get(name, HOUSE)


def slugs() -> tuple[str, ...]:
    """Return the slugs of the packaged Guandan profiles, sorted."""
    return tuple(name for name in profiles.names() if _raw(name).data.get("family") == "guandan")


@cache
def load(slug: str) -> GuandanProfile:
    """Return a packaged Guandan profile.

    Raises:
        InputError: there is no such profile; the message names the nearest ones.
    """
    if slug not in slugs():
        raise InputError(
            f"unknown profile '{slug}'{near(slug, slugs())}; `dipai profiles` lists them"
        )
    return parse(profiles.text(slug), f"{slug}.toml")


def parse(text: str, filename: str) -> GuandanProfile:
    """Return the Guandan profile that a TOML text describes.

    Raises:
        InputError: not TOML, unknown key, wrong type or a value that is not allowed; the message
            names file, line, field and what is allowed.
    """
    document = read(text, filename)
    given = document.data.get("sources", {})
    if not isinstance(given, Mapping):
        document.fail("sources", "write a table of key = clause")
    own = {key: value for key, value in document.data.items() if key not in _ABOUT}
    table = merge(_parent(document), own)
    known = flatten({key: table[key] for key in _CHAPTERS if key in table})
    for path in given:
        if path not in known:
            document.fail(f"sources.{path}", f"no such key{near(path, known)}")
    sources = {path: str(given.get(path, HOUSE)) for path in known}
    for name in table.get("switches", ()):
        if name not in all_switches():
            document.fail("switches", f"unknown switch '{name}'{near(str(name), all_switches())}")
    return _finish(document, table, sources)


@cache
def all_switches() -> Mapping[str, Switch]:
    """Return every point on which Guandan documents can be read in several ways, by name."""
    document = read(profiles.text(_SWITCH_FILE), f"{_SWITCH_FILE}.toml")
    return {name: build(Switch, document, table, name) for name, table in document.data.items()}


def chosen(profile: GuandanProfile, name: str) -> str:
    """Return the choice of a switch that a profile's rules stand at."""
    rules = flatten(to_table(profile))
    for value, choice in all_switches()[name].choices.items():
        if all(rules[path] == wanted for path, wanted in choice.set.items()):
            return value
    raise InputError(f"{profile.slug}: switch '{name}' stands at none of its choices")


def with_switches(profile: GuandanProfile, overrides: Mapping[str, Any]) -> GuandanProfile:
    """Return the profile with switches set, given as switch name and choice.

    Raises:
        InputError: a switch that the profile does not leave open, or a choice that it has not.
    """
    if not overrides:
        return profile
    document = Document(f"{profile.slug} switches", {}, {})
    changed: dict[str, Any] = {}
    for name, value in overrides.items():
        if name not in profile.switches:
            hint = near(name, profile.switches)
            document.fail(name, f"this profile leaves no such point open{hint}")
        choices = all_switches()[name].choices
        if not isinstance(value, str) or value not in choices:
            allowed = ", ".join(f'"{choice}"' for choice in choices)
            document.fail(name, f"{value!r} is no choice of this switch; allowed are {allowed}")
        changed.update(choices[value].set)
    sources = {**profile.sources, **dict.fromkeys(changed, HOUSE)}
    return _finish(document, merge(to_table(profile), nest(changed)), sources)


@cache
def _raw(slug: str) -> Document:
    return read(profiles.text(slug), f"{slug}.toml")


def _parent(document: Document) -> Mapping[str, Any]:
    """Return the chapters of the profile that a file inherits from, or nothing."""
    parent = document.data.get("inherits")
    if parent is None:
        return {}
    if parent not in slugs():
        document.fail("inherits", f"unknown profile '{parent}'{near(str(parent), slugs())}")
    base = _raw(parent)
    return {key: base.data[key] for key in _CHAPTERS}


def _finish(
    document: Document, table: Mapping[str, Any], sources: Mapping[str, str]
) -> GuandanProfile:
    profile = build(GuandanProfile, document, table)
    rules = {key: to_table(getattr(profile, key)) for key in _CHAPTERS}
    text = json.dumps(rules, ensure_ascii=False, sort_keys=True)
    digest = hashlib.sha256(f"{profile.slug}\n{text}".encode()).hexdigest()
    return dataclasses.replace(profile, sources=dict(sources), sha256=digest)
