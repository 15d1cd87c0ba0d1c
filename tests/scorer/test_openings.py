"""How deals begin, as histories: bids, nobody bidding, redeals, lots, the flip."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import profile
from scorer.fold import fold
from scorer.ledger.deal import ShengjiDeal
from tests.scorer.deals import events_of

Row = dict[str, Any]
LEVELS = {"NS": "5", "EW": "9"}


def opened(slug: str, *rows: Row, declarer: str | None = None, level: str = "") -> ShengjiDeal:
    """Return a deal that begins with these rows; with a declarer it is a later deal."""
    rules = profile.load(slug)
    levels = LEVELS if declarer else dict.fromkeys(("NS", "EW"), level or rules.start_level)
    head: list[Row] = [
        {"type": "match", "profile": slug, "levels": levels},
        {"type": "deal", "deal": 1, "declarer": declarer},
    ]
    deal = fold(events_of([*head, *rows])).deals[0]
    assert isinstance(deal, ShengjiDeal)
    return deal


def bids(text: str) -> list[Row]:
    """Return the rows of bids written ``N:2D,2D``; ``take`` and ``bury`` stand for the kitty."""
    rows: list[Row] = []
    for word in text.split():
        seat, _, cards = word.partition(":")
        if cards == "take":
            rows.append({"type": "kitty_taken", "seat": seat})
        elif cards == "bury":
            rows.append({"type": "buried", "seat": seat, "count": 8})
        else:
            rows.append({"type": "bid", "seat": seat, "cards": cards.split(",")})
    return rows


def found(deal: ShengjiDeal) -> tuple[str, str, str | None, list[str]]:
    """Return trump, level, declarer and the seats whose bid does not count."""
    wrong = [str(f.seat) for f in deal.findings if f.offence == "wrong_bid"]
    return deal.trump.suit, deal.trump.level, deal.declarer, wrong


@pytest.mark.parametrize(
    ("slug", "text", "wanted"),
    [
        ("house-2deck", "N:2D", ("D", "2", "N", [])),
        ("house-2deck", "N:2D W:2S", ("D", "2", "N", ["W"])),
        ("house-2deck", "N:2D W:2S,2S", ("S", "2", "W", [])),
        ("house-2deck", "N:2D N:2D,2D W:2S,2S", ("D", "2", "N", ["W"])),
        ("house-2deck", "N:2D W:SJ,SJ", ("NT", "2", "W", [])),
        ("house-2deck", "N:SJ,SJ", ("?", "2", None, ["N"])),
        ("house-1deck", "N:2D W:SJ S:BJ", ("NT", "2", "W", ["S"])),
        ("past10-joker-bid-60m", "N:BJ,2H", ("H", "2", "N", [])),
        ("past10-joker-bid-60m", "N:2S", ("?", "2", None, ["N"])),
        ("shuangsheng-king-bid", "N:BJ,2H", ("H", "2", "N", [])),
        ("shuangsheng-king-bid", "N:SJ,2H", ("?", "2", None, ["N"])),
        ("xiandi-80", "N:2D W:BJ,BJ", ("NT", "2", "N", [])),
        ("cmec-510k-2013", "N:2D W:2S E:2H", ("H", "2", "N", [])),
    ],
)
def test_first_deal(slug: str, text: str, wanted: tuple[str, str, str | None, list[str]]) -> None:
    assert found(opened(slug, *bids(text))) == wanted


@pytest.mark.parametrize(
    ("slug", "text", "wanted"),
    [
        ("house-2deck", "N:5D W:5S,5S", ("S", "5", "N", [])),
        ("xiyangyang-j-must", "W:5D", ("?", "5", "N", ["W"])),
        ("tongji-groups-60m", "N:5D N:take N:bury W:5S,5S", ("S", "5", "N", [])),
        ("house-2deck", "N:5D N:take N:bury W:5S,5S", ("D", "5", "N", ["W"])),
        ("house-2deck", "N:5D N:take W:5S,5S", ("D", "5", "N", ["W"])),
    ],
    ids=[
        "an overturn leaves the declarer",
        "defenders may not open",
        "an overturn behind the bury 炒地皮",
        "no overturn behind the bury",
        "no overturn once the kitty is taken",
    ],
)
def test_later_deal(slug: str, text: str, wanted: tuple[str, str, str | None, list[str]]) -> None:
    assert found(opened(slug, *bids(text), declarer="N")) == wanted


def test_king_bid_opponents_bid_and_deal_where_the_dealer_side_cannot() -> None:
    """换庄由对方亮主坐庄: who bids deals, at the own level; no offence."""
    deal = opened("shuangsheng-king-bid", *bids("W:SJ,9S"), declarer="N")
    assert found(deal) == ("S", "9", "W", [])
    deal = opened("shuangsheng-king-bid", *bids("S:SJ,5S"), declarer="N")
    assert found(deal) == ("S", "5", "N", [])


def test_hidden_bid_is_unknown_until_it_is_opened() -> None:
    """暗叫: laid face down, opened later."""
    hidden: Row = {"type": "bid", "seat": "S", "count": 2, "hidden": True}
    slug = "quad-game-dark-bid"
    assert opened(slug, hidden).trump.suit == "?"
    level = profile.load(slug).start_level
    shown: Row = {"type": "bid_shown", "of": 3, "cards": [f"{level}H", f"{level}H"]}
    deal = opened(slug, hidden, shown)
    assert (deal.trump.suit, deal.declarer) == ("H", "S")
    assert deal.bids[0].shown_at == 4


def test_kitty_flip_lots_and_redeal() -> None:
    flip: Row = {"type": "kitty_flip", "cards": ["SJ", "7D"]}
    assert opened("house-2deck", flip, declarer="N").trump.to_json() == {"suit": "D", "level": "5"}
    assert opened("swiss-8x90", flip, declarer="N").trump.suit == "NT"
    lots: Row = {"type": "lots", "suit": "C"}
    assert opened("house-2deck", *bids("N:2D"), lots).trump.suit == "C"
    again: Row = {"type": "redeal", "reason": "tie"}
    deal = opened("house-2deck", *bids("N:2D"), again, *bids("W:2S"))
    assert found(deal) == ("S", "2", "W", [])


def test_choked_declarer_loses_the_deal_to_the_defenders() -> None:
    """triple-union 重新起牌打6: nobody bids, the defenders deal at their own level."""
    again: Row = {"type": "redeal", "reason": "nobody_bids"}
    deal = opened("triple-union-3toK-150m", again, declarer="N")
    assert (deal.declarer, deal.trump.level) == ("W", "9")
    twice = opened("triple-union-3toK-150m", again, again, declarer="N")
    assert (twice.declarer, twice.trump.level) == ("S", "5")
    other = opened("quad-150m-3-nothrow", again, declarer="N")
    assert (other.declarer, other.trump.level) == ("N", "5")
    by_hand = opened("triple-union-3toK-150m", {**again, "reason": "tie"}, declarer="N")
    assert by_hand.declarer == "N"


def test_reinforcing_closes_nothing_and_a_bid_card_is_known_at_once() -> None:
    """A defender's bid proves what it holds, unless it may have buried the card."""
    rows = bids("N:5D W:5S,5S")
    plays: list[Row] = [
        {"type": "play", "seat": "N", "cards": ["3S"]},
        {"type": "play", "seat": "W", "cards": ["4H"]},
    ]
    deal = opened("house-2deck", *rows, *plays, declarer="N")
    assert [(f.offence, f.seat, f.at) for f in deal.findings] == [("revoke", "W", 6)]
    buried = bids("W:take W:bury")
    assert opened("house-2deck", *rows, *buried, *plays, declarer="N").findings == ()


