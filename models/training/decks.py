"""Whole decks of 54 cards drawn from a seed: index layouts, pips, courts, jokers, paper."""

from __future__ import annotations

import dataclasses
import functools
import os
import pathlib

import cv2
import numpy as np

from models.training import art, glyphs, jokers

W = 2 * art.CARD_WIDTH
"""Cards are drawn at twice the stored width, then halved, for smooth edges."""
VERSION = 1
ONE_COLUMN = [(0.5, 0.2), (0.5, 0.5), (0.5, 0.8)]
PIPS = {
    "A": [(0.5, 0.5)],
    "2": [(0.5, 0.2), (0.5, 0.8)],
    "3": ONE_COLUMN,
    "4": [(0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8)],
    "5": [(0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8), (0.5, 0.5)],
    "6": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)],
    "7": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)] + [(0.5, 0.35)],
    "8": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)] + [(0.5, 0.35), (0.5, 0.65)],
    "9": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.4, 0.6, 0.8)] + [(0.5, 0.5)],
    "T": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.4, 0.6, 0.8)] + [(0.5, 0.3), (0.5, 0.7)],
}


@dataclasses.dataclass(frozen=True)
class Deck:
    """Card pictures RGB uint8; `four` when all four corners carry an index.

    `glyph` is the box of the index ink in card widths from the corner: left, top, right, bottom.
    """

    name: str
    cards: dict[str, np.ndarray]
    backs: list[np.ndarray]
    four: bool
    glyph: tuple[float, float, float, float]


@dataclasses.dataclass(frozen=True)
class Style:
    """Everything that is the same on all cards of one procedural deck; lengths in card widths."""

    seed: int
    aspect: float
    font: str
    suit_set: int
    colours: dict[str, tuple[int, int, int]]
    paper: tuple[int, int, int]
    x: float
    top: float
    rank_high: float
    squeeze: float
    suit_wide: float
    gap: float
    four: bool
    frame: bool
    joker: int
    held_out: bool
    weight: int = 0
    """Stroke px added to (below 0: taken from) the letters at an em of 160 px."""
    slant: float = 0.0
    rim: float = 0.0
    """Darkness 0-1 of a line printed along the card's edge."""
    free: bool = False
    """Drawn with the wider range of letters, colours and jokers."""


FREE_FROM = 220
"""Training decks from this seed on take a wider range of letters, colours and jokers."""


def _style(seed: int, held_out: bool) -> Style:
    style = _plain_style(seed, held_out)
    return style if held_out or seed < FREE_FROM else _freed(style)


def _freed(style: Style) -> Style:
    """A style with its letters and colours changed further than fonts alone do."""
    rng = np.random.default_rng([style.seed, 78])
    jumbo = style.rank_high > 0.23
    red = tuple(int(v) for v in rng.uniform((150, 0, 0), (252, 75, 90)))
    black = tuple(int(v) for v in np.clip(rng.uniform(0, 70) + rng.normal(0, 10, 3), 0, 100))
    colours = {"S": black, "C": black, "H": red, "D": red}
    if len(set(style.colours.values())) > 2:
        colours |= {"C": style.colours["C"], "D": style.colours["D"]}
    paper = style.paper
    if rng.random() < 0.2:
        tint = np.array([rng.uniform(215, 250), rng.uniform(210, 245), rng.uniform(180, 235)])
        paper = tuple(int(v) for v in tint)
    return dataclasses.replace(
        style,
        colours=colours,
        paper=paper,
        x=rng.uniform(0.11, 0.16) if jumbo else rng.uniform(0.08, 0.135),
        top=rng.uniform(0.025, 0.085),
        rank_high=rng.uniform(0.22, 0.36) if jumbo else rng.uniform(0.11, 0.22),
        squeeze=rng.uniform(0.6, 1.08),
        suit_wide=rng.uniform(0.13, 0.27) if jumbo else rng.uniform(0.08, 0.15),
        gap=rng.uniform(0.0, 0.04),
        weight=int(rng.integers(-4, 8)),
        slant=float(rng.uniform(-0.08, 0.25)) if rng.random() < 0.2 else 0.0,
        rim=float(rng.uniform(0.3, 1.0)) if rng.random() < 0.25 else 0.0,
        free=True,
    )


