"""Bidding: opening, overturning, reinforcing, who deals, and nobody bidding."""

from __future__ import annotations

import pytest

from scorer import profile
from scorer.cards import Seat
from scorer.shengji.bidding import Auction, Decision, Phase, Shown, decide, settle
from scorer.shengji.bidding import nobody as nobody_bids


def shown(text: str) -> Shown:
    """Return a bid written ``N:2D,2D``."""
    seat, _, cards = text.partition(":")
    seats: dict[str, Seat] = {"N": "N", "W": "W", "S": "S", "E": "E"}
    return Shown(seats[seat], tuple(cards.split(",")))


def run(
    slug: str, bids: str, *, first: bool = True, phase: Phase = "draw", level: str = "2"
) -> list[Decision]:
    auction = Auction(first, level, phase, dealer_side="NS")  # type: ignore[arg-type]
    return settle(profile.load(slug), auction, [shown(text) for text in bids.split()])


@pytest.mark.parametrize(
    ("slug", "bids", "reasons"),
    [
        ("house-2deck", "N:2D W:2S E:2S,2S S:SJ,SJ W:BJ,BJ", ["", "not_higher", "", "", ""]),
        ("house-2deck", "N:2D N:2D,2D", ["", ""]),
        ("house-2deck", "N:2D N:2S,2S", ["", "self_overturn"]),
        ("house-2deck", "N:SJ,SJ", ["cannot_open"]),
        ("house-2deck", "N:2D,2S", ["no_bid"]),
        ("house-2deck", "N:3D", ["no_bid"]),
        ("house-2deck", "N:2D,2D W:SJ,BJ", ["", "no_bid"]),
        ("xiandi-80", "N:2D,2D W:BJ,BJ", ["cannot_open", "cannot_open"]),
        ("xiandi-80", "N:2D W:BJ,BJ S:SJ,SJ", ["", "", "not_higher"]),
        ("cmec-510k-2013", "N:2D W:2S E:2H", ["", "", ""]),
        ("national-double-excerpt", "N:2C W:2C,2C N:2D,2D S:2S,2S", ["", "", "not_higher", ""]),
        ("qq-tractor-sports-dept", "N:2D N:2S,2S", ["", ""]),
        ("swiss-8x90", "N:2D,2D W:2S,2S E:SJ,SJ", ["", "not_higher", ""]),
        ("past10-joker-bid-60m", "N:BJ,2H W:SJ,2S,2S E:SJ,SJ S:BJ,BJ", ["", "", "", ""]),
        ("house-1deck", "N:2D W:SJ S:BJ", ["", "", "not_higher"]),
    ],
)
def test_bids_in_turn(slug: str, bids: str, reasons: list[str]) -> None:
    found = run(slug, bids)
    assert [decision.reason for decision in found] == reasons
    assert [decision.accepted for decision in found] == [not reason for reason in reasons]


@pytest.mark.parametrize(
    ("slug", "bids", "declarer"),
    [
        ("house-2deck", "N:2D W:2S,2S", "W"),
        ("house-2deck", "N:2D S:2D,2D", "N"),
        ("cmec-510k-2013", "N:2D W:2S", "N"),
        ("past10-joker-bid-60m", "N:BJ,2H W:SJ,2S,2S E:SJ,SJ", "W"),
        ("past10-joker-bid-60m", "N:BJ,2H E:SJ,SJ", "N"),
        ("triple-company-swiss-2h", "N:2H W:2H,2H", "W"),
    ],
)
def test_first_declarer(slug: str, bids: str, declarer: str) -> None:
    assert run(slug, bids)[-1].declarer == declarer


def test_reinforcing_is_no_overturn_but_an_opponent_in_the_same_suit_is() -> None:
    mine = run("house-2deck", "N:2D N:2D,2D")[-1]
    partners = run("house-2deck", "N:2D S:2D,2D")[-1]
    opponents = run("triple-company-swiss-2h", "N:2H W:2H,2H")[-1]
    assert [one.overturns for one in (mine, partners, opponents)] == [False, False, True]


