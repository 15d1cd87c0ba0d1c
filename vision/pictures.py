"""Picture and video files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.errors import VisionError
from vision.frame import Frame, Image

# OpenCV reads this once, when the first video is opened: bad videos are told by our own line.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
HEIC = frozenset({".heic", ".heif"})
HEIC_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
VIDEOS = frozenset({".mp4", ".mkv", ".avi", ".mov", ".webm", ".m4v"})
MIN_SIDE = 32
"""No index can be read in a picture with a shorter side (px)."""
MAX_SIDE = 12_000
"""A picture with a longer side (px) is refused rather than filling the memory."""


def is_picture(path: Path) -> bool:
    """Return whether a file name looks like a picture."""
    return path.suffix.lower() in PICTURES | HEIC


def is_video(path: Path) -> bool:
    """Return whether a file name looks like a video."""
    return path.suffix.lower() in VIDEOS


def read_picture(path: Path) -> Image:
    """Return a picture from a file, turned upright as its camera noted.

    Raises:
        VisionError: the file cannot be read or is no picture.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise VisionError(f"{path}: cannot read the file ({error.strerror})") from error
    image = _heic(path) if _is_heic(data) else decode(data)
    if image is None:
        raise VisionError(f"{path}: not a picture that can be read; use JPEG, PNG or HEIC")
    if max(image.shape[:2]) > MAX_SIDE:
        raise VisionError(f"{path}: larger than {MAX_SIDE} px; shrink it first")
    if min(image.shape[:2]) < MIN_SIDE:
        height, width = image.shape[:2]
        raise VisionError(f"{path}: {width} x {height} px are too few to read a card in")
    return image


def decode(data: bytes) -> Image | None:
    """Return the picture in JPEG or PNG data, or None."""
    if not data:
        return None
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _is_heic(data: bytes) -> bool:
    """Return whether data are a HEIC file, whatever its name: telephones rename them."""
    return data[4:8] == b"ftyp" and data[8:12] in HEIC_BRANDS


def _heic(path: Path) -> Image:
    try:
        import pillow_heif
    except ImportError as error:
        raise VisionError(
            f"{path}: HEIC needs the package pillow-heif (pip install 'dipai[heic]'), "
            "or save it as JPEG"
        ) from error
    try:
        picture = pillow_heif.open_heif(str(path), convert_hdr_to_8bit=True)
        rgb = np.asarray(picture.to_pillow().convert("RGB"), np.uint8)
    except (OSError, ValueError, RuntimeError, EOFError) as error:
        reason = " ".join(str(error).split())
        raise VisionError(f"{path}: not a HEIC picture that can be read ({reason})") from error
    return np.ascontiguousarray(rgb[..., ::-1])


def video_frames(path: Path, every_s: float = 0.0) -> Iterator[Frame]:
    """Yield the frames of a video, at most one per ``every_s`` seconds of media time.

    Raises:
        VisionError: the file is missing, no video, or without frames.
    """
    if not path.is_file():
        raise VisionError(f"{path}: no such file")
    video = _opened(path)
    try:
        index, next_t = 0, 0.0
        while video.grab():
            t = video.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
            if t >= next_t - 1e-6:
                ok, image = video.retrieve()
                if ok:
                    yield Frame(np.asarray(image, np.uint8), t, index)
                    next_t = t + every_s if every_s > 0 else 0.0
            index += 1
        if index == 0:
            raise VisionError(f"{path}: not a video with frames that can be read")
    finally:
        video.release()


def _opened(path: Path) -> cv2.VideoCapture:
    """Return an opened video; what the decoder itself would write about a bad one is kept quiet."""
    before = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        return cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    finally:
        cv2.utils.logging.setLogLevel(before)
