"""Both games behind one door: any packaged profile by its slug."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer import profile as shengji
from scorer.errors import InputError
from scorer.guandan import profile as guandan
from scorer.guandan.profile import GuandanProfile
from scorer.profile import Profile
from scorer.toml_schema import near

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


def with_switches(profile: AnyProfile, overrides: Mapping[str, Any]) -> AnyProfile:
    """Return the profile with switches set.

    Raises:
        InputError: an unknown switch or a value that is not allowed.
    """
    if isinstance(profile, GuandanProfile):
        return guandan.with_switches(profile, overrides)
    return shengji.with_switches(profile, overrides)
