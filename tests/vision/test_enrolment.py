"""A deck is learnt from what is laid out: who is who, what is missing, what the file holds."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cards import CARDS
from vision import deckfile, strength
from vision.assign import cheapest
from vision.classify import Classifier
from vision.deckfile import CROP, NO_INDEX, Deck
from vision.decksheet import CELL, sheet
from vision.enrolment import KEEP, Enrolment, Look, Sighting
from vision.errors import VisionError
from vision.patches import PATCH
from vision.prototypes import disturbed, learn
from vision.readings import certain, normalise

Array = np.ndarray  # type: ignore[type-arg]


def crop(card: str, seed: int = 0) -> Array:
    """Return a corner that shows a card's name, on a little noise."""
    picture = np.full((CROP[1], CROP[0], 3), 240, np.uint8)
    red = (30, 30, 200) if card[-1] in "HD" or card == "BJ" else (20, 20, 20)
    for n, letter in enumerate(card):
        place = (14, 36 + 28 * n)
        cv2.putText(picture, letter, place, cv2.FONT_HERSHEY_SIMPLEX, 1.1, red, 3)
    noise = np.random.default_rng(seed).normal(0, 3, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def sighting(
    card: str, at: float, read: str | None = None, p: float = 0.97, colour: float | None = None
) -> Sighting:
    """Return a card seen at a place along a fan, read as another one perhaps."""
    log_p = certain(read or card, p)
    xy, down = np.array([at, 100.0]), np.array([0.0, 1.0])
    return Sighting(xy, down, 60.0, log_p, (crop(card),), colour)


def fans(cards: Sequence[str], size: int = 9) -> list[Look]:
    rows = [cards[n : n + size] for n in range(0, len(cards), size)]
    return [
        Look(tuple(sighting(c, 500 * k + 14.0 * n) for n, c in enumerate(row)))
        for k, row in enumerate(rows)
    ]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 5), st.integers(0, 2), st.booleans())
def test_assignment_is_the_cheapest_of_all(seed: int, rows: int, more: int, ties: bool) -> None:
    rng = np.random.default_rng(seed)
    cost = rng.integers(0, 4, (rows, rows + more)) if ties else rng.random((rows, rows + more))
    found = cheapest(cost.astype(np.float64))
    assert len(set(found)) == rows
    best = min(
        sum(cost[n, k] for n, k in enumerate(way))
        for way in itertools.permutations(range(rows + more), rows)
    )
    assert sum(cost[n, k] for n, k in enumerate(found)) == pytest.approx(best)


def test_assignment_needs_a_column_for_each_row() -> None:
    with pytest.raises(ValueError, match="2 rows"):
        cheapest(np.zeros((2, 1)))


def test_all_cards_seen_in_any_order() -> None:
    order = [str(c) for c in np.random.default_rng(4).permutation(CARDS)]
    enrolment = Enrolment()
    looks = fans(order)
    for n, look in enumerate(looks, 1):
        progress = enrolment.take(look)
        assert len(progress.seen) == min(54, 9 * n)
        assert set(progress.missing) == set(order[9 * n :])
        assert progress.done == (n == 6)
    assert not enrolment.deck("x").missing


def test_a_misread_card_takes_the_name_that_is_left() -> None:
    """A six that looks like an eight: both lie in one fan, or in fans apart."""
    order = [*CARDS]
    for together in (True, False):
        enrolment = Enrolment()
        for look in fans([c for c in order if c not in ("6H", "8H")]):
            enrolment.take(look)
        six = Sighting(
            np.array([9000.0, 0.0]), np.array([0.0, 1.0]), 60.0,
            normalise(np.log(0.9 * np.exp(certain("8H")) + 0.1 * np.exp(certain("6H")))),
            (crop("6H"),),
        )  # fmt: skip
        eight = sighting("8H", 9100.0)
        if together:
            enrolment.take(Look((six, eight)))
        else:
            enrolment.take(Look((six,)))
            enrolment.take(Look((eight,)))
        deck = enrolment.deck("x")
        assert not deck.missing
        assert np.array_equal(deck.crops["6H"][0], crop("6H"))
        assert np.array_equal(deck.crops["8H"][0], crop("8H"))


def test_cards_that_are_always_taken_for_others_are_found_in_the_end() -> None:
    """Queens of a fanciful letter, read as nines nearly surely, laid again when they are missed."""
    queens = ("QS", "QH", "QD", "QC")
    enrolment = Enrolment()
    for look in fans([c for c in CARDS if c not in queens]):
        enrolment.take(look)

    def queen(card: str, at: float) -> Sighting:
        nine = certain("9" + card[1], 0.995)
        log_p = normalise(np.log(0.995 * np.exp(nine) + 0.005 * np.exp(certain(card))))
        xy, down = np.array([at, 0.0]), np.array([0.0, 1.0])
        return Sighting(xy, down, 60.0, log_p, (crop(card),))

    for again in range(3):
        place = 20_000.0 + 1000 * again
        look = Look(tuple(queen(c, place + 90 * n) for n, c in enumerate(queens)))
        if enrolment.take(look).done:
            break
    deck = enrolment.deck("x")
    assert not deck.missing
    for card in queens:
        assert np.array_equal(deck.crops[card][0], crop(card)), card


