"""Joker cards in the corner styles found on western and Chinese decks."""

from __future__ import annotations

import cv2
import numpy as np

from models.training import glyphs

STYLES = (
    "JOKER down", "Joker down", "joker down", "JOKER turned", "Joker turned",
    "JOKER turned back", "JOKER across", "Joker across", "star", "star ring",
    "star over JOKER", "J", "J star", "JKR down", "大王 down", "王", "大", "鬼", "王 over JOKER",
    "大王 over JOKER", "hat", "hat over JOKER", "JOKER boxed", "★ JOKER down", "王牌 down",
    "JOKER wide",
)  # fmt: skip
WEIGHTS = np.array(
    [9, 4, 2, 3, 2, 2, 2, 2, 3, 2, 3, 2, 2, 1, 3, 3, 1, 1, 3, 2, 2, 2, 1, 2, 1, 3], float
)
"""The JOKER written downwards is by far the commonest on real decks."""
MORE = (
    "Joker initial", "JOKER initial", "star disc", "star disc over JOKER", "JOLLY down", "ring",
    "JK down", "大鬼 down", "王 disc", "JOKER", "Joker", "star", "大王 down",
)  # fmt: skip
"""Further corners: a large initial above small letters, marks on discs, rarer words."""


def down(font: str, text: str, wide: float, high: float, gap: float) -> np.ndarray:
    """Letters below each other, together wide × high px."""
    letters = [glyphs.text_mask(font, c, 120) for c in text]
    room = (high - gap * (len(text) - 1)) / len(text)
    column = np.zeros((round(high) + 2, round(wide)), np.float32)
    for i, letter in enumerate(letters):
        part = glyphs.fit(letter, min(wide, letter.shape[1] / letter.shape[0] * room * 1.25), room)
        top, left = round(i * (room + gap)), round((wide - part.shape[1]) / 2)
        column[top : top + part.shape[0], left : left + part.shape[1]] = part[
            : column.shape[0] - top
        ]
    return column


