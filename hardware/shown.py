"""What an organiser shows: photographs, videos or a camera, as single pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.cameras import open_camera
from hardware.cameras.spec import KINDS
from scorer.errors import InputError
from vision.frame import Image
from vision.pictures import is_picture, is_video, read_picture, video_frames

STEADY_LOOKS = 2
"""In moving pictures a card counts once it has lain still for so many looks."""


@dataclass(frozen=True)
class Shown:
    """Pictures to look at; ``steady`` is in how many running ones a card must lie still."""

    images: Iterator[Image]
    steady: int


def shown(sources: Sequence[str], every_s: float) -> Shown:
    """Return the pictures of photographs and folders, or of one video or camera.

    Raises:
        InputError: a source is no file and names no camera, or kinds are mixed.
    """
    if len(sources) == 1 and not Path(sources[0]).exists():
        kind = sources[0].partition(":")[0]
        if ":" in sources[0] and kind in KINDS:
            return Shown(_camera(sources[0], every_s), STEADY_LOOKS)
    paths = [Path(source) for source in sources]
    for path in paths:
        if not path.exists():
            raise InputError(
                f"{path}: no such file or folder; a camera is named like v4l2:/dev/video0"
            )
    if len(paths) == 1 and is_video(paths[0]):
        return Shown((frame.image for frame in video_frames(paths[0], every_s)), STEADY_LOOKS)
    files = [file for path in paths for file in _pictures(path)]
    return Shown((read_picture(file) for file in files), 1)


def _pictures(path: Path) -> list[Path]:
    if not path.is_dir():
        if is_video(path):
            raise InputError(f"{path}: give one video alone, or photographs")
        return [path]
    found = sorted(p for p in path.rglob("*") if p.is_file() and is_picture(p))
    if not found:
        raise InputError(f"{path}: no pictures in this folder")
    return found


def _camera(spec: str, every_s: float) -> Iterator[Image]:
    due = float("-inf")
    with open_camera(spec) as camera:
        for frame in camera:
            if frame.t >= due:
                due = frame.t + every_s
                yield frame.image
