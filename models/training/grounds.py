"""Table surfaces, clutter and hands, all drawn from a random generator."""

from __future__ import annotations

import cv2
import numpy as np

from models.training import glyphs, jokers, photometric


def noise(
    rng: np.random.Generator, wide: int, high: int, cell: float, stretch: float = 1.0
) -> np.ndarray:
    """Smooth noise in -1..1 with features of about `cell` px, longer by `stretch` along x."""
    size = max(2, round(wide / cell / stretch) + 2), max(2, round(high / cell) + 2)
    small = rng.uniform(-1, 1, (size[1], size[0])).astype(np.float32)
    return cv2.resize(small, (wide, high), interpolation=cv2.INTER_CUBIC)


def _grain(rng: np.random.Generator, wide: int, high: int, amount: float) -> np.ndarray:
    return np.float32(amount) * photometric.grain(rng, wide, high)


def _colour(rng: np.random.Generator, kind: str) -> np.ndarray:
    ranges = {
        "felt": [
            ((0, 60, 20), (50, 140, 80)),
            ((90, 5, 10), (170, 40, 50)),
            ((10, 30, 80), (50, 80, 160)),
        ],
        "wood": [
            ((90, 50, 20), (210, 160, 110)),
            ((40, 25, 15), (90, 60, 40)),
            ((180, 150, 110), (235, 210, 180)),
        ],
    }
    choice = ranges.get(kind, [((10, 10, 10), (240, 240, 240))])
    low, high = choice[rng.integers(len(choice))]
    return rng.uniform(low, high).astype(np.float32)


