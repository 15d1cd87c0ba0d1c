"""Makes the shipped demo session: ``python -m hardware.simtable.make_demo``.

The video and its table file go to ``hardware/demo``; the truth goes to ``tests/data/demo``, where
nothing that reads the video ever looks.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.simtable.director import BRISK
from hardware.simtable.sim import SimTable, TableSpec
from hardware.simtable.truth import write_truth
from hardware.simtable.writer import write_table_file, write_video
from scorer.errors import InputError

ROOT = Path(__file__).resolve().parents[2]
SESSION = ROOT / "hardware" / "demo"
TRUTH = ROOT / "tests" / "data" / "demo"
PROFILE = "house-2deck"
LIMIT_BYTES = 8_000_000
SPEC = TableSpec(
    seed=256,
    fault="revoke",
    design="harbour",
    surface="felt",
    light="neutral",
    blur=0.5,
    noise=1.2,
    tilt=5.0,
    habits=BRISK,
)


def main() -> int:
    """Render the session and write it with its truth."""
    table = SimTable(SPEC)
    write_table_file(table, SESSION / "table.toml")
    write_truth(table, PROFILE, TRUTH, every=8)
    video = SESSION / "session.mp4"
    write_video(table, video, quality=26, preset="veryfast", progress=_progress)
    size = video.stat().st_size
    if size > LIMIT_BYTES:
        raise InputError(f"{video}: {size} bytes, more than the {LIMIT_BYTES} that may be shipped")
    print(f"{video}: {table.frame_count} frames, {table.scene.duration:.0f} s, {size} bytes")
    return 0


def _progress(done: int, total: int) -> None:
    if done % 100 == 0 or done == total:
        print(f"{done}/{total} frames", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
