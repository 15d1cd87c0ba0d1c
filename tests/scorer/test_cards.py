"""Card text is the contract between rooms."""

from __future__ import annotations

import pytest

from scorer import cards


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("as", "AS"),
        ("10h", "TH"),
        ("TH", "TH"),
        ("bj", "BJ"),
        (" sj ", "SJ"),
        ("??", "??"),
        ("♠9", None),
        ("9♠", "9S"),
    ],
)
def test_card_text(text: str, card: str | None) -> None:
    if card is None:
        with pytest.raises(cards.CardError, match="is not a card"):
            cards.parse_card(text)
    else:
        assert cards.parse_card(text) == card


@pytest.mark.parametrize("text", ["", "1S", "11S", "AX", "JOKER", "S", "A S"])
def test_no_card(text: str) -> None:
    with pytest.raises(cards.CardError):
        cards.parse_card(text)


def test_play_order_is_counter_clockwise() -> None:
    assert [cards.next_seat("N", n) for n in range(5)] == ["N", "W", "S", "E", "N"]
    assert cards.partner("W") == "E"
    assert cards.side_of("W") == "EW"


def test_excess_ignores_unread() -> None:
    assert cards.excess(["AS"] * 3 + ["??"] * 9, 2) == {"AS": 1}
