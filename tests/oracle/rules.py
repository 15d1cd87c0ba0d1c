"""A profile read straight from its TOML, for the oracle: no code of the engine is used."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "scorer" / "profiles"


def merged(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return a table with another's values laid over it."""
    out = dict(base)
    for key, value in own.items():
        below = out.get(key)
        out[key] = (
            merged(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
        )
    return out


VARIANTS = (
    "house-2deck ruff.tractor_length=number_only",
    "house-3deck ruff.tractor_length=number_only",
    "house-2deck tractor.off_off=true",
    "house-3deck tractor.off_off=true",
    "house-3deck const_trump_2=true tractor.const2_links=true",
    "house-4deck break_quad.for_pair=compulsory break_quad.for_triple=compulsory",
    "house-4deck break_triple.for_pair=optional break_quad.for_triple=compulsory",
    "xiandi-80 tractor.skip_level=false",
)
"""House and document rules with switches set, written as slug and settings."""


def settings(variant: str) -> tuple[str, dict[str, Any]]:
    """Return the slug and the settings of a variant."""
    slug, *parts = variant.split()
    pairs = (part.split("=") for part in parts)
    return slug, {
        key: value == "true" if value in ("true", "false") else value for key, value in pairs
    }


@cache
def rules(slug: str) -> dict[str, Any]:
    """Return the rules of a profile with what it inherits, or of a variant."""
    slug, changed = settings(slug)
    if changed:
        out = rules(slug)
        for path, value in changed.items():
            outer, _, inner = path.rpartition(".")
            out = merged(out, {outer: {inner: value}} if outer else {inner: value})
        return out
    own = tomllib.loads((FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))
    parent = own.get("inherits")
    return merged(rules(parent), own) if parent else own


@cache
def printed_ladders() -> tuple[str, ...]:
    """Return the slugs of the documents that print how to follow long shapes."""
    texts = {name: (FOLDER / f"{name}.toml").read_text(encoding="utf-8") for name in slugs()}
    return tuple(
        name
        for name, text in texts.items()
        if not name.startswith("house") and "ladders" in tomllib.loads(text)
    )


@cache
def slugs() -> tuple[str, ...]:
    """Return the slugs of the Shengji profiles."""
    names = sorted(path.stem for path in FOLDER.glob("*.toml") if not path.stem.startswith("_"))
    return tuple(name for name in names if rules(name).get("family") == "shengji")
