"""Engine and oracle agree on random small situations of every profile."""

from __future__ import annotations

import random

import pytest

from tests.oracle.compare import COMPARISONS
from tests.oracle.rules import VARIANTS, slugs

_EACH = {"follow": 70, "proof": 50, "throw": 40, "trick": 60}


@pytest.mark.parametrize("what", COMPARISONS)
@pytest.mark.parametrize("slug", [*slugs(), *VARIANTS])
def test_engine_agrees_with_oracle(slug: str, what: str) -> None:
    rng = random.Random(f"{slug} {what}")
    for _ in range(_EACH[what]):
        assert COMPARISONS[what](rng, slug) is None
