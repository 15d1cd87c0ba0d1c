"""Planted faults: each found, where it was planted, at the earliest event, nobody else accused."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from scorer import profile
from scorer.cards import SEATS, SUITS, Seat
from scorer.fold import fold
from scorer.history import Event
from scorer.ledger.types import Finding
from tests.scorer.deals import Dealt, events_of
from tests.scorer.faults import FAULTS, Planted, faulty_deal

SLUGS = profile.slugs()


def planted(slug: str, fault: str, seed: str = "") -> tuple[Dealt, Planted]:
    """Return a deal with a planted fault, from the first seed that offers a place for it."""
    for number in range(60):
        made = faulty_deal(profile.load(slug), Random(f"{slug}{fault}{seed}{number}"), fault)
        if made is not None:
            return made
    pytest.skip(f"{slug} offers no place for {fault}")


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_found_in_every_profile(fault: str) -> None:
    for slug in SLUGS:
        if (slug, fault) == ("house-1deck", "withheld"):
            continue
        deal, fact = planted(slug, fault)
        findings = fold(deal.events()).deals[0].findings
        hit = [f for f in findings if (f.offence, f.seat) == (fact.offence, fact.seat)]
        assert hit, (slug, fact)
        if fact.offence != "extra_copy":
            assert [f.trick for f in hit] == [fact.trick], slug
            assert len(findings) == 1, (slug, findings)
        else:
            assert all(f.certainty != "proven" for f in findings), (slug, findings)


@pytest.mark.parametrize("fault", ["revoke", "withheld", "out_of_turn", "retraction", "too_few"])
@pytest.mark.parametrize("slug", ["house-1deck", "house-2deck", "quad-160-2h"])
def test_a_finding_appears_at_its_event_and_never_goes_away(slug: str, fault: str) -> None:
    if (slug, fault) in {("house-1deck", "withheld"), ("house-1deck", "too_few")}:
        pytest.skip("one deck has no pairs")
    deal, _ = planted(slug, fault)
    events = deal.events()
    last = fold(events).deals[0].findings
    step = 1 if slug == "house-1deck" else 7
    ends = set(range(3, len(events) + 1, step))
    for finding in last:
        place = next(i for i, event in enumerate(events) if event.seq == finding.at)
        ends |= {place, place + 1}
    for end in sorted(ends):
        shown = {f.id for f in fold(events[:end]).deals[0].findings}
        due = {f.id for f in last if f.at <= events[end - 1].seq}
        assert shown == due, end


def _renamed(events: Iterable[Event], seats: dict[str, Seat], suits: dict[str, str]) -> list[Event]:
    def card(text: str) -> str:
        return text if text in ("BJ", "SJ") else text[0] + suits[text[1]]

    rows: list[dict[str, Any]] = []
    for event in events:
        row = dict(event.fields)
        for name in ("seat", "declarer"):
            if row.get(name):
                row[name] = seats[row[name]]
        if "cards" in row:
            row["cards"] = [card(c) for c in row["cards"]]
        if row.get("suit") in suits:
            row["suit"] = suits[row["suit"]]
        rows.append(row)
    return events_of(rows)


def _facts(findings: Iterable[Finding]) -> set[tuple[Any, ...]]:
    return {(f.offence, f.trick, f.at, f.evidence, f.certainty) for f in findings}


@pytest.mark.parametrize("fault", ["revoke", "withheld", "out_of_turn"])
@pytest.mark.parametrize("slug", ["house-2deck", "quad-game-dark-bid", "tongji-groups-60m"])
def test_seats_rotated_and_suits_renamed_change_nothing_else(slug: str, fault: str) -> None:
    deal, _ = planted(slug, fault, "turn")
    plain = fold(deal.events()).deals[0]
    seats = {seat: SEATS[(i + 1) % 4] for i, seat in enumerate(SEATS)}
    suits = dict(zip(SUITS, "HDCS", strict=True))
    other = fold(_renamed(deal.events(), seats, suits)).deals[0]
    assert _facts(plain.findings) == _facts(other.findings)
    assert [seats[f.seat] for f in plain.findings if f.seat] == [f.seat for f in other.findings]
    assert plain.to_json()["defender_points"] == other.to_json()["defender_points"]
    assert plain.to_json()["kitty_multiplier"] == other.to_json()["kitty_multiplier"]
