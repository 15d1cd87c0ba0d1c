"""Progress of a long check, kept in a file so that the same command goes on where it stopped."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

EVERY = 50


def options(about: str | None, n: int) -> argparse.ArgumentParser:
    """Return the options that every long check takes; ``n`` is the usual number of cases."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--n", type=int, default=n, help="number after the last case")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--state", help="folder that keeps what has been done")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    return parser


class Progress:
    """Which numbers have been done, and what was counted, in ``<folder>/<name>.json``."""

    def __init__(self, name: str, folder: str | None = None, first: int = 0) -> None:
        place = Path(folder) if folder else Path(tempfile.gettempdir()) / "dipai-nightly"
        place.mkdir(parents=True, exist_ok=True)
        self.path = place / (f"{name}-{first}.json" if first else f"{name}.json")
        self.first = self.next = first
        self.seconds = 0.0
        self.counts: Counter[str] = Counter()
        if self.path.exists():
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            self.next, self.seconds = kept["next"], kept["seconds"]
            self.counts.update(kept["counts"])

    def numbers(self, until: int, seconds: float) -> Iterator[int]:
        """Yield the numbers still to do, below ``until`` and for at most so many seconds."""
        start, before = time.monotonic(), self.seconds
        while self.next < until and time.monotonic() - start < seconds:
            yield self.next
            self.next += 1
            self.seconds = before + time.monotonic() - start
            if self.next % EVERY == 0 or self.next == until:
                self.save()
        self.save()

    def save(self) -> None:
        """Write the file anew."""
        kept = {"next": self.next, "seconds": round(self.seconds, 1), "counts": dict(self.counts)}
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(kept, ensure_ascii=False, indent=1), encoding="utf-8")
        new.replace(self.path)

    def report(self) -> str:
        """Return one line of what has been done."""
        counted = ", ".join(f"{name} {number}" for name, number in sorted(self.counts.items()))
        return f"{self.next - self.first} done in {self.seconds:.0f} s: {counted}"
