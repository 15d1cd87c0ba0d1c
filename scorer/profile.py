"""A Shengji 升级 rule profile: what an event has adopted, as one frozen value.

The fields are the keys of the files in ``scorer/profiles``. A file that ``inherits`` another gives
only what differs; what it does not give is the other's, and counts as house rule 本场约定 where
no clause of a document stands behind it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Literal

from scorer import profiles
from scorer.errors import InputError
from scorer.profile_checks import contradictions
from scorer.profile_parts import (
    Bid,
    BreakQuad,
    BreakTriple,
    Cap,
    Clock,
    Count,
    CrossShape,
    KittyBonus,
    Ladders,
    Level,
    Match,
    NoTrump,
    Offence,
    Penalty,
    PointValues,
    Positive,
    Rotation,
    Ruff,
    Score,
    Shape,
    Switch,
    Text,
    Throw,
    TimeUp,
    Tractor,
    Win,
    decks_rule,
)
from scorer.toml_schema import NOT_IN_FILE, Document, build, flatten, merge, near, nest, read
from scorer.toml_schema import to_table as _table

HOUSE = "house"
"""The source of a value that no document gives."""
_ABOUT = ("inherits", "sources", "title", "slug", "family", "document", "switches")
"""Keys of a file that are not rules."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The complete rules of one table.

    ``sources`` gives for each key path the clause that states it, or ``"house"``; ``sha256`` names
    the rules as they stand after switches. Points are card points, times seconds or minutes.
    """

    slug: str
    title: Text
    family: Literal["shengji"]
    document: str
    decks: Annotated[int, decks_rule]
    hand: Positive
    kitty: Count
    start_level: Level
    win: Win
    must_play: tuple[Level, ...]
    time_limit_min: Positive | None
    time_limit_from_last_8: Positive | None
    time_up: TimeUp
    tie: Literal[
        "dealer_side",
        "draw",
        "last_deal_winner",
        "on_stage_or_about_to_be",
        "overtime_at_A",
        "overtime_first_promotion",
        "reached_level_first",
    ]
    const_trump_2: bool
    const_trump_2_optional: bool
    no_trump: NoTrump
    bid: Bid
    tractor: Tractor
    cross_shape: tuple[CrossShape, ...]
    sidecar: bool
    lead_shapes: tuple[Shape, ...]
    lead_forbidden: tuple[Shape, ...]
    ladders: Ladders
    break_triple: BreakTriple
    break_quad: BreakQuad
    throw: Throw
    ruff: Ruff
    point_values: PointValues
    score: Score
    negative_score: Literal["zero_row", "table", "extend"]
    cap: Cap
    kitty_bonus: KittyBonus
    rotation: Rotation
    clock: Clock
    match: Match
    penalties: Mapping[Offence, Penalty] = field(default_factory=dict)
    ladder_source: Mapping[str, Literal["document", "house"]] = field(default_factory=dict)
    ladder_inserted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ambiguous: tuple[str, ...] = ()
    switches: Mapping[str, Switch] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict, metadata=NOT_IN_FILE)
    sha256: str = field(default="", metadata=NOT_IN_FILE)

    def __hash__(self) -> int:
        return hash(self.sha256)

    @property
    def assumed(self) -> tuple[str, ...]:
        """Return the key paths that are house rule 本场约定: no clause of a document gives them."""
        return tuple(path for path, clause in self.sources.items() if clause == HOUSE)

    def clause(self, path: str) -> str:
        """Return the clause behind a key path, or ``"house"``.

        A path that is a table has the clause of its first value that has one.
        """
        inside = [clause for key, clause in self.sources.items() if key.startswith(f"{path}.")]
        if inside:
            return next((clause for clause in inside if clause != HOUSE), HOUSE)
        key = path
        while key and key not in self.sources:
            key = key.rpartition(".")[0]
        return self.sources.get(key, HOUSE)


def slugs() -> tuple[str, ...]:
    """Return the slugs of all packaged Shengji profiles, sorted."""
    return tuple(name for name in profiles.names() if _raw(name).data.get("family") != "guandan")


@cache
def load(slug: str) -> Profile:
    """Return a packaged profile.

    Raises:
        InputError: there is no such profile; the message names the nearest ones.
    """
    if slug not in slugs():
        raise InputError(
            f"unknown profile '{slug}'{near(slug, slugs())}; `dipai profiles` lists them"
        )
    return parse(profiles.text(slug), f"{slug}.toml")


def parse(text: str, filename: str) -> Profile:
    """Return the profile that a TOML text describes.

    Raises:
        InputError: not TOML, unknown key, wrong type, a value that is not allowed, or values that
            contradict each other; the message names file, line, field and what is allowed.
    """
    document = read(text, filename)
    rules, sources = _resolve(document, ())
    return _finish(document, rules, sources)


def with_switches(profile: Profile, overrides: Mapping[str, Any]) -> Profile:
    """Return the profile with switches set: a switch name and its choice, or a key path and value.

    Raises:
        InputError: an unknown switch or key, or a value that is not allowed.
    """
    if not overrides:
        return profile
    document = Document(f"{profile.slug} switches", {}, {})
    table = _table(profile)
    known = flatten(table)
    changed: dict[str, Any] = {}
    for name, value in overrides.items():
        changed.update(_changes(profile, document, name, value, known))
    for path in changed:
        if path not in known and path.split(".")[0] not in table:
            hint = near(path, [*profile.switches, *known])
            document.fail(path, f"no such switch or key{hint}")
    sources = {**profile.sources, **dict.fromkeys(changed, HOUSE)}
    return _finish(document, merge(table, nest(changed)), sources)


def _changes(
    profile: Profile, document: Document, name: str, value: Any, known: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the key paths and values that one override sets.

    A switch may be called like the key that it sets; then the key's own values count too.
    """
    switch = profile.switches.get(name)
    if switch is not None and isinstance(value, str) and value in switch.choices:
        return flatten(nest(switch.choices[value].set))
    if switch is not None and name not in known:
        allowed = ", ".join(f'"{choice}"' for choice in switch.choices)
        document.fail(name, f"{value!r} is no choice of this switch; allowed are {allowed}")
    return flatten(nest({name: value}))


