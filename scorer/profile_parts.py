"""The parts of a Shengji 升级 rule profile: frozen records, their fields the keys of the file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

Level = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
Suit = Literal["S", "H", "D", "C"]
Tier = Literal[
    "level1",
    "level2",
    "level3",
    "level4",
    "two1",
    "two2",
    "two3",
    "two4",
    "level1_joker",
    "level2_joker",
    "level1_joker_suit",
    "level2_joker_colour",
    "joker1",
    "sj1",
    "bj1",
    "joker_pair",
    "joker_pair_mixed",
    "sj_pair",
    "bj_pair",
    "sj_triple",
    "bj_triple",
    "sj4",
    "bj4",
]
NobodyBids = Literal[
    "no_trump",
    "redeal",
    "restart",
    "lots",
    "flip_first_non_joker",
    "flip_first_joker_nt",
    "flip_level_then_joker_nt_then_first",
    "choke_defenders_deal",
    "kitty_match_then_redeal",
    "opponents_bid_then_kitty_match_then_redeal",
]
Shape = Literal[
    "single", "pair", "triple", "quad", "tractor", "throw", "sidecar", "full_house", "mixed_suits"
]
Duty = Literal["compulsory", "optional"]
FinePer = Literal["none", "occurrence", "card", "beaten_card", "thrown_card", "thrown_card_minus_1"]
Offence = Literal[
    "failed_throw",
    "short_play",
    "rushed_play",
    "hidden_card",
    "hidden_card_again",
    "wrong_follow",
    "retraction",
    "bury_error",
    "buried_too_many",
    "buried_too_few",
    "miscount",
    "miscount_end",
    "miscount_draw",
    "miscount_play",
    "draw_out_of_turn",
    "play_out_of_turn",
    "exposed_card",
    "wrong_bid",
    "unreasonable_bury",
    "unreasonable_play",
    "late",
    "delay",
    "kitty_flip_unwatched",
    "illegal_information",
    "smoking",
    "ceding",
]
Result = Literal[
    "none",
    "warning",
    "no_kitty_right",
    "no_bid_right",
    "suit_barred",
    "action_invalid",
    "deal_lost",
    "match_lost",
    "forfeit",
    "eliminated",
    "disqualified",
]
Repair = Literal[
    "none",
    "draw_back_one",
    "discard_one",
    "correct_count",
    "play_lowest_beaten",
    "play_smallest_component",
    "play_smallest_card",
    "next_player_chooses",
]
Stage = Literal["normal", "dealer", "defender", "race", "replay", "other_side"]

_UNIT = r"[1-4](?:x[1-9]\d*)?"
_RUNG = re.compile(rf"{_UNIT}(?:\*[1-9]\d*)?(?:\+{_UNIT}(?:\*[1-9]\d*)?)*")


def _is_unit(text: str) -> str | None:
    good = re.fullmatch(_UNIT, text)
    return None if good else f'"{text}" is no shape: write a set "2" or linked sets "2x3"'


def _is_rung(text: str) -> str | None:
    good = _RUNG.fullmatch(text)
    return None if good else f'"{text}" is no rung: write units joined by +, as "2x2+2*2+1"'


def _at_least(low: int, high: int = 10_000) -> object:
    def rule(value: int) -> str | None:
        return None if low <= value <= high else f"{value} is out of range: {low} to {high}"

    return rule


decks_rule = _at_least(1, 4)
Unit = Annotated[str, _is_unit]
Rung = Annotated[str, _is_rung]
Count = Annotated[int, _at_least(0)]
Positive = Annotated[int, _at_least(1)]
Ladder = tuple[tuple[Rung, ...], ...]
"""Follow ladder: rungs, best first; each rung holds the equal alternatives."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text in both languages."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Win:
    """What ends a game 一局: passing a level as declarer, reaching it, or only the clock."""

    mode: Literal["past", "reach", "time"]
    level: Level | None
    many_games: bool


@dataclass(frozen=True, slots=True)
class TimeUp:
    """What happens when the time limit (min) runs out."""

    finish: Literal["current_deal", "if_dealt", "only_if_draw_complete"]
    extra_deals: Count
    announce_before_end_min: Positive | None
    count_from: Literal["limit", "announcement"]
    order: tuple[Literal["games", "level", "last_deal"], ...]


@dataclass(frozen=True, slots=True)
class NoTrump:
    """Whether a deal without trump suit 无主 exists."""

    allowed: bool
    when_nobody_bids: bool


@dataclass(frozen=True, slots=True)
class Bid:
    """Bidding 亮主, overturning 反主, reinforcing 加固, and what happens when nobody bids."""

    open_tiers: tuple[Tier, ...]
    tiers: tuple[Tier, ...]
    same_tier: Literal["never", "suit_rank", "suit_rank_pairs", "last_shown"]
    suit_rank: tuple[Suit, ...] | None
    joker_pair_suit: Literal["NT"]
    hidden: bool
    first_deal_extra: Literal["2H", "turned_card"] | None
    joker_by_suit: Mapping[Suit, Literal["SJ", "BJ"]] | None = field(hash=False)
    first_dealer: Literal[
        "first_bidder",
        "final_bidder",
        "first_overturner_not_joker_pair",
    ]
    overturn_takes_deal_first: bool
    overturn_takes_deal_later: bool
    self_overturn: Literal["never", "allowed", "first_deal_or_after_other"]
    reinforce: Literal["allowed", "by_two_or_more", "not_to_equal", "never"]
    partner_overturn: Literal["allowed"]
    joker_over_joker_later: bool
    direct_pair: Literal["open", "final"]
    post_bury: Literal["never", "always", "later_deals", "if_bid_before_flip"]
    rebury: Literal["overturner", "dealer"]
    window_s: Positive | None
    later_open_side: Literal["any", "dealer_side", "dealer_side_then_opponents"]
    close_phase: Literal["before_kitty"]
    nobody_first: NobodyBids
    nobody_later: NobodyBids


