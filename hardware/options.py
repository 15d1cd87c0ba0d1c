"""Command-line options that several sub-commands share."""

from __future__ import annotations

import argparse
from pathlib import Path

from hardware.session import Setting
from scorer.cards import RANKS, SEATS, SIDES
from scorer.errors import InputError


def parse_levels(text: str | None) -> dict[str, str]:
    """Return the levels of both sides from a text such as ``NS=2,EW=T``.

    Raises:
        InputError: the text is not of that form.
    """
    levels: dict[str, str] = {}
    for part in (text or "").split(","):
        if not part.strip():
            continue
        side, _, level = part.partition("=")
        side, level = side.strip().upper(), level.strip().upper().replace("10", "T")
        if side not in SIDES or len(level) != 1 or level not in RANKS:
            raise InputError(f"--levels {text}: write levels like NS=2,EW=T")
        levels[side] = level
    return levels


def add_setting(parser: argparse.ArgumentParser) -> None:
    """Add the options that say from where a recorded or recording session is played."""
    parser.add_argument("--levels", metavar="NS=2,EW=2", help="levels at the start")
    parser.add_argument("--declarer", choices=SEATS, help="default: the bidding")
    parser.add_argument("--finish", metavar="NWSE", help="Guandan: places of the deal before")


def add_networks(parser: argparse.ArgumentParser) -> None:
    """Add the options of the networks that read the cards."""
    parser.add_argument(
        "--deck", type=Path, action="append", default=[], metavar="FILE",
        help="a deck on the table, from 'dipai enrol'; once for each design",
    )  # fmt: skip
    parser.add_argument("--threads", type=int, default=1, help="for the networks")


def setting_of(identity: str, args: argparse.Namespace) -> Setting:
    """Return the setting that `add_setting`'s options and ``--profile`` name.

    Raises:
        InputError: the levels are not of the form that is asked for.
    """
    return Setting(
        identity,
        args.profile,
        parse_levels(args.levels),
        args.declarer,
        (args.finish or "").upper(),
    )
