"""Indices to physical cards."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cards import CARDS, Card
from vision.cards import build, build_free
from vision.indices import INDEX_DOWN, INDEX_RIGHT, Indices
from vision.readings import CLASS_OF, certain

WIDTH = 63.0


def corner(card: Card, x: float, y: float, angle: float, across: int, along: int) -> tuple:  # type: ignore[type-arg]
    """Return one index of a card lying at x, y: position, down direction, card."""
    turn = np.deg2rad(angle)
    right = np.array([np.cos(turn), np.sin(turn)])
    down = np.array([-np.sin(turn), np.cos(turn)])
    at = np.array([x, y]) + WIDTH * (across * INDEX_RIGHT * right + along * INDEX_DOWN * down)
    return at, down * -along, card


def indices(corners: list, rng: np.random.Generator | None = None) -> Indices:  # type: ignore[type-arg]
    n = len(corners)
    xy = np.array([c[0] for c in corners])
    turns = np.array([np.arctan2(c[1][1], c[1][0]) for c in corners])
    width = np.full(n, WIDTH)
    if rng is not None:
        xy = xy + rng.normal(0, 0.03 * WIDTH / np.sqrt(2), xy.shape)
        turns = turns + np.deg2rad(rng.normal(0, 4.0, n))
        width = width * np.exp(rng.normal(0, 0.03, n))
    down = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    log_p = np.array([certain(c[2]) for c in corners])
    return Indices(xy, down, width, np.full(n, 0.6), log_p, np.full(n, 0.99))


def both(card: Card, x: float, y: float, angle: float) -> list:  # type: ignore[type-arg]
    return [corner(card, x, y, angle, -1, -1), corner(card, x, y, angle, 1, 1)]


def counted(found: list) -> Counter[Card]:  # type: ignore[type-arg]
    return Counter(reading.card for reading in found)


@pytest.mark.parametrize("angle", [0.0, 37.0, 90.0, 180.0, 301.0])
def test_two_corners_are_one_card(angle: float) -> None:
    (card,) = build(indices(both("8D", 200, 300, angle)))
    assert card.card == "8D"
    assert card.centre == pytest.approx((200, 300), abs=0.01)
    assert card.corners == 2
    assert (card.angle - angle) % 180 == pytest.approx(0, abs=0.1)


def test_one_corner_places_the_card() -> None:
    (card,) = build(indices([corner("KS", 100, 100, 30, -1, -1)]))
    assert card.centre == pytest.approx((100, 100), abs=0.01)
    assert card.angle == pytest.approx(30)


def test_two_copies_eleven_millimetres_apart_are_two() -> None:
    fan = [corner("8D", 200, 300, 0, -1, -1), *both("8D", 211, 300, 0)]
    assert counted(build(indices(fan))) == {"8D": 2}


def test_three_corners_of_two_identical_neighbours() -> None:
    fan = [*both("QH", 200, 300, 0), corner("QH", 222, 300, 0, 1, 1)]
    assert counted(build(indices(fan))) == {"QH": 2}


def test_equal_cards_side_by_side_stay_two() -> None:
    assert counted(build(indices([*both("5S", 200, 300, 0), *both("5S", 265, 300, 0)]))) == {
        "5S": 2
    }


def test_unlike_cards_never_merge() -> None:
    two = [corner("8D", 200, 300, 0, -1, -1), corner("8H", 200, 300, 0, 1, 1)]
    assert counted(build(indices(two))) == {"8D": 1, "8H": 1}


@pytest.mark.parametrize("angle", [0.0, 120.0])
def test_deck_with_four_indices_per_card(angle: float) -> None:
    four = [corner("7C", 200, 300, angle, a, b) for a in (-1, 1) for b in (-1, 1)]
    three = [corner("9C", 300, 300, angle, a, b) for a, b in ((-1, -1), (1, -1), (1, 1))]
    two = [corner("JC", 400, 300, angle, a, b) for a, b in ((-1, -1), (1, -1))]
    found = build(indices(four + three + two))
    assert counted(found) == {"7C": 1, "9C": 1, "JC": 1}
    centres = {reading.card: reading.centre for reading in found}
    assert centres["9C"] == pytest.approx((300, 300), abs=0.01)


def test_nothing_gives_nothing() -> None:
    assert build(indices(both("8D", 0, 0, 0)).take([])) == []


def heap(rng: np.random.Generator) -> tuple[list, Counter[Card]]:  # type: ignore[type-arg]
    """Return the visible indices of four fans from three decks, and the true cards."""
    corners, truth = [], Counter[Card]()
    for n in range(4):
        angle, x, y = rng.uniform(0, 360), 600.0 * n, rng.uniform(0, 40)
        step = rng.uniform(11, 25)
        fan = rng.choice(list(CARDS[:8]) * 3, rng.integers(1, 7), replace=False)
        turn, along = np.deg2rad(angle), 0.0
        for k, card in enumerate(fan):
            at = (x + along * np.cos(turn), y + along * np.sin(turn))
            corners.append(corner(str(card), *at, angle, -1, -1))
            # Only a card that the next one leaves free shows its other index.
            free = rng.random() < 0.2
            if k == len(fan) - 1 or free:
                corners.append(corner(str(card), *at, angle, 1, 1))
            along += WIDTH + 7.0 if free else step
            truth[str(card)] += 1
    return corners, truth


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 100_000))
def test_heaps_with_duplicates_from_three_decks_keep_their_count(seed: int) -> None:
    corners, truth = heap(np.random.default_rng(seed))
    assert counted(build(indices(corners))) == truth


def test_heaps_seen_by_a_noisy_locator_nearly_always_keep_their_count() -> None:
    rng = np.random.default_rng(3)
    right = total = 0
    for _ in range(100):
        corners, truth = heap(rng)
        found = counted(build(indices(corners, rng)))
        total += len(truth)
        right += sum(found[card] == n for card, n in truth.items())
    assert right / total >= 0.985


@pytest.mark.parametrize(
    ("case", "dx", "dy", "turn"),
    [("pip beside the figure", -7, -16, 0), ("from below", 9, 12, 180), ("askew", 1, 14, 172)],
)
@pytest.mark.parametrize("name", ["JD", "JH"])
def test_a_court_figure_is_no_second_card(
    case: str, dx: float, dy: float, turn: float, name: Card
) -> None:
    """Found in simulated deals: a figure read as JD inside a JH that shows both indices."""
    t = np.deg2rad(turn)
    phantom = (np.array([200.0 + dx, 300.0 + dy]), np.array([-np.sin(t), np.cos(t)]), name)
    found = counted(build(indices([*both("JH", 200, 300, 0), phantom])))
    assert found == {"JH": 1}, case


def test_of_two_findings_that_would_hide_each_other_one_goes() -> None:
    """One index of a card and a pip in its middle that stands on its head."""
    index = corner("9S", 200, 300, 0, -1, -1)
    pip = (np.array([206.0, 310.0]), np.array([0.0, -1.0]), "AS")
    pair = indices([index, pip])
    weak = np.array([0.99, 0.6])
    unsure = Indices(pair.xy, pair.down, pair.width, pair.heat, pair.log_p, weak)
    assert counted(build(unsure)) == {"9S": 1}


def test_of_three_equal_cards_none_goes_when_two_are_paired_across() -> None:
    """Found in a held-out fan: the top card's corner went, as its other one was another's."""
    corners = [
        (np.array([506.0, 324.0]), 140), (np.array([542.0, 367.0]), 152),
        (np.array([565.0, 422.0]), 172), (np.array([485.0, 518.0]), -4),
    ]  # fmt: skip
    turned = [(xy, np.array([np.cos(np.deg2rad(a)), np.sin(np.deg2rad(a))])) for xy, a in corners]
    found = indices([(xy, down, "3D") for xy, down in turned])
    assert counted(build_free(found.resized(np.full(4, 128.0)))) == {"3D": 3}


def test_a_weak_pair_rejects_nothing() -> None:
    card = indices(
        [*both("JH", 200, 300, 0), (np.array([193.0, 284.0]), np.array([0.0, 1.0]), "2H")]
    )
    weak = np.array([0.99, 0.4, 0.99])
    unsure = Indices(card.xy, card.down, card.width, card.heat, card.log_p, weak)
    assert counted(build(unsure)) == {"JH": 1, "2H": 1}


@pytest.mark.parametrize("apart", [10.0, 14.0, 30.0])
@pytest.mark.parametrize("upside_down", [False, True])
def test_a_card_on_top_is_no_phantom(apart: float, upside_down: bool) -> None:
    turn = 180 if upside_down else 0
    below = [corner("JH", 200, 300, 0, -1, -1)]
    top = both("JD", 200 + apart, 300, turn)
    assert counted(build(indices([*below, *top]))) == {"JH": 1, "JD": 1}


def test_a_card_across_that_hides_no_index_stays() -> None:
    under = both("JH", 200, 300, 0)
    across = [corner("9C", 195 + 20, 300 - 15, 100, -1, -1)]
    assert counted(build(indices([*under, *across]))) == {"JH": 1, "9C": 1}


def test_probability_of_a_pair_grows_with_agreement() -> None:
    unsure = both("8D", 200, 300, 0)
    pair = indices(unsure)
    weak = Indices(pair.xy, pair.down, pair.width, pair.heat,
                   np.array([certain("8D", 0.8)] * 2), pair.accept)  # fmt: skip
    (card,) = build(weak)
    assert card.p > 0.9
    assert card.alternatives[0][0] in CLASS_OF


def test_a_joker_found_off_its_place_along_the_card_is_one_joker() -> None:
    first = corner("SJ", 100.0, 100.0, 30.0, -1, -1)
    down = first[1]
    for shift in (14.0, -20.0):
        second = corner("SJ", 100.0, 100.0, 30.0, 1, 1)
        moved = (second[0] + shift * down, second[1], "SJ")
        assert [r.card for r in build(indices([first, moved]))] == ["SJ"]
        twice = (first[0] + shift * down, first[1], "BJ")
        assert len(build(indices([first, twice]))) == 1


def test_two_jokers_in_a_fan_stay_two() -> None:
    cards = [corner("SJ", 100.0 + 11.0 * n, 100.0, 0.0, -1, -1) for n in range(2)]
    top = corner("SJ", 111.0, 100.0, 0.0, 1, 1)
    assert [r.card for r in build(indices([*cards, top]))] == ["SJ", "SJ"]


def test_equal_cards_in_a_column_stay_two() -> None:
    cards = [corner("8D", 100.0, 100.0 + 17.0 * n, 0.0, -1, -1) for n in range(2)]
    assert [r.card for r in build(indices(cards))] == ["8D", "8D"]


def test_photograph_measures_cards_by_their_own_indices() -> None:
    # The deck prints small indices, and the picture is taken aslant: widths and angles are off.
    seen = indices(both("8D", 200, 300, 20) + both("KS", 320, 300, 200))
    squeezed = Indices(
        seen.xy * (1.0, 0.8), seen.down, seen.width * 0.75, seen.heat, seen.log_p, seen.accept
    )
    found = build_free(squeezed)
    assert counted(found) == {"8D": 1, "KS": 1}
    assert [card.corners for card in found] == [2, 2]
