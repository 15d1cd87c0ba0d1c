"""Codes of Guandan 掼蛋 findings, with their names and the profile point that prices each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

NO_SUCH_TYPE: Final = "no_such_type"
DOES_NOT_BEAT: Final = "does_not_beat"
WRONG_LEADER: Final = "wrong_leader"
OUT_OF_TURN: Final = "play_out_of_turn"
EXTRA_COPY: Final = "extra_copy"
RETRACTION: Final = "retraction"
DELAY: Final = "delay"
WRONG_HAND_SIZE: Final = "wrong_hand_size"
EXPOSED_NOT_LED: Final = "exposed_not_led"

NAMES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        NO_SUCH_TYPE: ("没有这种牌型", "no such type"),
        DOES_NOT_BEAT: ("压不住牌", "does not beat"),
        WRONG_LEADER: ("不该他先出", "wrong leader"),
        OUT_OF_TURN: ("越序出牌", "play out of turn"),
        EXTRA_COPY: ("同一张牌过多", "more copies than the decks hold"),
        RETRACTION: ("悔牌", "card taken back"),
        DELAY: ("超时", "time overrun"),
        WRONG_HAND_SIZE: ("张数不对", "hand was not 27 cards"),
        EXPOSED_NOT_LED: ("暴露牌未先出", "exposed card not led"),
        "heart_level_paid": ("进贡逢人配", "heart level card paid"),
        "tribute_to_wrong_winner": ("贡错人", "tribute to the wrong winner"),
        "tribute_not_largest": ("进贡非最大", "tribute was not the largest"),
        "return_above_limit": ("还贡超限", "return above the limit"),
        "false_no_low_card": ("谎称无小牌", "claim of no low card untrue"),
        "return_not_smallest": ("还牌非最小", "return was not the smallest"),
        "false_anti_tribute": ("假抗贡", "tribute refused without both big jokers"),
        "anti_tribute_omitted": ("双大王仍进贡", "paid although both big jokers were held"),
    }
)
"""Names in Chinese and English."""

CLAUSES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        DOES_NOT_BEAT: ("does_not_beat",),
        WRONG_LEADER: ("wrong_leader", "play.wind"),
        OUT_OF_TURN: ("out_of_turn", "penalties.out_of_turn_played"),
        EXTRA_COPY: ("too_many_copies", "play.hand_size"),
        RETRACTION: ("retracted", "play.take_back"),
        DELAY: ("time.play_s",),
        EXPOSED_NOT_LED: ("penalties.exposed_card",),
        "return_above_limit": ("return_above_limit", "tribute.double_return"),
        "anti_tribute_omitted": ("anti_tribute_omitted", "tribute.anti_mode"),
    }
)
"""Where a profile may cite the rule that an offence breaks, first choice first."""

PRICES: Mapping[str, str] = MappingProxyType(
    {
        OUT_OF_TURN: "out_of_turn_played",
        NO_SUCH_TYPE: "illegal_play",
        DOES_NOT_BEAT: "illegal_play",
        WRONG_LEADER: "illegal_play",
        DELAY: "slow_play",
    }
)
"""The field of the profile's penalties that prices an offence; others are the referee's."""