@cache
def _raw(slug: str) -> Document:
    return read(profiles.text(slug), f"{slug}.toml")


def _resolve(document: Document, above: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the complete table and the sources of a file, its parents' values filled in."""
    own = {key: value for key, value in document.data.items() if key not in ("inherits", "sources")}
    clauses = document.data.get("sources", {})
    if not isinstance(clauses, Mapping):
        document.fail("sources", "write a table of key = clause")
    given = {path: str(clause) for path, clause in flatten(clauses).items()}
    parent = document.data.get("inherits")
    base: dict[str, Any] = {}
    sources: dict[str, str] = {}
    if parent is not None:
        if parent not in profiles.names():
            document.fail("inherits", f"unknown profile '{parent}'{near(str(parent), slugs())}")
        if parent in above:
            document.fail("inherits", f"'{parent}' inherits from itself")
        base, sources = _resolve(_raw(parent), (*above, parent))
    for path in flatten(_rules(own)):
        sources[path] = _nearest(path, given)
    table = merge(base, own)
    known = flatten(_rules(table))
    for path in given:
        if not any(key == path or key.startswith(f"{path}.") for key in known):
            document.fail(f"sources.{path}", f"no such key{near(path, known)}")
    return table, {path: sources.get(path, HOUSE) for path in known}


def _nearest(path: str, given: Mapping[str, str]) -> str:
    key = path
    while key:
        if key in given:
            return given[key]
        key = key.rpartition(".")[0]
    return HOUSE


def _rules(table: Mapping[str, Any]) -> dict[str, Any]:
    skipped = (*_ABOUT, "ambiguous", "ladder_source", "ladder_inserted")
    return {key: value for key, value in table.items() if key not in skipped}


def _finish(document: Document, table: Mapping[str, Any], sources: Mapping[str, str]) -> Profile:
    profile = build(Profile, document, table)
    for paths, message in contradictions(profile):
        document.fail(next(filter(document.knows, paths), paths[0]), message)
    text = json.dumps(_rules(_table(profile)), ensure_ascii=False, sort_keys=True)
    digest = hashlib.sha256(f"{profile.slug}\n{text}".encode()).hexdigest()
    return dataclasses.replace(profile, sources=dict(sources), sha256=digest)
