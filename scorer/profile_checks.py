"""Values of a profile that cannot all be true together, each with the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.profile import Profile

_COPIES = {
    "level1": 1, "level2": 2, "level3": 3, "level4": 4,
    "two1": 1, "two2": 2, "two3": 3, "two4": 4,
    "level2_joker": 2, "level2_joker_colour": 2, "sj_pair": 2, "bj_pair": 2, "joker_pair": 2,
    "sj_triple": 3, "bj_triple": 3, "sj4": 4, "bj4": 4,
}  # fmt: skip
"""Identical cards that a bid needs; one where it is not listed."""
_JOKER_TIERS = ("sj", "bj", "joker")

Fault = tuple[tuple[str, ...], str]
"""The key paths that contradict each other, the first of them blamed, and what is wrong."""


def contradictions(profile: Profile) -> Iterator[Fault]:
    """Yield every set of values that exclude each other."""
    yield from _cards(profile)
    yield from _bidding(profile)
    yield from _play(profile)
    yield from _ladders(profile)
    yield from _score(profile)
    yield from _switches(profile)


def _cards(profile: Profile) -> Iterator[Fault]:
    total = 4 * profile.hand + profile.kitty
    if total != 54 * profile.decks:
        yield (
            ("kitty", "hand", "decks"),
            f"4 hands of {profile.hand} and a kitty of {profile.kitty} make {total} cards, but "
            f"decks = {profile.decks} means {54 * profile.decks}: change hand, kitty or decks",
        )
    if profile.win.mode != "time" and profile.win.level is None:
        yield (
            ("win.level", "win.mode"),
            f'win.mode "{profile.win.mode}" needs a level; only "time" has none',
        )


def _bidding(profile: Profile) -> Iterator[Fault]:
    bid = profile.bid
    for tier in bid.tiers:
        if _COPIES.get(tier, 1) > profile.decks:
            yield ("bid.tiers", "decks"), f'"{tier}" needs more copies than decks = {profile.decks}'
    for tier in bid.open_tiers:
        if tier not in bid.tiers:
            yield ("bid.open_tiers", "bid.tiers"), f'"{tier}" is not among bid.tiers: add it there'
    if bid.same_tier.startswith("suit_rank") and bid.suit_rank is None:
        yield (
            ("bid.suit_rank", "bid.same_tier"),
            f'bid.same_tier "{bid.same_tier}" needs the four suits, lowest first',
        )
    if bid.suit_rank is not None and sorted(bid.suit_rank) != sorted("SHDC"):
        yield ("bid.suit_rank",), "name each of S, H, D, C once, lowest first"
    if "level1_joker_suit" in bid.tiers and not bid.joker_by_suit:
        yield ("bid.joker_by_suit", "bid.tiers"), '"level1_joker_suit" needs a joker for every suit'
    jokers = [tier for tier in bid.tiers if tier.startswith(_JOKER_TIERS)]
    if jokers and not profile.no_trump.allowed:
        yield (
            ("no_trump.allowed", "bid.tiers"),
            f'bid "{jokers[0]}" makes no-trump, which no_trump.allowed = false excludes',
        )
    yield from _nobody_bids(profile)
    takes = bid.overturn_takes_deal_first
    if takes == (bid.first_dealer == "first_bidder"):
        yield (
            ("bid.first_dealer", "bid.overturn_takes_deal_first"),
            f'"{bid.first_dealer}" contradicts overturn_takes_deal_first = {str(takes).lower()}',
        )


def _nobody_bids(profile: Profile) -> Iterator[Fault]:
    rules = (profile.bid.nobody_first, profile.bid.nobody_later)
    if "no_trump" in rules and not profile.no_trump.allowed:
        yield (
            ("no_trump.allowed", "bid.nobody_later", "bid.nobody_first"),
            "nobody bidding makes no-trump, which no_trump.allowed = false excludes",
        )
    if profile.no_trump.when_nobody_bids != ("no_trump" in rules):
        yield (
            ("no_trump.when_nobody_bids", "bid.nobody_later", "bid.nobody_first"),
            f"no_trump.when_nobody_bids contradicts bid.nobody_first and nobody_later {rules}",
        )


def _play(profile: Profile) -> Iterator[Fault]:
    if profile.throw.allowed != ("throw" in profile.lead_shapes):
        verb = "does not list" if profile.throw.allowed else "lists"
        yield (
            ("throw.allowed", "lead_shapes"),
            f"throw.allowed = {str(profile.throw.allowed).lower()} but lead_shapes {verb} throw",
        )
    if profile.throw.allowed and profile.throw.fail_play is None:
        yield ("throw.fail_play", "throw.allowed"), "say what must stand when a throw fails"
    if profile.tractor.exists != ("tractor" in profile.lead_shapes):
        verb = "does not list" if profile.tractor.exists else "lists"
        yield (
            ("tractor.exists", "lead_shapes"),
            f"tractor.exists = {str(profile.tractor.exists).lower()} but lead_shapes {verb} "
            "tractor",
        )
    for copies in profile.tractor.copies:
        if copies > profile.decks:
            yield ("tractor.copies", "decks"), f"{copies} copies with decks = {profile.decks}"
    both = sorted(set(profile.lead_shapes) & set(profile.lead_forbidden))
    if both:
        yield ("lead_forbidden", "lead_shapes"), f"{', '.join(both)} also stands in lead_shapes"


def _ladders(profile: Profile) -> Iterator[Fault]:
    for unit, ladder in profile.ladders.items():
        for rung in (rung for equal in ladder for rung in equal):
            if _size(rung) != _size(unit):
                yield (
                    (f"ladders.{unit}",),
                    f'"{rung}" has {_size(rung)} cards, the lead {_size(unit)}',
                )


def _size(rung: str) -> int:
    total = 0
    for part in rung.split("+"):
        unit, _, times = part.partition("*")
        copies, _, length = unit.partition("x")
        total += int(copies) * int(length or 1) * int(times or 1)
    return total


def _score(profile: Profile) -> Iterator[Fault]:
    rows = profile.score.rows
    if not rows:
        yield ("score.rows",), "the table has no row"
        return
    for lower, upper in pairwise(rows):
        if lower.max is None or upper.min is None or lower.max + 5 != upper.min:
            yield ("score.rows",), f"rows must join without gap: {lower.max}, then {upper.min}"
    for row in rows:
        if row.min is not None and (row.stage == "defender") != (row.min >= profile.score.stage):
            yield (
                ("score.stage", "score.rows"),
                f"row {row.min} to {row.max} contradicts score.stage = {profile.score.stage}",
            )
    beyond, last = profile.score.beyond, rows[-1].max
    if (beyond is None) != (last is None):
        yield (
            ("score.beyond", "score.rows"),
            'the table goes on exactly if its last row has a max; write beyond = "none" otherwise',
        )
    if beyond is not None and last is not None and beyond.from_ != last + 5:
        yield (
            ("score.beyond", "score.rows"),
            f"must begin 5 after the last row: {last + 5}, not {beyond.from_}",
        )


def _switches(profile: Profile) -> Iterator[Fault]:
    for name, switch in profile.switches.items():
        if switch.default not in switch.choices:
            known = ", ".join(f'"{choice}"' for choice in switch.choices)
            yield (
                (f"switches.{name}.default",),
                f'"{switch.default}" is no choice; allowed are {known}',
            )
