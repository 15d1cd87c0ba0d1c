"""`dipai bench`: time per stage, memory, and a network of known size at the same input."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from hardware import bench
from scorer.errors import InputError
from vision import tablefile

DEMO = Path(__file__).resolve().parents[1] / "demo"
EXAMPLE = """example:
  dipai bench
  dipai bench --frames 50 --threads 2 --json"""


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "bench",
        help="time per stage and memory",
        description="Measure each stage from picture to score on the demo session or another "
        "video, and one frame of a YOLOv8n-size network (random weights) at the same input.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--video", type=Path, default=DEMO / "session.mp4")
    parser.add_argument("--table", type=Path, default=DEMO / "table.toml")
    parser.add_argument("--frames", type=int, default=40, help="frames to detect on")
    parser.add_argument("--deals", type=int, default=5, help="deals to fold")
    parser.add_argument("--threads", type=int, default=1, help="threads of the networks")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and print; exit code 0."""
    if min(args.frames, args.deals, args.threads) < 1:
        raise InputError("--frames, --deals and --threads must be at least 1")
    calibration = tablefile.load(args.table).calibration
    seeing = bench.bench_vision(args.video, calibration, args.frames, args.threads)
    bench.bench_fold(seeing.timings, args.deals)
    memory = bench.peak_memory_mb()
    result: dict[str, Any] = {
        "stages": seeing.timings.summary(),
        "indices_per_frame": round(seeing.indices, 1),
        "locator_input": {"height": seeing.locator_input[0], "width": seeing.locator_input[1]},
        "peak_memory_mb": memory,
        "threads": args.threads,
        "yolov8n_size": _yardsticks(seeing.locator_input, args.threads),
    }
    print(json.dumps(result) if args.json else _text(result))
    return 0


def _yardsticks(size: tuple[int, int], threads: int) -> list[dict[str, float]] | str:
    try:
        return [bench.bench_yardstick(at, threads, 5) for at in (size, bench.WIDE)]
    except InputError as error:
        return str(error)


def _text(result: dict[str, Any]) -> str:
    lines = [f"{'stage':<16}{'n':>6}{'median ms':>12}{'p95 ms':>10}"]
    rows = result["stages"]
    order = [*bench.STAGES, *(stage for stage in rows if stage not in bench.STAGES)]
    for stage in order:
        if stage in rows:
            row = rows[stage]
            lines.append(f"{stage:<16}{row['n']:>6}{row['median_ms']:>12.2f}{row['p95_ms']:>10.2f}")
    size = result["locator_input"]
    lines.append(
        f"{result['indices_per_frame']} indices a frame, locator input "
        f"{size['width']}×{size['height']}, {result['threads']} thread(s), "
        f"peak memory {result['peak_memory_mb']} MB"
    )
    others = result["yolov8n_size"]
    if isinstance(others, str):
        lines.append(others)
        return "\n".join(lines)
    for other in others:
        lines.append(
            f"YOLOv8n-size network, {other['parameters'] / 1e6:.2f} M parameters, "
            f"{other['width']}×{other['height']}: {other['median_ms']} ms"
        )
    return "\n".join(lines)
