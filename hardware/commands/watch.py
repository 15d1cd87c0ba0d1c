"""`dipai watch`: the live path over a recording; pictures in, hand history out."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from hardware.cameras import open_camera
from hardware.eyesight import build_watcher
from hardware.options import add_networks, add_setting, setting_of
from hardware.progress import Progress
from hardware.recording import source_of
from hardware.session import Follower
from hardware.view import View
from scorer.family import load as load_profile
from scorer.fold import fold
from scorer.ledger.report import lines
from vision.tablefile import load as load_table

EXAMPLE = (
    "example: dipai watch evening.mp4 --table table.toml --profile house-2deck --out seen.jsonl"
)


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "watch",
        help="read a recorded session: pictures in, hand history out",
        description="Run a video file or a folder of pictures through the live path.",
        epilog=EXAMPLE,
    )
    parser.add_argument("video", type=Path, metavar="VIDEO|DIR")
    parser.add_argument("--profile", required=True, metavar="SLUG", help="see 'dipai profiles'")
    parser.add_argument("--table", type=Path, help="table file (default: table.toml beside it)")
    add_setting(parser)
    parser.add_argument("--out", type=Path, help="where the history goes (default: printed)")
    parser.add_argument("--evidence", type=Path, help="folder for pictures (default: beside OUT)")
    parser.add_argument("--view", type=Path, metavar="MP4", help="write a video of what was seen")
    add_networks(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the history and say what it amounts to; 1 where there are findings."""
    load_profile(args.profile)
    spec, table_file = source_of(args.video, args.table)
    out: Path | None = args.out
    evidence = args.evidence or (out or Path("dipai-watch")).with_suffix(".evidence")
    table = load_table(table_file)
    watcher = build_watcher(table, evidence, args.threads, args.deck)
    setting = setting_of(f"watch-{args.video.stem}", args)
    follower = Follower(setting, watcher)
    memory = follower.memory
    with open_camera(spec) as camera:
        progress = Progress(sys.stderr, time.monotonic)
        view = View(args.view, table, watcher) if args.view else None
        for message in follower.follow(camera, view):
            progress.show(f"{message['t']:.0f} s seen, {len(memory.events)} events")
        progress.end()
        if view is not None:
            view.close()
    text = follower.history
    if out is None:
        sys.stdout.write(text)
    else:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8")
    result = fold(memory.events)
    print("\n".join(lines(result, "en")), file=sys.stderr if out is None else sys.stdout)
    return 1 if any(deal.findings for deal in result.deals) else 0
