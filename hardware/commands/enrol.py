"""`dipai enrol`: the event's own deck shown once, so that its cards are read more surely."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2

from hardware.enrol_texts import Texts
from hardware.shown import Shown, shown
from scorer.cards import CARDS
from scorer.errors import InputError
from vision import deckfile, strength
from vision.deckfile import Deck
from vision.decksheet import grid, sheet
from vision.detector import CardDetector
from vision.enrolment import Enrolment, Progress
from vision.errors import VisionError
from vision.frame import Image
from vision.looker import DeckLooker
from vision.model import MODEL_FOLDER
from vision.tablefile import load as load_table

EXAMPLE = """examples:
  dipai enrol v4l2:/dev/video0 --table table.toml --out red-backs.deck
  dipai enrol photos/ --out red-backs.deck --sheet red-backs.jpg
  dipai recognise table.jpg --deck red-backs.deck --deck blue-backs.deck
"""


def add(subparsers: Any) -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "enrol",
        help="show a deck once, so that its cards are read more surely",
        description="Lay out the 54 cards of one deck in any order, fan by fan, under the camera "
        "or on photographs. It ends by itself when every card has been seen.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "sources", metavar="SOURCE", nargs="+",
        help="pictures, folders, a video, or a camera such as v4l2:/dev/video0 or pi:0",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the deck file")
    parser.add_argument("--name", default="", help="what people call the deck (default: FILE)")
    parser.add_argument("--table", type=Path, help="table file of a calibrated camera")
    parser.add_argument(
        "--every", type=float, default=0.5, metavar="SECONDS", help="time between looks (0.5)"
    )
    parser.add_argument("--sheet", type=Path, metavar="JPG", help="write a picture of all corners")
    parser.add_argument(
        "--swap-jokers", action="store_true", help="the jokers were taken for each other"
    )
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the texts")
    parser.add_argument("--threads", type=int, default=2, help="threads of the networks (2)")
    parser.add_argument(
        "--models", type=Path, default=MODEL_FOLDER, metavar="DIR", help="folder of the networks"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look until every card is known; 1 where cards are missing, named with what to do."""
    texts = Texts(args.lang)
    calibration = load_table(args.table).calibration if args.table else None
    looker = DeckLooker(CardDetector.open(args.models, args.threads), calibration)
    source = shown(args.sources, args.every)
    enrolment = Enrolment(source.steady)
    _watch(enrolment, looker, source, texts)
    _settle_jokers(enrolment, args, texts)
    deck = enrolment.deck(args.name or args.out.stem)
    if len(deck.missing) == len(CARDS):
        raise VisionError(texts.nothing())
    _write(args.out, deckfile.dump(deck))
    weak = _weak(deck, args)
    if args.sheet:
        names = {entry.card: entry.neighbour for entry in weak}
        _picture(args.sheet, sheet(deck, names))
    print(texts.written(args.out, len(CARDS) - len(deck.missing)))
    for entry in weak:
        print(texts.weak(entry))
    if deck.missing:
        print(texts.missing(deck.missing))
        return 1
    return 0


def _watch(enrolment: Enrolment, looker: DeckLooker, source: Shown, texts: Texts) -> None:
    """Look at what is shown until all is seen, it ends, or the organiser stops it."""
    told: Progress | None = None
    try:
        for image in _images(source, texts):
            progress = enrolment.take(looker.look(image))
            if told is None or progress.seen != told.seen:
                print(texts.progress(progress), file=sys.stderr, flush=True)
            told = progress
            if progress.done:
                return
    except KeyboardInterrupt:
        print(texts.stopped(), file=sys.stderr)


def _images(source: Shown, texts: Texts) -> Iterator[Image]:
    print(texts.begin(), file=sys.stderr, flush=True)
    yield from source.images


def _settle_jokers(enrolment: Enrolment, args: argparse.Namespace, texts: Texts) -> None:
    """Ask which joker is the big one where it is doubtful; or take the organiser's word."""
    if args.swap_jokers:
        enrolment.swap_jokers()
        return
    if not enrolment.joker_doubt():
        return
    place = args.out.with_suffix(".jokers.jpg")
    _picture(place, grid(enrolment.deck(""), ("SJ", "BJ"), {}))
    if not sys.stdin.isatty():
        print(texts.jokers(place), file=sys.stderr)
        return
    print(texts.ask_jokers(place), end=" ", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() in texts.no:
        enrolment.swap_jokers()


def _weak(deck: Deck, args: argparse.Namespace) -> list[strength.Weak]:
    known = CardDetector.open(args.models, args.threads, [deck])
    return strength.weak(deck, known.classifier)


def _write(path: Path, text: str) -> None:
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot write the deck file ({error.strerror})") from error


def _picture(path: Path, image: Image) -> None:
    ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    try:
        path.write_bytes(data.tobytes() if ok else b"")
    except OSError as error:
        raise InputError(f"{path}: cannot write the picture ({error.strerror})") from error
