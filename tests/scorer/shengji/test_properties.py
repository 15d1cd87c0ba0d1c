"""What holds for every situation: relabelled suits, growing knowledge, whole hands."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scorer.profile import load
from scorer.shengji.follow import proven_illegal, verdict
from scorer.shengji.order import Trump
from scorer.shengji.trick import winner
from tests.oracle.compare import profile as rules_of
from tests.oracle.situations import Situation, dense, situation

_SEEDS = range(150)


def _situation(seed: int) -> Situation:
    rng = random.Random(f"property {seed}")
    return dense(rng) if seed % 3 == 0 else situation(rng)


def _renamed(cards: tuple[str, ...], names: dict[str, str]) -> list[str]:
    return [card if card in ("SJ", "BJ") else card[0] + names[card[1]] for card in cards]


@pytest.mark.parametrize("seed", _SEEDS)
def test_suit_names_do_not_matter(seed: int) -> None:
    s = _situation(seed)
    rng = random.Random(seed)
    names = dict(zip("SHDC", rng.sample("SHDC", 4), strict=True)) | {"NT": "NT"}
    profile = rules_of(s.deal.slug)
    trump = Trump(s.deal.suit, s.deal.level)  # type: ignore[arg-type]
    other = Trump(names[s.deal.suit], s.deal.level)  # type: ignore[arg-type]
    led, hand, play = (_renamed(cards, names) for cards in (s.led, s.hand, s.play))
    assert verdict(profile, trump, s.led, s.hand, s.play) == verdict(
        profile, other, led, hand, play
    )
    assert winner(profile, trump, [s.led, s.play]) == winner(profile, other, [led, play])


@pytest.mark.parametrize("seed", _SEEDS)
def test_a_proof_stays_when_more_is_seen(seed: int) -> None:
    s = _situation(seed)
    rng = random.Random(seed)
    profile = rules_of(s.deal.slug)
    trump = Trump(s.deal.suit, s.deal.level)  # type: ignore[arg-type]
    hidden = list((Counter(s.hand) - Counter(s.play)).elements())
    rng.shuffle(hidden)
    noise = rng.choices(s.hand, k=3)
    proofs = []
    for seen in range(len(hidden) + 1):
        unseen = Counter(hidden[seen:]) + Counter(noise if seen < len(hidden) else [])
        known = [*s.play, *hidden[:seen]]
        proofs.append(proven_illegal(profile, trump, s.led, known, s.play, unseen, len(s.hand)))
    assert proofs == sorted(proofs)
    assert proofs[-1] == (not verdict(profile, trump, s.led, s.hand, s.play).legal)


def test_no_proof_from_a_lead_of_two_suits() -> None:
    house, trump = load("house-2deck"), Trump("H", "5")
    known = ["AC", "4D", "7D"]
    assert not proven_illegal(house, trump, ["AS", "9C"], known, ["4D", "7D"], Counter(), 3)


def test_a_play_of_another_size_is_proven_at_once() -> None:
    house, trump = load("house-2deck"), Trump("H", "5")
    assert proven_illegal(house, trump, ["AS", "AS"], ["4S"], ["4S"], Counter(), 1)
    assert not verdict(house, trump, ["AS", "9C"], ["4S"], ["4S"]).legal


def test_forced_copies_of_the_led_suit_prove_a_revoke() -> None:
    house, trump = load("house-2deck"), Trump("H", "5")
    led, play = ["AS"], ["4D"]
    assert not proven_illegal(house, trump, led, play, play, Counter({"3S": 1, "7D": 1}), 2)
    assert proven_illegal(house, trump, led, play, play, Counter({"3S": 1, "7D": 1}), 3)