def test_a_card_shown_again_is_no_other_card() -> None:
    enrolment = Enrolment()
    enrolment.take(Look((sighting("8H", 0.0),)))
    enrolment.take(Look((sighting("8H", 700.0),)))
    progress = enrolment.progress()
    assert progress.seen == ("8H",)
    assert len(enrolment.deck("x").crops["8H"]) == 2


def test_moving_hands_count_only_what_lies_still() -> None:
    enrolment = Enrolment(steady=2)
    assert enrolment.take(Look((sighting("8H", 0.0), sighting("9C", 200.0)))).seen == ()
    progress = enrolment.take(Look((sighting("8H", 2.0), sighting("KD", 400.0))))
    assert progress.seen == ("8H",)
    for _ in range(9):
        enrolment.take(Look((sighting("8H", 0.0),)))
    assert len(enrolment.deck("x").crops["8H"]) == KEEP


def test_cards_of_a_fan_are_followed_in_any_order() -> None:
    """The cards found in another order in the next look are the same cards."""
    enrolment = Enrolment(steady=2)
    row = [sighting(c, 60.0 * n) for n, c in enumerate(("8H", "9C", "KD"))]
    enrolment.take(Look(tuple(row)))
    assert enrolment.take(Look(tuple(row[::-1]))).seen == ("8H", "KD", "9C")


@pytest.mark.parametrize("steady", [1, 2])
def test_the_next_fan_may_lie_in_the_same_place(steady: int) -> None:
    enrolment = Enrolment(steady)
    for card in ("8H", "9C", "KD"):
        for _ in range(2):
            enrolment.take(Look((sighting(card, 0.0),)))
    assert enrolment.progress().seen == ("8H", "KD", "9C")


@pytest.mark.parametrize("swapped", [False, True])
def test_the_coloured_joker_is_the_big_one(swapped: bool) -> None:
    """Both corners read SJ; only the bodies tell."""
    colours = (0.9, 0.05) if swapped else (0.05, 0.9)
    enrolment = Enrolment()
    for look in fans([c for c in CARDS if c not in ("SJ", "BJ")]):
        enrolment.take(look)
    pair = [sighting("SJ", 9000.0 + 200 * n, "SJ", 0.8, colours[n]) for n in range(2)]
    enrolment.take(Look(tuple(pair)))
    assert not enrolment.deck("x").missing
    assert not enrolment.joker_doubt()
    big = enrolment.named()["BJ"][0]
    assert big.last.xy[0] == (9000.0 if swapped else 9200.0)


def test_doubtful_jokers_are_asked_for_and_can_be_swapped() -> None:
    enrolment = Enrolment()
    for look in fans([c for c in CARDS if c not in ("SJ", "BJ")]):
        enrolment.take(look)
    pair = [sighting("SJ", 9000.0 + 200 * n, "SJ", 0.8, 0.8 + n / 100) for n in range(2)]
    enrolment.take(Look(tuple(pair)))
    assert enrolment.joker_doubt()
    before = enrolment.named()["BJ"][0].last.xy[0]
    enrolment.swap_jokers()
    assert enrolment.named()["BJ"][0].last.xy[0] != before
    assert not enrolment.joker_doubt()


def small_deck(cards: Sequence[str] = ("8D", "3D", "BJ")) -> Deck:
    return Deck("small", {**{c: (crop(c), crop(c, 1)) for c in cards}, NO_INDEX: (crop("--"),)})


def test_deck_file_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "x.deck"
    path.write_text(deckfile.dump(small_deck()), encoding="utf-8")
    deck = deckfile.load(path)
    assert deck.name == "small"
    assert set(deck.crops) == {"8D", "3D", "BJ", NO_INDEX}
    assert len(deck.missing) == 51
    assert float(np.abs(deck.crops["8D"][0].astype(int) - crop("8D")).mean()) < 5


def damaged(text: str, case: str) -> str:
    content = json.loads(text)
    if case == "cut short":
        return text[: len(text) // 2]
    if case == "another file":
        return json.dumps({"table": 1})
    if case == "changed":
        content["crops"]["8D"] = content["crops"]["3D"]
        return json.dumps(content)
    if case == "another version":
        content["dipai_deck"] = 2
        return json.dumps(content)
    content.pop("sha256")
    content["crops"] = {} if case == "empty" else {"8D": ["AAAA"]}
    return json.dumps({**content, "sha256": deckfile._digest(content)})


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("cut short", "not a deck file"),
        ("another file", "not a deck file"),
        ("changed", "damaged"),
        ("another version", "version 2"),
        ("empty", "no card"),
        ("no picture", "picture of 8D"),
    ],
)
def test_bad_deck_file_is_one_clear_line(case: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.deck"
    path.write_text(damaged(deckfile.dump(small_deck()), case), encoding="utf-8")
    with pytest.raises(VisionError, match=words) as told:
        deckfile.load(path)
    assert "bad.deck" in str(told.value)
    assert "\n" not in str(told.value)


def test_missing_deck_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match="cannot read the deck file"):
        deckfile.load(tmp_path / "none.deck")