def star_mask(size: int, points: int = 5, inner: float = 0.4) -> np.ndarray:
    """A star, float32 0-1."""
    angle = np.arange(points * 2) * np.pi / points - np.pi / 2
    radius = np.where(np.arange(points * 2) % 2, inner, 1.0) * (size / 2 - 1)
    xy = np.stack([np.cos(angle), np.sin(angle)], 1) * radius[:, None] + size / 2
    image = np.zeros((size, size), np.uint8)
    cv2.fillPoly(image, [np.round(xy * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return image.astype(np.float32) / 255


def hat_mask(size: int) -> np.ndarray:
    """A jester's hat with three bells."""
    image = np.zeros((size, size), np.uint8)
    s = size
    points = [
        (0.1, 0.35),
        (0.3, 0.45),
        (0.5, 0.1),
        (0.7, 0.45),
        (0.9, 0.35),
        (0.8, 0.85),
        (0.2, 0.85),
    ]
    cv2.fillPoly(
        image, [np.array([(int(x * s), int(y * s)) for x, y in points], np.int32)], 255, cv2.LINE_AA
    )
    for x, y in ((0.1, 0.32), (0.5, 0.09), (0.9, 0.32)):
        cv2.circle(image, (int(x * s), int(y * s)), int(0.08 * s), 255, -1, cv2.LINE_AA)
    return image.astype(np.float32) / 255


def _corner(style: str, big: bool, fonts: tuple[str, str], scale: float, width: int) -> np.ndarray:
    """The ink of one corner, about 0.13 × 0.4 card widths."""
    latin, chinese = fonts
    head, _, way = style.partition(" ")
    wide, high = 0.115 * scale * width, 0.40 * scale * width
    if way.startswith(("disc", "initial")) or style in ("ring", "JOKER", "Joker"):
        return _rarer(style, big, fonts, scale * width)
    if style in ("star", "star ring"):
        mask = glyphs.fit(star_mask(96), wide * 1.1, wide * 1.1)
        if style == "star ring":
            cv2.circle(
                mask, (mask.shape[1] // 2, mask.shape[0] // 2), mask.shape[0] // 2 - 1, 1.0, 2
            )
        return mask
    if style == "hat":
        return glyphs.fit(hat_mask(96), wide * 1.3, wide * 1.3)
    if style == "J":
        return glyphs.fit(glyphs.text_mask(latin, "J", 120), wide * 0.8, wide * 1.4)
    if style == "J star":
        letter = glyphs.fit(glyphs.text_mask(latin, "J", 120), wide * 0.8, wide * 1.4)
        return _stack([letter, glyphs.fit(star_mask(96), wide, wide)], 0.03 * width)
    if style == "★ JOKER down":
        star = glyphs.fit(star_mask(96), wide * 0.8, wide * 0.8)
        return _stack([star, down(latin, "JOKER", wide * 0.9, high * 0.8, 2)], 0.015 * width)
    if way.startswith("over"):
        top = {"star": star_mask(96), "hat": hat_mask(96)}.get(head)
        if top is not None:
            first = glyphs.fit(top, wide * 1.1, wide * 1.1)
        else:
            first = _chinese(head, big, chinese, wide * 1.1)
        word = glyphs.fit(
            glyphs.text_mask(latin, "JOKER", 60), 0.16 * scale * width, 0.05 * scale * width
        )
        return _stack([first, word], 0.015 * width)
    if not head.isascii():
        return _chinese(head, big, chinese, wide * 1.15)
    if way == "down":
        return down(latin, head, wide, high, 0.012 * width)
    if way == "wide":
        return down(latin, head, wide * 1.35, high * 1.05, 0.006 * width)
    if way == "across":
        return glyphs.fit(
            glyphs.text_mask(latin, head, 80), 0.17 * scale * width, 0.06 * scale * width
        )
    word = glyphs.fit(glyphs.text_mask(latin, head, 120), high, wide * 0.85)
    if way == "boxed":
        word = np.pad(word, 8)
        word[[0, 1, -2, -1]] = 1
        word[:, [0, 1, -2, -1]] = 1
    return np.rot90(word, 1 if way == "turned back" else 3)


def _rarer(style: str, big: bool, fonts: tuple[str, str], unit: float) -> np.ndarray:
    """The corners of `MORE` that need more than a word; `unit` is a scaled card width in px."""
    latin, chinese = fonts
    head, _, way = style.partition(" ")
    if way == "initial":
        first = glyphs.fit(glyphs.text_mask(latin, head[0], 120), 0.1 * unit, 0.17 * unit)
        return _stack([first, down(latin, head[1:], 0.075 * unit, 0.21 * unit, 2)], 0.02 * unit)
    if not way and style != "ring":
        return down(latin, style, 0.1 * unit, 0.33 * unit, 0.003 * unit)
    size = 128
    disc = np.zeros((size, size), np.uint8)
    cv2.circle(disc, (size // 2, size // 2), size // 2 - 3, 255, -1, cv2.LINE_AA)
    mask = disc.astype(np.float32) / 255
    if style == "ring":
        cv2.circle(mask, (size // 2, size // 2), size // 3, 0.0, -1, cv2.LINE_AA)
        inner = glyphs.fit(star_mask(96, 6, 0.5), size * 0.5, size * 0.5)
    elif head == "star":
        inner = glyphs.fit(star_mask(96), size * 0.8, size * 0.8)
    else:
        word = head if big else head.replace("大", "小")
        inner = glyphs.fit(glyphs.text_mask(chinese, word, 120), size * 0.62, size * 0.62)
    top = (size - inner.shape[0]) // 2
    left = (size - inner.shape[1]) // 2
    part = mask[top : top + inner.shape[0], left : left + inner.shape[1]]
    np.copyto(part, np.maximum(part, inner) if style == "ring" else part * (1 - inner))
    mask = glyphs.fit(mask, 0.13 * unit, 0.13 * unit)
    if way.endswith("over JOKER"):
        word = glyphs.fit(glyphs.text_mask(latin, "JOKER", 60), 0.16 * unit, 0.05 * unit)
        return _stack([mask, word], 0.015 * unit)
    return mask


def _chinese(text: str, big: bool, font: str, wide: float) -> np.ndarray:
    text = text if big else text.replace("大", "小")
    parts = [glyphs.fit(glyphs.text_mask(font, c, 120), wide, wide) for c in text]
    return _stack(parts, 0.05 * wide)


def _stack(parts: list[np.ndarray], gap: float) -> np.ndarray:
    wide = max(p.shape[1] for p in parts)
    rows = []
    for i, part in enumerate(parts):
        left = (wide - part.shape[1]) // 2
        rows.append(
            np.pad(part, ((round(gap) if i else 0, 0), (left, wide - part.shape[1] - left)))
        )
    return np.vstack(rows)


def _colours(
    rng: np.random.Generator, red: tuple[int, int, int]
) -> dict[str, tuple[int, int, int]]:
    """Corner colours of small and big joker."""
    black = tuple(int(v) for v in rng.uniform(0, 50, 3))
    kind = rng.random()
    if kind < 0.74:
        return {"SJ": black, "BJ": red}
    if kind < 0.82:
        return {"SJ": tuple(int(v) for v in rng.uniform(70, 130) + np.zeros(3)), "BJ": red}
    if kind < 0.88:
        blue = tuple(int(v) for v in rng.uniform((0, 40, 120), (60, 100, 220)))
        return {"SJ": blue, "BJ": red}
    if kind < 0.93:
        gold = tuple(int(v) for v in rng.uniform((170, 110, 0), (220, 160, 60)))
        return {"SJ": black, "BJ": gold}
    return {"SJ": black, "BJ": black}


def _figure(image: np.ndarray, rng: np.random.Generator, coloured: bool) -> None:
    """A jester in the middle: coloured on the big joker, grey on the small one."""
    high, width = image.shape[:2]
    layer = image.copy()
    x0, x1, y0, y1 = 0.24 * width, 0.76 * width, 0.2 * high, 0.85 * high
    for _ in range(int(rng.integers(14, 34))):
        centre = rng.uniform((x0, y0), (x1, y1))
        colour = rng.uniform(10, 245, 3) if coloured else np.full(3, rng.uniform(10, 235))
        if rng.random() < 0.5:
            points = centre + rng.normal(0, 0.07 * width, (int(rng.integers(3, 7)), 2))
            cv2.fillPoly(layer, [points.astype(np.int32)], colour.tolist(), cv2.LINE_AA)
        else:
            axes = (int(rng.uniform(0.02, 0.09) * width), int(rng.uniform(0.02, 0.12) * width))
            turn = rng.uniform(0, 180)
            cv2.ellipse(
                layer,
                centre.astype(int).tolist(),
                axes,
                turn,
                0,
                360,
                colour.tolist(),
                -1,
                cv2.LINE_AA,
            )
    hat = glyphs.fit(hat_mask(128), 0.3 * width, 0.25 * width)
    colour = (200.0, 30.0, 40.0) if coloured else (60.0, 60.0, 60.0)
    part = layer[round(0.22 * high) :, round(0.35 * width) :][: hat.shape[0], : hat.shape[1]]
    part += hat[..., None] * (np.array(colour, np.float32) - part)
    image[:] = layer


def draw(
    image: np.ndarray, seed: int, card: str, red: tuple[int, int, int], four: bool, held_out: bool,
    free: bool = False,
) -> float:  # fmt: skip
    """Paint a joker on blank paper (float32 RGB); where the corner ink ends, in card widths.

    `free` draws from the rarer corners as well.
    """
    rng = np.random.default_rng([seed, 21])
    width = image.shape[1]
    style = STYLES[rng.choice(len(STYLES), p=WEIGHTS / WEIGHTS.sum())]
    if free and rng.random() < 0.45:
        style = MORE[rng.integers(len(MORE))]
    latin = glyphs.fonts(held_out)
    chinese = glyphs.splits()["held_out" if held_out else "train"]["chinese"]
    fonts = (latin[rng.integers(len(latin))], chinese)
    scale, x, top = rng.uniform(0.8, 1.25), rng.uniform(0.085, 0.13), rng.uniform(0.035, 0.07)
    colour = _colours(rng, red)[card]
    figure_seed = int(rng.integers(1 << 30))
    plain = rng.random() < 0.12
    if not plain:
        _figure(image, np.random.default_rng(figure_seed), card == "BJ")
    mask = _corner(style, card == "BJ", fonts, scale, width)
    ink = np.zeros(image.shape[:2], np.float32)
    for centre in (x, 1 - x) if four else (x,):
        left = max(3, round(centre * width - mask.shape[1] / 2))
        left = min(left, width - mask.shape[1] - 3)
        y = round(top * width)
        ink[y : y + mask.shape[0], left : left + mask.shape[1]] = mask
    ink = np.maximum(ink, ink[::-1, ::-1])
    image += ink[..., None] * (np.array(colour, np.float32) - image)
    return top + mask.shape[0] / width
