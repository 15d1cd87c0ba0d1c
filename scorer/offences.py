"""Every offence of the Shengji 升级 documents: its code, texts, and how it comes to light.

``DETECTION`` tells what a camera over the table can know. What the judge raises itself carries
``now``, ``later``, ``end`` or ``clock``; everything else is put in by the referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from scorer.profile import HOUSE, Profile
from scorer.profile_parts import Offence as PenaltyCode

Detection = Literal["now", "later", "end", "clock", "referee"]
Severity = Literal["notice", "invalid", "minor", "major", "match"]
DETECTION: Mapping[Detection, tuple[str, str]] = {
    "now": ("当时可见", "seen as it happens"),
    "later": ("后来的牌证明", "proven by a later card"),
    "end": ("本副打完后可知", "known when the deal is over"),
    "clock": ("计时可知", "seen by the clock"),
    "referee": ("由裁判输入", "put in by the referee"),
}
SEVERITY: Mapping[Severity, tuple[str, str]] = {
    "notice": ("提示", "notice"),
    "invalid": ("该动作无效", "the action does not count"),
    "minor": ("罚分一类", "points"),
    "major": ("级数、庄或本副", "levels or the deal"),
    "match": ("影响比赛资格或胜负", "the match"),
}


@dataclass(frozen=True, slots=True)
class Offence:
    """An offence; ``punished_as`` are the penalty codes that may punish it, first choice first."""

    code: str
    severity: Severity
    detection: Detection
    zh: str
    en: str
    punished_as: tuple[PenaltyCode, ...] = ()


_PLAY = (
    Offence(
        "revoke", "major", "later", "跟错花色", "another suit played while holding the led suit",
        ("wrong_follow", "hidden_card"),
    ),
    Offence(
        "withheld", "major", "later", "有对、三张、四张或拖拉机不跟",
        "a pair, triple, quad or tractor held back", ("wrong_follow", "hidden_card"),
    ),
    Offence("hidden_card", "major", "later", "藏牌", "hidden card", ("hidden_card",)),
    Offence(
        "hidden_card_again", "major", "referee", "藏张再次过圈",
        "hidden card passed a second time", ("hidden_card_again",),
    ),
    Offence(
        "wrong_follow", "minor", "later", "跟错、垫错、错毙", "wrong follow, discard or ruff",
        ("wrong_follow",),
    ),
    Offence("failed_throw", "minor", "now", "甩错", "failed throw", ("failed_throw",)),
    Offence(
        "throw_unchallenged", "notice", "later", "甩牌可管而无人提出",
        "a throw stood although a hand could beat part of it",
    ),
    Offence("illegal_lead", "invalid", "now", "领出不允许的牌型", "a shape that may not be led"),
    Offence(
        "play_out_of_turn", "minor", "now", "越序出牌", "play out of turn",
        ("play_out_of_turn", "rushed_play"),
    ),
    Offence("rushed_play", "minor", "referee", "抢出牌", "rushed play", ("rushed_play",)),
    Offence(
        "wrong_count", "minor", "now", "出牌张数不对", "wrong number of cards in a play",
        ("short_play",),
    ),
    Offence("short_play", "minor", "now", "少牌", "too few cards in a play", ("short_play",)),
    Offence("retraction", "major", "now", "悔牌", "a card taken back", ("retraction",)),
    Offence("exposed_card", "minor", "now", "暴露张", "exposed card", ("exposed_card",)),
    Offence("looked_back", "notice", "now", "翻看出过的牌", "a played trick turned up again"),
    Offence(
        "extra_copy", "notice", "now", "同一张牌多于副数，请核对",
        "more copies of a card than the decks hold: look at the reading",
    ),
    Offence(
        "unreasonable_play", "minor", "referee", "无道理出牌", "unreasonable play",
        ("unreasonable_play",),
    ),
)  # fmt: skip
_KITTY = (
    Offence(
        "bury_error", "minor", "end", "底牌埋错", "wrong number of cards buried",
        ("bury_error", "buried_too_many", "buried_too_few"),
    ),
    Offence(
        "buried_too_many", "major", "end", "多埋", "too many cards buried", ("buried_too_many",)
    ),
    Offence("buried_too_few", "major", "end", "少埋", "too few cards buried", ("buried_too_few",)),
    Offence(
        "miscount", "major", "end", "多牌少牌", "wrong number of cards in a hand",
        ("miscount", "miscount_play", "miscount_end"),
    ),
    Offence(
        "miscount_end", "minor", "end", "牌终张数错",
        "wrong number of cards at the end of the hand", ("miscount_end",),
    ),
    Offence(
        "miscount_draw", "minor", "referee", "抓牌时张数错",
        "wrong number noticed during the draw", ("miscount_draw",),
    ),
    Offence(
        "miscount_play", "major", "end", "行牌时张数错", "wrong number noticed during play",
        ("miscount_play",),
    ),
    Offence(
        "draw_out_of_turn", "minor", "referee", "越序抓牌", "draw out of turn",
        ("draw_out_of_turn",),
    ),
    Offence(
        "unreasonable_bury", "major", "referee", "无道理扣底且无力保底",
        "unreasonable bury that cannot be guarded", ("unreasonable_bury",),
    ),
    Offence(
        "kitty_flip_unwatched", "invalid", "referee", "裁判未到翻底",
        "kitty flipped without the referee", ("kitty_flip_unwatched",),
    ),
    Offence("kitty_changed", "major", "referee", "扣底后再动底牌", "kitty changed after the bury"),
    Offence("kitty_exposed", "minor", "referee", "暴露底牌", "kitty exposed"),
    Offence(
        "ceding", "major", "now", "让庄", "the deal ceded to the partner", ("ceding",)
    ),
)  # fmt: skip
_BIDDING = (
    Offence(
        "wrong_bid", "invalid", "now", "亮错主或无效的亮主、反主", "a bid that does not count",
        ("wrong_bid",),
    ),
    Offence("spoken_bid", "invalid", "referee", "只口头亮主", "a bid only spoken"),
    Offence(
        "kitty_bid", "invalid", "referee", "用底牌凑成的反主",
        "an overturn made with cards from the kitty",
    ),
    Offence("redeal_claim", "invalid", "referee", "要求重发牌", "claiming a redeal"),
)  # fmt: skip
_CONDUCT = (
    Offence("delay", "minor", "clock", "超时", "time overrun", ("delay",)),
    Offence("deliberate_delay", "major", "referee", "故意拖延", "deliberate delay"),
    Offence(
        "illegal_information", "match", "referee", "传递非法信息", "illegal information",
        ("illegal_information",),
    ),
    Offence(
        "asking_partner", "minor", "referee", "超出范围询问对家",
        "asking the partner more than is allowed",
    ),
    Offence("card_turned", "minor", "referee", "牌插错方向", "a card turned the wrong way"),
    Offence("disturbance", "minor", "referee", "埋怨对家、喧哗", "blaming the partner, noise"),
    Offence("smoking", "minor", "referee", "抽烟", "smoking", ("smoking",)),
    Offence("substitution", "match", "referee", "换人、换座", "players or seats swapped"),
    Offence(
        "misconduct", "match", "referee", "粗暴行为、不服裁判",
        "aggression, disobeying the referee",
    ),
    Offence("late", "match", "referee", "迟到", "late", ("late",)),
    Offence("absent", "match", "referee", "缺人或中途退出", "players missing or leaving"),
)  # fmt: skip
OFFENCES: Mapping[str, Offence] = {
    offence.code: offence for offence in (*_PLAY, *_KITTY, *_BIDDING, *_CONDUCT)
}


def sanction_code(profile: Profile, code: str) -> PenaltyCode | None:
    """Return the penalty code under which a profile punishes an offence, if it does."""
    offence = OFFENCES.get(code)
    punished = () if offence is None else offence.punished_as
    return next((name for name in punished if name in profile.penalties), None)


def clause(profile: Profile, code: str) -> str:
    """Return the clause that punishes or forbids an offence, or ``"house"``."""
    name = sanction_code(profile, code)
    if name is not None:
        return profile.clause(f"penalties.{name}")
    path = _FORBIDS.get(code)
    return HOUSE if path is None else profile.clause(path)


_FORBIDS: Mapping[str, str] = {
    "revoke": "ladders.1",
    "withheld": "ladders.2",
    "illegal_lead": "lead_shapes",
    "failed_throw": "throw.fail_play",
    "throw_unchallenged": "throw.fail_play",
    "wrong_bid": "bid.tiers",
    "delay": "clock.lead",
    "bury_error": "kitty",
    "miscount": "hand",
}
"""The rule that an offence breaks where no penalty clause stands."""


def severity(profile: Profile, code: str) -> Severity:
    """Return how grave an offence is under a profile: what its sanction touches."""
    name = sanction_code(profile, code)
    if name is None:
        return OFFENCES[code].severity
    rule = profile.penalties[name]
    if rule.result in ("match_lost", "forfeit", "eliminated", "disqualified"):
        return "match"
    levels = rule.levels_own or rule.levels_other or rule.levels_other_if_defender
    if levels or rule.stage != "normal" or rule.stage_if_dealer or rule.result == "deal_lost":
        return "major"
    if rule.points or rule.result not in ("none", "action_invalid"):
        return "minor"
    return OFFENCES[code].severity if rule.result == "none" else "invalid"