def _plain_style(seed: int, held_out: bool) -> Style:
    rng = np.random.default_rng([seed, 77])
    fonts = glyphs.fonts(held_out)
    font = fonts[rng.integers(len(fonts))]
    if not held_out and "nkd04_playing_cards_index" in fonts and rng.random() < 0.22:
        font = "nkd04_playing_cards_index"
    jumbo = rng.random() < 0.25
    red = tuple(int(v) for v in rng.uniform((170, 0, 0), (240, 45, 55)))
    black = tuple(int(v) for v in rng.uniform(0, 45, 3))
    colours = {"S": black, "C": black, "H": red, "D": red}
    if rng.random() < 0.07:
        green = tuple(int(v) for v in rng.uniform((0, 90, 0), (40, 150, 60)))
        blue = tuple(int(v) for v in rng.uniform((0, 40, 150), (50, 110, 230)))
        orange = tuple(int(v) for v in rng.uniform((210, 110, 0), (250, 160, 40)))
        colours |= {"C": green, "D": blue if rng.random() < 0.75 else orange}
    shade = rng.uniform(0, 12)
    paper = tuple(
        int(v) for v in np.clip(rng.uniform(238, 255) - np.array([0, 0.2, 1.2]) * shade, 200, 255)
    )
    rank_high = rng.uniform(0.24, 0.34) if jumbo else rng.uniform(0.125, 0.215)
    return Style(
        seed=seed,
        aspect=float(rng.choice([1.397, 1.397, 1.45, 1.53])),
        font=font,
        suit_set=int(rng.integers(0, 4)) if rng.random() < 0.4 else int(rng.integers(4, 400)),
        colours=colours,
        paper=paper,
        x=0.15 if jumbo else rng.uniform(0.085, 0.125),
        top=rng.uniform(0.035, 0.075),
        rank_high=rank_high,
        squeeze=rng.uniform(0.72, 1.0),
        suit_wide=rng.uniform(0.17, 0.24) if jumbo else rng.uniform(0.085, 0.14),
        gap=rng.uniform(0.008, 0.035),
        four=bool(rng.random() < 0.15),
        frame=bool(rng.random() < 0.5),
        joker=int(rng.integers(0, 1 << 30)),
        held_out=held_out,
    )


