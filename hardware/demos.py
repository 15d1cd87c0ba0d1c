"""The sessions that Dipai can show without a camera: one deal of each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "demo"
SESSION = FOLDER / "session.mp4"


@dataclass(frozen=True, slots=True)
class Demo:
    """A camera, what its table must know before the first card, and what there is to see."""

    camera: str
    profile: str
    english: str
    chinese: str
    levels: Mapping[str, str] = field(default_factory=dict)
    finish: str = ""
    """Places of the deal before 上一副名次; they decide who pays tribute."""


DEMOS: Mapping[str, Demo] = {
    "shengji": Demo(
        camera=f"video:{SESSION}",
        profile="house-2deck",
        english="A recorded deal of three minutes plays now; the table page changes by itself.\n"
        "South breaks a rule in trick 3: open the referee's page.",
        chinese="一副三分钟的录像正在回放，牌桌页面的比分会自己变化。\n"
        "南家第 3 圈犯规：请打开裁判页面。",
    ),
    "guandan": Demo(
        camera="sim:game=guandan,seed=33,level=5,fault=tribute_not_largest,pace=brisk,"
        "design=harbour,surface=felt,light=neutral,noise=1.2,blur=0.5,tilt=5",
        profile="house-guandan",
        english="A Guandan deal of two and a half minutes is drawn and read picture by picture.\n"
        "North's tribute is not the largest card; a minute later the cards prove it: "
        "open the referee's page.",
        chinese="正在逐帧绘制并识别一副两分半钟的掼蛋，牌桌页面会自己变化。\n"
        "北家进贡的不是最大的牌，一分钟后牌面会证明：请打开裁判页面。",
        levels={"NS": "5", "EW": "5"},
        finish="WSEN",
    ),
}
"""The Guandan deal is drawn by the simulated table while it plays, so it needs no file."""
