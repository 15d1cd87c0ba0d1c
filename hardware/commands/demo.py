"""`dipai demo`: a live table without a camera, from the recorded session that ships with Dipai."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

from hardware.station.config import StationConfig
from hardware.station.service import serve_station
from hardware.station.station import Station
from scorer.errors import InputError

SESSION = Path(__file__).resolve().parent.parent / "demo" / "session.mp4"
EXAMPLE = "example: dipai demo --port 8080 --speed 2"


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "demo",
        help="serve a live table from the recorded session, no camera needed",
        description="Play the recorded session through the live path and serve its pages.",
        epilog=EXAMPLE,
    )
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
    with tempfile.TemporaryDirectory(prefix="dipai-demo-") as temporary:
        data = args.data.resolve() if args.data else Path(temporary)
        config = StationConfig(
            camera=f"video:{SESSION}",
            table="table.toml",
            profile="house-2deck",
            data=str(data),
            host=args.host,
            port=args.port,
            name="Demo",
            language=args.lang,
            speed=args.speed,
        )
        station = Station(config, SESSION.parent, _tell, new_match=True)
        _greet(station)
        return serve_station(station)


def _greet(station: Station) -> None:
    print(
        "A recorded deal of three minutes plays now; the table page changes by itself.\n"
        "South breaks a rule in trick 3: open the referee's page. Stop with Ctrl-C.\n"
        "一副三分钟的录像正在回放，牌桌页面的比分会自己变化。\n"
        "南家第 3 圈犯规：请打开裁判页面。按 Ctrl-C 结束。\n\n"
        f"  table   牌桌  {station.link}\n"
        f"  referee 裁判  {station.referee_link}\n",
        flush=True,
    )


def _tell(line: str) -> None:
    print(f"dipai: {line}", file=sys.stderr, flush=True)