def stamp(
    image: np.ndarray, mask: np.ndarray, x: float, y: float, colour: tuple[int, int, int]
) -> None:
    """Tint `image` (float32) through `mask`, whose top left corner lies at pixel x, y."""
    left, top = round(x), round(y)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(image.shape[1], left + mask.shape[1]), min(image.shape[0], top + mask.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    alpha = mask[y0 - top : y1 - top, x0 - left : x1 - left, None]
    part = image[y0:y1, x0:x1]
    part += alpha * (np.array(colour, np.float32) - part)


def _lettered(mask: np.ndarray, style: Style) -> np.ndarray:
    """A letter's ink made bolder or lighter and leaned over, cropped again."""
    if style.weight:
        size = abs(style.weight) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        mask = np.pad(mask, size)
        change = cv2.dilate if style.weight > 0 else cv2.erode
        changed = change(mask, kernel)
        # Hairlines of light letters must not vanish.
        mask = changed if changed.sum() > 0.45 * mask.sum() else np.maximum(changed, 0.8 * mask)
    if style.slant:
        high, wide = mask.shape
        more = int(abs(style.slant) * high) + 2
        lean = np.array(
            [[1, -style.slant, more if style.slant < 0 else style.slant * high], [0, 1, 0]]
        )
        mask = cv2.warpAffine(np.pad(mask, ((0, 0), (0, more))), lean, (wide + more, high))
    return glyphs.crop_ink(mask)


def _index(image: np.ndarray, style: Style, rank: str, suit: str, right: bool) -> float:
    """Draw one upright corner index; where its ink ends below, in card widths."""
    face = style.font
    text = "10" if rank == "T" else rank
    if face.startswith("nkd04"):
        text = glyphs.NARROW_TEN if rank == "T" else rank
    mask = _lettered(glyphs.text_mask(face, text, 160), style)
    high = style.rank_high * W
    wide = mask.shape[1] / mask.shape[0] * high * style.squeeze
    limit = (0.30 if style.rank_high > 0.23 else 0.19) * W
    mask = glyphs.fit(mask, min(wide, limit), high)
    pip = glyphs.suit_mask(suit, style.suit_set)
    pip_wide = style.suit_wide * W
    pip = glyphs.fit(pip, pip_wide * min(1.0, pip.shape[1] / pip.shape[0] + 0.1), pip_wide)
    centre = (1 - style.x if right else style.x) * W
    left = max(0.015 * W, centre - mask.shape[1] / 2)
    left = min(left, W - 0.015 * W - mask.shape[1])
    colour = style.colours[suit]
    stamp(image, mask, left, style.top * W, colour)
    below = style.top * W + high + style.gap * W
    stamp(image, pip, left + mask.shape[1] / 2 - pip.shape[1] / 2, below, colour)
    return (below + pip.shape[0]) / W


def _pips(image: np.ndarray, style: Style, rank: str, suit: str) -> None:
    rng = np.random.default_rng([style.seed, 5])
    size = rng.uniform(0.14, 0.2) * W
    if rank == "A":
        size = rng.uniform(0.2, 0.5) * W
    pip = glyphs.suit_mask(suit, style.suit_set)
    pip = glyphs.fit(pip, size * min(1.05, pip.shape[1] / pip.shape[0]), size)
    inset = rng.uniform(0.0, 0.05)
    for x, y in PIPS[rank]:
        shape = pip if y <= 0.5 else pip[::-1]
        px = (x + (inset if x < 0.5 else -inset if x > 0.5 else 0)) * W - shape.shape[1] / 2
        py = (0.5 + (y - 0.5) * 1.02) * image.shape[0] - shape.shape[0] / 2
        stamp(image, shape, px, py, style.colours[suit])


def _court(image: np.ndarray, style: Style, rank: str, suit: str, rng: np.random.Generator) -> None:
    """A printed figure: coloured shapes, stripes and a head, the lower half turned round."""
    high = image.shape[0]
    x0, x1 = round(rng.uniform(0.18, 0.26) * W), round(rng.uniform(0.74, 0.82) * W)
    y0 = round(rng.uniform(0.08, 0.14) * high)
    half = image[: high // 2].copy()
    palette = [
        (200, 30, 40),
        (240, 200, 40),
        (30, 50, 140),
        (20, 20, 20),
        (245, 225, 200),
        (40, 120, 60),
    ]
    palette = [tuple(float(np.clip(c + rng.uniform(-30, 30), 0, 255)) for c in p) for p in palette]
    for _ in range(int(rng.integers(8, 22))):
        colour = palette[rng.integers(len(palette))]
        centre = np.array([rng.uniform(x0, x1), rng.uniform(y0, high / 2)])
        spread = rng.uniform(0.03, 0.2) * W
        points = centre + rng.normal(0, spread, (int(rng.integers(3, 7)), 2))
        points = np.clip(points, (x0, y0), (x1, high // 2 + 5)).astype(np.int32)
        if rng.random() < 0.6:
            cv2.fillPoly(half, [points], colour, cv2.LINE_AA)
        else:
            cv2.polylines(half, [points], True, colour, int(rng.integers(1, 5)), cv2.LINE_AA)
    for _ in range(int(rng.integers(2, 7))):
        x, y = rng.uniform(x0, x1), rng.uniform(y0 + 10, high / 2)
        end = (
            int(np.clip(x + rng.normal(0, 0.2 * W), x0, x1)),
            int(max(y0, y - rng.uniform(0, 0.4) * W)),
        )
        cv2.line(
            half,
            (int(x), int(y)),
            end,
            palette[rng.integers(len(palette))],
            int(rng.integers(1, 6)),
            cv2.LINE_AA,
        )
    head = (int(rng.uniform(0.42, 0.6) * W), int(rng.uniform(0.28, 0.36) * high))
    cv2.ellipse(half, head, (int(0.08 * W), int(0.11 * W)), 0, 0, 360, palette[4], -1, cv2.LINE_AA)
    cv2.ellipse(half, head, (int(0.08 * W), int(0.11 * W)), 0, 0, 360, palette[3], 2, cv2.LINE_AA)
    if rank in "JQK":
        pip = glyphs.suit_mask(suit, style.suit_set)
        size = rng.uniform(0.1, 0.17) * W
        pip = glyphs.fit(pip, size * min(1.05, pip.shape[1] / pip.shape[0]), size)
        stamp(half, pip, x0 + 0.02 * W, y0 + 0.02 * W, style.colours[suit])
    image[: high // 2] = half
    image[high - high // 2 :] = half[::-1, ::-1]
    if style.frame:
        cv2.rectangle(
            image, (x0, y0), (x1, high - y0), palette[2], int(rng.integers(1, 4)), cv2.LINE_AA
        )


def _borrow_body(image: np.ndarray, picture: np.ndarray) -> None:
    """Copy the middle of a printed card between the index columns."""
    big = cv2.resize(picture, (W, image.shape[0]), interpolation=cv2.INTER_LINEAR)
    inner, rows = slice(round(0.215 * W), round(0.785 * W)), slice(12, image.shape[0] - 12)
    image[rows, inner] *= big[rows, inner].astype(np.float32) / 255


def _paper(style: Style, rng: np.random.Generator) -> np.ndarray:
    high = round(W * style.aspect)
    image = np.empty((high, W, 3), np.float32)
    image[:] = style.paper
    image += rng.normal(0, 1.2, (high, W, 1)).astype(np.float32)
    return image


def draw_card(style: Style, card: str, bodies: dict[str, np.ndarray]) -> tuple[np.ndarray, float]:
    """One card of the deck, RGB uint8 `CARD_WIDTH` px wide, and where its index ink ends."""
    rng = np.random.default_rng([style.seed, art.CARDS.index(card), 3])
    image = _paper(style, rng)
    if card in ("SJ", "BJ"):
        bottom = jokers.draw(
            image, style.joker, card, style.colours["H"], style.four, style.held_out, style.free
        )
    else:
        rank, suit = card
        if card in bodies and rank in "JQKA":
            _borrow_body(image, bodies[card])
        elif rank in "JQK":
            _court(image, style, rank, suit, rng)
        else:
            _pips(image, style, rank, suit)
        blank = np.full_like(image, 255.0)
        bottom = _index(blank, style, rank, suit, right=False)
        if style.four:
            _index(blank, style, rank, suit, right=True)
        wipe = blank.min(axis=2, keepdims=True) < 250
        image = np.where(wipe | wipe[::-1, ::-1], 255.0, image).astype(np.float32)
        np.minimum(image, np.minimum(blank, blank[::-1, ::-1]), out=image)
    if style.rim:
        edge, far = round(0.006 * W), (W - 1, image.shape[0] - 1)
        line = np.zeros(image.shape[:2], np.uint8)
        cv2.rectangle(line, (0, 0), far, 255, edge + int(style.rim * 4))
        image *= 1 - 0.9 * style.rim * (line[..., None] > 0)
    high = round(image.shape[0] / 2)
    small = cv2.resize(np.clip(image, 0, 255), (art.CARD_WIDTH, high), interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8), bottom


def draw_back(seed: int, aspect: float) -> np.ndarray:
    """A card back: a pattern inside a white border."""
    rng = np.random.default_rng([seed, 991])
    wide, high = art.CARD_WIDTH, round(art.CARD_WIDTH * aspect)
    image = np.full((high, wide, 3), 245, np.uint8)
    colour = rng.uniform(10, 190, 3)
    second = np.clip(colour + rng.uniform(30, 120), 0, 255)
    margin = int(rng.choice([0, rng.integers(6, 18)]))
    ys, xs = np.mgrid[0:high, 0:wide]
    period = rng.uniform(6, 30)
    angle = rng.uniform(0, np.pi)
    u = xs * np.cos(angle) + ys * np.sin(angle)
    v = -xs * np.sin(angle) + ys * np.cos(angle)
    kind = rng.integers(4)
    if kind == 0:
        wave = np.sin(u / period * 6.28)
    elif kind == 1:
        wave = np.sin(u / period * 6.28) * np.sin(v / period * 6.28)
    elif kind == 2:
        wave = np.sin(np.hypot(xs - wide / 2, ys - high / 2) / period * 6.28)
    else:
        wave = np.sin(u / period * 6.28 + 2 * np.sin(v / period * 3))
    mix = (np.clip(wave * 3, -1, 1)[..., None] + 1) / 2
    pattern = (colour * mix + second * (1 - mix)).astype(np.uint8)
    image[margin : high - margin, margin : wide - margin] = pattern[
        margin : high - margin, margin : wide - margin
    ]
    return image


def draw_deck(seed: int, held_out: bool = False) -> Deck:
    """A whole procedural deck; the same seed gives the same pixels."""
    style = _style(seed, held_out)
    bodies: dict[str, np.ndarray] = {}
    rng = np.random.default_rng([seed, 13])
    donors = [
        n
        for n in glyphs.splits()["train"]["art"]
        if (art.cache_root() / "decks" / n / "done").exists()
    ]
    if donors and not held_out and rng.random() < 0.45:
        bodies = art.load(donors[rng.integers(len(donors))])
    cards, bottoms = {}, []
    for card in art.CARDS:
        cards[card], bottom = draw_card(style, card, bodies)
        if card not in ("SJ", "BJ"):
            bottoms.append(bottom)
    half = 0.15 if style.rank_high > 0.23 else 0.085
    box = (max(0.015, style.x - half), style.top, style.x + half, max(bottoms))
    if style.free:
        box = ink_box(cards)
    backs = [draw_back(seed, style.aspect)]
    return Deck(f"procedural_{seed}", cards, backs, style.four, box)


def art_deck(name: str) -> Deck:
    """A printed design from the cache."""
    cards = art.load(name)
    return Deck(name, cards, [draw_back(hash_name(name), 1.4)], False, ink_box(cards))


def ink_box(cards: dict[str, np.ndarray]) -> tuple[float, float, float, float]:
    """The box of a printed design's index ink in card widths, measured on its number cards."""
    boxes = []
    for rank in "3456789":
        for suit in glyphs.SUITS:
            picture = cards[rank + suit]
            unit = picture.shape[1]
            corner = picture[: round(0.72 * unit), : round(0.4 * unit)].astype(np.int16)
            paper = np.median(corner.reshape(-1, 3), axis=0)
            ink = (np.abs(corner - paper).max(axis=2) > 60).astype(np.uint8)
            _, _, parts, middles = cv2.connectedComponentsWithStats(ink)
            for (x, y, wide, high, area), (cx, cy) in zip(parts[1:], middles[1:], strict=True):
                inside = x > 1 and y > 1 and cx < 0.19 * unit and cy < 0.55 * unit
                if inside and area > 0.0004 * unit**2 and high < 0.4 * unit:
                    boxes.append((x, y, x + wide, y + high))
    sides = np.array(boxes) / unit
    low, high = np.percentile(sides[:, :2], 10, axis=0), np.percentile(sides[:, 2:], 90, axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def hash_name(name: str) -> int:
    """A stable number from a name."""
    return sum(ord(c) * (i + 7) for i, c in enumerate(name))


@functools.lru_cache(None)
def deck(name: str) -> Deck:
    """A deck by name (`procedural_17` or an art design), mapped from the disk cache."""
    path = art.cache_root() / "packed" / f"v{VERSION}" / f"{name}.npy"
    meta = path.with_suffix(".npz")
    if not meta.exists():
        number = name.removeprefix("procedural_")
        first = glyphs.splits()["held_out"]["procedural"][0]
        made = draw_deck(int(number), int(number) >= first) if number.isdigit() else art_deck(name)
        _store(made, path, meta)
    pixels = np.load(path, mmap_mode="r")
    info = np.load(meta)
    names = [str(n) for n in info["names"]]
    high = int(info["high"])
    images = {n: pixels[i, :high] for i, n in enumerate(names)}
    backs = [images.pop(n) for n in list(images) if n.startswith("back")]
    return Deck(name, images, backs, bool(info["four"]), tuple(float(v) for v in info["glyph"]))


def _store(made: Deck, path: pathlib.Path, meta: pathlib.Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    heights = sorted(i.shape[0] for i in made.cards.values())
    high = heights[len(heights) // 2]
    entries = dict(made.cards) | {f"back{i}": b for i, b in enumerate(made.backs)}
    stack = np.stack(
        [
            cv2.resize(i, (art.CARD_WIDTH, high), interpolation=cv2.INTER_AREA)
            for i in entries.values()
        ]
    )
    draft = path.with_name(f"{path.stem}.{os.getpid()}.npy")
    np.save(draft, stack)
    draft.replace(path)
    draft = draft.with_suffix(".npz")
    glyph = np.array(made.glyph)
    np.savez(draft, names=np.array(list(entries)), high=high, four=made.four, glyph=glyph)
    draft.replace(meta)


def names(held_out: bool) -> list[tuple[str, float]]:
    """Deck names with the share of scenes they should get (shares add up to 1)."""
    side = glyphs.splits()["held_out" if held_out else "train"]
    printed = list(side["art"]) + list(side.get("art_gpl", []))
    printed = [n for n in printed if (art.cache_root() / "decks" / n / "done").exists()]
    first, last = side["procedural"]
    drawn = [f"procedural_{i}" for i in range(first, last)]
    share = 0.36 if printed else 0.0
    if held_out and printed:
        share = 0.6
    return [(n, share / len(printed)) for n in printed] + [
        (n, (1 - share) / len(drawn)) for n in drawn
    ]
