"""The worked examples of the documents, each replayed as a short history through the judge."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorer import profile
from scorer.cards import CARDS, SEATS, Card, Seat, next_seat, other_side, side_of
from scorer.fold import fold
from scorer.ledger.deal import ShengjiDeal
from scorer.profile import Profile
from scorer.shengji.order import Trump, order_of
from scorer.shengji.trick import winner as winner_of
from tests.scorer.deals import events_of

KINDS = ("follow", "throw", "ruff", "compare", "kitty", "score", "lead")
Row = dict[str, Any]


class NoSuchTrickError(Exception):
    """An example whose winning cards are lower than the led ones: nobody can play it out."""


def _cases(shared_dir: Path) -> Iterator[Row]:
    path = shared_dir / "rules" / "shengji" / "worked-examples.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["kind"] in KINDS:
            yield case


@cache
def _rules(slug: str, switches: str) -> Profile:
    return profile.with_switches(profile.load(slug), json.loads(switches))


def _judged(case: Row, rows: list[Row], declarer: Seat = "N") -> ShengjiDeal:
    """Return the deal that some rows make under the case's profile and trump."""
    given = case["input"]
    rules = _rules(case["profile"], json.dumps(given.get("switches") or {}))
    trump = given.get("last_trick", given)
    head: list[Row] = [
        {"type": "deal", "deal": 1, "declarer": declarer},
        {"type": "trump", "suit": trump.get("trump", "S"), "level": trump.get("level", "2")},
    ]
    deal = fold(events_of([*head, *rows]), rules).deals[0]
    assert isinstance(deal, ShengjiDeal)
    return deal


def _play(seat: Seat, cards: list[Card]) -> Row:
    return {"type": "play", "seat": seat, "cards": cards}


def _offences(deal: ShengjiDeal, *codes: str) -> list[str]:
    return [f.offence for f in deal.findings if f.offence in codes]


def follow(case: Row) -> None:
    """A hand that is shown to the end: a finding exactly where the play was not legal."""
    given, hand = case["input"], case["input"]["hand"]
    rest = list((Counter(hand) - Counter(given["play"])).elements())
    rows: list[Row] = [
        {"type": "joined", "trick": 1, "leader": "N", "hand_sizes": {"W": len(hand)}},
        _play("N", given["led"]),
        _play("W", given["play"]),
    ]
    if rest:
        rows.append({"type": "hand_shown", "seat": "W", "cards": rest})
    deal = _judged(case, rows)
    found = _offences(deal, "revoke", "withheld", "wrong_count")
    assert (not found) == case["expect"]["legal"], case
    assert all(f.certainty == "proven" for f in deal.findings if f.offence in found)


def throw(case: Row) -> None:
    """A throw is questioned exactly where a hand beats it; a failed one costs the fine."""
    given, expect = case["input"], case["expect"]
    seat: Seat = given["seat"]
    sizes = {s: len(hand) for s, hand in given["hands"].items()}
    rows: list[Row] = [
        {"type": "joined", "trick": 1, "leader": seat, "hand_sizes": sizes},
        _play(seat, given["throw"]),
    ]
    for steps in (1, 2, 3):
        other = next_seat(seat, steps)
        hand = given["hands"].get(other)
        if hand:
            size = len(given["throw"])
            rows.append(_play(other, hand[:size]))
            if hand[size:]:
                rows.append({"type": "hand_shown", "seat": other, "cards": hand[size:]})
    deal = _judged(case, rows)
    if any(f.offence == "illegal_lead" for f in deal.findings):
        assert not expect["succeeds"], case
        return
    assert (not _offences(deal, "throw_unchallenged")) == expect["succeeds"], case
    if expect.get("fine"):
        stands = expect["must_play"]
        stands = stands["any_of"][0] if isinstance(stands, dict) else stands
        rows.append({"type": "throw_failed", "of": 4, "stands": stands})
        failed = next(f for f in _judged(case, rows).findings if f.offence == "failed_throw")
        assert failed.penalty is not None
        assert failed.penalty["points"] == expect["fine"], case


def ruff(case: Row) -> None:
    """The winner of the plays."""
    plays = case["input"]["plays"]
    rows: list[Row] = [{"type": "joined", "trick": 1, "leader": plays[0]["seat"]}]
    rows += [_play(play["seat"], play["cards"]) for play in plays]
    deal = _judged(case, rows, plays[0]["seat"])
    assert deal.course.tricks[0].winners == {case["expect"]["winner"]}, case


compare = ruff


