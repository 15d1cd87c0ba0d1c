"""What must hold of a legal deal: no finding, points conserved, every prefix as it was played."""

from __future__ import annotations

from random import Random
from typing import Any

from scorer import profile
from scorer.cards import CARDS, next_seat, side_of
from scorer.fold import fold
from scorer.ledger.types import MatchResult
from scorer.projection import table
from scorer.shengji.trick import points
from tests.scorer.deals import Dealt, legal_deal

HEAD = 3
"""Events before the first play: match, deal, trump."""


def numbered_deal(slug: str, number: int) -> Dealt:
    """Return a legal deal, the same for the same number."""
    return legal_deal(profile.load(slug), Random(f"{slug} {number}"))


def wrong(deal: Dealt) -> list[str]:
    """Return what does not hold of a whole legal deal; empty where all is well."""
    rules = deal.profile
    folded = fold(deal.events()).deals[0]
    tricks = folded.course.tricks
    taken = sum(trick.points[0] for trick in tricks) + points(rules, deal.kitty)
    checks = {
        "no finding": folded.findings == (),
        "complete": folded.complete,
        "winners": [trick.winner for trick in tricks] == deal.winners,
        "trick count": sum(len(trick.led) for trick in tricks) == rules.hand,
        "points": folded.points == (deal.defender_points, deal.defender_points),
        "conserved": taken == points(rules, CARDS * rules.decks) == 100 * rules.decks,
    }
    return [name for name, holds in checks.items() if not holds]


def wrong_prefixes(deal: Dealt) -> list[str]:
    """Return where the fold of a prefix is not what was known at the table by then."""
    events = deal.events()
    live = _Live(deal)
    found = []
    for end in range(HEAD, len(events) + 1):
        if end > HEAD:
            live.step(events[end - 1].fields)
        shown = _state(fold(events[:end]))
        if shown != live.state():
            found.append(f"event {end}: fold {shown}, table {live.state()}")
    return found


def _state(result: MatchResult) -> dict[str, Any]:
    shown = table(result)
    last = shown["last_trick"]
    return {
        "trick": [(play["seat"], list(play["cards"])) for play in shown["trick"]],
        "last": None if last is None else (last["leader"], last["winner"], last["points"]),
        "turn": shown["turn"],
        "points": shown["score"]["defender_points"],
        "findings": result.deals[0].findings,
    }


class _Live:
    """A table that plays the deal: its own tricks, turn and points.

    With the last card the kitty counts: what nobody laid lies in it.
    """

    def __init__(self, deal: Dealt) -> None:
        self.deal = deal
        self.trick: list[tuple[str, list[str]]] = []
        self.last: tuple[str, str, int] | None = None
        self.done = 0
        self.left = 4 * deal.profile.hand
        self.points = 0
        self.turn: str | None = deal.declarer

    def step(self, row: Any) -> None:
        """Take one event."""
        if row["type"] != "play":
            return
        if len(self.trick) == 4:
            self.trick = []
        self.trick.append((row["seat"], list(row["cards"])))
        self.left -= len(row["cards"])
        self.turn = next_seat(row["seat"])
        if len(self.trick) == 4:
            self._close()
        if not self.left:
            self.turn = None
            self.points = self.deal.defender_points

    def _close(self) -> None:
        winner = self.deal.winners[self.done]
        worth = points(self.deal.profile, [card for _, cards in self.trick for card in cards])
        self.last = (self.trick[0][0], winner, worth)
        self.done += 1
        self.turn = winner
        if side_of(winner) != side_of(self.deal.declarer):
            self.points += worth

    def state(self) -> dict[str, Any]:
        """Return what everyone may see."""
        opened = self.trick if len(self.trick) < 4 else []
        return {"trick": opened, "last": self.last, "turn": self.turn, "points": self.points,
                "findings": ()}  # fmt: skip
