"""Table files: what they say, and what is said about bad ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.calibration import Calibration
from vision.errors import VisionError
from vision.tablefile import TableFile, dump, load, parse
from vision.zones import default_zones, zone_of

GOOD = """[table]
size_mm = [900, 800]
corners_px = [[100, 50], [1800, 60], [1900, 1000], [20, 990]]
"""


def test_corners_map_to_the_table() -> None:
    calibration = parse(GOOD).calibration
    assert calibration.to_mm([[1900, 1000]])[0] == pytest.approx([900, 800])
    assert calibration.to_px([[0, 800]])[0] == pytest.approx([20, 990])
    points = np.array([[10.0, 20.0], [450.0, 400.0], [880.0, 790.0]])
    assert calibration.to_mm(calibration.to_px(points)) == pytest.approx(points)


def test_px_per_card_of_a_camera_straight_above() -> None:
    straight = Calibration(((0, 0), (1800, 0), (1800, 1800), (0, 1800)), (900.0, 900.0))
    assert straight.px_per_card() == pytest.approx(126, rel=0.01)
    assert straight.least_px_per_card() == pytest.approx(126, rel=0.01)


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ("[[100,50],[1900,1000],[1800,60],[20,990]]", "cross"),
        ("[[1800,60],[100,50],[20,990],[1900,1000]]", "counter-clockwise"),
        ("[[0,0],[500,0],[1000,0],[0,500]]", "one line"),
        ("[[100,50],[1800,60],[1900,1000]]", "4 points"),
        ("[[100,50],[1800,60],[1900,1000],[20]]", "not a point"),
        ("[[100,50],[1800,60],[600,300],[20,990]]", "inwards"),
    ],
)
def test_bad_corners_name_file_line_and_field(corners: str, words: str) -> None:
    text = f"[table]\nsize_mm = [900, 800]\ncorners_px = {corners}\n"
    with pytest.raises(VisionError, match=r"t\.toml:3: table\.corners_px: .*") as error:
        parse(text, "t.toml")
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "[table]"),
        ("[table\n", "not a TOML file"),
        (GOOD.replace("[900, 800]", "[900]"), "t.toml:2: table.size_mm"),
        (GOOD.replace("[900, 800]", "[9, 8]"), "t.toml:2: table.size_mm"),
        (GOOD + "picture_px = [1920]\n", "t.toml:4: table.picture_px"),
        (GOOD + "picture_px = [1920, 0.5]\n", "t.toml:4: table.picture_px"),
        (GOOD + "colour = 3\n", "t.toml:4: table.colour: unknown field"),
        (GOOD + '[[zone]]\nname = "Q"\npolygon_mm = [[0,0],[1,0],[1,1]]\n', "t.toml:5: zone.name"),
        (GOOD + '[[zone]]\nname = "N"\npolygon_mm = [[0,0],[1,0]]\n', "t.toml:6: zone.polygon_mm"),
        (GOOD + '[[zone]]\nname = "N"\npolygon_mm = [[0,0],[9,0],[9,9]]\n', "seat W, S, E"),
    ],
)
def test_bad_files_say_what_and_where(text: str, words: str) -> None:
    with pytest.raises(VisionError) as error:
        parse(text, "t.toml")
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match="cannot read the table file"):
        load(tmp_path / "none.toml")


def test_written_files_are_read_back(tmp_path: Path) -> None:
    table = parse(GOOD)
    path = tmp_path / "t.toml"
    path.write_text(dump(table), encoding="utf-8")
    again = load(path)
    assert again.calibration == table.calibration
    assert [zone.name for zone in again.zones] == [zone.name for zone in table.zones]
    assert dump(TableFile(again.calibration, again.zones)) == dump(table)


def test_the_size_of_the_pictures_is_kept() -> None:
    table = parse(GOOD + "picture_px = [1920, 1080]\n")
    assert table.calibration.picture_px == (1920, 1080)
    assert parse(dump(table)).calibration == table.calibration


@pytest.mark.parametrize(
    ("picture_px", "size", "words"),
    [
        ("", (1080, 1920), None),
        ("", (1000, 1800), None),
        ("", (360, 640), "lie outside the camera's pictures of 640 x 360 px"),
        ("picture_px = [1920, 1080]\n", (1080, 1920), None),
        ("picture_px = [1920, 1080]\n", (2160, 3840), "marked in 1920 x 1080 px"),
        ("picture_px = [1920, 1080]\n", (360, 640), "pictures are 640 x 360 px"),
    ],
)
def test_pictures_of_another_size_are_named(
    picture_px: str, size: tuple[int, int], words: str | None
) -> None:
    calibration = parse(GOOD + picture_px).calibration
    image = np.zeros((*size, 3), np.uint8)
    if words is None:
        calibration.require_fit(image)
    else:
        with pytest.raises(VisionError, match=words):
            calibration.require_fit(image)


def test_default_zones_of_a_table() -> None:
    zones = default_zones((900.0, 900.0))
    spots = {"N": (450, 100), "W": (100, 450), "S": (450, 800), "E": (800, 450),
             "centre": (450, 450)}  # fmt: skip
    assert {name: zone_of(spot, zones) for name, spot in spots.items()} == {n: n for n in spots}
    assert zone_of((950, 450), zones) is None


def test_ignored_part_wins() -> None:
    square = "[[0,0],[900,0],[900,800],[0,800]]"
    zones = "".join(f'[[zone]]\nname = "{n}"\npolygon_mm = {square}\n' for n in "NWSE")
    corner = '[[zone]]\nname = "ignore"\npolygon_mm = [[0,0],[90,0],[90,90]]\n'
    table = parse(GOOD + zones + corner)
    assert zone_of((80, 10), table.zones) is None
    assert zone_of((300, 300), table.zones) == "N"
