"""Random legal deals: no finding, points conserved, every prefix as the live table shows it."""

from __future__ import annotations

import pytest

from scorer import profile
from tests.scorer.legal import numbered_deal, wrong, wrong_prefixes

SLUGS = profile.slugs()
EACH = -(-3000 // len(SLUGS))
PREFIXES = ("house-1deck", "house-2deck", "house-3deck", "quad-160-2h", "xiandi-80")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_legal_deal_has_no_finding_and_its_points_are_conserved(slug: str) -> None:
    for number in range(EACH):
        assert wrong(numbered_deal(slug, number)) == [], number


@pytest.mark.parametrize("slug", PREFIXES)
def test_every_prefix_is_what_the_table_showed(slug: str) -> None:
    assert wrong_prefixes(numbered_deal(slug, 5)) == []
