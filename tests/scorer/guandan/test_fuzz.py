"""No damage to a history makes the fold stop: lines lost, repeated, moved, misread."""

from __future__ import annotations

import json
import random

import pytest

from scorer.cards import CARDS, SEATS
from scorer.fold import fold
from scorer.guandan.automatch import history, play_match
from scorer.guandan.profile import load, slugs
from scorer.history import Event, make
from scorer.projection import referee, table
from scorer.report import lines


def damaged(events: list[Event], rng: random.Random) -> list[Event]:
    """Return the history with a few lines lost, swapped, misread or invented."""
    rows = [dict(event.fields) for event in events]
    for _ in range(rng.randint(1, 12)):
        place = rng.randrange(1, len(rows))
        act = rng.choice(("drop", "swap", "misread", "unread", "seat", "insert"))
        row = rows[place]
        if act == "drop" and len(rows) > 2:
            del rows[place]
        elif act == "swap" and place + 1 < len(rows):
            rows[place], rows[place + 1] = rows[place + 1], rows[place]
        elif act in ("misread", "unread") and row.get("cards"):
            card = "??" if act == "unread" else rng.choice(CARDS)
            rows[place] = {**row, "cards": [card, *row["cards"][1:]]}
        elif act == "seat" and "seat" in row:
            rows[place] = {**row, "seat": rng.choice(SEATS)}
        elif act == "insert":
            rows.insert(place, _invented(rng, place))
    rows = [{k: v for k, v in row.items() if k != "seq"} for row in rows]
    return [
        make(seq, row["type"], **{k: v for k, v in row.items() if k != "type"})
        for seq, row in enumerate(rows, start=1)
    ]


def _invented(rng: random.Random, place: int) -> dict[str, object]:
    seat, card = rng.choice(SEATS), rng.choice(CARDS)
    return rng.choice(
        [
            {"type": "play", "seat": seat, "cards": rng.choices(CARDS, k=rng.randint(1, 12))},
            {"type": "tribute", "from": seat, "to": rng.choice(SEATS), "card": card},
            {"type": "return", "from": seat, "to": rng.choice(SEATS), "card": card},
            {"type": "no_tribute", "seats": [seat], "shown": []},
            {"type": "hand_shown", "seat": seat, "cards": rng.choices(CARDS, k=3)},
            {"type": "retracted", "seat": seat, "cards": [card]},
            {"type": "pass", "seat": seat},
            {"type": "joined", "leader": seat, "hand_sizes": {"N": 3}},
            {"type": "deal", "declarer": None},
            {"type": "time", "what": "over", "seat": seat},
            {"type": "match_end", "reason": "time"},
            {"type": "undo", "of": place},
        ]
    )


@pytest.mark.parametrize("slug", slugs())
def test_damaged_histories_fold(slug: str) -> None:
    profile = load(slug)
    rng = random.Random(slug)
    whole = history(profile, play_match(profile, 2, rng, cheat_in=2))
    for _ in range(3):
        result = fold(damaged(whole, rng))
        json.dumps([result.to_json(), table(result), referee(result)])
        assert list(lines(result, "zh"))
        assert all(finding.evidence for deal in result.deals for finding in deal.findings)
