"""The text of a station's two files, as the setup page writes them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from hardware.station.config import StationConfig

ASKED = (
    "camera",
    "profile",
    "name",
    "event",
    "language",
    "keep_days",
    "webhook",
    "levels",
    "players",
)
"""What the setup page asks; everything else stays as the file had it."""


def table_text(
    corners: Sequence[Sequence[float]],
    size_mm: Sequence[float],
    picture_px: Sequence[int] | None = None,
) -> str:
    """Return a table file: corners NW, NE, SE, SW in a picture of ``picture_px``, and size (mm)."""
    points = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in corners)
    lines = ["[table]", f"size_mm = [{size_mm[0]:g}, {size_mm[1]:g}]", f"corners_px = [{points}]"]
    if picture_px is not None:
        lines.append(f"picture_px = {list(picture_px)}")
    return "\n".join(lines) + "\n"


def station_text(settings: Mapping[str, Any], before: StationConfig | None) -> str:
    """Return a station file with the settings of the page, and what else the old file said."""
    values: dict[str, Any] = {"table": "table.toml", "data": "data"}
    if before is not None:
        values |= {one.name: getattr(before, one.name) for one in fields(before)}
    values |= {name: settings[name] for name in (*ASKED, "port") if name in settings}
    values["host"] = "0.0.0.0" if settings.get("phones") else "127.0.0.1"
    filled = {name: value for name, value in values.items() if value not in (None, "", {}, ())}
    return "".join(f"{name} = {_value(value)}\n" for name, value in filled.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = (
            f"{_key(key)} = {_value(one)}" for key, one in value.items() if one not in ("", None)
        )
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    # JSON texts, numbers and truth values are written the same way in TOML.
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    bare = all(letter.isascii() and (letter.isalnum() or letter in "_-") for letter in key)
    return key if key and bare else json.dumps(key, ensure_ascii=False)
