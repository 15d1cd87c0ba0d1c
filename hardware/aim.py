"""The aiming process: opens a camera, watches nothing, and shows its picture when asked.

Run as ``python -m hardware.aim --camera SPEC`` by a station that is being set up. Requests come as
lines on standard input (see `hardware.looking`), answers go to standard output; it ends when its
input does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from hardware.cameras import Camera, open_camera
from hardware.eyes import Pace
from hardware.eyesight import CardReader
from hardware.lines import Message, MessageLines, exit_code, tell
from hardware.looking import answer
from vision.frame import Frame

PULSE_S = 1.0


def is_request(message: Message) -> bool:
    """Return whether a message asks for a picture."""
    return message.get("kind") == "look"


def aim(
    camera: Camera, requests: MessageLines, tell: Callable[[Message], None], pace: Pace | None
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

    def work() -> None:
        with open_camera(args.camera) as camera:
            pace = None if camera.live else Pace(1.0)
            aim(camera, MessageLines(sys.stdin, is_request), tell, pace)

    return exit_code(work)


if __name__ == "__main__":
    sys.exit(main())
