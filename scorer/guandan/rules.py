"""What a Guandan 掼蛋 rule profile holds: one frozen dataclass for each chapter of a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorer.guandan.types import BOMB, FULL_HOUSE, TypeRules

Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
Effect = Literal[
    "warning",
    "exposed_if_previous_beats",
    "level_to_opponents",
    "match_lost",
    "disqualified",
    "not_judged",
    "referee",
]


@dataclass(frozen=True, slots=True)
class TypePoints:
    """Points about card types 牌型."""

    joker_pair_in_full_house: Literal["allowed", "forbidden"]
    long_bombs: Literal["up_to_10", "up_to_8"]
    play_limit: Literal["non_bombs", "all_plays"]
    suited_straight: Literal["always_flush", "may_declare"]
    triple_two_wilds: Literal["bomb", "full_house"]
    undeclared_full_house: Literal["small", "big"]

    def rules(self) -> TypeRules:
        """Return the points in the form that recognition uses."""
        return TypeRules(
            joker_pair_in_full_house=self.joker_pair_in_full_house == "allowed",
            max_bomb=8 if self.long_bombs == "up_to_8" else 10,
            max_cards=6 if self.play_limit == "all_plays" else 10,
            declarable_suited_straight=self.suited_straight == "may_declare",
            triple_two_wilds=FULL_HOUSE if self.triple_two_wilds == "full_house" else BOMB,
            undeclared_full_house=self.undeclared_full_house,
        )


@dataclass(frozen=True, slots=True)
class LevelPoints:
    """Points about climbing 升级 and passing A 过A."""

    start: Rank
    gain_1_2: int
    gain_1_3: int
    gain_1_4: int
    pass_a: Literal["partner_not_last", "first_place"]
    overshoot: Literal["stop_at_a", "pass_a"]
    a_fail_limit: int
    """Failed deals at A that send a side back to the start; 0: never."""
    a_fail_counts: Literal["all_own_deals", "first_place_only"]


@dataclass(frozen=True, slots=True)
class TributePoints:
    """Points about tribute 进贡, return 还贡 and refusal 抗贡."""

    anti_mode: Literal["automatic", "optional"]
    partner_tribute: Literal["pays", "no_tribute"]
    tie_assignment: Literal[
        "next_pays_first", "first_place_picks", "winner_may_pick", "losers_pick_return"
    ]
    tie_lead: Literal["next_of_first", "smaller_return", "payers_choose", "payer_to_first"]
    double_return: Literal["le_ten", "any"]
    level_card_return: Literal["never", "by_face"]
    double_visibility: Literal["together", "face_down_until_both"]


@dataclass(frozen=True, slots=True)
class PlayPoints:
    """Points about the course of a deal."""

    hand_size: int
    wind: Literal["partner", "next_player"]
    report_threshold: int
    report_mode: Literal["must_unasked", "by_agreement"]
    first_lead: Literal["turned_card", "north"]
    first_draw: Literal["turned_card", "north"]
    later_draw: Literal["last_place", "last_or_next_of_first"]
    min_cut_pile: int
    new_deck_shuffles: int
    shuffles: int
    take_back: Literal["not_allowed", "allowed"]
    card_review: Literal["current_trick_only", "allowed"]


@dataclass(frozen=True, slots=True)
class TimePoints:
    """Time limits in seconds, lateness in minutes."""

    first_play_s: int
    play_s: int
    opening_s: int
    late_min: int
    late_at_limit: bool
    """Whether arriving at the limit itself is late; otherwise only later."""
    late_in_a_row: int
    """Late arrivals in a row that disqualify; 0: never."""


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """Points about winning and scoring a match."""

    games_to_win: int
    time_min: int
    """Minutes of a match; 0: no limit."""
    time_end_deal: Literal["void", "finish_first"]
    tie_break: Literal["extra_deal", "none"]
    scoring: Literal["win_loss", "points"]
    win_points: int
    level_diff: Literal["with_last_jump", "to_a"]
    level_diff_cap: int
    climb_cap: int
    timeout_points: Literal["leader_gets_100", "climb_only"]
    seating: Literal["drawn_card", "listed_order", "lots"]


@dataclass(frozen=True, slots=True)
class PenaltyPoints:
    """What an offence costs; ``referee`` where the document is silent."""

    out_of_turn_played: Effect
    out_of_turn_gesture: Effect
    talk_or_signal: Effect
    cheating: Effect
    private_settlement_reopened: Effect
    illegal_play: Literal["take_back", "referee"]
    slow_play: Effect
    exposed_card: Literal["led_first", "referee"]
    warnings_per_foul: int
    """Warnings to one side in one deal that make a foul; 0: never."""
    foul_past_a: Literal["stop", "pass"]
