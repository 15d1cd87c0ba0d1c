"""Index letters and suit shapes as anti-aliased masks, from fonts and from drawn curves."""

from __future__ import annotations

import functools
import pathlib
import subprocess
import tomllib

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUIT_CHARS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_FONTS = ("DejaVuSans", "Symbola_hint", "FreeSerif", "FreeSans")
NARROW_TEN = "\ue002"
"""The condensed "10" of the NKD04 index font."""


@functools.cache
def splits() -> dict:
    """The lists of designs, fonts and grounds for training and for measuring."""
    return tomllib.loads((pathlib.Path(__file__).parent / "splits.toml").read_text("utf-8"))


@functools.cache
def font_files() -> dict[str, str]:
    """Installed font files by stem; the NKD04 index font is found in the art cache when fetched."""
    listed = subprocess.run(
        ["fc-list", "--format", "%{file}\n"], capture_output=True, text=True, check=True
    ).stdout.split("\n")
    good = (".ttf", ".otf", ".ttc")
    files = {pathlib.Path(f).stem: f for f in sorted(listed) if f.endswith(good)}
    from models.training.art import cache_root

    for extra in cache_root().glob("packages/texlive-games/**/nkd04_playing_cards_index.ttf"):
        files[extra.stem] = str(extra)
    return files


def fonts(held_out: bool) -> list[str]:
    """Names of the installed index fonts of one side of the split."""
    wanted = splits()["held_out" if held_out else "train"]["fonts"]
    return [name for name in wanted if name in font_files()]


@functools.lru_cache(4096)
def text_mask(font: str, text: str, size: int) -> np.ndarray:
    """Ink of `text`, float32 0-1, cropped to its bounding box; `size` is the em size in px."""
    face = ImageFont.truetype(font_files()[font], size)
    left, top, right, bottom = face.getbbox(text)
    image = Image.new("L", (max(1, right - left) + 4, max(1, bottom - top) + 4))
    ImageDraw.Draw(image).text((2 - left, 2 - top), text, font=face, fill=255)
    return crop_ink(np.asarray(image, np.float32) / 255)


def crop_ink(mask: np.ndarray) -> np.ndarray:
    """The part of the mask that holds ink."""
    rows, cols = np.flatnonzero(mask.max(1) > 0.05), np.flatnonzero(mask.max(0) > 0.05)
    if not len(rows) or not len(cols):
        return mask
    return mask[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]


def fit(mask: np.ndarray, width: float, height: float) -> np.ndarray:
    """The mask resized to width × height px (not keeping its shape)."""
    size = max(1, round(width)), max(1, round(height))
    shrink = mask.shape[1] > size[0]
    return cv2.resize(mask, size, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR)


def _bezier(points: np.ndarray, steps: int = 24) -> np.ndarray:
    t = np.linspace(0, 1, steps)[:, None]
    a, b, c, d = points
    return (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d


def _half_heart(notch: float, lobe: float, belly: float) -> np.ndarray:
    first = _bezier(np.array([[0.5, notch], [0.55, notch - lobe], [1.0, -0.08], [1.0, 0.3]]))
    second = _bezier(np.array([[1.0, 0.3], [1.0, 0.3 + belly], [0.62, 0.72], [0.5, 1.0]]))
    return np.vstack([first, second])


def _mirror(half: np.ndarray) -> np.ndarray:
    other = half[::-1].copy()
    other[:, 0] = 1 - other[:, 0]
    return np.vstack([half, other])


def _stem(wide: float, top: float, waist: float) -> np.ndarray:
    side = _bezier(
        np.array(
            [[0.5 + waist, top], [0.5 + waist, 0.85], [0.5 + wide * 0.6, 0.97], [0.5 + wide, 1]]
        )
    )
    return _mirror(side)


@functools.lru_cache(512)
def drawn_suit(suit: str, seed: int, size: int = 128) -> np.ndarray:
    """A suit shape drawn from curves whose proportions come from the seed; float32 0-1."""
    rng = np.random.default_rng([seed, SUITS.index(suit)])
    polygons, circles = [], []
    wide, waist = rng.uniform(0.16, 0.32), rng.uniform(0.02, 0.06)
    if suit == "H":
        polygons.append(_mirror(_half_heart(*rng.uniform((0.12, 0.15, 0.1), (0.26, 0.4, 0.25)))))
    elif suit == "S":
        heart = _mirror(_half_heart(*rng.uniform((0.12, 0.15, 0.1), (0.24, 0.35, 0.22))))
        heart[:, 1] = 1 - heart[:, 1]
        heart[:, 1] *= rng.uniform(0.82, 0.9)
        polygons += [heart, _stem(wide, 0.6, waist)]
    elif suit == "D":
        dent, thin = rng.uniform(-0.02, 0.14), rng.uniform(0.32, 0.48)
        side = [
            [0.5, 0],
            [0.5 + thin * (0.5 - dent), 0.3],
            [0.5 + thin * (0.8 - dent), 0.42],
            [0.5 + thin, 0.5],
        ]
        upper = _bezier(np.array(side))
        lower = upper[::-1].copy()
        lower[:, 1] = 1 - lower[:, 1]
        polygons.append(_mirror(np.vstack([upper, lower])))
    else:
        radius, spread = rng.uniform(0.21, 0.26), rng.uniform(0.22, 0.27)
        circles += [(0.5, radius), (0.5 - spread, 0.56), (0.5 + spread, 0.56)]
        polygons += [_stem(wide, 0.45, waist), np.array([[0.5, 0.3], [0.66, 0.62], [0.34, 0.62]])]
    big = np.zeros((size, size), np.uint8)
    margin, scale = 4, size - 8
    for polygon in polygons:
        cv2.fillPoly(
            big, [np.round((polygon * scale + margin) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4
        )
    for x, y in circles:
        centre = (round((x * scale + margin) * 16), round((y * scale + margin) * 16))
        cv2.circle(big, centre, round(radius * scale * 16), 255, -1, cv2.LINE_AA, 4)
    return crop_ink(big.astype(np.float32) / 255)


def suit_mask(suit: str, style: int) -> np.ndarray:
    """One suit of suit set `style`: 0-3 are fonts, higher numbers are drawn."""
    available = [f for f in SUIT_FONTS if f in font_files()]
    if style < len(available):
        return text_mask(available[style], SUIT_CHARS[suit], 128)
    return drawn_suit(suit, style)
