"""Reading a text file that a person named, with an error that a person understands."""

from __future__ import annotations

import sys
from pathlib import Path

from scorer.errors import InputError


def read_text(path: Path) -> str:
    """Return the UTF-8 text of a file; ``-`` reads standard input.

    Raises:
        InputError: the file is missing, unreadable, or not UTF-8.
    """
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"{path}: cannot be read ({reason})") from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}: line {line}: not UTF-8 text") from error
