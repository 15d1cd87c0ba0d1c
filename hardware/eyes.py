"""The eyes process: frames in, `Observed` lines out on standard output, `Expect` lines in.

Run as ``python -m hardware.eyes``; the score process starts it, and may kill and restart it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from hardware.cameras import Camera, open_camera
from hardware.eyesight import CardReader, build_watcher
from hardware.lines import Message, MessageLines, exit_code, tell
from hardware.looking import answer
from vision.frame import Frame
from vision.tablefile import load as load_table
from vision.watcher import Watcher


def messages(
    camera: Camera,
    watcher: Watcher,
    hints: Callable[[], list[Message]] = list,
    wait_until: Callable[[Frame], None] | None = None,
    show: Callable[[Message, Frame], Message] | None = None,
) -> Iterator[Message]:
    """Yield every observation of a camera until its frames end; the one path, live and replayed.

    ``show`` answers those hints that ask for a picture.

    Raises:
        VisionError: the camera fails, or its pictures have not the size that the table file is for.
    """
    shape: tuple[int, ...] | None = None
    for frame in camera:
        if frame.image.shape != shape:
            watcher.calibration.require_fit(frame.image)
            shape = frame.image.shape
        if wait_until is not None:
            wait_until(frame)
        for hint in hints():
            if show is not None and hint.get("kind") == "look":
                yield show(hint, frame)
            else:
                watcher.expect(hint)
        yield from watcher.feed(frame)
    yield from watcher.finish()


class Pace:
    """Holds frames back until their time has come, counted from the first one (s)."""

    def __init__(
        self,
        speed: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._speed = speed
        self._clock = clock
        self._sleep = sleep
        self._began: float | None = None
        self._first = 0.0

    def __call__(self, frame: Frame) -> None:
        """Return when the frame is due; late frames are not held back."""
        if self._began is None:
            self._began, self._first = self._clock(), frame.t
        due = self._began + (frame.t - self._first) / self._speed
        if (left := due - self._clock()) > 0:
            self._sleep(left)


def is_hint(message: Message) -> bool:
    """Return whether a message is of the version of the contract that the eyes understand."""
    return message.get("v") == 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hardware.eyes", description=__doc__)
    parser.add_argument(
        "--camera", required=True, help="such as video:FILE, folder:DIR, v4l2:/dev/video0"
    )
    parser.add_argument("--table", type=Path, required=True, help="table file (TOML)")
    parser.add_argument("--evidence", type=Path, required=True, help="folder for pictures")
    parser.add_argument(
        "--speed", type=float, default=0.0, help="pace of recorded frames; 0 = as fast as possible"
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--deck", type=Path, action="append", default=[], help="file of an enrolled deck"
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Write observations to standard output until the frames end; exit 2 on unusable input."""
    args = _parser().parse_args(argv)

    def work() -> None:
        table = load_table(args.table)
        watcher = build_watcher(table, args.evidence, args.threads, args.deck)
        read = CardReader(args.threads, args.deck)

        def show(request: Message, frame: Frame) -> Message:
            return answer(request, frame, table, watcher.tracks, read)

        with open_camera(args.camera) as camera:
            hints = MessageLines(sys.stdin, is_hint)
            pace = Pace(args.speed) if args.speed > 0 else None
            for message in messages(camera, watcher, hints.waiting, pace, show):
                tell(message)

    return exit_code(work)


if __name__ == "__main__":
    sys.exit(main())
