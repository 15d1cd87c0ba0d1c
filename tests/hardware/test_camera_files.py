"""Folders and videos as cameras: order, time, and one clear line for each fault."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras import open_camera
from hardware.cameras.folder import FolderCamera
from hardware.cameras.video import VideoCamera
from vision.errors import VisionError


def picture(value: int, size: tuple[int, int] = (64, 48)) -> np.ndarray:
    return np.full((size[1], size[0], 3), value, np.uint8)


def write_folder(folder: Path, values: list[int]) -> None:
    folder.mkdir()
    for index, value in enumerate(values):
        cv2.imwrite(str(folder / f"{index:03d}.png"), picture(value))


def write_video(path: Path, count: int, fps: float) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (64, 48))
    for index in range(count):
        writer.write(picture(40 + 20 * index))
    writer.release()


def test_folder_gives_pictures_in_name_order_with_time_by_rate(tmp_path: Path) -> None:
    write_folder(tmp_path / "shots", [10, 20, 30])
    with open_camera(f"folder:{tmp_path / 'shots'},fps=4") as camera:
        frames = list(camera)
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [10, 20, 30]
    assert [(frame.index, frame.t) for frame in frames] == [(0, 0.0), (1, 0.25), (2, 0.5)]


def test_folder_takes_times_from_the_file_beside_the_pictures(tmp_path: Path) -> None:
    write_folder(tmp_path / "shots", [10, 20])
    (tmp_path / "shots" / "times.csv").write_text("file,t\n001.png,0.5\n000.png,2.25\n")
    frames = list(FolderCamera(tmp_path / "shots"))
    assert [(int(frame.image[0, 0, 0]), frame.t) for frame in frames] == [(20, 0.5), (10, 2.25)]


@pytest.mark.parametrize(
    ("text", "where"),
    [("file,t\n000.png,soon\n", "times.csv:2"), ("name\nx\n", "times.csv:2"),
     ("file,t\n000.png,1\n001.png,1\n", "times.csv:3")],
)  # fmt: skip
def test_folder_names_the_bad_line_of_its_times(tmp_path: Path, text: str, where: str) -> None:
    write_folder(tmp_path / "shots", [10, 20])
    (tmp_path / "shots" / "times.csv").write_text(text)
    with pytest.raises(VisionError, match=where):
        FolderCamera(tmp_path / "shots")


def test_folder_names_an_unreadable_picture(tmp_path: Path) -> None:
    write_folder(tmp_path / "shots", [10])
    (tmp_path / "shots" / "001.png").write_bytes(b"not a picture")
    camera = FolderCamera(tmp_path / "shots")
    assert camera.read() is not None
    with pytest.raises(VisionError, match=r"001\.png: not a picture"):
        camera.read()


def test_folder_refuses_a_picture_of_another_size(tmp_path: Path) -> None:
    write_folder(tmp_path / "shots", [10])
    cv2.imwrite(str(tmp_path / "shots" / "001.png"), picture(5, (32, 48)))
    camera = FolderCamera(tmp_path / "shots")
    camera.read()
    with pytest.raises(VisionError, match="32×48 px, but the first picture was 64×48"):
        camera.read()


def test_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match="there is no picture here"):
        FolderCamera(tmp_path)


def test_video_gives_media_time(tmp_path: Path) -> None:
    write_video(tmp_path / "a.avi", 5, 12.5)
    with VideoCamera(tmp_path / "a.avi") as camera:
        assert camera.frame_count == 5
        frames = list(camera)
        assert camera.read() is None
    assert [frame.index for frame in frames] == [0, 1, 2, 3, 4]
    assert [frame.t for frame in frames] == pytest.approx([0.0, 0.08, 0.16, 0.24, 0.32])
    assert int(frames[3].image.mean()) == pytest.approx(100, abs=3)


def test_closed_video_gives_no_more_frames(tmp_path: Path) -> None:
    write_video(tmp_path / "a.avi", 3, 10)
    camera = VideoCamera(tmp_path / "a.avi")
    camera.read()
    camera.close()
    assert camera.read() is None


def test_file_that_is_no_video_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(b"\x00" * 2000)
    with pytest.raises(VisionError, match="not a video that can be read, or it has no frames"):
        VideoCamera(tmp_path / "a.mp4")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("video:/nowhere/a.mp4", "no such video file"),
        ("folder:/nowhere", "no such folder"),
        ("v4l2:/dev/video99", "no such camera"),
        ("webcam", "names no camera"),
        ("laser:1", "names no camera"),
        ("video:a.mp4,fps=3", "no option 'fps'"),
        ("folder:/nowhere,fps=quick", "not a number"),
        ("v4l2:/dev/video0,size=big", "must be like 1920x1080"),
        ("sim:seed=x", "seed=x is not a number"),
        ("sim:sede=3", "no option 'sede'"),
        ("sim:seed=3,surface=lava", "unknown surface 'lava'"),
        ("sim:decks=9", "decks must be 1 to 4"),
        ("sim:fault=cheating", "unknown fault 'cheating'"),
    ],
)
def test_bad_camera_text_gives_one_clear_line(spec: str, words: str) -> None:
    with pytest.raises(VisionError, match=words) as caught:
        open_camera(spec)
    assert "\n" not in str(caught.value)
