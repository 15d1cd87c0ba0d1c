"""Legality checks per second, the slowest call, whole deals: ``python -m tests.bench.bench_rules``.

Single thread, processor time. Leads and hands are dealt from whole decks with a fixed seed; a
check is one ``verdict`` on card texts, nothing prepared beforehand but the profile.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scorer.cards import CARDS, Card
from scorer.fold import fold
from scorer.profile import Profile, load
from scorer.shengji.follow import verdict
from scorer.shengji.order import PLAIN, TRUMPS, Line, Order, Trump, order_of
from scorer.shengji.structure import split
from tests.scorer.deals import legal_deal
from tests.scorer.faults import FAULTS, faulty_deal

Case = tuple[Profile, Trump, tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


def _trump(rng: random.Random) -> Trump:
    return Trump(rng.choice(("S", "H", "D", "C", "NT")), rng.choice("23456789TJQKA"))


def _line(rng: random.Random, order: Order) -> Line:
    return order.lines[rng.choice([name for name in (TRUMPS, *PLAIN) if name in order.lines])]


def _play(rng: random.Random, held: list[Card], hand: list[Card], size: int) -> tuple[Card, ...]:
    """Return a plausible answer: cards of the led class, sets kept together half of the time."""
    if len(held) < size:
        rest = [card for card in hand if card not in held]
        return tuple(held + rng.sample(rest, size - len(held)))
    if rng.random() < 0.5:
        return tuple(sorted(held, key=lambda card: (-held.count(card), card))[:size])
    return tuple(rng.sample(held, size))


def _case(rng: random.Random, profile: Profile, lead_of: Callable[..., list[Card]]) -> Case | None:
    trump = _trump(rng)
    order = order_of(profile, trump)
    deck = list(CARDS) * profile.decks
    rng.shuffle(deck)
    leader, hand = deck[: profile.hand], deck[profile.hand : 2 * profile.hand]
    led = lead_of(rng, profile, order, leader)
    if not led:
        return None
    name = order.class_of[led[0]]
    held = [card for card in hand if order.class_of[card] == name]
    return profile, trump, tuple(led), tuple(hand), _play(rng, held, hand, len(led))


def _ordinary(rng: random.Random, profile: Profile, order: Order, leader: list[Card]) -> list[Card]:
    """Return one unit of the leader's hand, the biggest ones more often than by chance."""
    line = _line(rng, order)
    parts = split(line, line.counts(leader), profile.tractor.copies)
    if not parts:
        return []
    return list(parts[0].cards if rng.random() < 0.6 else rng.choice(parts).cards)


def _quads(rng: random.Random, _profile: Profile, order: Order, _leader: list[Card]) -> list[Card]:
    """Return a lead of one to three units of which one is a quad."""
    line = _line(rng, order)
    first = rng.choice(line.slots)
    led = [first] * 4
    for card in rng.sample(line.slots, rng.randint(0, 2)):
        if card != first:
            led += [card] * rng.randint(1, 4)
    return led


def _adversarial(
    rng: random.Random, profile: Profile, order: Order, _leader: list[Card]
) -> list[Card]:
    """Return 16 to 20 cards of one class, most of them in linked sets."""
    line = _line(rng, order)
    size = rng.randint(16, 20)
    led: list[Card] = []
    slots = list(line.slots)
    start = rng.randrange(len(slots))
    copies = rng.choice(((1, 2, 3, 4), (2,), (2, 3), (2, 4), (3, 4), (4,)))
    for card in slots[start:] + slots[:start]:
        if rng.random() < 0.9:
            led += [card] * min(profile.decks, rng.choice(copies))
    return led[:size]


