"""Random players that lead and follow legally, and the faults that can be planted on them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hardware.simtable.trumps import Lead, Trump, best_pairs, of_group, pairs, runs
from scorer.cards import Card


def without(hand: Sequence[Card], cards: Sequence[Card]) -> list[Card]:
    """Return a hand without the given cards."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def doubled(chosen: Sequence[Card]) -> list[Card]:
    """Return each card twice, in order."""
    return [card for card in chosen for _ in range(2)]


def choose_lead(hand: Sequence[Card], trump: Trump, rng: Random, linked: bool) -> list[Card]:
    """Return a legal lead: a tractor or pair where there is one, more often than not."""
    groups = sorted({trump.group(card) for card in hand})
    tractors = [run for group in groups for run in runs(pairs(of_group(hand, trump, group)), trump)]
    if linked and tractors and rng.random() < 0.8:
        return doubled(rng.choice(sorted(tractors)))
    held = pairs(hand)
    if held and rng.random() < 0.55:
        return doubled([rng.choice(held)])
    return [rng.choice(sorted(hand))]


def choose_follow(hand: Sequence[Card], lead: Lead, trump: Trump, rng: Random) -> list[Card]:
    """Return a legal answer to a lead of one unit."""
    suited = of_group(hand, trump, lead.group)
    if len(suited) <= lead.size:
        return _fill(suited, hand, lead, trump, rng)
    if lead.copies == 1:
        return [rng.choice(sorted(suited))]
    chosen = doubled(rng.choice(best_pairs(suited, trump, lead.length)))
    rest = without(suited, chosen)
    rng.shuffle(rest)
    singles = _unpaired(rest)
    return chosen + singles[: lead.size - len(chosen)]


def _unpaired(cards: Sequence[Card]) -> list[Card]:
    """Return the cards, each first copy before any second."""
    seen: set[Card] = set()
    first = [card for card in cards if not (card in seen or seen.add(card))]  # type: ignore[func-returns-value]
    return first + without(cards, first)


def _fill(
    suited: list[Card], hand: Sequence[Card], lead: Lead, trump: Trump, rng: Random
) -> list[Card]:
    """Return all cards of the suit led and others to make up the number, now and then a ruff 毙."""
    missing = lead.size - len(suited)
    rest = without(hand, suited)
    trumps = of_group(rest, trump, "T")
    if not suited and lead.group != "T" and rng.random() < 0.5:
        if lead.copies == 1 and trumps:
            return [rng.choice(sorted(trumps))]
        if lead.length == 1 and pairs(trumps):
            return doubled([rng.choice(pairs(trumps))])
    rng.shuffle(rest)
    return suited + rest[:missing]


def revoke(hand: Sequence[Card], lead: Lead, trump: Trump, rng: Random) -> list[Card] | None:
    """Return a play that hides a card of the suit led 有而不出, or None where it cannot be."""
    suited = of_group(hand, trump, lead.group)
    others = [card for card in hand if trump.group(card) not in (lead.group, "T")]
    if lead.copies != 1 or not suited or not others:
        return None
    return [rng.choice(sorted(others))]


def withhold_pair(hand: Sequence[Card], lead: Lead, trump: Trump, rng: Random) -> list[Card] | None:
    """Return two singles where a pair was held 有对不出, or None where it cannot be."""
    suited = of_group(hand, trump, lead.group)
    held = pairs(suited)
    if (lead.copies, lead.length) != (2, 1) or not held:
        return None
    singles = sorted(set(suited))
    if len(singles) < 2:
        return None
    return rng.sample(singles, 2)


def too_few(hand: Sequence[Card], lead: Lead, trump: Trump, rng: Random) -> list[Card] | None:
    """Return one card less than led, or None for a single."""
    if lead.size < 2:
        return None
    return choose_follow(hand, lead, trump, rng)[:-1]
