"""Writes the pictures of a simulated deal: a video or a folder of images, and the table file."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2

from hardware.simtable.canvas import Image
from hardware.simtable.sim import SimTable
from scorer.errors import InputError

Progress = Callable[[int, int], None]


def write_table_file(table: SimTable, path: Path) -> None:
    """Write the table file: size in mm and the corners as the camera sees them."""
    optics = table.spec.optics
    path.parent.mkdir(parents=True, exist_ok=True)
    corners = ", ".join(f"[{x}, {y}]" for x, y in table.corners_px())
    text = (
        f"[table]\nsize_mm = [{optics.table_w:g}, {optics.table_h:g}]\ncorners_px = [{corners}]\n"
    )
    path.write_text(text, encoding="utf-8")


def write_video(
    table: SimTable,
    path: Path,
    quality: int = 23,
    preset: str = "veryfast",
    progress: Progress | None = None,
) -> None:
    """Write all frames as an MP4: H.264 where ffmpeg is installed, else MPEG-4.

    Raises:
        InputError: the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    optics = table.spec.optics
    size = (optics.width, optics.height)
    with _sink(path, size, table.spec.fps, quality, preset) as write:
        for index, _, image in table.frames():
            write(image)
            if progress is not None:
                progress(index + 1, table.frame_count)


@contextmanager
def _sink(
    path: Path, size: tuple[int, int], fps: float, quality: int, preset: str
) -> Iterator[Callable[[Image], object]]:
    if shutil.which("ffmpeg") is None:
        codec = cv2.VideoWriter.fourcc(*"mp4v")
        writer = cv2.VideoWriter(str(path), codec, fps, size)
        if not writer.isOpened():
            raise InputError(f"{path}: cannot write a video here")
        try:
            yield writer.write
        finally:
            writer.release()
        return
    with subprocess.Popen(
        _ffmpeg(path, size, fps, quality, preset), stdin=subprocess.PIPE
    ) as child:
        pipe = child.stdin
        if pipe is None:
            raise InputError(f"{path}: ffmpeg takes no input")
        try:
            yield lambda image: pipe.write(image.tobytes())
        finally:
            pipe.close()
    if child.returncode:
        raise InputError(f"{path}: ffmpeg failed with code {child.returncode}")


def _ffmpeg(path: Path, size: tuple[int, int], fps: float, quality: int, preset: str) -> list[str]:
    source = ["-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{size[0]}x{size[1]}", "-r", str(fps)]
    codec = ["-c:v", "libx264", "-preset", preset, "-crf", str(quality), "-threads", "1"]
    form = ["-pix_fmt", "yuv420p", "-g", str(round(fps * 20)), "-movflags", "+faststart"]
    return ["ffmpeg", "-y", "-loglevel", "error", *source, "-i", "-", *codec, *form, str(path)]


def write_images(table: SimTable, folder: Path, progress: Progress | None = None) -> None:
    """Write all frames as JPEG files with ``times.csv`` (file, seconds) beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = ["file,t\n"]
    for index, t, image in table.frames():
        name = f"{index:06d}.jpg"
        if not cv2.imwrite(str(folder / name), image, [cv2.IMWRITE_JPEG_QUALITY, 88]):
            raise InputError(f"{folder / name}: cannot be written")
        rows.append(f"{name},{t:.4f}\n")
        if progress is not None:
            progress(index + 1, table.frame_count)
    (folder / "times.csv").write_text("".join(rows), encoding="utf-8")