def _long_hand(rng: random.Random, case: Case) -> Case:
    """Return the case with a hand of 54 cards that is mostly of the led class."""
    profile, trump, led, _, _ = case
    order = order_of(profile, trump)
    name = order.class_of[led[0]]
    pool = [card for card in CARDS if order.class_of[card] == name]
    fewest = rng.randint(0, 2)
    held = [card for card in pool for _ in range(rng.randint(fewest, profile.decks))]
    rest = [card for card in CARDS * profile.decks if order.class_of[card] != name]
    hand = (held + rng.sample(rest, 54))[:54]
    held = [card for card in hand if order.class_of[card] == name]
    return profile, trump, led, tuple(hand), _play(rng, held, hand, len(led))


def _cases(
    rng: random.Random, profiles: list[Profile], lead_of: Callable[..., list[Card]], n: int
) -> list[Case]:
    cases: list[Case] = []
    while len(cases) < n:
        case = _case(rng, rng.choice(profiles), lead_of)
        if case is not None:
            cases.append(case)
    return cases


class _Pauses:
    """Time spent in the cyclic garbage collector, which belongs to the process, not to a call."""

    def __init__(self) -> None:
        self.total = self.longest = self._start = 0.0

    def __call__(self, phase: str, _info: dict[str, int]) -> None:
        if phase == "start":
            self._start = time.thread_time()
            return
        took = time.thread_time() - self._start
        self.total += took
        self.longest = max(self.longest, took)


def _measure(name: str, cases: list[Case]) -> None:
    worst, total = 0.0, 0.0
    legal = 0
    pauses = _Pauses()
    gc.collect()
    gc.freeze()  # the cases themselves are not part of what is measured
    gc.callbacks.append(pauses)
    for case in cases:
        start, before = time.thread_time(), pauses.total
        legal += verdict(*case).legal
        took = time.thread_time() - start
        total += took
        worst = max(worst, took - (pauses.total - before))
    gc.callbacks.remove(pauses)
    share = 100 * legal / len(cases)
    print(
        f"{name:34s} {len(cases):6d} checks {len(cases) / total:9.0f}/s"
        f"   worst {worst * 1000:5.2f} ms   longest collector pause {pauses.longest * 1000:5.2f} ms"
        f"   legal {share:4.1f} %"
    )


def _measure_deals(name: str, profiles: list[Profile], rng: random.Random, deals: int) -> None:
    """Print how long it takes to judge whole deals, every other one with a fault."""
    logs = []
    while len(logs) < deals:
        rules = profiles[len(logs) % len(profiles)]
        made = None
        if len(logs) % 2:
            made = faulty_deal(rules, rng, FAULTS[len(logs) // 2 % len(FAULTS)])
        logs.append((made[0] if made else legal_deal(rules, rng)).events())
    fold(logs[0])
    gc.collect()
    took = []
    for log in logs:
        start = time.thread_time()
        findings = fold(log).deals[0].findings
        took.append(time.thread_time() - start)
        del findings
    print(
        f"{name:34s} {deals:6d} deals  {1000 * sum(took) / deals:9.1f} ms each"
        f"   worst {1000 * max(took):5.1f} ms"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--checks", type=int, default=20000)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    two, four = [load("house-2deck")], [load("house-4deck"), load("quad-game-dark-bid")]
    four.append(load("quad-150m-3-nothrow"))
    _measure("two decks, ordinary leads", _cases(rng, two, _ordinary, options.checks))
    _measure("four decks, leads with quads", _cases(rng, four, _quads, options.checks // 2))
    _measure("four decks, ordinary leads", _cases(rng, four, _ordinary, options.checks // 2))
    long_leads = _cases(rng, four, _adversarial, 10000)
    _measure("long leads (16-20 cards), 54 cards", [_long_hand(rng, case) for case in long_leads])
    deep = _cases(rng, two, _adversarial, 2000)
    _measure("two decks, long leads", [_long_hand(rng, case) for case in deep])
    _measure_deals("two decks, whole deals judged", two, rng, 40)
    _measure_deals("four decks, whole deals judged", four, rng, 60)


if __name__ == "__main__":
    main()
