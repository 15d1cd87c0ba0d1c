"""The table file: where the table lies in the picture and how it is divided (TOML)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.calibration import CARD_MM, CORNER_NAMES, Calibration, corner_problem
from vision.errors import VisionError
from vision.zones import IGNORE, ZONE_NAMES, Zone, default_zones

KEYS = ("size_mm", "corners_px", "card_mm", "picture_px")


@dataclass(frozen=True, slots=True)
class TableFile:
    """A calibration and the zones of its table (mm)."""

    calibration: Calibration
    zones: tuple[Zone, ...]


def load(path: Path) -> TableFile:
    """Return what a table file says.

    Raises:
        VisionError: the file is missing, not TOML, or a field cannot be used (file, line, field).
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise VisionError(f"{path}: cannot read the table file ({error})") from error
    return parse(text, str(path))


def parse(text: str, filename: str = "table.toml") -> TableFile:
    """Return what the text of a table file says; errors as for `load`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VisionError(f"{filename}: not a TOML file: {error}") from error
    fields = _Fields(text, filename)
    table = data.get("table")
    if not isinstance(table, dict):
        raise fields.error("table", "the section [table] with size_mm and corners_px is missing")
    for key in table:
        if key not in KEYS:
            raise fields.error(f"table.{key}", f"unknown field; known: {', '.join(KEYS)}")
    size = fields.pair("table.size_mm", table.get("size_mm"))
    corners = fields.points("table.corners_px", table.get("corners_px"), CORNER_NAMES)
    card = fields.pair("table.card_mm", table.get("card_mm", list(CARD_MM)))
    picture = table.get("picture_px")
    picture_px = None if picture is None else fields.pixels("table.picture_px", picture)
    problem = corner_problem(corners)
    if problem:
        raise fields.error("table.corners_px", problem)
    try:
        calibration = Calibration(corners, size, card, picture_px)
    except VisionError as error:
        raise fields.error("table.size_mm", str(error)) from error
    return TableFile(calibration, _zones(data.get("zone", []), size, fields))


def dump(table: TableFile, with_zones: bool = True) -> str:
    """Return the text of a table file that `parse` reads back."""
    calibration = table.calibration
    lines = [
        "[table]",
        f"size_mm = {_numbers(calibration.size_mm)}",
        "corners_px = [" + ", ".join(_numbers(c) for c in calibration.corners_px) + "]",
        f"card_mm = {_numbers(calibration.card_mm)}",
    ]
    if calibration.picture_px is not None:
        lines.append(f"picture_px = {list(calibration.picture_px)}")
    for zone in table.zones if with_zones else ():
        points = ", ".join(_numbers(point) for point in zone.polygon)
        lines += ["", "[[zone]]", f'name = "{zone.name}"', f"polygon_mm = [{points}]"]
    return "\n".join(lines) + "\n"


def _numbers(values: Iterable[float]) -> str:
    return "[" + ", ".join(f"{float(value):.2f}" for value in values) + "]"


def _zones(entries: Any, size: tuple[float, float], fields: _Fields) -> tuple[Zone, ...]:
    if not entries:
        return default_zones(size)
    if not isinstance(entries, list):
        raise fields.error("zone", "write each zone as a section [[zone]] of its own")
    zones = []
    for entry in entries:
        name = entry.get("name")
        if name not in (*ZONE_NAMES, IGNORE):
            raise fields.error(
                "zone.name", f"'{name}' is not one of N, W, S, E, centre, ignore", str(name)
            )
        corners = fields.points("zone.polygon_mm", entry.get("polygon_mm"), None)
        zones.append(Zone(name, np.asarray(corners, dtype=np.float64)))
    missing = [name for name in ZONE_NAMES[:4] if name not in {zone.name for zone in zones}]
    if missing:
        raise fields.error("zone", f"no zone for seat {', '.join(missing)}")
    # An ignored part wins over the zones that it overlaps.
    return tuple(sorted(zones, key=lambda zone: zone.name != IGNORE))


class _Fields:
    """Turns fields into numbers; its errors name file, line and field."""

    def __init__(self, text: str, filename: str) -> None:
        self._lines = text.splitlines()
        self._filename = filename

    def error(self, name: str, what: str, near: str | None = None) -> VisionError:
        key = re.escape(name.rsplit(".", 1)[-1])
        for number, line in enumerate(self._lines, 1):
            if re.match(rf"\s*\[*{key}\b", line) and (near is None or near in line):
                return VisionError(f"{self._filename}:{number}: {name}: {what}")
        return VisionError(f"{self._filename}: {name}: {what}")

    def pair(self, name: str, value: Any) -> tuple[float, float]:
        if not _is_point(value) or min(value) <= 0:
            raise self.error(
                name, f"two positive numbers [width, height] are needed, not {value!r}"
            )
        return float(value[0]), float(value[1])

    def pixels(self, name: str, value: Any) -> tuple[int, int]:
        if not _is_point(value) or min(value) < 1 or any(v != int(v) for v in value):
            raise self.error(name, f"two whole numbers [width, height] are needed, not {value!r}")
        return int(value[0]), int(value[1])

    def points(
        self, name: str, value: Any, names: tuple[str, ...] | None
    ) -> tuple[tuple[float, float], ...]:
        wanted = f"{len(names)} points ({', '.join(names)})" if names else "three or more points"
        if not isinstance(value, list):
            raise self.error(name, f"{wanted} [x, y] are needed")
        if (names and len(value) != len(names)) or len(value) < 3:
            raise self.error(name, f"{wanted} are needed, {len(value)} given")
        for point in value:
            if not _is_point(point):
                raise self.error(name, f"{point!r} is not a point [x, y]")
        return tuple((float(x), float(y)) for x, y in value)


def _is_point(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(v, int | float) and not isinstance(v, bool) for v in value)
    )
