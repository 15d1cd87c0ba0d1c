"""The rule profiles that come with the program: one TOML file each, read as package data."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

SUFFIX = ".toml"


@cache
def names() -> tuple[str, ...]:
    """Return the slugs of all packaged profiles, sorted; files in ``_`` are no profiles."""
    found = (entry.name for entry in files(__name__).iterdir())
    return tuple(
        sorted(
            name.removesuffix(SUFFIX)
            for name in found
            if name.endswith(SUFFIX) and not name.startswith("_")
        )
    )


@cache
def text(name: str) -> str:
    """Return the TOML text of a packaged file, named without its suffix."""
    return files(__name__).joinpath(name + SUFFIX).read_text(encoding="utf-8")
