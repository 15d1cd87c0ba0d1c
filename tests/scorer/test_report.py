"""A match as lines of text, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import profile
from scorer.cards import SEATS
from scorer.fold import fold
from scorer.ledger.report import card_text, finding_lines, lines, offence_name
from tests.scorer.deals import events_of

Row = dict[str, Any]
HEAD: list[Row] = [
    {"type": "match", "profile": "house-2deck", "levels": {"NS": "A", "EW": "5"}},
    {"type": "deal", "deal": 1, "declarer": "N"},
    {"type": "trump", "suit": "H", "level": "A"},
    {"type": "joined", "trick": 25, "leader": "N", "defender_points": [20, 35],
     "hand_sizes": dict.fromkeys(SEATS, 1)},
]  # fmt: skip
PLAYS: list[Row] = [
    {"type": "play", "seat": seat, "cards": [card]}
    for seat, card in zip("NWSE", ("BJ", "TC", "??", "SJ"), strict=True)
]
KITTY: Row = {"type": "kitty", "cards": ["3D", "4D", "6D", "7D", "8D", "9D", "JD", "QD"]}


def told(*rows: Row, lang: str = "en") -> list[str]:
    """Return the lines of a match of these rows."""
    return list(lines(fold(events_of([*HEAD, *rows])), lang))


def test_a_deal_that_is_over_and_the_winner() -> None:
    assert told(*PLAYS, KITTY, {"type": "deal_end"}) == [
        "Deal 1: declarer N, trump ♥, level A",
        " 25  N BJ  W ♣10  S ??  E SJ  ? +10",
        "Defenders 20-35 (kitty 0 x 0), levels NS A EW 5, next declarer S",
        "Incomplete: unread_card (7), joined (4), unknown_winner (10)",
        "No findings.",
        "",
        "Winner: NS",
    ]


def test_a_deal_that_runs() -> None:
    found = told(PLAYS[0])
    assert found[1:3] == [
        " 25  N BJ  ? +0",
        "Defenders 20-35 (kitty ? x ?), levels NS A EW 5",
    ]
    assert "Winner" not in found[-1]
    chinese = told(PLAYS[0], lang="zh")
    assert chinese[0] == "第1副：庄家 N，主 ♥，级牌 A"
    assert chinese[1].split() == ["25", "N", "大王", "?", "+0"]
    assert chinese[3] == "记录不全：joined (4)"


def test_findings() -> None:
    rows = [
        {"type": "play", "seat": "N", "cards": ["AC"]},
        {"type": "play", "seat": "S", "cards": ["TC"]},
    ]
    found = told(*rows)
    assert found[-2] == (
        "Proven: play out of turn, S, trick 25: ♣10 (event 6, evidence 6, 5) "
        "[1.play_out_of_turn.S.6]"
    )
    assert told(*rows, lang="zh")[-2].startswith(
        "已证实：越序出牌，S，第25墩：♣10（事件 6，证据 6, 5）"
    )
    nobody = {"certainty": "notice", "offence": "extra_copy", "seat": None, "trick": None,
              "cards": [], "at": 3, "evidence": [3], "id": "x"}  # fmt: skip
    assert next(finding_lines([nobody], "en")).startswith("Notice: more copies")
    assert ", -, trick -:" in next(finding_lines([nobody], "en"))
    assert list(finding_lines([], "zh")) == ["没有发现违规。"]


@pytest.mark.parametrize(
    ("card", "en", "zh"),
    [("TC", "♣10", "♣10"), ("AS", "♠A", "♠A"), ("BJ", "BJ", "大王"), ("SJ", "SJ", "小王"),
     ("??", "??", "??")],
)  # fmt: skip
def test_cards(card: str, en: str, zh: str) -> None:
    assert (card_text(card), card_text(card, "zh")) == (en, zh)


def test_names_of_offences() -> None:
    assert offence_name("retraction", "zh") == "悔牌"
    assert offence_name("retraction", "en") == "a card taken back"
    assert offence_name("something", "en") == "something"


def test_an_unknown_trump_and_declarer() -> None:
    rows: list[Row] = [{"type": "deal", "deal": 3, "declarer": "?"},
                       {"type": "play", "seat": "N", "cards": ["AC"]}]  # fmt: skip
    found = list(lines(fold(events_of(rows), profile.load("house-2deck"))))
    assert found[0] == "Deal 3: declarer ?, trump ?, level 2"