def _rotated(rng: np.random.Generator, wide: int, high: int) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates of the pixels in a turned frame, px."""
    angle = rng.uniform(0, np.pi)
    xs, ys = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    c, s = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    return c * xs + s * ys, c * ys - s * xs


def draw(
    rng: np.random.Generator, wide: int, high: int, width: float, held_out: bool
) -> np.ndarray:
    """A surface of wide × high px for cards `width` px wide; float32 RGB 0-255."""
    kinds = glyphs.splits()["held_out" if held_out else "train"]["grounds"]
    kind = kinds[rng.integers(len(kinds))]
    base = _colour(rng, kind)
    value = _texture(rng, kind, wide, high, width)
    if value.ndim == 2:
        image = base + value[..., None] * rng.uniform(0.7, 1.3, 3).astype(np.float32)
    else:
        image = value
    image += noise(rng, wide, high, width * 2)[..., None] * rng.uniform(0, 14)
    return np.clip(image, 0, 255, out=image)


def _texture(rng: np.random.Generator, kind: str, wide: int, high: int, width: float) -> np.ndarray:
    u, v = _rotated(rng, wide, high)
    if kind == "felt":
        return _grain(rng, wide, high, rng.uniform(1, 9)) + 6 * noise(rng, wide, high, 4)
    if kind == "wood":
        rings = noise(rng, wide, high, 0.2 * width, 12.0) * 2 + v / (0.25 * width)
        return 16 * np.sin(rings * rng.uniform(1, 5)) + 10 * noise(rng, wide, high, 2.0, 20.0)
    if kind in ("check", "tiles"):
        size = rng.uniform(0.2, 2.0) * width
        cell = (np.floor(u / size) + np.floor(v / size)) % 2
        second = rng.uniform(10, 245, 3).astype(np.float32)
        image = _colour(rng, kind) * cell[..., None] + second * (1 - cell[..., None])
        if kind == "tiles":
            lines = (np.minimum(u % size, v % size) < 0.05 * size)[..., None]
            image = np.where(lines, 200, image * 0.3 + 0.7 * second)
        return image.astype(np.float32)
    if kind == "stripes":
        return np.float32(rng.uniform(15, 70)) * np.sign(
            np.sin(u / (rng.uniform(0.05, 0.5) * width))
        )
    if kind == "carpet":
        return _grain(rng, wide, high, rng.uniform(8, 28)) + 15 * noise(rng, wide, high, 3)
    if kind == "cloth":
        return _printed_cloth(rng, wide, high, width)
    if kind == "newsprint":
        return _newsprint(rng, wide, high, width)
    if kind == "speckle":
        return 25 * np.sign(noise(rng, wide, high, rng.uniform(2, 10)) - 0.5) + _grain(
            rng, wide, high, 4
        )
    if kind == "marble":
        return 30 * np.abs(noise(rng, wide, high, width)) + 25 * np.abs(
            noise(rng, wide, high, width / 3)
        )
    return _grain(rng, wide, high, rng.uniform(0, 4))


def _printed_cloth(rng: np.random.Generator, wide: int, high: int, width: float) -> np.ndarray:
    """Cloth with printed motifs: dots, rings, suit shapes, letters."""
    image = np.empty((high, wide, 3), np.float32)
    image[:] = rng.uniform(20, 245, 3)
    inks = rng.uniform(0, 255, (3, 3))
    for _ in range(int(rng.integers(8, 60))):
        x, y = int(rng.uniform(0, wide)), int(rng.uniform(0, high))
        ink = inks[rng.integers(3)].tolist()
        size = rng.uniform(0.05, 0.4) * width
        kind = rng.random()
        if kind < 0.3:
            cv2.circle(image, (x, y), int(size), ink, -1 if rng.random() < 0.5 else 2, cv2.LINE_AA)
        elif kind < 0.6:
            paste(
                rng,
                image,
                glyphs.suit_mask("SHDC"[rng.integers(4)], int(rng.integers(4, 300))),
                x,
                y,
                size,
                ink,
            )
        else:
            paste(rng, image, _any_text(rng), x, y, size, ink)
    return image


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%&?!"


def _any_text(rng: np.random.Generator, most: int = 5) -> np.ndarray:
    """A few letters in a row, or one below the other as on signs and jokers."""
    names = glyphs.fonts(False)
    text = "".join(LETTERS[rng.integers(len(LETTERS))] for _ in range(int(rng.integers(1, most))))
    font = names[rng.integers(len(names))]
    if len(text) > 2 and rng.random() < 0.15:
        return jokers.down(font, text, 30, 34 * len(text), 4)
    return glyphs.text_mask(font, text, 48)


def paste(
    rng: np.random.Generator,
    image: np.ndarray,
    mask: np.ndarray,
    x: float,
    y: float,
    size: float,
    ink: list[float],
) -> None:
    """Print a mask of height `size` px at x, y, turned at random."""
    scale = size / mask.shape[0]
    turn = cv2.getRotationMatrix2D(
        (mask.shape[1] / 2, mask.shape[0] / 2), rng.uniform(0, 360), scale
    )
    turn[:, 2] += (x - mask.shape[1] / 2, y - mask.shape[0] / 2)
    reach = int(np.hypot(*mask.shape) * scale / 2) + 2
    x0, y0 = max(0, int(x) - reach), max(0, int(y) - reach)
    x1, y1 = min(image.shape[1], int(x) + reach), min(image.shape[0], int(y) + reach)
    if x1 <= x0 or y1 <= y0:
        return
    turn[:, 2] -= (x0, y0)
    alpha = cv2.warpAffine(mask, turn, (x1 - x0, y1 - y0), flags=cv2.INTER_AREA)[..., None]
    part = image[y0:y1, x0:x1]
    part += alpha * (np.array(ink, np.float32) - part)


def _newsprint(rng: np.random.Generator, wide: int, high: int, width: float) -> np.ndarray:
    """Lines of printed text on paper."""
    size = max(wide, high) * 3 // 2
    page = np.full((size, size), rng.uniform(190, 245), np.float32)
    line = max(5.0, rng.uniform(0.06, 0.25) * width)
    masks = [_any_text(rng, 9) for _ in range(10)]
    masks = [
        glyphs.fit(m, max(2, m.shape[1] / m.shape[0] * line * 0.65), line * 0.65) for m in masks
    ]
    y = 2.0
    while y < size - line:
        x = 2
        while x < size - 4:
            mask = masks[rng.integers(len(masks))]
            wide_here = min(mask.shape[1], size - x)
            top = int(y)
            page[top : top + mask.shape[0], x : x + wide_here] -= (
                170 * mask[: size - top, :wide_here]
            )
            x += mask.shape[1] + int(line * 0.4)
        y += line
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 360), 1.0)
    turn[:, 2] -= ((size - wide) / 2, (size - high) / 2)
    page = cv2.warpAffine(page, turn, (wide, high), borderMode=cv2.BORDER_REFLECT)
    return np.repeat(np.clip(page, 10, 255)[..., None], 3, 2)


def distract(rng: np.random.Generator, image: np.ndarray, width: float) -> None:
    """Things lying under or beside the cards: chips, papers with print, dark boxes, cups."""
    high, wide = image.shape[:2]
    for _ in range(int(rng.poisson(1.2))):
        x, y = rng.uniform(0, wide), rng.uniform(0, high)
        colour = rng.uniform(0, 255, 3).tolist()
        kind = rng.random()
        size = rng.uniform(0.2, 1.2) * width
        if kind < 0.3:
            cv2.circle(image, (int(x), int(y)), int(size * 0.5), colour, -1, cv2.LINE_AA)
            other = rng.uniform(0, 255, 3).tolist()
            for k in range(6):
                cv2.ellipse(
                    image,
                    (int(x), int(y)),
                    (int(size * 0.45),) * 2,
                    0,
                    k * 60,
                    k * 60 + 25,
                    other,
                    max(1, int(size * 0.08)),
                )
        elif kind < 0.7:
            box = cv2.boxPoints(((x, y), (size * 1.6, size), rng.uniform(0, 180)))
            shade = rng.uniform(190, 255) if rng.random() < 0.6 else rng.uniform(5, 60)
            cv2.fillPoly(
                image,
                [box.astype(np.int32)],
                (np.full(3, shade) + rng.normal(0, 5, 3)).tolist(),
                cv2.LINE_AA,
            )
            for _ in range(int(rng.integers(0, 6))):
                px, py = x + rng.normal(0, size * 0.3), y + rng.normal(0, size * 0.25)
                ink = [20.0, 20.0, 20.0] if shade > 150 else [220.0, 220.0, 220.0]
                if rng.random() < 0.4:
                    ink = rng.uniform(0, 255, 3).tolist()
                paste(rng, image, _any_text(rng), px, py, rng.uniform(0.08, 0.25) * width, ink)
        else:
            cv2.ellipse(
                image,
                (int(x), int(y)),
                (int(size * 0.6), int(size * 0.4)),
                rng.uniform(0, 180),
                0,
                360,
                colour,
                -1,
                cv2.LINE_AA,
            )


def clutter(rng: np.random.Generator, image: np.ndarray, width: float) -> None:
    """Things of a household: keys in rows, cables, folds of cloth, patterned shapes."""
    for _ in range(int(rng.poisson(0.8))):
        kind = rng.integers(4)
        if kind == 0:
            _keyboard(rng, image, width)
        elif kind == 1:
            _cable(rng, image, width)
        elif kind == 2:
            _fold(rng, image, width)
        else:
            _patterned(rng, image, width)


def _keyboard(rng: np.random.Generator, image: np.ndarray, width: float) -> None:
    """Rows of rounded keys with a letter each, turned at random."""
    rows, columns, size = int(rng.integers(2, 6)), int(rng.integers(3, 12)), 30
    board = np.full((rows * size, columns * size, 3), rng.uniform(10, 200), np.float32)
    cap, ink = rng.uniform(10, 245), rng.uniform(0, 255, 3).tolist()
    for row in range(rows):
        for column in range(columns):
            x, y = column * size, row * size
            cv2.rectangle(board, (x + 2, y + 2), (x + size - 3, y + size - 3), (cap,) * 3, -1)
            mask = glyphs.fit(_any_text(rng, 2), 8, 11)
            part = board[y + 6 : y + 6 + mask.shape[0], x + 6 : x + 6 + mask.shape[1]]
            part += mask[..., None] * (np.array(ink, np.float32) - part)
    _lay(rng, image, board, rng.uniform(0.15, 0.4) * width / size)


def _lay(rng: np.random.Generator, image: np.ndarray, picture: np.ndarray, scale: float) -> None:
    """Put a picture down somewhere, scaled and turned."""
    high, wide = image.shape[:2]
    centre = (picture.shape[1] / 2, picture.shape[0] / 2)
    turn = cv2.getRotationMatrix2D(centre, rng.uniform(0, 360), scale)
    turn[:, 2] += rng.uniform(0, wide) - centre[0], rng.uniform(0, high) - centre[1]
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    laid = cv2.warpAffine(picture, turn, (wide, high), flags=flags)
    mask = cv2.warpAffine(np.ones(picture.shape[:2], np.float32), turn, (wide, high))[..., None]
    image += mask * (laid - image)


def _cable(rng: np.random.Generator, image: np.ndarray, width: float) -> None:
    high, wide = image.shape[:2]
    t = np.linspace(0, 1, 30)[:, None]
    a, b, c = rng.uniform((-wide, -high), (2 * wide, 2 * high), (3, 2))
    points = (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
    thick = max(1, int(rng.uniform(0.03, 0.2) * width))
    ink = rng.uniform(0, 255, 3).tolist()
    cv2.polylines(image, [points.astype(np.int32)], False, ink, thick, cv2.LINE_AA)


def _fold(rng: np.random.Generator, image: np.ndarray, width: float) -> None:
    """Light and dark ridges as on unsmoothed cloth."""
    u, _ = _rotated(rng, image.shape[1], image.shape[0])
    bend = noise(rng, image.shape[1], image.shape[0], 2 * width) * width
    wave = np.sin((u + bend) / (rng.uniform(0.3, 1.2) * width))
    image *= 1 + rng.uniform(0.05, 0.25) * wave[..., None].astype(np.float32)
    np.clip(image, 0, 255, out=image)


def _patterned(rng: np.random.Generator, image: np.ndarray, width: float) -> None:
    """A packet or picture: blocks of colour, suit shapes and writing."""
    board = np.empty((120, 90, 3), np.float32)
    board[:] = rng.uniform(0, 255, 3)
    for _ in range(int(rng.integers(3, 14))):
        centre = rng.uniform((0, 0), (90, 120))
        ink = rng.uniform(0, 255, 3).tolist()
        kind = rng.random()
        if kind < 0.4:
            points = centre + rng.normal(0, 18, (int(rng.integers(3, 6)), 2))
            cv2.fillPoly(board, [points.astype(np.int32)], ink, cv2.LINE_AA)
        elif kind < 0.65:
            suit = glyphs.suit_mask("SHDC"[rng.integers(4)], int(rng.integers(0, 300)))
            paste(rng, board, suit, *centre, rng.uniform(8, 50), ink)
        else:
            paste(rng, board, _any_text(rng, 8), *centre, rng.uniform(6, 22), ink)
    _lay(rng, image, board, rng.uniform(0.5, 1.6) * width / 90)


def cover(rng: np.random.Generator, image: np.ndarray, owner: np.ndarray, width: float) -> None:
    """A hand or a sleeve over the cards; what it hides loses its owner."""
    high, wide = image.shape[:2]
    side = rng.integers(4)
    t = rng.uniform(0, 1)
    start = np.array(
        [(t * wide, -5), (t * wide, high + 5), (-5, t * high), (wide + 5, t * high)][side]
    )
    end = (
        start
        + (np.array([wide / 2, high / 2]) - start) * rng.uniform(0.2, 0.9)
        + rng.normal(0, 0.5 * width, 2)
    )
    tone = rng.uniform((90, 55, 35), (245, 205, 180))
    mask = np.zeros((high, wide), np.uint8)
    cv2.line(
        mask,
        start.astype(int).tolist(),
        end.astype(int).tolist(),
        255,
        max(2, int(rng.uniform(0.5, 0.9) * width)),
    )
    along = (end - start) / (np.hypot(*(end - start)) + 1e-6)
    across = np.array([-along[1], along[0]])
    for k in range(4):
        root = end + across * (k - 1.5) * 0.25 * width
        tip = root + along * rng.uniform(0.3, 0.9) * width + across * rng.normal(0, 0.1) * width
        cv2.line(
            mask,
            root.astype(int).tolist(),
            tip.astype(int).tolist(),
            255,
            max(2, int(rng.uniform(0.16, 0.26) * width)),
        )
    shade = 1 + 0.18 * noise(rng, wide, high, width * 0.4)
    skin = tone.astype(np.float32) * shade[..., None]
    if rng.random() < 0.5:
        sleeve = np.zeros((high, wide), np.uint8)
        stop = start + (end - start) * rng.uniform(0.3, 0.75)
        cv2.line(
            sleeve,
            start.astype(int).tolist(),
            stop.astype(int).tolist(),
            255,
            max(2, int(1.1 * width)),
        )
        cloth = rng.uniform(5, 230, 3).astype(np.float32) * shade[..., None]
        skin = np.where(sleeve[..., None] > 0, cloth, skin)
        mask = np.maximum(mask, sleeve)
    reach = 2 * int(0.13 * width) + 1
    dark = cv2.blur(cv2.blur(mask, (reach, reach)), (reach, reach)).astype(np.float32) / 255
    image *= 1 - 0.45 * dark[..., None]
    alpha = cv2.blur(mask, (3, 3)).astype(np.float32)[..., None] / 255
    image += alpha * (skin - image)
    owner[mask > 127] = -1
