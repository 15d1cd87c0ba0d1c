"""`dipai demo`: a live table of either game without a camera."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

from hardware.demos import DEMOS, FOLDER, Demo
from hardware.station.config import StationConfig
from hardware.station.service import serve_station
from hardware.station.station import Station
from scorer.errors import InputError

EXAMPLE = "example: dipai demo --game guandan --port 8080 --speed 2"


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "demo",
        help="serve a live table from a demo session, no camera needed",
        description="Play a demo session through the live path and serve its pages.",
        epilog=EXAMPLE,
    )
    parser.add_argument("--game", choices=tuple(DEMOS), default="shengji")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones in")
    parser.add_argument("--speed", type=float, default=1.0, help="2 plays twice as fast")
    parser.add_argument("--lang", choices=("zh", "en"), default="zh")
    parser.add_argument("--data", type=Path, help="keep events and pictures in this folder")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if not 0 < args.speed <= 100:
        raise InputError(f"--speed {args.speed:g}: write a number above 0, at most 100")
    demo = DEMOS[args.game]
    with tempfile.TemporaryDirectory(prefix="dipai-demo-") as temporary:
        data = args.data.resolve() if args.data else Path(temporary)
        config = StationConfig(
            camera=demo.camera,
            table="table.toml",
            profile=demo.profile,
            data=str(data),
            host=args.host,
            port=args.port,
            name="Demo",
            language=args.lang,
            speed=args.speed,
            levels=demo.levels,
            finish=demo.finish,
        )
        station = Station(config, FOLDER, _tell, new_match=True)
        _greet(station, demo)
        return serve_station(station)


def _greet(station: Station, demo: Demo) -> None:
    print(
        f"{demo.english} Stop with Ctrl-C.\n"
        f"{demo.chinese}按 Ctrl-C 结束。\n\n"
        f"  table   牌桌  {station.link}\n"
        f"  referee 裁判  {station.referee_link}\n",
        flush=True,
    )


def _tell(line: str) -> None:
    print(f"dipai: {line}", file=sys.stderr, flush=True)
