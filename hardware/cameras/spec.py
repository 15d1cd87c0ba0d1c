"""Opens a camera from one line of text, as written in the configuration and on command lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.cameras.base import Camera
from vision.errors import VisionError

Options = Mapping[str, str]
_TAIL = re.compile(r"^(?P<rest>.*?)(?P<options>(?:,[a-z_]+=[^,]*)*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of camera: how to open it, an example, the options it knows."""

    open: Callable[[str, Options], Camera]
    example: str
    options: frozenset[str] = frozenset()


def _number(options: Options, key: str, default: float) -> float:
    text = options.get(key)
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        raise VisionError(f"camera: {key}={text} is not a number") from None
    if value < 0:
        raise VisionError(f"camera: {key}={text} must not be negative")
    return value


def _size(options: Options) -> tuple[int, int]:
    text = options.get("size", "1920x1080")
    match = re.fullmatch(r"(\d+)x(\d+)", text)
    if match is None:
        raise VisionError(f"camera: size={text} must be like 1920x1080")
    return int(match[1]), int(match[2])


def _folder(rest: str, options: Options) -> Camera:
    from hardware.cameras.folder import FolderCamera

    return FolderCamera(Path(rest), fps=_number(options, "fps", 8.0))


def _video(rest: str, options: Options) -> Camera:  # noqa: ARG001 - every kind has this signature
    from hardware.cameras.video import VideoCamera

    return VideoCamera(Path(rest))


def _v4l2(rest: str, options: Options) -> Camera:
    from hardware.cameras.v4l2 import open_v4l2

    return open_v4l2(rest, size=_size(options), fps=_number(options, "fps", 15.0))


def _stream(rest: str, options: Options) -> Camera:
    from hardware.cameras.v4l2 import open_stream

    return open_stream(rest, timeout_s=_number(options, "timeout", 3.0))


def _pi(rest: str, options: Options) -> Camera:
    from hardware.cameras.pi import PiSettings, open_pi

    number = int(rest) if rest.isdigit() else 0
    settings = PiSettings(
        size=_size(options),
        fps=_number(options, "fps", 15.0),
        lens_dioptres=_number(options, "focus", 1.0),
        mains_hz=int(_number(options, "mains", 50)),
        turned=options.get("turned", "no") == "yes",
    )
    return open_pi(number, settings)


def _sim(rest: str, options: Options) -> Camera:
    from hardware.cameras.sim import SimCamera, spec_from_options

    merged = dict(options)
    if rest:
        key, _, value = rest.partition("=")
        merged[key] = value
    return SimCamera(spec_from_options(merged))


_LOOKS = ("design", "surface", "light", "noise", "blur", "tilt")
_DEAL = ("game", "seed", "decks", "level", "declarer", "fault")
_SIM = frozenset((*_DEAL, "fps", "pace", "trouble", *_LOOKS))
KINDS: dict[str, Kind] = {
    "folder": Kind(_folder, "folder:pictures/", frozenset({"fps"})),
    "video": Kind(_video, "video:session.mp4"),
    "v4l2": Kind(
        _v4l2, "v4l2:/dev/v4l/by-id/NAME,size=1920x1080,fps=15", frozenset({"size", "fps"})
    ),
    "stream": Kind(_stream, "stream:rtsp://camera.local/1", frozenset({"timeout"})),
    "pi": Kind(_pi, "pi:0,size=2304x1296", frozenset({"size", "fps", "focus", "mains", "turned"})),
    "sim": Kind(_sim, "sim:seed=3,decks=2", _SIM),
}


def open_camera(spec: str) -> Camera:
    """Return the camera that a text such as ``video:FILE`` or ``sim:seed=3`` names, opened.

    Raises:
        VisionError: the text names no camera, or the camera cannot be opened.
    """
    kind, colon, rest = spec.partition(":")
    if not colon or kind not in KINDS:
        examples = ", ".join(entry.example for entry in KINDS.values())
        raise VisionError(f"'{spec}' names no camera; write one of {examples}")
    match = _TAIL.match(rest)
    options: dict[str, str] = {}
    if match is not None:
        rest = match["rest"]
        pairs = [part.partition("=") for part in match["options"].split(",") if part]
        options = {key: value for key, _, value in pairs}
    known = KINDS[kind].options
    for key in options:
        if key not in known:
            raise VisionError(
                f"'{spec}': a {kind} camera has no option '{key}'; "
                + (f"it has {', '.join(sorted(known))}" if known else "it has none")
            )
    return KINDS[kind].open(rest, options)
