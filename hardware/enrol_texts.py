"""What `dipai enrol` says, in English and Chinese."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scorer.cards import CARDS
from vision.enrolment import Progress
from vision.strength import Weak

_ALL = len(CARDS)
_TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "begin": "Lay the cards of one deck out face up, fan by fan, in any order.",
        "progress": "{seen} of {all} seen; missing: {missing}",
        "done": "all {all} seen",
        "stopped": "stopped by hand",
        "nothing": "no card of a deck was seen; lay the cards face up, well lit, indices free",
        "written": "{path}: {seen} of {all} cards",
        "weak": "weak: {card} is easily taken for {neighbour} ({p:.2f}); show it once more, nearer",
        "missing": "missing: {missing}; lay these apart from each other and enrol again",
        "jokers": "doubtful which joker is the big one: {path} shows SJ, then BJ; "
        "if that is wrong, enrol again with --swap-jokers",
        "ask": "{path}: is the right one the big joker? [Y/n]",
    },
    "zh": {
        "begin": "请把一副牌正面朝上，一把一把摊开，顺序不限。",
        "progress": "已看到 {seen}/{all} 张；还缺：{missing}",
        "done": "{all} 张全部看到",
        "stopped": "已手动停止",
        "nothing": "没有看到任何牌；请把牌正面朝上摆好，光线充足，牌角不要遮住",
        "written": "{path}：{seen}/{all} 张",
        "weak": "较弱：{card} 容易被看成 {neighbour}（{p:.2f}）；请再近一些展示一次",
        "missing": "还缺：{missing}；请把这些牌分开摆好，重新登记",
        "jokers": "大小王难以分辨：{path} 左为小王，右为大王；若相反，请加 --swap-jokers 重新登记",
        "ask": "{path}：右边的是大王吗？[Y/n]",
    },
}
SHOWN = 12
"""So many missing cards are named while most are still to come."""


class Texts:
    """The texts of one language."""

    no = ("n", "no", "否", "不", "不是")

    def __init__(self, language: str) -> None:
        self._texts = _TEXTS[language]

    def begin(self) -> str:
        """Return what the organiser should do."""
        return self._texts["begin"]

    def progress(self, progress: Progress) -> str:
        """Return how far it is."""
        if progress.done:
            return self._texts["done"].format(all=_ALL)
        names = listed(progress.missing)
        return self._texts["progress"].format(seen=len(progress.seen), all=_ALL, missing=names)

    def stopped(self) -> str:
        """Return that the organiser stopped it."""
        return self._texts["stopped"]

    def nothing(self) -> str:
        """Return that nothing was seen."""
        return self._texts["nothing"]

    def written(self, path: Path, seen: int) -> str:
        """Return which file holds how many cards."""
        return self._texts["written"].format(path=path, seen=seen, all=_ALL)

    def weak(self, entry: Weak) -> str:
        """Return which card is hard to tell from which."""
        return self._texts["weak"].format(card=entry.card, neighbour=entry.neighbour, p=entry.p)

    def missing(self, cards: Sequence[str]) -> str:
        """Return which cards were not seen, and what to do."""
        return self._texts["missing"].format(missing=" ".join(cards))

    def jokers(self, path: Path) -> str:
        """Return how to set the jokers right later."""
        return self._texts["jokers"].format(path=path)

    def ask_jokers(self, path: Path) -> str:
        """Return the question which joker is the big one."""
        return self._texts["ask"].format(path=path)


def listed(cards: Sequence[str]) -> str:
    """Return the names of cards, the first ones only where they are many."""
    more = f" … (+{len(cards) - SHOWN})" if len(cards) > SHOWN else ""
    return " ".join(cards[:SHOWN]) + more
