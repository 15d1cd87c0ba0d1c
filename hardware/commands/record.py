"""`dipai record`: a session's frames and events in a folder that can be replayed bit for bit."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hardware.cameras import open_camera
from hardware.eyesight import build_watcher
from hardware.options import add_networks, add_setting, setting_of
from hardware.progress import Progress
from hardware.recording import TABLE_NAME
from hardware.session import (
    FRAMES,
    Follower,
    RecordingCamera,
    SessionFolder,
    decks_of,
    replay,
)
from scorer.errors import InputError
from vision.tablefile import TableFile
from vision.tablefile import load as load_table
from vision.watcher import Watcher

EXAMPLE = (
    "example: dipai record v4l2:/dev/video0 --table table.toml --profile house-2deck --out may\n"
    "         dipai record --check may"
)


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "record",
        help="store a session so that it can be replayed bit for bit",
        description="Store a camera's frames around every change, and what came of them, in a "
        "folder; 'dipai watch FOLDER/frames' reads it again, --check compares. Ctrl-C ends it.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("camera", nargs="?", help="such as v4l2:/dev/video0 or video:FILE")
    parser.add_argument("--table", type=Path, help="table file (TOML)")
    parser.add_argument("--profile", metavar="SLUG", help="see 'dipai profiles'")
    parser.add_argument("--out", type=Path, metavar="DIR", help="a new folder")
    add_setting(parser)
    add_networks(parser)
    parser.add_argument("--check", type=Path, metavar="DIR", help="replay a session and compare")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Record until the camera ends or Ctrl-C; with --check 1 where the replay differs."""
    if args.check is not None:
        return _check(args.check, args.threads)
    missing = [
        name for name in ("camera", "table", "profile", "out") if getattr(args, name) is None
    ]
    if missing:
        raise InputError(f"record: {', '.join(missing)} missing; see 'dipai record --help'")
    setting = setting_of(f"record-{args.out.name}", args)
    folder = SessionFolder(args.out, setting, load_table(args.table), args.deck)
    table = load_table(args.out / TABLE_NAME)
    watcher = build_watcher(table, args.out / "evidence", args.threads, folder.decks)
    follower = Follower(setting, watcher)
    progress = Progress(sys.stderr, time.monotonic)
    frames = events = 0
    with open_camera(args.camera) as camera:
        recording = RecordingCamera(camera, table, args.out / FRAMES)
        try:
            for message in follower.follow(recording):
                grown = len(follower.memory.events) != events
                events = len(follower.memory.events)
                folder.note(message, follower.history if grown else None)
                frames = message["frame"] + 1
                progress.show(f"{message['t']:.0f} s, {frames} frames kept, {events} events")
        except KeyboardInterrupt:
            progress.end()
        recording.close()
    progress.end()
    folder.close()
    print(
        f"{args.out}: {frames} frames, {events} events; 'dipai record --check {args.out}' replays"
    )
    return 0


def _check(folder: Path, threads: int) -> int:
    with tempfile.TemporaryDirectory() as pictures:

        def build(table: TableFile) -> Watcher:
            return build_watcher(table, Path(pictures), threads, decks_of(folder))

        result = replay(folder, build)
    if result.differs is None:
        print(f"{folder}: the same {result.messages} observations and {result.events} events")
        return 0
    print(f"{folder}: {result.differs}")
    return 1
