"""Legal matches under each document are found legal, level by level; a false tribute is proven."""

from __future__ import annotations

import random

import pytest

from scorer.fold import fold
from scorer.guandan.automatch import history, play_match
from scorer.guandan.profile import load, slugs


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("seed", [1, 2])
def test_a_legal_match_has_no_finding(slug: str, seed: int) -> None:
    profile = load(slug)
    deals = play_match(profile, 3, random.Random(seed))
    result = fold(history(profile, deals))
    assert [deal.findings for deal in result.deals] == [()] * len(deals)
    assert all(deal.complete for deal in result.deals)
    finishes = [list(deal.finish) for deal in deals]
    assert [deal.to_json()["finish"] for deal in result.deals] == finishes


@pytest.mark.parametrize("slug", slugs())
def test_a_false_tribute_is_proven_under_every_document(slug: str) -> None:
    profile = load(slug)
    for seed in range(40):
        deals = play_match(profile, 2, random.Random(seed), cheat_in=2)
        if len(deals) < 2:
            continue
        given = deals[1].exchange
        found = fold(history(profile, deals)).deals[1].findings
        if given is not None and len(given.paid) == 1 and found:
            break
    assert [(f.offence, f.certainty) for f in found] == [("tribute_not_largest", "proven")]
    assert found[0].clause