def test_a_wrong_bid_costs_the_right_to_bid_once_the_referee_says_so() -> None:
    """shuangsheng-no-must-40: 亮错主罚10分，且本队无权亮主和反主."""
    slug = "shuangsheng-no-must-40"
    rows = bids("W:3S N:2D E:2S,2S")
    assert found(opened(slug, *rows)) == ("S", "2", "E", ["W"])
    ruling: Row = {"type": "ruling", "of": "1.wrong_bid.W.3", "decision": "upheld"}
    assert found(opened(slug, *rows, ruling)) == ("D", "2", "N", ["W", "E"])
    dismissed: Row = {**ruling, "decision": "dismissed"}
    assert found(opened(slug, *rows, ruling, dismissed)) == ("S", "2", "E", ["W"])
    assert found(opened("house-2deck", *rows, ruling)) == ("S", "2", "E", ["W"])


def test_nobody_bids_where_the_levels_are_not_known() -> None:
    """A deal before was not seen to its end: who was named deals, until someone says more."""
    rows: list[Row] = [
        {"type": "match", "profile": "triple-union-3toK-150m"},
        {"type": "deal", "deal": 1, "declarer": "N"},
        {"type": "trump", "suit": "H", "level": "3"},
        {"type": "play", "seat": "N", "cards": ["9C"]},
        {"type": "deal_end"},
        {"type": "deal", "deal": 2, "declarer": "N"},
        {"type": "redeal", "reason": "nobody_bids"},
    ]
    deal = fold(events_of(rows)).deals[1]
    assert isinstance(deal, ShengjiDeal)
    assert (deal.declarer, deal.trump.level) == ("N", "?")


