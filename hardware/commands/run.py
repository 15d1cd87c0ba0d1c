"""`dipai run`: one table's station, from its station file; set up in the browser the first time."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from hardware.station.config import StationConfig, load
from hardware.station.service import Service
from hardware.station.station import Station
from hardware.station.workbench import Workbench
from hardware.station.workshop import Workshop
from scorer.errors import InputError
from scorer.family import load as load_profile

EXAMPLE = "example: dipai run table3.toml"
UNUSABLE = 2


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "run",
        help="run the station of a table",
        description="Watch the camera named in a station file, keep the score, serve the pages. "
        "Where there is no such file yet, or it holds a mistake, a setup page is served.",
        epilog=EXAMPLE,
    )
    parser.add_argument("config", type=Path, metavar="STATION.toml")
    parser.add_argument("--new-match", action="store_true", help="begin a new match")
    parser.add_argument("--check", action="store_true", help="only check the file")
    parser.add_argument("--host", default="0.0.0.0", help="for the first setup (default: all)")
    parser.add_argument("--port", type=int, help="instead of the file's port")
    parser.add_argument("--speed", type=float, help="pace of a recorded camera (2: twice as fast)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted; start anew whenever the setup page has changed the files."""
    if args.check:
        _config(args.config)
        return 0
    runner = _Runner(args)
    while True:
        code = runner.once()
        if runner.done:
            return code


def _config(path: Path) -> StationConfig:
    config = load(path)
    load_profile(config.profile)
    return config


class _Runner:
    """Opens the station or, where its files are not usable, the workshop."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._path: Path = args.config.resolve()
        self._args = args
        self._port: int | None = args.port
        self._round = 0
        self._service = Service()
        self.again = False

    def once(self) -> int:
        """Serve once; ``again`` says whether to start anew."""
        self.again = False
        self._round += 1
        config, problem = None, None
        if self._path.exists():
            try:
                config = _config(self._path)
            except InputError as error:
                problem = str(error)
                _tell(problem)
        if config is None:
            self._serve(self._workshop(problem))
            return 0 if problem is None else UNUSABLE
        if self._args.speed:
            config = replace(config, speed=self._args.speed)
        if self._port is not None:
            config = replace(config, port=self._port)
        self._serve(self._station(config))
        return 0

    @property
    def done(self) -> bool:
        """Return whether a person or the system has ended it."""
        return self._service.ended or not self.again

    def _bench(self, config: StationConfig | None, problem: str | None) -> Workbench:
        return Workbench(self._path, config, problem, self._round, self._restart)

    def _workshop(self, problem: str | None) -> Workshop:
        port = 8000 if self._port is None else self._port
        shop = Workshop(self._path, self._args.host, port, lambda: self._bench(None, problem))
        print(f"setup    {shop.setup_link}", flush=True)
        return shop

    def _station(self, config: StationConfig) -> Station:
        new = self._args.new_match and self._round == 1
        bench = self._bench(config, None)
        station = Station(config, self._path.parent, _tell, new, bench)
        print(f"table    {station.link}\nreferee  {station.referee_link}")
        print(f"setup    {station.setup_link}", flush=True)
        return station

    def _serve(self, served: Station | Workshop) -> None:
        self._served = served
        if self._port is not None:
            self._port = served.server.port
        self._service.serve(served)

    def _restart(self) -> None:
        self.again = True
        self._served.stop()


def _tell(line: str) -> None:
    print(f"dipai: {line}", file=sys.stderr, flush=True)
