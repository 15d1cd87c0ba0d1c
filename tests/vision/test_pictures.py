"""Picture and video files, good and bad."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import VisionError
from vision.pictures import is_picture, is_video, read_picture, video_frames


def test_picture_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    image = np.arange(32 * 40 * 3).astype(np.uint8).reshape(32, 40, 3)
    cv2.imwrite(str(path), image)
    assert (read_picture(path) == image).all()


@pytest.mark.parametrize("data", [b"", b"hello", b"\xff\xd8\xff\xe0 broken"])
def test_file_that_is_no_picture(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(data)
    with pytest.raises(VisionError, match=r"a\.jpg: not a picture"):
        read_picture(path)


@pytest.mark.parametrize(
    ("size", "words"), [((8, 640), "640 x 8 px are too few"), ((40, 12_001), "larger than 12000")]
)
def test_picture_of_a_size_that_cannot_be_read(
    tmp_path: Path, size: tuple[int, int], words: str
) -> None:
    path = tmp_path / "a.png"
    cv2.imwrite(str(path), np.zeros((*size, 3), np.uint8))
    with pytest.raises(VisionError, match=rf"a\.png: {words}"):
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


HEIC_START = b"\x00\x00\x00\x18ftypheic" + bytes(40)


def test_heic_without_its_decoder_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    for name in ("a.heic", "renamed.jpg"):
        (tmp_path / name).write_bytes(HEIC_START)
        with pytest.raises(VisionError, match=rf"{name}: HEIC needs .*dipai\[heic\]"):
            read_picture(tmp_path / name)


def test_broken_heic_is_one_line(tmp_path: Path) -> None:
    pytest.importorskip("pillow_heif")
    (tmp_path / "a.heic").write_bytes(HEIC_START)
    with pytest.raises(VisionError, match="not a HEIC picture") as told:
        read_picture(tmp_path / "a.heic")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("name", ["a.heic", "renamed.jpg"])
def test_heic_is_read_whatever_its_name(tmp_path: Path, name: str) -> None:
    heif = pytest.importorskip("pillow_heif")
    wanted = np.zeros((64, 96, 3), np.uint8)
    wanted[:, 48:] = (40, 90, 200)
    try:
        made = heif.from_bytes("RGB", (96, 64), wanted[..., ::-1].tobytes())
        made.save(tmp_path / "made.heic", quality=95)
    except RuntimeError:
        pytest.skip("this build of pillow-heif cannot write")
    (tmp_path / "made.heic").rename(tmp_path / name)
    found = read_picture(tmp_path / name)
    assert found.shape == (64, 96, 3)
    assert float(np.abs(found[:, 60:].astype(int) - wanted[:, 60:]).mean()) < 12


def test_a_jpeg_that_calls_itself_heic_is_read(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), np.full((40, 60, 3), 120, np.uint8))
    (tmp_path / "a.jpg").rename(tmp_path / "a.heic")
    assert read_picture(tmp_path / "a.heic").shape == (40, 60, 3)


def test_a_bad_video_is_told_by_one_line_only(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.mp4").write_bytes(b"no video")
    with pytest.raises(VisionError):
        list(video_frames(tmp_path / "a.mp4"))
    assert capfd.readouterr().err == ""


def test_names_tell_the_kind() -> None:
    assert is_picture(Path("A.JPG"))
    assert is_picture(Path("a.heic"))
    assert is_video(Path("a.mp4"))
    assert not is_picture(Path("a.toml"))
