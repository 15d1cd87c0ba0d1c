"""The Shengji 升级 side of ``dipai ask``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer import profile as profiles
from scorer.ask import deal, play
from scorer.ask.registry import Game


def _load(slug: str, switches: Mapping[str, Any]) -> profiles.Profile:
    return profiles.with_switches(profiles.load(slug), switches)


GAME = Game(slugs=profiles.slugs, load=_load, kinds={**play.KINDS, **deal.KINDS})
