"""Every playable profile, judged as short histories: plain and trump leads, no-trump, void and
short suits, off-suit level cards, permanent twos, throws."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import profile
from scorer.cards import SEATS
from scorer.fold import fold
from scorer.ledger.deal import ShengjiDeal
from scorer.profile import Profile
from scorer.shengji.order import Trump
from scorer.shengji.throw import try_throw
from tests.scorer.deals import events_of

SLUGS = profile.slugs()
LED = 4
"""The row of the lead; W answers in the next one."""
Row = dict[str, Any]


def answered(
    rules: Profile, led: str, play: str, rest: str, suit: str = "H", level: str = "7"
) -> ShengjiDeal:
    """Return a deal in which N leads, W answers and then shows the rest of the hand."""
    cards = led.split()
    other = {"S": ["8C"], "E": ["9C"]}
    size = len(cards) + len(rest.split())
    rows: list[Row] = [
        {"type": "deal", "deal": 1, "declarer": "N"},
        {"type": "trump", "suit": suit, "level": level},
        {"type": "joined", "trick": 1, "leader": "N", "defender_points": 0,
         "hand_sizes": dict.fromkeys(SEATS, size)},
        {"type": "play", "seat": "N", "cards": cards},
        {"type": "play", "seat": "W", "cards": play.split()},
    ]  # fmt: skip
    rows += [{"type": "play", "seat": s, "cards": other[s] * len(cards)} for s in ("S", "E")]
    rows.append({"type": "hand_shown", "seat": "W", "cards": rest.split()})
    deal = fold(events_of(rows), rules).deals[0]
    assert isinstance(deal, ShengjiDeal)
    return deal


def faults(deal: ShengjiDeal) -> list[tuple[str, str, int]]:
    """Return W's proven follow faults with the event that proves them."""
    return [
        (f.offence, f.certainty, f.at)
        for f in deal.findings
        if f.seat == "W" and f.offence in ("revoke", "withheld")
    ]


REVOKE = [("revoke", "proven", 8)]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(
    ("led", "play", "rest", "wrong"),
    [
        ("9S", "8D", "3S", True),
        ("9S", "3S", "8D", False),
        ("9S", "8D", "3C 4D", False),
        ("9S", "6H", "3C", False),
        ("9S", "6H", "3S", True),
        ("9H", "8D", "6H", True),
        ("9H", "6H", "8D", False),
        ("9H", "8D", "7S", True),
        ("9S", "8D", "7S", False),
        ("9H", "8D", "SJ", True),
        ("7C", "8D", "3H", True),
        ("7C", "8D", "3C", False),
    ],
    ids=[
        "plain led, suit held",
        "plain led, suit followed",
        "void suit, discard",
        "void suit, ruff",
        "ruff with the suit in hand",
        "trump led, trump held",
        "trump led, trump followed",
        "trump led, off-suit level card held",
        "plain led, the level card of that suit is a trump",
        "trump led, joker held",
        "off-suit level card led, trump held",
        "off-suit level card led, its printed suit is not followed",
    ],
)
def test_following_a_single_card(slug: str, led: str, play: str, rest: str, wrong: bool) -> None:
    found = faults(answered(profile.load(slug), led, play, rest))
    assert found == (REVOKE if wrong else [])


@pytest.mark.parametrize("slug", SLUGS)
def test_without_trump_suit_only_jokers_and_level_cards_are_trumps(slug: str) -> None:
    rules = profile.load(slug)
    if not rules.no_trump.allowed:
        assert "NT" not in str(rules.bid.tiers)
        return
    assert faults(answered(rules, "7C", "8D", "7H", "NT")) == REVOKE
    assert faults(answered(rules, "7C", "8D", "9H", "NT")) == []
    assert faults(answered(rules, "9H", "8D", "7H", "NT")) == []
    assert faults(answered(rules, "9H", "8D", "6H", "NT")) == REVOKE
    assert answered(rules, "AH", "SJ", "3C", "NT").course.tricks[0].winner == "W"


@pytest.mark.parametrize("slug", SLUGS)
def test_permanent_twos(slug: str) -> None:
    rules = profile.load(slug)
    found = faults(answered(rules, "9H", "8D", "2S"))
    assert found == (REVOKE if rules.const_trump_2 else [])
    plain = faults(answered(rules, "9S", "8D", "2S"))
    assert plain == ([] if rules.const_trump_2 else REVOKE)
    won = answered(rules, "AS", "2C", "3D").course.tricks[0].winner
    assert won == ("W" if rules.const_trump_2 else "N")


@pytest.mark.parametrize("slug", SLUGS)
def test_off_suit_level_cards_are_equal_and_the_first_wins(slug: str) -> None:
    rules = profile.load(slug)
    assert answered(rules, "7C", "7S", "3D").course.tricks[0].winner == "N"
    assert answered(rules, "7C", "7H", "3D").course.tricks[0].winner == "W"
    assert answered(rules, "AH", "7S", "3D").course.tricks[0].winner == "W"


@pytest.mark.parametrize("slug", SLUGS)
def test_short_suit(slug: str) -> None:
    """Fewer cards of the suit than were led: all of them, and any others."""
    rules = profile.load(slug)
    pairs = rules.decks > 1
    led = "9S 9S" if pairs else "AS KS"
    assert faults(answered(rules, led, "3S 8D", "4D")) == []
    assert faults(answered(rules, led, "8D 4D", "3S")) == REVOKE
    if pairs:
        kept = faults(answered(rules, led, "3S 4S", "5S 5S"))
        assert kept == [("withheld", "proven", 8)]
        assert faults(answered(rules, led, "5S 5S", "3S 4S")) == []
        assert faults(answered(rules, led, "3S 4S", "5S 6S")) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_throws(slug: str) -> None:
    rules = profile.load(slug)
    deal = answered(rules, "AS QS", "KS 3S", "4D")
    codes = [finding.offence for finding in deal.findings if finding.seat == "N"]
    if not rules.throw.allowed:
        assert codes == ["illegal_lead"]
        return
    assert codes == ["throw_unchallenged"]
    assert not [f for f in answered(rules, "AS KS", "QS 3S", "4D").findings if f.seat == "N"]
    found = try_throw(rules, Trump("H", "7"), ["AS", "QS"], {"W": ["KS", "3S"]})
    assert (found.succeeds, found.stands) == (False, (("QS",),))
    assert try_throw(rules, Trump("H", "7"), ["AS", "KS"], {"W": ["QS", "3S"]}).succeeds


def test_a_profile_without_throws_and_one_with_permanent_twos_are_among_them() -> None:
    loaded = [profile.load(slug) for slug in SLUGS]
    assert any(not rules.throw.allowed for rules in loaded)
    assert any(rules.const_trump_2 for rules in loaded)
    assert any(rules.no_trump.allowed for rules in loaded)
    assert any(not rules.no_trump.allowed for rules in loaded)
