"""Both games behind one door: any packaged profile by its slug."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer import profile as shengji
from scorer.errors import InputError
from scorer.guandan import profile as guandan
from scorer.guandan.profile import GuandanProfile
from scorer.profile import Profile
from scorer.toml_schema import near, read

AnyProfile = Profile | GuandanProfile


def slugs() -> tuple[str, ...]:
    """Return the slugs of the packaged profiles of both games, sorted."""
    return tuple(sorted((*shengji.slugs(), *guandan.slugs())))


def load(slug: str) -> AnyProfile:
    """Return a packaged profile of either game.

    Raises:
        InputError: there is no such profile; the message names the nearest ones.
    """
    if slug not in slugs():
        hint = near(slug, slugs())
        raise InputError(f"unknown profile '{slug}'{hint}; `dipai profiles` lists them")
    return guandan.load(slug) if slug in guandan.slugs() else shengji.load(slug)


def parse(text: str, filename: str) -> AnyProfile:
    """Return the profile that a rule file of either game describes.

    The game is the file's ``family``, or that of the profile it inherits.

    Raises:
        InputError: a faulty file; the message names file, line, field and what is allowed.
    """
    document = read(text, filename)
    game = _game(document.data)
    if game == "guandan":
        return guandan.parse(text, filename)
    if game != "shengji":
        document.fail("family", f'"{game}" is no game; allowed are "shengji", "guandan"')
    return shengji.parse(text, filename)


def _game(data: Mapping[str, Any]) -> str:
    if "family" in data:
        return str(data["family"])
    return "guandan" if data.get("inherits") in guandan.slugs() else "shengji"


def with_switches(profile: AnyProfile, overrides: Mapping[str, Any]) -> AnyProfile:
    """Return the profile with switches set.

    Raises:
        InputError: an unknown switch or a value that is not allowed.
    """
    if isinstance(profile, GuandanProfile):
        return guandan.with_switches(profile, overrides)
    return shengji.with_switches(profile, overrides)
