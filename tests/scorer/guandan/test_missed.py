"""A fault that one unseen card or play explains is suspected; what the eyes saw whole is proven."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.fold import fold
from scorer.guandan.profile import load
from tests.scorer.guandan.test_fold import DEAL, events, play

HOUSE = load("house-guandan")
TURNED = {"type": "turned", "seat": "N", "card": "7C"}
Row = dict[str, Any]


def seen(seat: str, cards: str, *, cleared: bool = False) -> Row:
    """Return a play that a camera saw."""
    return {**play(seat, cards), "source": "camera", **({"cleared": True} if cleared else {})}


def found(*rows: Row) -> list[tuple[str, str | None, str]]:
    result = fold(events([DEAL, TURNED, *rows], "house-guandan"), HOUSE).deals[0]
    return [(f.offence, f.seat, f.certainty) for f in result.findings]


@pytest.mark.parametrize(
    ("cards", "certainty"),
    [
        ("5S 7C", "proven"),
        ("5S 7C KD", "proven"),
        ("5S 7C 9D", "suspected"),
        ("JC JS 3C", "suspected"),
        ("3C 3S 4H 5D 2H", "suspected"),
        ("5S 6S 7D 8D", "suspected"),
    ],
)
def test_no_such_type(cards: str, certainty: str) -> None:
    assert found(seen("N", cards)) == [("no_such_type", "N", certainty)]
    assert found(play("N", cards)) == [("no_such_type", "N", "proven")]


def test_three_of_a_bomb_do_not_beat_for_sure() -> None:
    assert found(seen("N", "KS KD KC"), seen("W", "QS QD QC")) == [
        ("does_not_beat", "W", "suspected")
    ]
    assert found(seen("N", "KS"), seen("W", "QS")) == [("does_not_beat", "W", "proven")]


def test_nothing_is_proven_by_a_play_that_nobody_understands() -> None:
    assert found(seen("N", "JC JS 3C"), seen("S", "4S 4D 4C")) == [
        ("no_such_type", "N", "suspected"),
        ("wrong_leader", "S", "suspected"),
    ]


def test_a_lead_on_a_cleared_table_is_no_answer() -> None:
    """The winner's lead was not seen, or W led out of turn; the rounds go on from there."""
    rows = [seen("N", "KS"), seen("W", "5S", cleared=True), seen("S", "6S"), seen("E", "7S")]
    assert found(*rows) == [("wrong_leader", "W", "suspected")]


def test_three_of_a_bomb_are_no_lead_for_sure() -> None:
    assert found(seen("N", "4S 4D 4C 4H"), seen("S", "AS AD AC")) == [
        ("wrong_leader", "S", "suspected")
    ]


RANKS_OF_N = "3456789TJQKA"


def test_a_missed_play_is_excluded_once_both_are_out() -> None:
    """N should have led, unless W had won; a seat that has laid 27 cards has no missed play."""
    first = [seen("N", "KH"), seen("W", "4D", cleared=True)]
    pairs = [seen("N", f"{rank}S {rank}C", cleared=True) for rank in (*RANKS_OF_N, "2")]
    others = [seen("W", f"{rank}H {rank}D", cleared=True) for rank in "356789TJQA"]
    others += [seen("W", "KD", cleared=True), seen("W", "4H 4D", cleared=True)]
    assert ("wrong_leader", "W", "suspected") in found(*first, *pairs)
    whole = [*first, *pairs, *others, seen("W", "2H 2D KH", cleared=True)]
    assert ("wrong_leader", "W", "proven") in found(*whole)


def test_a_whole_play_that_was_not_seen_may_have_won_the_lead() -> None:
    """E's four aces were beaten by a bomb of W that was cleared before it lay still."""
    rows = [seen("N", "KS"), seen("E", "AS AD AC AH"), seen("W", "5S", cleared=True)]
    assert found(*rows) == [("wrong_leader", "W", "suspected")]


def test_what_follows_a_play_whose_place_is_in_doubt_is_not_proven() -> None:
    """W led, as it seems, and S's lower card came after; perhaps S led and W's card came after."""
    rows = [seen("N", "KS"), seen("W", "9S", cleared=True), seen("S", "3S")]
    assert found(*rows) == [("wrong_leader", "W", "suspected"), ("does_not_beat", "S", "suspected")]


def test_a_card_too_often_seen_proves_no_hand_size() -> None:
    """A third big joker that nobody laid makes the hand of its seat one too large."""
    ranks = [*RANKS_OF_N, "2"]
    pairs = [seen("N", f"{rank}S {rank}C", cleared=True) for rank in ranks]
    rows = [*pairs, seen("W", "BJ", cleared=True), seen("N", "BJ"), seen("N", "BJ", cleared=True)]
    assert ("wrong_hand_size", "N", "suspected") in found(*rows)
    plain = [*pairs, seen("N", "KH", cleared=True), seen("N", "QH", cleared=True)]
    assert ("wrong_hand_size", "N", "proven") in found(*plain)


def test_a_deal_in_which_a_card_may_be_missed_is_not_complete() -> None:
    rows = [seen("N", "4S 4D 4C 4H"), seen("S", "AS AD AC")]
    result = fold(events([DEAL, TURNED, *rows], "house-guandan"), HOUSE).deals[0]
    assert [(gap.code, gap.seat) for gap in result.gaps] == [("unseen_play", "S")]
    assert not result.complete
