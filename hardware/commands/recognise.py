"""`dipai recognise`: which cards a photograph shows."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2

from vision.deckfile import load as load_deck
from vision.detector import CardDetector
from vision.draw import draw_cards
from vision.errors import VisionError
from vision.frame import Image
from vision.model import MODEL_FOLDER
from vision.pictures import is_picture, is_video, read_picture, video_frames
from vision.readings import Reading

EXAMPLE = """example:
  dipai recognise table.jpg
  dipai recognise photos/ --json > cards.jsonl
  dipai recognise clip.mp4 --every 2 --draw drawn/
"""


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "recognise",
        help="read the cards on photographs",
        description="Read the cards on photographs: JPEG, PNG, HEIC, folders, videos.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", type=Path, help="picture, video, folder"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON line per picture")
    parser.add_argument("--draw", metavar="DIR", type=Path, help="write pictures with cards drawn")
    parser.add_argument(
        "--min-confidence",
        type=float,
        metavar="P",
        help="leave out less certain cards (default: what the networks' card says)",
    )
    parser.add_argument(
        "--every",
        type=float,
        default=1.0,
        metavar="SECONDS",
        help="of a video, read one frame per so many seconds (default 1)",
    )
    parser.add_argument(
        "--threads", type=int, default=2, help="threads of the networks (default 2)"
    )
    parser.add_argument(
        "--models",
        type=Path,
        default=MODEL_FOLDER,
        metavar="DIR",
        help="folder with locator.onnx and classifier.onnx",
    )
    parser.add_argument(
        "--deck",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a deck on the table, from 'dipai enrol'; once for each design",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read every picture; a picture that cannot be read is told and the others go on (exit 2)."""
    decks = [load_deck(path) for path in args.deck]
    detector = CardDetector.open(args.models, args.threads, decks)
    if args.draw is not None:
        _make_folder(args.draw)
    files, failed = _files(args.paths)
    for n, path in enumerate(files, 1):
        try:
            for name, extra, image in _images(path, args.every):
                _one(detector, args, name, extra, image)
        except VisionError as error:
            failed += 1
            _complain(error)
        _progress(n, len(files))
    return 2 if failed else 0


def _one(
    detector: CardDetector, args: argparse.Namespace, name: str, extra: dict[str, Any], image: Image
) -> None:
    begun = time.perf_counter()
    readings = detector.read_photo(image, args.min_confidence)
    ms = (time.perf_counter() - begun) * 1000
    row = {
        "file": name,
        **extra,
        "width": image.shape[1],
        "height": image.shape[0],
        "cards": [describe(reading) for reading in readings],
        "ms": round(ms, 1),
    }
    if args.json:
        print(json.dumps(row, ensure_ascii=False), flush=True)
    else:
        cards = " ".join(f"{r.card} ({r.p:.2f})" for r in readings) or "no cards"
        when = f" at {extra['t_video']:.2f} s" if extra else ""
        print(f"{name}{when}: {cards}", flush=True)
    if args.draw is not None:
        stem = Path(name).stem + (f"-{extra['t_video']:.2f}" if extra else "")
        _write(args.draw / f"{stem}.jpg", draw_cards(image, readings))


def describe(reading: Reading) -> dict[str, Any]:
    """Return a card as `dipai recognise --json` prints it."""
    return {
        "card": reading.card,
        "confidence": round(reading.p, 4),
        "box": [round(value, 1) for value in reading.box],
        "angle": round(reading.angle, 1),
    }


def _files(paths: Sequence[Path]) -> tuple[list[Path], int]:
    """Return the files to read, folders opened, and how many folders held none."""
    files: list[Path] = []
    failed = 0
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        inside = sorted(
            p for p in path.rglob("*") if p.is_file() and (is_picture(p) or is_video(p))
        )
        if not inside:
            failed += 1
            _complain(f"{path}: no pictures or videos in this folder")
        files += inside
    return files, failed


def _complain(what: object) -> None:
    print(f"dipai: {what}", file=sys.stderr)


def _images(path: Path, every: float) -> Iterator[tuple[str, dict[str, Any], Image]]:
    if is_video(path):
        for frame in video_frames(path, every):
            yield str(path), {"t_video": round(frame.t, 3)}, frame.image
    else:
        yield str(path), {}, read_picture(path)


def _progress(done: int, total: int) -> None:
    if total >= 10 and sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{done} of {total} pictures", end=end, file=sys.stderr, flush=True)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise VisionError(f"{folder}: cannot make the folder ({error.strerror})") from error


def _write(path: Path, image: Image) -> None:
    if not cv2.imwrite(str(path), image):
        raise VisionError(f"{path}: cannot write the picture")
