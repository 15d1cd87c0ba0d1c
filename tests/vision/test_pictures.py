"""Picture and video files, good and bad."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import VisionError
from vision.pictures import is_picture, is_video, read_picture, video_frames


def test_picture_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    image = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
    cv2.imwrite(str(path), image)
    assert (read_picture(path) == image).all()


@pytest.mark.parametrize("data", [b"", b"hello", b"\xff\xd8\xff\xe0 broken"])
def test_file_that_is_no_picture(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(data)
    with pytest.raises(VisionError, match=r"a\.jpg: not a picture"):
        read_picture(path)


def test_missing_picture(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match=r"a\.jpg: cannot read the file"):
        read_picture(tmp_path / "a.jpg")


def test_video_frames_carry_media_time(tmp_path: Path) -> None:
    path = tmp_path / "a.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for n in range(20):
        writer.write(np.full((48, 64, 3), 10 * n, np.uint8))
    writer.release()
    frames = list(video_frames(path))
    assert [frame.index for frame in frames] == list(range(20))
    assert [frame.t for frame in frames] == pytest.approx([n / 10 for n in range(20)], abs=1e-3)
    assert [frame.index for frame in video_frames(path, 0.5)] == [0, 5, 10, 15]


def test_video_without_frames(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(b"no video")
    with pytest.raises(VisionError, match=r"a\.mp4: not a video"):
        list(video_frames(path))
    with pytest.raises(VisionError, match="no such file"):
        list(video_frames(tmp_path / "b.mp4"))


def test_names_tell_the_kind() -> None:
    assert is_picture(Path("A.JPG"))
    assert is_picture(Path("a.heic"))
    assert is_video(Path("a.mp4"))
    assert not is_picture(Path("a.toml"))
