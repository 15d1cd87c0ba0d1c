"""A match result of either game as lines of text for people."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.guandan import report as guandan
from scorer.ledger import report as shengji
from scorer.ledger.types import MatchResult


def lines(result: MatchResult, lang: str = "en") -> Iterator[str]:
    """Yield the lines of a report in Chinese (``zh``) or English (``en``)."""
    return (
        guandan.lines(result, lang) if result.family == "guandan" else shengji.lines(result, lang)
    )
