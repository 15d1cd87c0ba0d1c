"""A Guandan 掼蛋 match as lines of text for people, in Chinese or English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from scorer.ledger.report import WORDS as COMMON
from scorer.ledger.report import card_text, cards_text, finding_lines
from scorer.ledger.types import MatchResult

WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": {
            "deal": "Deal {deal}: level {level}{own}",
            "own": " of {side}",
            "paid": "Tribute: {cards}",
            "returned": "Returned: {cards}",
            "refused": "Tribute refused by {seats}",
            "wild": "*",
            "finish": "Places {places}, levels NS {NS} EW {EW}",
            "open": "Places open, out so far: {places}",
        },
        "zh": {
            "deal": "第{deal}副：级牌 {level}{own}",
            "own": "（{side}）",
            "paid": "进贡：{cards}",
            "returned": "还贡：{cards}",
            "refused": "抗贡：{seats}",
            "wild": "*",
            "finish": "名次 {places}，级数 NS {NS} EW {EW}",
            "open": "名次未定，已出完：{places}",
        },
    }
)


def lines(result: MatchResult, lang: str = "en") -> Iterator[str]:
    """Yield the lines of a report: each deal's tribute, rounds, places and findings.

    A star stands behind a wild 逢人配.
    """
    for deal in result.deals:
        yield from _deal(deal.to_json(), WORDS[lang], lang)
    if result.winner is not None:
        yield COMMON[lang]["winner"].format(side=result.winner)


def _deal(deal: Mapping[str, Any], words: Mapping[str, str], lang: str) -> Iterator[str]:
    level, side = deal["trump"]["level"], deal["own_side"]
    own = words["own"].format(side=side) if side else ""
    yield words["deal"].format(deal=deal["deal"], level=level, own=own)
    yield from _tribute(deal["tribute"], words, lang)
    for trick in deal["tricks"]:
        plays = "  ".join(_play(play, words["wild"], lang) for play in trick["plays"])
        yield f"{trick['n']:>3}  {plays}  → {trick['winner'] or '?'}"
    if deal["finish"]:
        yield words["finish"].format(places=" ".join(deal["finish"]), **deal["levels"])
    else:
        yield words["open"].format(places=" ".join(deal["out"]) or "-")
    if deal["gaps"]:
        codes = ", ".join(f"{gap['code']} ({gap['seq']})" for gap in deal["gaps"])
        yield COMMON[lang]["incomplete"].format(gaps=codes)
    yield from finding_lines(deal["findings"], lang)
    yield ""


def _tribute(
    tribute: Mapping[str, Any] | None, words: Mapping[str, str], lang: str
) -> Iterator[str]:
    if tribute is None:
        return
    if tribute["refused"] is not None:
        yield words["refused"].format(seats=", ".join(tribute["refused"]) or "?")
    for name in ("paid", "returned"):
        rows = [f"{r['from']}→{r['to']} {card_text(r['card'], lang)}" for r in tribute[name]]
        if rows:
            yield words[name].format(cards="  ".join(rows))


def _play(play: Mapping[str, Any], star: str, lang: str) -> str:
    wilds = play.get("wilds", ())
    cards = [
        cards_text([card], lang) + (star if place in wilds else "")
        for place, card in enumerate(play["cards"])
    ]
    return f"{play['seat']} {' '.join(cards)}"
