"""`dipai simulate`: render a simulated deal as a video or pictures, with the truth beside it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.simtable.deals import FAULTS
from hardware.simtable.design import DESIGNS
from hardware.simtable.guandan import FAULTS as GUANDAN_FAULTS
from hardware.simtable.optics import LIGHTS
from hardware.simtable.sim import SimTable, TableSpec
from hardware.simtable.surfaces import SURFACES
from hardware.simtable.trouble import TROUBLES
from hardware.simtable.truth import write_truth
from hardware.simtable.writer import write_images, write_table_file, write_video

EXAMPLE = """example:
  dipai simulate --seed 7 --fault revoke --out /tmp/deal7
  dipai simulate --seed 8 --trouble dimmed --trouble spill --out /tmp/deal8
  dipai watch /tmp/deal7/session/session.mp4 --table /tmp/deal7/session/table.toml \\
      --profile house-2deck --out /tmp/deal7/seen.jsonl"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "simulate",
        help="render a simulated deal",
        description="Render a random legal deal as a camera above the table would see it. The "
        "pictures and the table file go to OUT/session, the truth to OUT/truth.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", choices=("shengji", "guandan"), default="shengji")
    parser.add_argument("--decks", type=int, default=2, help="1 to 4")
    parser.add_argument("--profile", help="written into the true history (default house-Ndeck)")
    parser.add_argument("--level", default="2", help="level of both sides")
    parser.add_argument("--declarer", choices="NWSE", help="default: the last bidder deals")
    parser.add_argument("--fault", choices=(*FAULTS, *GUANDAN_FAULTS), help="plant a fault")
    parser.add_argument("--design", choices=sorted(DESIGNS), help="deck (default: by seed)")
    parser.add_argument("--surface", choices=sorted(SURFACES), help="table top")
    parser.add_argument("--light", choices=sorted(LIGHTS))
    parser.add_argument("--tilt", type=float, help="degrees off the vertical")
    parser.add_argument("--noise", type=float, help="grey levels")
    parser.add_argument(
        "--trouble",
        action="append",
        default=[],
        choices=tuple(TROUBLES),
        help="what disturbs the table; more than once for several. "
        + "; ".join(f"{name}: {what}" for name, what in TROUBLES.items()),
    )
    parser.add_argument("--fps", type=float, default=8.0)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--video", action="store_true", help="one MP4 file (the default)")
    form.add_argument("--frames", action="store_true", help="a folder of JPEG files")
    parser.add_argument("--out", type=Path, required=True)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Render and write; exit code 0."""
    spec = TableSpec(
        seed=args.seed,
        game=args.game,
        decks=args.decks,
        level=args.level,
        declarer=args.declarer,
        fault=args.fault,
        fps=args.fps,
        design=args.design,
        surface=args.surface,
        light=args.light,
        noise=args.noise,
        tilt=args.tilt,
        trouble=tuple(args.trouble),
    )
    table = SimTable(spec)
    session: Path = args.out / "session"
    write_table_file(table, session / "table.toml")
    house = "house-guandan" if args.game == "guandan" else f"house-{args.decks}deck"
    write_truth(table, args.profile or house, args.out / "truth")
    if args.frames:
        write_images(table, session / "frames", _progress)
    else:
        write_video(table, session / "session.mp4", progress=_progress)
    print(f"{table.frame_count} frames, {table.scene.duration:.0f} s: {session}")
    return 0


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty() and (done % 40 == 0 or done == total):
        print(f"\r{done}/{total} frames", end="\n" if done == total else "", file=sys.stderr)