@dataclass(frozen=True, slots=True)
class Tractor:
    """Which linked sets 拖拉机 exist and which neighbours are linked."""

    exists: bool
    copies: tuple[Annotated[int, _at_least(2, 4)], ...]
    skip_level: bool
    bj_sj: bool
    sj_main: bool
    main_off: bool
    off_A: bool
    off_off: bool
    nt_sj_level: bool
    A2_wrap: Literal["none", "trump_smallest"]
    const2_links: bool
    unique_links_only: bool


@dataclass(frozen=True, slots=True)
class CrossShape:
    """A shape that beats another shape with the same number of cards 炸."""

    winner: Unit
    loser: Unit
    plain_only: bool = False


@dataclass(frozen=True, slots=True)
class BreakTriple:
    """Whether three identical cards must be broken to supply a pair."""

    for_pair: Duty
    for_pair_in_longer: Duty


@dataclass(frozen=True, slots=True)
class BreakQuad:
    """Whether four identical cards must be broken to supply a pair or a triple."""

    for_pair: Duty
    for_triple: Duty


@dataclass(frozen=True, slots=True)
class Fine:
    """Points of a failed throw 甩错."""

    per: FinePer
    points: Count


@dataclass(frozen=True, slots=True)
class Throw:
    """Leading several parts of one suit at once 甩牌."""

    allowed: bool
    trump_ok: bool
    fail_play: (
        Literal[
            "lowest_beaten_component",
            "smallest_component",
            "smallest_card",
            "next_player_chooses",
        ]
        | None
    )
    fine: Fine


@dataclass(frozen=True, slots=True)
class Ruff:
    """Beating a plain lead with trumps 毙 / 将吃."""

    shape: Literal["at_least", "identical"]
    tractor_length: Literal["at_least_led", "number_only"]
    compare: Literal["highest_unit_of_largest_kind"]
    sidecar_side: bool


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of the score table: defender points from min to max, open where ``None``."""

    min: int | None
    max: int | None
    dealer_levels: Count
    defender_levels: Count
    stage: Literal["dealer", "defender"]
    wins_game: bool = False


@dataclass(frozen=True, slots=True)
class Steps:
    """The table's continuation: ``levels_at_from`` at ``from`` points, then one more every step."""

    from_: int
    step: Positive
    levels_at_from: Count


@dataclass(frozen=True, slots=True)
class Score:
    """The score table 升级表; ``beyond`` goes on above the rows, ``below`` under them."""

    stage: Positive
    rows: tuple[ScoreRow, ...]
    beyond: Steps | None
    below: Steps | None
    part_step: Literal["floor", "ceil"]


@dataclass(frozen=True, slots=True)
class Cap:
    """The most levels that one deal can give to either side."""

    dealer: Count | None
    defender: Count | None


@dataclass(frozen=True, slots=True)
class Series:
    """A multiplier as a function of the number n of linked sets (or of pairs in a throw)."""

    type: Literal["none", "power2", "linear", "flat", "best_component", "power2_pairs"]
    plus: int = 0
    per_unit: int = 0
    base: int = 0
    value: int = 0


@dataclass(frozen=True, slots=True)
class KittyBonus:
    """What the points in the kitty 底牌 count for when the last trick is won 抠底."""

    who: Literal["defenders", "both"]
    single: Count
    pair: Count | None
    triple: Count | None
    quad: Count | None
    tractor2: Series
    tractor3: Series
    tractor4: Series
    throw: Series
    structure: Literal["led", "winner"]
    trump_only: bool
    dealer_side: Literal["none", "minus_if_pair_or_larger"]


@dataclass(frozen=True, slots=True)
class Rotation:
    """Who is declarer 庄家 of the next deal."""

    success: Literal["partner"]
    fail: Literal["next_player"]
    cede_forbidden: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """Time limits in seconds for single actions; ``None`` where there is none."""

    bury: Positive | None
    first_lead: Positive | None
    lead: Positive | None
    follow: Positive | None


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a profile proposes for one offence; points go to the other side of the deal."""

    points: Count = 0
    per: FinePer = "occurrence"
    unit: Literal["deal_points", "match_points"] = "deal_points"
    result: Result = "none"
    repair: Repair = "none"
    when: Literal["at_once", "after_deal"] = "at_once"
    levels_own: int = 0
    levels_other: int = 0
    levels_other_if_defender: int = 0
    stage: Stage = "normal"
    stage_if_dealer: Stage | None = None
    both: Stage = "normal"
    match_lost_at: Positive | None = None
    threshold: Count | None = None
    over_only: bool = False
    first_occurrence: Result | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """Match points of the tournament format that the document names; ``None``: none are given."""

    format: str | None
    win: Count | None
    draw: Count | None
    loss: Count | None
    bye: Count | None
    win_by_forfeit: Count | None


@dataclass(frozen=True, slots=True)
class Choice:
    """One reading of a switch and the key paths that it sets."""

    zh: str
    en: str
    set: Mapping[str, object] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Switch:
    """A point on which the document can be read in several ways; an organiser may choose."""

    zh: str
    en: str
    default: str
    choices: Mapping[str, Choice] = field(hash=False)


PointValues = Mapping[Literal["5", "T", "K"], Count]
Ladders = Mapping[Unit, Ladder]
