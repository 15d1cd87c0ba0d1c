"""Random legal deals: no finding, points conserved, every prefix as the live table shows it."""

from __future__ import annotations

from random import Random

import pytest

from scorer import profile
from scorer.cards import CARDS
from scorer.fold import fold
from scorer.shengji.trick import points
from tests.scorer.deals import legal_deal

SLUGS = profile.slugs()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_legal_deal_has_no_finding_and_its_points_are_conserved(slug: str) -> None:
    rules = profile.load(slug)
    for number in range(4):
        deal = legal_deal(rules, Random(f"{slug} {number}"))
        folded = fold(deal.events()).deals[0]
        assert folded.findings == ()
        assert folded.complete
        assert [trick.winner for trick in folded.course.tricks] == deal.winners
        assert folded.points == (deal.defender_points, deal.defender_points)
        taken = sum(trick.points[0] for trick in folded.course.tricks)
        buried = points(rules, deal.kitty)
        assert taken + buried == points(rules, CARDS * rules.decks) == 100 * rules.decks
        assert sum(len(trick.led) for trick in folded.course.tricks) == rules.hand


def test_every_prefix_is_what_the_table_showed() -> None:
    events = legal_deal(profile.load("house-2deck"), Random(5)).events()
    shown = None
    for end in range(1, len(events) + 1):
        result = fold(events[:end])
        assert not result.deals or not result.deals[0].findings
        shown = result.deals[0] if result.deals else None
        if shown is not None and shown.points is not None:
            low, high = shown.points
            assert low <= high
    assert shown is not None
    assert shown.complete
