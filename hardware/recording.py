"""Finding what belongs to a recorded session: its frames and its table file."""

from __future__ import annotations

from pathlib import Path

from scorer.errors import InputError

TABLE_NAME = "table.toml"


def source_of(path: Path, table: Path | None) -> tuple[str, Path]:
    """Return the camera text and the table file of a video file or a folder of pictures.

    Raises:
        InputError: there is no such recording, or no table file beside it.
    """
    if not path.exists():
        raise InputError(f"{path}: there is no such video file or folder")
    beside = (path if path.is_dir() else path.parent) / TABLE_NAME
    if table is None and not beside.is_file() and path.is_dir():
        beside = path.parent / TABLE_NAME
    found = table or beside
    if not found.is_file():
        raise InputError(f"{found}: there is no table file; name one with --table")
    return (f"folder:{path}" if path.is_dir() else f"video:{path}"), found
