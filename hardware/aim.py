"""The aiming process: opens a camera, watches nothing, and shows its picture when asked.

Run as ``python -m hardware.aim --camera SPEC`` by a station that is being set up. Requests come as
lines on standard input (see `hardware.looking`), answers go to standard output; it ends when its
input does.
"""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from hardware.cameras import Camera, open_camera
from hardware.eyes import Pace
from hardware.eyesight import CardReader
from hardware.looking import answer
from scorer.errors import InputError
from vision.errors import VisionError
from vision.frame import Frame

Message = dict[str, Any]
PULSE_S = 1.0


class Requests:
    """Lines of a stream as they arrive; ``ended`` once the stream has."""

    def __init__(self, stream: TextIO) -> None:
        self._lines: queue.Queue[Message | None] = queue.Queue()
        self.ended = False
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream: TextIO) -> None:
        for line in stream:
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if isinstance(message, dict) and message.get("kind") == "look":
                self._lines.put(message)
        self._lines.put(None)

    def next(self, wait: bool) -> Message | None:
        """Return the next request, or None when there is none now (or never will be)."""
        try:
            message = self._lines.get(block=wait)
        except queue.Empty:
            return None
        self.ended = self.ended or message is None
        return message


def aim(
    camera: Camera, requests: Requests, tell: Callable[[Message], None], pace: Pace | None
) -> None:
    """Answer requests from the newest frame; a recording's last frame stays."""
    read = CardReader()
    frame: Frame | None = None
    pulse = float("-inf")

    def serve(wait: bool) -> bool:
        request = requests.next(wait)
        if request is not None:
            tell(answer(request, frame, None, (), read))
        return request is not None

    for frame in camera:
        if pace is not None:
            pace(frame)
        if frame.t - pulse >= PULSE_S:
            pulse = frame.t
            tell({"v": 1, "kind": "pulse", "t": frame.t, "frame": frame.index, "state": "ok"})
        while serve(wait=False):
            continue
        if requests.ended:
            return
    while not requests.ended:
        serve(wait=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Show the camera's picture when asked; exit 2 when it cannot be opened."""
    parser = argparse.ArgumentParser(prog="python -m hardware.aim", description=__doc__)
    parser.add_argument("--camera", required=True)
    args = parser.parse_args(argv)
    try:
        with open_camera(args.camera) as camera:
            pace = None if camera.live else Pace(1.0)
            aim(camera, Requests(sys.stdin), _tell, pace)
    except (InputError, VisionError) as error:
        print(f"dipai: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    return 0


def _tell(message: Message) -> None:
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
