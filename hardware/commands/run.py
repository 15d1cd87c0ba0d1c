"""`dipai run`: one table's station, from its station file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from hardware.station.config import load
from hardware.station.service import serve_station
from hardware.station.station import Station

EXAMPLE = "example: dipai run table3.toml"


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "run",
        help="run the station of a table",
        description="Watch the camera named in a station file, keep the score, serve the pages.",
        epilog=EXAMPLE,
    )
    parser.add_argument("config", type=Path, metavar="STATION.toml")
    parser.add_argument("--new-match", action="store_true", help="begin a new match")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    config = load(args.config)
    folder = args.config.resolve().parent
    station = Station(config, folder, _tell, args.new_match)
    print(f"table    {station.link}\nreferee  {station.referee_link}", flush=True)
    return serve_station(station)


def _tell(line: str) -> None:
    print(f"dipai: {line}", file=sys.stderr, flush=True)
