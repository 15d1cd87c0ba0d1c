"""The files that the setup page writes: read back as they were meant, everything else kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.station.config import StationConfig, parse
from hardware.station.files import station_text, table_text
from hardware.station.workbench import table_of, write
from vision.tablefile import parse as parse_table

ASKED = {
    "camera": 'video:/a "quoted" name\\.mp4',
    "profile": "house-2deck",
    "name": "3",
    "event": "周五杯",
    "language": "en",
    "keep_days": 7,
    "webhook": "http://hub.local/alerts",
    "levels": {"NS": "5"},
    "players": {"N": "Ann", "W": ""},
    "phones": True,
    "port": 8123,
}


def test_what_was_asked_is_read_back() -> None:
    config = parse(station_text(ASKED, None), "station.toml")
    for name in ("camera", "profile", "name", "event", "language", "keep_days", "levels", "port"):
        assert getattr(config, name) == ASKED[name]
    assert dict(config.players) == {"N": "Ann"}
    assert config.host == "0.0.0.0"


def test_what_was_not_asked_stays() -> None:
    before = StationConfig(
        camera="sim:seed=1",
        table="other.toml",
        profile="house-1deck",
        speed=4.0,
        decks=("a.toml", "b.toml"),
        delay=30.0,
        webhook="http://hub.local/alerts",
        switches={"trump.x": 1},
    )
    after = parse(station_text(ASKED, before), "station.toml")
    assert replace(after, host="", port=0) == replace(
        before,
        **{name: ASKED[name] for name in ASKED if name not in ("phones", "players", "port")},
        players={"N": "Ann"},
        host="",
        port=0,
    )


def test_a_table_file_is_read_back(tmp_path: Path) -> None:
    corners = [[37.6, 49.4], [1882.4, 49.4], [1821.3, 1031.9], [98.7, 1031.9]]
    text = table_text(corners, (1080, 600), (1920, 1080))
    assert parse_table(text).calibration.picture_px == (1920, 1080)
    assert [list(one) for one in parse_table(text).calibration.corners_px] == corners
    write(tmp_path / "table.toml", text)
    assert table_of(tmp_path / "table.toml") == (corners, (1080.0, 600.0))
    assert [path.name for path in tmp_path.iterdir()] == ["table.toml"]


@pytest.mark.parametrize("text", ["", "[table]\nsize_mm = [1]\n", "not toml ="])
def test_a_table_file_that_cannot_be_read_gives_no_corners(tmp_path: Path, text: str) -> None:
    (tmp_path / "table.toml").write_text(text)
    assert table_of(tmp_path / "table.toml")[0] is None
