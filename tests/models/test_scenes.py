"""Training scenes: the same from the same seed, and labelled exactly."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Iterator
from importlib.resources import files

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("PIL")

from models.training import art, decks, glyphs, jokers, legible, locator, patches, scene
from tests.models.helpers import small_decks
from vision.locate import Locator

if shutil.which("fc-list") is None or len(glyphs.fonts(False)) < 5:
    pytest.skip("no index fonts installed", allow_module_level=True)

PLAIN = scene.Options(size=(420, 420), width=(90.0, 120.0), tilt=4.0, mild=True, layout="single")


@pytest.fixture(autouse=True, scope="module")
def _decks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with small_decks(tmp_path_factory.mktemp("art")):
        yield


def test_same_seed_same_scene() -> None:
    options = scene.Options(size=(160, 160))
    first, again, other = (scene.render(s, options) for s in (7, 7, 8))
    assert np.array_equal(first.image, again.image)
    assert first.indices == again.indices
    assert not np.array_equal(first.image, other.image)


def test_same_seed_same_deck() -> None:
    first, again = decks.draw_deck(1), decks.draw_deck(1)
    assert sorted(first.cards) == sorted(art.CARDS)
    assert all(np.array_equal(first.cards[c], again.cards[c]) for c in art.CARDS)


def _printed_corner(texture: np.ndarray) -> np.ndarray:
    """What a patch around the upper left index must show, from the card's own picture."""
    wide = texture.shape[1]
    step = 0.34 * wide / 48
    x0, y0 = scene.INDEX_X * wide - 24 * step, scene.INDEX_Y * wide - 32 * step
    shift = np.array([[step, 0, x0 + step / 2 - 0.5], [0, step, y0 + step / 2 - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(texture, shift, (48, 64), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _likeness(a: np.ndarray, b: np.ndarray) -> float:
    """Correlation of the parts that lie on the card."""
    window = (slice(6, 60), slice(12, 44))
    parts = [cv2.cvtColor(x, cv2.COLOR_RGB2GRAY)[window].ravel().astype(float) for x in (a, b)]
    return float(np.corrcoef(parts[0], parts[1])[0, 1])


def test_an_index_lies_where_its_label_says() -> None:
    alike = []
    for seed in range(40, 52):
        made = scene.render(seed, PLAIN)
        for index in (i for i in made.indices if i.visible == 1.0):
            placed = made.cards[index.owner]
            texture = decks.deck(placed.deck).cards[placed.card]
            pose = patches.Pose(index.x, index.y, index.down, index.width)
            alike.append(_likeness(patches.cut(made.image, [pose])[0], _printed_corner(texture)))
    assert len(alike) >= 8
    assert np.median(alike) > 0.85
    assert min(alike) > 0.5


def test_the_cards_centre_follows_from_its_index() -> None:
    aspect = 88 / 63
    h = np.array([[80.0, 0, 100], [0, 80.0, 90], [0, 0, 1]])
    x, y, down, width = scene.pose_at(h, (0.0, 0.0), aspect, scene.INDEX_X, scene.INDEX_Y)
    along = np.array([np.cos(down), np.sin(down)])
    right = np.array([along[1], -along[0]])
    centre = np.array([x, y]) + width * (0.49 * along + 0.395 * right)
    assert width == pytest.approx(80.0)
    assert centre == pytest.approx([100 + 40.0, 90 + 40.0 * aspect], abs=0.1)


def test_indices_outside_the_picture_are_not_visible() -> None:
    for seed in range(3):
        made = scene.render(seed, scene.Options(size=(160, 160), width=(70.0, 90.0)))
        outside = [i for i in made.indices if not (-20 < i.x < 180 and -20 < i.y < 180)]
        assert all(i.visible == 0.0 for i in outside)


class _Maps:
    """A network that answers with given maps."""

    def __init__(self, maps: np.ndarray) -> None:
        self._maps = maps

    def number(self, *_keys: str, default: float) -> float:
        return default

    def run(self, _batch: np.ndarray, *_outputs: str) -> list[np.ndarray]:
        return [self._maps[None]]


def test_the_station_reads_back_what_the_locator_is_taught() -> None:
    rows = np.array(
        [[60.3, 71.8, 0.4, 58.0, 1.0], [150.0, 33.1, -2.9, 71.0, 0.9], [90, 150, 1, 60, 0.5]],
        np.float32,
    )
    maps, weight = locator.targets(rows, 256)
    found = Locator(_Maps(maps)).find(np.zeros((256, 256, 3), np.uint8))  # type: ignore[arg-type]
    order = np.argsort(found.xy[:, 0])
    assert found.xy[order] - 0.5 == pytest.approx(rows[:2, :2], abs=0.01)
    assert found.width[order] == pytest.approx(rows[:2, 3], rel=1e-4)
    turns = np.arctan2(found.down[order, 1], found.down[order, 0])
    assert turns == pytest.approx(rows[:2, 2], abs=1e-4)
    assert weight[0, 75, 45] == 0.0, "a half hidden index is neither taught nor punished"


@pytest.mark.parametrize("width", [150.0, 20.0])
def test_cards_of_a_wrong_scale_are_taught_as_nothing(width: float) -> None:
    maps, weight = locator.targets(np.array([[100, 100, 0, width, 1.0]], np.float32), 256)
    assert maps[0].max() == 0.0
    assert weight[0].min() == 1.0


def test_turned_samples_keep_their_labels() -> None:
    image = np.zeros((locator.DRAWN, locator.DRAWN, 3), np.uint8)
    image[130, 160] = 255
    sample = locator.Sample(image, np.array([[160, 130, 0.3, 60, 1]], np.float32))
    turns = set()
    for seed in range(12):
        out = locator.vary(np.random.default_rng(seed), sample)
        y, x = np.unravel_index(np.argmax(out.image.sum(2)), out.image.shape[:2])
        assert (out.rows[0, 0], out.rows[0, 1]) == (x, y)
        turns.add(round(float(out.rows[0, 2] - 0.3) / (np.pi / 2)))
    assert turns == {0, 1, 2, 3}


def test_jokers_come_in_many_styles_and_two_kinds() -> None:
    assert len(jokers.STYLES) >= 20
    assert len(jokers.STYLES) == len(jokers.WEIGHTS)
    deck = decks.draw_deck(0)
    small, big = (deck.cards[c].astype(int) for c in ("SJ", "BJ"))
    colour = [float(np.mean(i.max(2) - i.min(2))) for i in (small, big)]
    assert colour[1] > colour[0]


def test_no_design_font_or_ground_is_on_both_sides() -> None:
    train, held = glyphs.splits()["train"], glyphs.splits()["held_out"]
    assert not set(train["art"]) & {*held["art"], *held["art_gpl"]}
    assert not set(train["fonts"]) & set(held["fonts"])
    assert not set(train["grounds"]) & set(held["grounds"])
    assert train["chinese"] != held["chinese"]


def test_reserved_designs_are_named_nowhere() -> None:
    for name in ("splits.toml", "art.py", "card.py", "decks.py"):
        text = (files("models.training") / name).read_text("utf-8")
        assert "anglo_poker" not in text
        assert "paris" not in text.lower().replace("comparis", "")


def test_legible_until_light_and_lens_take_the_strokes() -> None:
    options = dataclasses.replace(PLAIN, keep_clear=True)
    made = scene.render(11, options)
    seen = [i for i in made.indices if i.visible > 0.99]
    assert seen
    assert all(legible.strokes_left(made, i) > legible.LEAST for i in seen)
    blurred = cv2.GaussianBlur(made.image, (0, 0), 0.06 * seen[0].width)
    noise = np.random.default_rng(1).normal(0, 12, made.image.shape)
    ruined = np.clip(0.08 * blurred + noise, 0, 255).astype(np.uint8)
    dark = dataclasses.replace(made, image=ruined)
    assert all(legible.strokes_left(dark, i) < legible.LEAST for i in seen)


def test_legible_needs_the_clear_picture() -> None:
    made = scene.render(11, PLAIN)
    with pytest.raises(ValueError, match="keep_clear"):
        legible.strokes_left(made, made.indices[0])


def test_index_box_of_a_printed_design_is_measured() -> None:
    style = dataclasses.replace(decks._style(1, False), x=0.1, four=False)
    cards = {c: decks.draw_card(style, c, {})[0] for c in art.CARDS if c[0] in "3456789"}
    left, top, right, bottom = decks.ink_box(cards)
    assert left < 0.1 < right
    assert top == pytest.approx(style.top, abs=0.03)
    assert 0.15 < bottom - top < 0.6


def test_training_decks_from_a_seed_on_take_freer_letters() -> None:
    plain, free = decks._style(decks.FREE_FROM - 1, False), decks._style(decks.FREE_FROM, False)
    assert not plain.free
    assert free.free
    assert not decks._style(10_000, True).free


@pytest.mark.parametrize("style", jokers.MORE)
def test_every_rarer_joker_corner_has_ink(style: str) -> None:
    fonts = (glyphs.fonts(False)[0], glyphs.splits()["train"]["chinese"])
    mask = jokers._corner(style, True, fonts, 1.0, 400)
    assert mask.max() > 0.9
    assert mask.shape[0] < 0.5 * 400
    assert mask.shape[1] < 0.25 * 400
