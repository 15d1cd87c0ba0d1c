"""Table scenes from a seed: cards laid in rows, arcs, columns and heaps, with exact labels.

Lengths on the table are card widths (one width = 63 mm). Image coordinates have the centre of the
first pixel at (0, 0), as in OpenCV.
"""

from __future__ import annotations

import dataclasses
import functools

import cv2
import numpy as np

from models.training import art, backs, decks, grounds, photometric

MM = 1 / 63
INDEX_X, INDEX_Y = 0.105, 0.2085
"""Index centre from the card's corner, in card widths: half a card less 0.395 and 0.49."""


@dataclasses.dataclass(frozen=True)
class Index:
    """One visible corner index: image px, radians (x right, y down), card width in px."""

    card: str
    owner: int
    x: float
    y: float
    down: float
    width: float
    visible: float


@dataclasses.dataclass(frozen=True)
class Placed:
    """A card on the table: centre and up direction in table units, picture, bend."""

    card: str
    deck: str
    x: float
    y: float
    angle: float
    bend: tuple[float, float]
    face: bool = True


@dataclasses.dataclass(frozen=True)
class Scene:
    """RGB uint8 picture with its labels; `step_mm` and `tilt` describe how it was laid."""

    image: np.ndarray
    indices: list[Index]
    cards: list[Placed]
    homographies: list[np.ndarray]
    step_mm: float
    tilt: float
    clear: np.ndarray | None = None
    """The same picture before light, lens, sensor and compression, when asked for."""


@dataclasses.dataclass(frozen=True)
class Options:
    """What to draw: picture size px, range of card widths px, tilt limit in degrees.

    ``decks`` and ``hand`` name the designs and the cards to lay; empty, they are drawn by lot.
    """

    size: tuple[int, int] = (256, 256)
    width: tuple[float, float] = (40.0, 95.0)
    tilt: float = 45.0
    held_out: bool = False
    layout: str | None = None
    step_mm: float | None = None
    mild: bool = False
    decks: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    keep_clear: bool = False


def _pick_decks(rng: np.random.Generator, held_out: bool) -> list[str]:
    names = decks.names(held_out)
    weights = np.array([w for _, w in names])
    count = 1 if rng.random() < 0.8 else 2
    chosen = rng.choice(len(names), size=count, p=weights / weights.sum())
    return [names[i][0] for i in chosen]


JOKER_SHARE = {False: 0.1, True: 0.09}
"""Jokers laid on purpose in scenes for training, and in held-out ones."""


def _pick_cards(
    rng: np.random.Generator, names: list[str], count: int, jokers: float
) -> list[tuple[str, str]]:
    """Cards as drawn from several shuffled decks, often sorted, with duplicates on purpose."""
    cards = []
    for _ in range(count):
        name = names[rng.integers(len(names))]
        have = list(decks.deck(name).cards)
        card = have[rng.integers(len(have))]
        if rng.random() < jokers and "SJ" in have:
            card = "SJ" if rng.random() < 0.5 else "BJ"
        cards.append((card, name))
    if rng.random() < 0.25:
        for i in range(1, count):
            if rng.random() < 0.4:
                cards[i] = cards[i - 1]
    if rng.random() < 0.4:
        order = {c: i for i, c in enumerate(art.CARDS)}
        cards.sort(key=lambda c: order[c[0]])
    return cards


def _step(rng: np.random.Generator, fixed: float | None) -> float:
    """Step between the cards of a fan in mm: 10-30, half of them below 16."""
    if fixed is not None:
        return fixed
    return float(rng.uniform(10, 16) if rng.random() < 0.5 else rng.uniform(16, 30))


KINDS = ("row", "arc", "column", "heap", "single", "spread")
SHARES = (0.3, 0.22, 0.08, 0.15, 0.1, 0.15)
ARC = 1.9
"""Radius of a fan, card widths."""


def _spot(
    rng: np.random.Generator, kind: str, k: float, step: float, wobble: float
) -> tuple[float, float, float]:
    """Where card `k` of a group lies and how it is turned, in the frame of the group."""
    turn, x, y = 0.0, 0.0, 0.0
    if kind == "row":
        x, y = k * step * MM, rng.normal(0, 0.4) * wobble
    elif kind == "arc":
        turn = k * step * MM / ARC
        x, y = ARC * np.sin(turn), ARC * (1 - np.cos(turn))
    elif kind == "column":
        y = k * max(step, rng.uniform(18, 36)) * MM
    elif kind == "spread":
        x, y = k * rng.uniform(0.75, 1.2), rng.normal(0, 0.1)
        turn = rng.normal(0, 0.12)
    elif kind == "heap":
        x, y = rng.normal(0, 0.6, 2)
        turn = rng.uniform(0, 2 * np.pi)
    if kind in ("row", "arc", "column"):
        turn += rng.normal(0, 1) * wobble
    if rng.random() < 0.02:
        turn += np.pi
    return x, y, turn


