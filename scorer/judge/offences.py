"""Codes of findings, and the code under which a profile punishes each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

REVOKE: Final = "revoke"
"""Another suit played while holding the led one 跟错花色 (A1)."""
WITHHELD: Final = "withheld"
"""A pair, triple, quad or tractor kept back 有对不跟对 (A2)."""
WRONG_COUNT: Final = "wrong_count"
"""A play of more or fewer cards than were led 少牌 (A10)."""
OUT_OF_TURN: Final = "play_out_of_turn"
"""越序出牌 (A7)."""
ILLEGAL_LEAD: Final = "illegal_lead"
"""A lead of a shape that the profile does not allow (A5, A6)."""
FAILED_THROW: Final = "failed_throw"
"""甩错 (A4)."""
THROW_UNCHALLENGED: Final = "throw_unchallenged"
"""A throw 甩牌 that stood although a hand could beat it."""
RETRACTION: Final = "retraction"
"""悔牌 (A9)."""
EXTRA_COPY: Final = "extra_copy"
"""More copies of a card than the decks hold: a reading to look at, not an offence."""
EXPOSED: Final = "exposed_card"
"""暴露张 (A11)."""
LOOKED_BACK: Final = "looked_back"
"""A card of a played trick turned up again (A12)."""
BURY_COUNT: Final = "bury_error"
"""底牌埋错 (B)."""
MISCOUNT: Final = "miscount"
"""多牌少牌 at the end of the hand (B)."""
HEAVY_BURY: Final = "unreasonable_bury"
"""无道理扣底 (B)."""
CEDING: Final = "ceding"
"""让庄 (B)."""
WRONG_BID: Final = "wrong_bid"
"""A bid that does not count 亮错主 (C)."""
DELAY: Final = "delay"
"""超时 (D)."""
TRIBUTE: Final = "wrong_tribute"

PUNISHED_AS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        REVOKE: ("wrong_follow", "hidden_card"),
        WITHHELD: ("wrong_follow", "hidden_card"),
        WRONG_COUNT: ("short_play",),
        OUT_OF_TURN: ("play_out_of_turn", "rushed_play"),
        BURY_COUNT: ("bury_error", "buried_too_many", "buried_too_few"),
        MISCOUNT: ("miscount_play", "miscount_end", "miscount"),
    }
)
"""Codes of ``profile.penalties`` that may punish a finding, first choice first."""