class Blind:
    """A network that cannot tell 8D, 3D and BJ apart; its features are small pictures."""

    path = Path("blind.onnx")

    def __init__(self, outputs: tuple[str, ...] = ("rank", "suit", "reject", "features")) -> None:
        self.outputs = outputs

    def number(self, *keys: str, default: float) -> float:
        del keys
        return default

    def run(self, batch: Array, *names: str) -> list[Array]:
        n = len(batch)
        rank, suit = np.full((n, 14), -6.0), np.full((n, 6), -6.0)
        rank[:, [2, 7, 13]] = 2.0
        suit[:, [2, 5]] = 2.0
        small = np.stack([features(p.transpose(1, 2, 0)) for p in batch])
        answers = {"rank": rank, "suit": suit, "reject": np.full((n, 1), -2.0), "features": small}
        return [answers[name].astype(np.float32) for name in names]


def features(patch: Array) -> Array:
    """Return a patch shrunk, its light evened out."""
    evened = (patch - patch.mean()) / (patch.std() + 0.05)
    return cv2.resize(evened, (8, 12), interpolation=cv2.INTER_AREA).ravel()


def seen(card: str, seed: int) -> Array:
    """Return the batch of one new picture of a card."""
    rng = np.random.default_rng(seed)
    patch = disturbed(rng, crop(card, seed), crop("3D"))
    return patch[None, ..., ::-1].transpose(0, 3, 1, 2).astype(np.float32) / 255


def test_an_enrolled_deck_tells_what_the_network_cannot() -> None:
    plain = Classifier(Blind())  # type: ignore[arg-type]
    known = Classifier(Blind(), [small_deck()])  # type: ignore[arg-type]
    assert np.exp(plain.read(seen("8D", 1))[0]).max() < 0.5
    right = 0
    for seed in range(20):
        for card in ("8D", "3D", "BJ"):
            log_p, accept = known.read(seen(card, seed))
            right += CARDS[int(np.argmax(log_p[0]))] == card
            assert 0 <= accept[0] <= 1
            assert np.exp(log_p[0]).sum() == pytest.approx(1.0)
    assert right >= 50


def test_an_enrolled_deck_never_makes_an_index_of_anything() -> None:
    plain = Classifier(Blind())  # type: ignore[arg-type]
    known = Classifier(Blind(), [small_deck()])  # type: ignore[arg-type]
    rng = np.random.default_rng(2)
    anything = rng.random((20, 3, 64, 48)).astype(np.float32)
    assert (known.read(anything)[1] <= plain.read(anything)[1] + 1e-9).all()


def test_two_designs_on_one_table() -> None:
    other = Deck("other", {"8D": (255 - crop("8D"),), "3D": (255 - crop("3D"),)})
    known = Classifier(Blind(), [small_deck(), other])  # type: ignore[arg-type]
    right = {"small": 0, "other": 0}
    for seed in range(12):
        for card in ("8D", "3D"):
            batch = seen(card, seed)
            for name, shown in (("small", batch), ("other", 1 - batch)):
                right[name] += CARDS[int(np.argmax(known.read(shown)[0][0]))] == card
    assert min(right.values()) >= 20


def test_a_network_without_features_is_told() -> None:
    with pytest.raises(VisionError, match="fetch the present one"):
        Classifier(Blind(("rank", "suit", "reject")), [small_deck()])  # type: ignore[arg-type]


def test_nothing_is_said_about_cards_that_were_not_enrolled() -> None:
    prototypes = learn([small_deck()], lambda p: p.reshape(len(p), -1)[:, ::97] / 255.0)
    score = prototypes.score(np.zeros((2, len(range(0, PATCH[0] * PATCH[1] * 3, 97)))))
    assert score.shape == (2, 55)
    assert (score[:, CARDS.index("AS")] == 0).all()
    assert (score <= 0).all()


def test_weak_cards_name_their_neighbour() -> None:
    twins = Deck("twins", {"8D": (crop("8D"),), "3D": (crop("8D", 1),), "BJ": (crop("BJ"),)})
    found = strength.weak(twins, Classifier(Blind(), [twins]))  # type: ignore[arg-type]
    names = {entry.card: entry.neighbour for entry in found}
    assert names["8D"] == "3D"
    assert names["3D"] == "8D"
    assert found == sorted(found, key=lambda entry: entry.p)


def test_the_sheet_shows_what_is_there_and_what_is_missing() -> None:
    picture = sheet(small_deck(), {"8D": "3D"})
    assert picture.shape == (5 * CELL[1], 13 * CELL[0], 3)
    row, column = divmod(CARDS.index("AS"), 13)
    missing = picture[row * CELL[1] + 20 : row * CELL[1] + 60, column * CELL[0] + 20 :][:, :30]
    assert int(missing.max()) < 80
    row, column = divmod(CARDS.index("8D"), 13)
    there = picture[row * CELL[1] + 20 : row * CELL[1] + 60, column * CELL[0] + 20 :][:, :30]
    assert int(there.max()) > 200