def _cluster(
    rng: np.random.Generator, options: Options, names: list[str], at: np.ndarray
) -> tuple[list[Placed], float]:
    """One group of cards around `at`; later cards lie on top."""
    kind = options.layout or str(rng.choice(KINDS, p=SHARES))
    step = _step(rng, options.step_mm)
    count = {
        "row": rng.integers(2, 11),
        "arc": rng.integers(3, 11),
        "column": rng.integers(2, 6),
    }.get(kind, 1 if kind == "single" else rng.integers(2, 7))
    cards = [(card, names[0]) for card in options.hand]
    cards = cards or _pick_cards(rng, names, int(count), JOKER_SHARE[options.held_out])
    base = rng.uniform(0, 2 * np.pi)
    back_share = 0.6 if rng.random() < 0.16 else 0.05
    flip = -1 if rng.random() < 0.25 else 1
    wobble = 0.0 if rng.random() < 0.3 else rng.uniform(0, 0.05)
    bend_all = np.zeros(2)
    if rng.random() < 0.22:
        bend_all = rng.normal(0, 0.05 if rng.random() < 0.65 else 0.14, 2)
    c, s = np.cos(base), np.sin(base)
    placed = []
    for i, (card, name) in enumerate(cards):
        x, y, turn = _spot(rng, kind, flip * (i - (len(cards) - 1) / 2), step, wobble)
        cx, cy = at[0] + c * x - s * y, at[1] + s * x + c * y
        u, v = bend_all + (rng.normal(0, 0.015, 2) if rng.random() < 0.1 else 0)
        face = bool(rng.random() >= back_share)
        placed.append(Placed(card, name, cx, cy, base + turn, (float(u), float(v)), face))
    return placed, step if kind in ("row", "arc") else 0.0


def _lay(
    rng: np.random.Generator, options: Options, field: np.ndarray
) -> tuple[list[Placed], float]:
    """All cards of the scene; `field` is the visible half size of the table in card widths."""
    names = list(options.decks) or _pick_decks(rng, options.held_out)
    area = float(field[0] * field[1]) * 4
    groups = 1 if options.layout else int(np.clip(rng.poisson(area / 9), 1, 8))
    if not options.layout and rng.random() < 0.04:
        return [], 0.0
    placed, step = [], 0.0
    for number in range(groups):
        at = rng.uniform(-field * 0.95, field * 0.95)
        if options.layout or (number == 0 and rng.random() < 0.5):
            at = rng.uniform(-0.25, 0.25, 2)
        cards, step = _cluster(rng, options, names, at)
        placed += cards
    return placed, step


def _camera(rng: np.random.Generator, options: Options) -> tuple[np.ndarray, float, float]:
    """Homography from table units to px, tilt in degrees and card width in px at the middle."""
    wide, high = options.size
    width = float(np.exp(rng.uniform(*np.log(options.width))))
    tilt = float(np.radians(rng.uniform(0, options.tilt) * (1 if rng.random() < 0.7 else 0.3)))
    turn, azimuth = rng.uniform(0, 2 * np.pi, 2)
    focal = max(wide, high) * rng.uniform(1.0, 4.0)
    distance = focal / width
    rot = _rz(azimuth) @ _rx(tilt) @ _rz(turn)
    pose = np.column_stack([rot[:, 0], rot[:, 1], [0, 0, distance]])
    lens = np.array([[focal, 0, (wide - 1) / 2], [0, focal, (high - 1) / 2], [0, 0, 1]])
    return lens @ pose, float(np.degrees(tilt)), width


def _rz(a: float) -> np.ndarray:
    return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])


def _rx(a: float) -> np.ndarray:
    return np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])