def lead(case: Row) -> None:
    """A lead is a finding exactly where its shape is not allowed."""
    rows = [_play("N", case["input"]["cards"])]
    deal = _judged(case, rows)
    assert (not _offences(deal, "illegal_lead")) == case["expect"]["legal"], case


def _filler(rules: Profile, trump: Trump, avoid: list[Card]) -> list[Card]:
    """Return plain cards without points that cannot beat the led or winning cards."""
    order = order_of(rules, trump)
    led = {order.class_of[card] for card in avoid}
    plain = [c for c in CARDS if order.class_of[c] not in {"T", *led} and c[0] not in "5TK"]
    return [card for card in plain for _ in range(rules.decks)]


def kitty(case: Row) -> None:
    """The last trick and a kitty of so many points: multiplier and what it adds."""
    given, last = case["input"], case["input"]["last_trick"]
    rules = _rules(case["profile"], json.dumps(given.get("switches") or {}))
    led, winning = last["led"], last["winning"]
    own = sorted(led) == sorted(winning)
    trump = Trump(last["trump"], last["level"])
    if not own and winner_of(rules, trump, [led, winning]) != 1:
        raise NoSuchTrickError(case["clause"])
    leader: Seat = "N"
    winner: Seat = leader if own else "W"
    dealer = side_of(winner) if last["winner"] == "dealer" else other_side(side_of(winner))
    filler = _filler(rules, trump, [*led, *winning])
    size = len(led)
    rows: list[Row] = [
        {"type": "joined", "trick": 25, "leader": leader, "defender_points": 0,
         "hand_sizes": dict.fromkeys(SEATS, size)},
        _play("N", led),
        _play("W", filler[:size] if own else winning),
        _play("S", filler[size : 2 * size]),
        _play("E", filler[2 * size : 3 * size]),
        {"type": "kitty", "cards": _kitty_cards(rules, given["kitty_points"], filler[3 * size :])},
        {"type": "deal_end"},
    ]  # fmt: skip
    deal = _judged(case, rows, "N" if dealer == "NS" else "E")
    assert deal.tally.multiplier == (case["expect"]["multiplier"],) * 2, case
    taken = deal.course.tricks[0].points[0] if last["winner"] == "defender" else 0
    assert deal.tally.total == (taken + case["expect"]["defender_delta"],) * 2, case


def _kitty_cards(rules: Profile, points: int, filler: list[Card]) -> list[Card]:
    tens = [f"{rank}{suit}" for rank in "TK" for suit in "SHDC" for _ in range(rules.decks)]
    cards = tens[: points // 10] + ["5D"] * (points % 10 // 5)
    return (cards + filler)[: max(rules.kitty, len(cards))]


def score(case: Row) -> None:
    """A deal that ends with so many points: levels gained, who deals next."""
    given, expect = case["input"], case["expect"]
    rules = _rules(case["profile"], json.dumps(given.get("switches") or {}))
    rows: list[Row] = [
        {"type": "joined", "trick": 25, "leader": "N", "defender_points": given["defender_points"],
         "hand_sizes": dict.fromkeys(SEATS, 1)},
        _play("N", ["BJ"]), _play("W", ["3H"]), _play("S", ["4H"]), _play("E", ["6H"]),
        {"type": "kitty", "cards": (["3D", "4D", "6D", "7D", "8D", "9D", "JD", "QD"] * 2)
         [: rules.kitty]},
        {"type": "deal_end"},
    ]  # fmt: skip
    deal = _judged(case, rows)
    gained = deal.outcome.gained
    assert gained == {"NS": expect["dealer_levels"], "EW": expect["defender_levels"]}, case
    assert deal.outcome.next_declarer == ("W" if expect["takes_deal"] else "S"), case
    won = bool(deal.outcome.games) or deal.outcome.winner is not None
    assert won == expect["wins_game"], case


@pytest.mark.shared
@pytest.mark.parametrize("kind", KINDS)
def test_the_judge_says_what_the_documents_say(kind: str, shared_dir: Path) -> None:
    replay = {"follow": follow, "throw": throw, "ruff": ruff, "compare": compare,
              "kitty": kitty, "score": score, "lead": lead}[kind]  # fmt: skip
    cases = [case for case in _cases(shared_dir) if case["kind"] == kind]
    failed: list[str] = []
    impossible = 0
    for case in cases:
        try:
            replay(case)
        except NoSuchTrickError:
            impossible += 1
        except AssertionError as error:
            failed.append(f"{case['id']}: {str(error)[:600]}")
    assert cases
    assert impossible <= 1
    assert not failed, f"{len(failed)} of {len(cases)}\n" + "\n".join(failed[:8])