def test_first_deal_bids_need_the_card_that_was_turned() -> None:
    """quad-150m 同花同点牌1张加2叫花色: the same card as was turned up, and a two."""
    slug = "quad-150m-3-nothrow"
    turned: Row = {"type": "turned", "seat": "N", "card": "4C"}
    assert found(opened(slug, turned, *bids("S:4C,2D"))) == ("D", "3", "S", [])
    assert found(opened(slug, turned, *bids("S:5C,2D"))) == ("?", "3", None, ["S"])
    assert found(opened(slug, *bids("S:4C,2D"))) == ("?", "3", None, ["S"])
    assert found(opened("house-2deck", turned, *bids("S:2D"))) == ("D", "2", "S", [])


@pytest.mark.parametrize(
    ("rows", "phase"),
    [
        ([], "waiting"),
        ([{"type": "draw_begun", "first": "N"}], "draw"),
        (bids("N:2D"), "draw"),
        (bids("N:2D N:take"), "bury"),
        (bids("N:2D N:take N:bury"), "play"),
        ([{"type": "trump", "suit": "H", "level": "2"}], "play"),
        ([*bids("N:2D"), {"type": "play", "seat": "N", "cards": ["AC"]}], "play"),
    ],
    ids=["nothing", "drawing", "bid", "kitty taken", "buried", "trump said", "led"],
)
def test_phases(rows: list[Row], phase: str) -> None:
    assert opened("house-2deck", *rows).phase == phase


def test_a_bid_that_lies_face_down_has_as_many_cards_as_were_counted() -> None:
    two = opened("house-2deck", {"type": "bid", "seat": "N", "count": 2, "hidden": True})
    one = opened("house-2deck", {"type": "bid", "seat": "N", "count": 1, "hidden": True})
    assert [bid.cards for bid in two.bids] == [("??", "??")]
    assert [bid.cards for bid in one.bids] == [("??",)]


@pytest.mark.parametrize(("slug", "revokes"), [("house-2deck", ["W"]), ("unit-draft-national", [])])
def test_who_may_bury_again_after_overturning_proves_nothing_by_its_bid(
    slug: str, revokes: list[str]
) -> None:
    """unit-draft-national 炒地皮: the overturner may have buried the card that it bid."""
    plays: list[Row] = [
        {"type": "play", "seat": "N", "cards": ["3S"]},
        {"type": "play", "seat": "W", "cards": ["4H"]},
    ]
    deal = opened(slug, *bids("N:5D W:5S,5S"), *plays, declarer="N")
    assert [f.seat for f in deal.findings if f.offence == "revoke"] == revokes
