"""Whatever a history holds, the fold answers; and it answers the same a second time."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scorer import profile, projection
from scorer.cards import CARDS, SEATS
from scorer.effective import effective
from scorer.fold import fold
from scorer.history import Event, dumps, loads
from scorer.history_checks import first_impossible
from tests.scorer.deals import events_of, legal_deal

SLUGS = ("house-1deck", "house-2deck", "quad-160-2h", "tongji-groups-60m",
         "triple-company-swiss-2h",
         "shuangsheng-10-must-1h", "quad-150m-3-nothrow")  # fmt: skip


def _some_cards(rng: Random, most: int = 4) -> list[str]:
    return [rng.choice((*CARDS, "??")) for _ in range(rng.randint(1, most))]


def _stray(rng: Random, seq: int) -> dict[str, Any]:
    """Return a random event that names events before it."""
    of = rng.randint(1, max(1, seq - 1))
    seat = rng.choice(SEATS)
    return rng.choice(
        [
            {"type": "play", "seat": seat, "cards": _some_cards(rng)},
            {"type": "retracted", "of": of, "seat": seat, "cards": _some_cards(rng, 2)},
            {"type": "throw_failed", "of": of, "stands": _some_cards(rng, 2),
             "beaten_by": {"seat": seat, "cards": _some_cards(rng, 2)}},
            {"type": "correction", "of": of, "set": {"cards": _some_cards(rng)}},
            {"type": "correction", "of": of, "set": {"seat": seat}},
            {"type": "undo", "of": of},
            {"type": "move", "of": of, "before": rng.randint(1, max(1, seq - 1))},
            {"type": "insert", "before": of,
             "event": {"type": "play", "seat": seat, "cards": _some_cards(rng)}},
            {"type": "bid", "seat": seat, "cards": _some_cards(rng, 2)},
            {"type": "hand_shown", "seat": seat, "cards": _some_cards(rng)},
            {"type": "kitty", "cards": _some_cards(rng, 9)},
            {"type": "kitty_flip", "cards": _some_cards(rng, 2)},
            {"type": "kitty_taken", "seat": seat},
            {"type": "buried", "seat": seat, "count": rng.randint(0, 9)},
            {"type": "trump", "suit": rng.choice(("S", "NT", "?")), "level": rng.choice("2A?")},
            {"type": "joined", "trick": rng.randint(1, 9), "leader": seat},
            {"type": "deal"}, {"type": "deal", "declarer": "?"}, {"type": "deal_end"},
            {"type": "redeal"}, {"type": "turned", "seat": seat, "card": rng.choice(CARDS)},
            {"type": "ruling", "of": f"1.revoke.{seat}.{of}", "decision": "upheld"},
            {"type": "lots", "suit": rng.choice("SHDC")}, {"type": "unheard_of", "x": [1]},
            {"type": "match_end", "reason": "time"}, {"type": "bid", "seat": seat, "count": 2},
            {"type": "bid_shown", "of": of, "cards": _some_cards(rng, 2)},
        ]
    )  # fmt: skip


def damaged(slug: str, rng: Random) -> list[Event]:
    """Return a legal deal's events, some of them lost, doubled, changed or mixed with strays."""
    rows = [dict(event.fields) for event in legal_deal(profile.load(slug), rng).events()]
    rows = rows[: rng.randint(3, len(rows))]
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(1, len(rows) + 1)
        kind = rng.random()
        if kind < 0.2 and at < len(rows):
            del rows[at]
        elif kind < 0.3 and at < len(rows):
            rows.insert(at, dict(rows[at]))
        elif kind < 0.5 and at < len(rows) and rows[at]["type"] == "play":
            rows[at] = rows[at] | {"cards": _some_cards(rng), "confidence": 0.5,
                                   "alternatives": [["AS", 0.2]]}  # fmt: skip
        else:
            rows.insert(at, _stray(rng, at + 1))
    return events_of(rows)


@pytest.mark.parametrize("slug", SLUGS)
def test_damaged_histories_fold(slug: str) -> None:
    for number in range(14):
        events = damaged(slug, Random(f"{slug} {number}"))
        text = dumps(events)
        reading = loads(text) if number % 2 else events
        rules = profile.load(slug)
        result = fold(reading, rules)
        assert result.to_json() == fold(loads(text), rules).to_json()
        projection.table(result)
        projection.referee(result)
        effective(reading)
        first_impossible(reading)
        for deal in result.deals:
            shown = deal.to_json()["defender_points"]
            assert not isinstance(shown, list) or shown[0] <= shown[1]