def project(h: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points (N, 2) through the homography."""
    out = np.column_stack([points, np.ones(len(points))]) @ h.T
    return out[:, :2] / out[:, 2:]


def _card_to_table(card: Placed, aspect: float) -> np.ndarray:
    """Affine map from card units (corner at 0, 0; width 1) to table units."""
    c, s = np.cos(card.angle), np.sin(card.angle)
    move = np.array([[1, 0, -0.5], [0, 1, -aspect / 2], [0, 0, 1.0]])
    return np.array([[c, -s, card.x], [s, c, card.y], [0, 0, 1.0]]) @ move


def _bent(points: np.ndarray, bend: tuple[float, float], aspect: float) -> np.ndarray:
    """Where points of a flat card come to lie on a bent one (card units)."""
    if bend == (0.0, 0.0):
        return points
    out = points.copy()
    out[:, 0] += bend[0] * ((points[:, 1] / aspect - 0.5) ** 2 * 4 - 0.3)
    out[:, 1] += bend[1] * ((points[:, 0] - 0.5) ** 2 * 4 - 0.3)
    return out


def pose_at(
    h: np.ndarray, bend: tuple[float, float], aspect: float, x: float, y: float
) -> tuple[float, float, float, float]:
    """Image x, y, down direction and card width (mean of both axes, px) at a card point."""
    e = 0.02
    flat = np.array([[x, y], [x + e, y], [x - e, y], [x, y + e], [x, y - e]])
    centre, right1, right0, down1, down0 = project(h, _bent(flat, bend, aspect))
    right, down = (right1 - right0) / (2 * e), (down1 - down0) / (2 * e)
    width = float(np.sqrt(np.hypot(*right) * np.hypot(*down)))
    return float(centre[0]), float(centre[1]), float(np.arctan2(down[1], down[0])), width


def render(seed: int, options: Options = Options()) -> Scene:
    """Draw the scene of a seed. The same seed and options give the same pixels and labels."""
    rng = np.random.default_rng([seed, 1 if options.held_out else 0])
    wide, high = options.size
    camera, tilt, width = _camera(rng, options)
    field = np.array([wide, high]) / width / 2
    placed, step = _lay(rng, options, field)
    image = grounds.draw(rng, wide, high, width, options.held_out).astype(np.float32)
    grounds.clutter(rng, image, width)
    grounds.distract(rng, image, width)
    owner = np.full((high, wide), -1, np.int16)
    maps = []
    shadow = rng.uniform(0.1, 0.55) if rng.random() < 0.75 else 0.0
    light = rng.normal(0, 0.035, 2)
    for number, card in enumerate(placed):
        maps.append(_paint(image, owner, number, card, camera, width, shadow, light))
    if rng.random() < 0.22 and not options.mild:
        grounds.cover(rng, image, owner, width)
    indices = [i for n, card in enumerate(placed) for i in _indices(n, card, maps[n], owner)]
    clear = np.clip(image, 0, 255).astype(np.uint8) if options.keep_clear else None
    pixels = photometric.degrade(rng, image, width, options.mild)
    return Scene(pixels, indices, placed, maps, step, tilt, clear)


def _texture(card: Placed) -> np.ndarray:
    deck = decks.deck(card.deck)
    if card.face:
        return deck.cards[card.card]
    number = _back_number(card)
    return backs.back(number, deck.backs[0].shape[0]) if number else deck.backs[0]


def _back_number(card: Placed) -> int:
    """Which of the common backs a face-down card has; 0: its own deck's."""
    return int(abs(card.x) * 7919) % backs.COUNT


_LEVELS: dict[tuple[str, str, bool, int], np.ndarray] = {}


def _level(card: Placed, texture: np.ndarray, width: float) -> tuple[np.ndarray, float]:
    """The picture shrunk by halves to about the size it is shown in, and the factor."""
    level = int(np.clip(np.floor(np.log2(art.CARD_WIDTH / max(width, 8.0))), 0, 3))
    if level == 0:
        return texture, 1.0
    look = card.card if card.face else f"back {_back_number(card)}"
    key = (card.deck, look, card.face, level)
    if key not in _LEVELS:
        size = art.CARD_WIDTH >> level, texture.shape[0] >> level
        _LEVELS[key] = cv2.resize(texture, size, interpolation=cv2.INTER_AREA)
    small = _LEVELS[key]
    return small, small.shape[1] / texture.shape[1]


def _paint(
    image: np.ndarray,
    owner: np.ndarray,
    number: int,
    card: Placed,
    camera: np.ndarray,
    width: float,
    shadow: float,
    light: np.ndarray,
) -> np.ndarray:
    """Draw one card with its shadow; its homography from card units to px."""
    texture = _texture(card)
    aspect = texture.shape[0] / texture.shape[1]
    h = camera @ _card_to_table(card, aspect)
    texture, _ = _level(card, texture, width)
    edge = _outline(aspect)
    outline = project(h, _bent(edge, card.bend, aspect))
    margin = 0.15 * width
    x0, y0 = np.floor(outline.min(0) - margin).astype(int)
    x1, y1 = np.ceil(outline.max(0) + margin).astype(int) + 1
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(image.shape[1], x1), min(image.shape[0], y1)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return h
    part, ids = image[y0:y1, x0:x1], owner[y0:y1, x0:x1]
    alpha = _fill(outline - (x0, y0), part.shape[:2])
    if shadow:
        soft = _fill(outline - (x0, y0) + light * width * 2, part.shape[:2])
        reach = 2 * int(0.04 * width) + 1
        soft = cv2.blur(cv2.blur(soft, (reach, reach)), (reach, reach))
        part *= 1 - shadow * soft[..., None]
    colours = _warp(texture, h, card.bend, aspect, (x0, y0), part.shape[:2])
    if shadow or card.bend != (0.0, 0.0):
        rim = cv2.erode(alpha, np.ones((3, 3)))
        colours *= 1 - 0.35 * (alpha - rim)[..., None]
    part += alpha[..., None] * (colours - part)
    ids[alpha > 0.5] = number
    return h


@functools.lru_cache(64)
def _outline(aspect: float) -> np.ndarray:
    """Rounded rectangle of a card in card units."""
    r = 0.055
    t = np.linspace(0, np.pi / 2, 5)
    points = []
    for cx, cy, a in ((1 - r, aspect - r, 0), (r, aspect - r, 1), (r, r, 2), (1 - r, r, 3)):
        ends = np.column_stack([np.cos(t + a * np.pi / 2), np.sin(t + a * np.pi / 2)])
        points.append(ends * r + (cx, cy))
    corners = np.vstack(points)
    return np.vstack(
        [
            np.linspace(p, q, 4, endpoint=False)
            for p, q in zip(corners, np.roll(corners, -1, 0), strict=True)
        ]
    )


def _fill(outline: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) * np.float32(1 / 255)


def _warp(
    texture: np.ndarray,
    h: np.ndarray,
    bend: tuple[float, float],
    aspect: float,
    origin: tuple[int, int],
    shape: tuple[int, ...],
) -> np.ndarray:
    """The card's picture in the window of `shape` at `origin`, float32."""
    scale = texture.shape[1]
    shift = np.array([[1, 0, -origin[0]], [0, 1, -origin[1]], [0, 0, 1.0]])
    unit = np.diag([1 / scale, aspect / texture.shape[0], 1.0]) @ np.array(
        [[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]]
    )
    if bend == (0.0, 0.0):
        full = shift @ h @ unit
        out = cv2.warpPerspective(
            texture,
            full,
            (shape[1], shape[0]),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return out.astype(np.float32)
    inverse = np.linalg.inv(shift @ h).astype(np.float32)
    xs = np.arange(shape[1], dtype=np.float32)[None]
    ys = np.arange(shape[0], dtype=np.float32)[:, None]
    x, y, z = (inverse[i, 0] * xs + inverse[i, 1] * ys + inverse[i, 2] for i in range(3))
    u, v = x / z, y / z
    fu, fv = u, v
    for _ in range(2):
        fu, fv = (
            u - bend[0] * ((fv / aspect - 0.5) ** 2 * 4 - 0.3),
            v - bend[1] * ((fu - 0.5) ** 2 * 4 - 0.3),
        )
    map_x = (fu * scale - 0.5).astype(np.float32)
    map_y = (fv / aspect * texture.shape[0] - 0.5).astype(np.float32)
    return cv2.remap(
        texture, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)


def _indices(number: int, card: Placed, h: np.ndarray, owner: np.ndarray) -> list[Index]:
    """Poses of the indices of one card with the visible share of their ink boxes."""
    if not card.face:
        return []
    deck = decks.deck(card.deck)
    texture = deck.cards[card.card]
    aspect = texture.shape[0] / texture.shape[1]
    left, top, right, bottom = deck.glyph
    if card.card in ("SJ", "BJ"):
        left, top, right, bottom = 0.045, 0.05, 0.17, 0.38
    found = []
    grid = np.stack(
        np.meshgrid(np.linspace(left, right, 8), np.linspace(top, bottom, 12)), -1
    ).reshape(-1, 2)
    corners = [(False, False), (True, True)] + ([(True, False), (False, True)] if deck.four else [])
    for mirror_x, mirror_y in corners:
        points = grid.copy()
        x, y = INDEX_X, INDEX_Y
        if mirror_x:
            points[:, 0], x = 1 - points[:, 0], 1 - x
        if mirror_y:
            points[:, 1], y = aspect - points[:, 1], aspect - y
        seen = project(h, _bent(points, card.bend, aspect))
        cells = np.round(seen).astype(int)
        inside = (
            (cells >= 0).all(1) & (cells[:, 0] < owner.shape[1]) & (cells[:, 1] < owner.shape[0])
        )
        cells = cells[inside]
        visible = float((owner[cells[:, 1], cells[:, 0]] == number).sum() / len(points))
        px, py, down, width = pose_at(h, card.bend, aspect, x, y)
        if mirror_y:
            down += np.pi
        found.append(
            Index(
                card.card,
                number,
                px,
                py,
                float(np.arctan2(np.sin(down), np.cos(down))),
                width,
                visible,
            )
        )
    return found