def test_reinforcing_can_be_forbidden() -> None:
    text = 'slug = "c"\ninherits = "house-2deck"\nbid.reinforce = "never"\n'
    auction = Auction(True, "2", "draw", (shown("N:2D"),))
    assert decide(profile.parse(text, "c.toml"), auction, shown("N:2D,2D")).reason == (
        "no_reinforcing"
    )


def test_later_deals_have_no_declarer_by_bidding() -> None:
    assert run("house-2deck", "N:5D W:5S,5S", first=False, level="5")[-1].declarer is None
    text = 'slug = "c"\ninherits = "house-2deck"\nbid.overturn_takes_deal_later = true\n'
    auction = Auction(False, "5", "draw", (shown("N:5D"),), "NS")
    assert decide(profile.parse(text, "c.toml"), auction, shown("W:5S,5S")).declarer == "W"


@pytest.mark.parametrize(
    ("slug", "first", "phase", "bids", "accepted"),
    [
        ("xiyangyang-j-must", False, "draw", "W:5S", False),
        ("xiyangyang-j-must", True, "draw", "W:5S", True),
        ("shuangsheng-king-bid", False, "draw", "W:5S,SJ", False),
        ("shuangsheng-king-bid", False, "after_draw", "W:5S,SJ", True),
        ("house-2deck", False, "after_kitty", "W:5S", False),
        ("unit-draft-national", False, "after_bury", "W:5S,5S", False),
    ],
)
def test_who_may_open_and_when(
    slug: str, first: bool, phase: Phase, bids: str, accepted: bool
) -> None:
    assert run(slug, bids, first=first, phase=phase, level="5")[0].accepted is accepted


@pytest.mark.parametrize(
    ("slug", "first", "accepted"),
    [
        ("unit-draft-national", True, True),
        ("tongji-groups-60m", True, False),
        ("tongji-groups-60m", False, True),
        ("shuangsheng-10-must-1h", True, True),
        ("house-2deck", False, False),
    ],
)
def test_overturning_behind_the_bury(slug: str, first: bool, accepted: bool) -> None:
    auction = Auction(first, "5", "after_bury", (shown("N:5D,5D"),), "NS")
    found = decide(profile.load(slug), auction, shown("W:5S,5S"))
    assert found.accepted is accepted
    assert found.buries == ("W" if accepted else None)


def test_each_side_races_with_its_own_level() -> None:
    auction = Auction(True, "5", "draw", levels=(("NS", "5"), ("EW", "9")))
    found = settle(
        profile.load("shuangsheng-10-must-1h"), auction, [shown("N:5D"), shown("W:9S,9S")]
    )
    assert [one.trump.level for one in found if one.trump] == ["5", "9"]


@pytest.mark.parametrize(
    ("slug", "kitty", "trump", "restart"),
    [
        ("house-2deck", "SJ BJ 7D", "D", None),
        ("house-2deck", "SJ BJ", None, None),
        ("swiss-8x90", "SJ 7D", "NT", None),
        ("swiss-8x90", "", None, None),
        ("quad-160-2h", "7D 5H 3C", "H", None),
        ("quad-160-2h", "7D BJ 3C", "NT", None),
        ("quad-160-2h", "7D 3C", "D", None),
        ("quad-school-past4", "7D", None, None),
        ("shuangsheng-king-bid", "7D 8D", None, "deal"),
        ("shuangsheng-king-bid", "7D 5D", None, None),
        ("triple-union-3toK-150m", "7D", None, "deal_by_defenders"),
    ],
)
def test_nobody_bids(slug: str, kitty: str, trump: str | None, restart: str | None) -> None:
    auction = Auction(False, "5", "after_draw", dealer_side="NS")
    found = nobody_bids(profile.load(slug), auction, tuple(kitty.split()))
    assert (found.trump.suit if found.trump else None) == trump
    assert found.restart == restart
