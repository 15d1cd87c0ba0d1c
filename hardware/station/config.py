"""What a station needs to know: one TOML file, validated with file, line and field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from hardware.textfile import read_text
from scorer.cards import RANKS, SEATS
from scorer.toml_schema import build, read


def _level(value: object) -> str | None:
    return None if str(value) in RANKS else f"a level is one of {' '.join(RANKS)}"


def _port(value: object) -> str | None:
    return None if isinstance(value, int) and 0 <= value <= 65535 else "a port is 0 to 65535"


def _days(value: object) -> str | None:
    fits = isinstance(value, int) and 1 <= value <= 3650
    return None if fits else "pictures are kept for 1 to 3650 days"


def _delay(value: object) -> str | None:
    fits = isinstance(value, int | float) and 0 <= value <= 3600
    return None if fits else "a delay is 0 to 3600 seconds"


def _address(value: object) -> str | None:
    fits = str(value) == "" or str(value).startswith(("http://", "https://"))
    return None if fits else "an address begins with http:// or https://"


def _seat(value: object) -> str | None:
    return None if str(value) in ("N", "W", "S", "E") else "a seat is N, W, S or E"


def _side(value: object) -> str | None:
    return None if str(value) in ("NS", "EW") else "a side is NS or EW"


def _finish(value: object) -> str | None:
    good = value == "" or sorted(str(value)) == sorted(SEATS)
    return None if good else "places are the four seats, first place first, as in NWSE"


Level = Annotated[str, _level]


@dataclass(frozen=True, slots=True)
class StationConfig:
    """A table's own settings; paths are relative to the folder of the file.

    ``camera`` is a camera as in ``video:FILE`` or ``v4l2:/dev/video0``; ``table`` the table file;
    ``data`` the folder of events and pictures; ``speed`` the pace of a recorded camera (1: as it
    was); ``decks`` the files of the decks on this table, from `dipai enrol`; ``finish`` the places
    of the Guandan deal before the first one, as in ``NWSE``; pictures that no alert or decision
    needs are deleted after ``keep_days``; what the public sees lies ``delay`` seconds back;
    ``webhook`` is an address that is told of each alert; ``neighbours`` are the addresses of other
    stations whose tables the wall shows in turn.
    """

    camera: str
    table: str
    profile: str
    data: str = "data"
    host: str = "127.0.0.1"
    port: Annotated[int, _port] = 8000
    name: str = ""
    event: str = ""
    language: Literal["zh", "en"] = "zh"
    speed: float = 1.0
    threads: int = 1
    decks: tuple[str, ...] = ()
    keep_days: Annotated[int, _days] = 30
    delay: Annotated[float, _delay] = 0.0
    webhook: Annotated[str, _address] = ""
    neighbours: tuple[Annotated[str, _address], ...] = ()
    declarer: Annotated[str, _seat] | None = None
    finish: Annotated[str, _finish] = ""
    levels: Mapping[Annotated[str, _side], Level] = field(default_factory=dict)
    players: Mapping[Annotated[str, _seat], str] = field(default_factory=dict)
    switches: Mapping[str, object] = field(default_factory=dict)


def load(path: Path) -> StationConfig:
    """Return what a station file says.

    Raises:
        InputError: the file cannot be read or a value is not allowed (file, line, field).
    """
    return parse(read_text(path), str(path))


def parse(text: str, filename: str) -> StationConfig:
    """Return what the text of a station file says; errors as for `load`."""
    document = read(text, filename)
    return build(StationConfig, document, document.data)
