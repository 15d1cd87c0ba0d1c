"""A match result as lines of text for people, in Chinese or English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from scorer.guandan.offences import NAMES as GUANDAN_OFFENCES
from scorer.ledger.types import MatchResult
from scorer.offences import OFFENCES

SYMBOLS = MappingProxyType({"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": "NT", "?": "?"})
_JOKERS = {"en": {"BJ": "BJ", "SJ": "SJ"}, "zh": {"BJ": "大王", "SJ": "小王"}}
WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": {
            "deal": "Deal {deal}: declarer {declarer}, trump {trump}, level {level}",
            "trick": "{n:>3}  {plays}  {winner} +{points}",
            "score": "Defenders {points} (kitty {kitty} x {factor}), levels NS {NS} EW {EW}{next}",
            "next": ", next declarer {seat}",
            "incomplete": "Incomplete: {gaps}",
            "clean": "No findings.",
            "finding": "{certainty}: {offence}, {seat}, trick {trick}: {cards} (event {at}, "
            "evidence {evidence}) [{id}]",
            "winner": "Winner: {side}",
            "proven": "Proven",
            "suspected": "Suspected",
            "notice": "Notice",
        },
        "zh": {
            "deal": "第{deal}副：庄家 {declarer}，主 {trump}，级牌 {level}",
            "trick": "{n:>3}  {plays}  {winner} +{points}",
            "score": "抓分方 {points}（底牌 {kitty} x {factor}），级数 NS {NS} EW {EW}{next}",
            "next": "，下副庄家 {seat}",
            "incomplete": "记录不全：{gaps}",
            "clean": "没有发现违规。",
            "finding": "{certainty}：{offence}，{seat}，第{trick}墩：{cards}（事件 {at}，"
            "证据 {evidence}）[{id}]",
            "winner": "胜方：{side}",
            "proven": "已证实",
            "suspected": "可疑",
            "notice": "提示",
        },
    }
)


def offence_name(code: str, lang: str) -> str:
    """Return an offence's name; an unknown code stands for itself."""
    offence = OFFENCES.get(code)
    names = GUANDAN_OFFENCES.get(code) if offence is None else (offence.zh, offence.en)
    return code if names is None else names[0 if lang == "zh" else 1]


def card_text(card: str, lang: str = "en") -> str:
    """Return a card as people write it: suit symbol and rank, 10 for T."""
    if card in _JOKERS["en"]:
        return _JOKERS[lang][card]
    if card == "??":
        return card
    return SYMBOLS[card[1]] + ("10" if card[0] == "T" else card[0])


def cards_text(cards: Any, lang: str = "en") -> str:
    """Return several cards, separated by spaces."""
    return " ".join(card_text(card, lang) for card in cards)


def lines(result: MatchResult, lang: str = "en") -> Iterator[str]:
    """Yield the lines of a report: each deal's tricks, score and findings."""
    words = WORDS[lang]
    for deal in result.deals:
        yield from _deal(deal.to_json(), words, lang)
    if result.winner is not None:
        yield words["winner"].format(side=result.winner)


def _deal(deal: Mapping[str, Any], words: Mapping[str, str], lang: str) -> Iterator[str]:
    trump = deal.get("trump") or {"suit": "?", "level": "?"}
    yield words["deal"].format(
        deal=deal["deal"],
        declarer=deal.get("declarer") or "?",
        trump=SYMBOLS[trump["suit"]],
        level=trump["level"],
    )
    for trick in deal.get("tricks", ()):
        plays = "  ".join(f"{p['seat']} {cards_text(p['cards'], lang)}" for p in trick["plays"])
        yield words["trick"].format(
            n=trick["n"],
            plays=plays,
            winner=trick["winner"] or "?",
            points=_number(trick["points"]),
        )
    levels = deal["levels"]
    seat = deal.get("next_declarer")
    yield words["score"].format(
        points=_number(deal.get("defender_points")),
        kitty=_number(deal.get("kitty_points")),
        factor=_number(deal.get("kitty_multiplier")),
        NS=levels["NS"],
        EW=levels["EW"],
        next="" if seat is None else words["next"].format(seat=seat),
    )
    if deal.get("gaps"):
        codes = ", ".join(f"{gap['code']} ({gap['seq']})" for gap in deal["gaps"])
        yield words["incomplete"].format(gaps=codes)
    yield from finding_lines(deal["findings"], lang)
    yield ""


def finding_lines(findings: Any, lang: str) -> Iterator[str]:
    """Yield a line for each finding of a deal, or one that says that there is none."""
    words = WORDS[lang]
    if not findings:
        yield words["clean"]
    for finding in findings:
        yield words["finding"].format(
            certainty=words[finding["certainty"]],
            offence=offence_name(finding["offence"], lang),
            seat=finding["seat"] or "-",
            trick=finding["trick"] or "-",
            cards=cards_text(finding["cards"], lang),
            at=finding["at"],
            evidence=", ".join(map(str, finding["evidence"])),
            id=finding["id"],
        )


def _number(value: Any) -> str:
    if value is None:
        return "?"
    return f"{value[0]}-{value[1]}" if isinstance(value, list) else str(value)
