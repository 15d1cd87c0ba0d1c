"""Where each seat lays its cards: what lies far from there is no play.

A seat lays its plays at much the same place all evening. A face-down pile of tricks, a buried kitty
or a card that fell lies beside it, and a back may be taken for a card; such strays are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from scorer.cards import Seat, partner
from scorer.tabling.observed import SeenCard

GAP_MM = 80.0
"""Cards farther apart than this along the seat's edge are not one fan."""
AWAY_MM = 150.0
"""A fan whose middle is farther than this from where the seat lays its cards is a stray."""
REMEMBER = 15
"""So many places are remembered for a seat."""


class Places:
    """Learns where the seats lay their cards, along the edge they sit at."""

    def __init__(self) -> None:
        self._known: dict[Seat, list[float]] = {}

    def keep(self, seat: Seat, cards: Sequence[SeenCard]) -> list[SeenCard]:
        """Return the cards of a zone that lie where this seat plays, in their order."""
        if not cards:
            return []
        fans = _fans(seat, cards)
        home = self._home(seat)
        if home is None:
            best = max(fans, key=lambda fan: (len(fan), sum(card.p for card in fan)))
            items = {card.item for card in best}
        else:
            near = [fan for fan in fans if abs(_middle(seat, fan) - home) <= AWAY_MM]
            items = {card.item for fan in near for card in fan}
        return [card for card in cards if card.item in items]

    def learn(self, seat: Seat, cards: Sequence[SeenCard]) -> None:
        """Remember where a seat has laid a play or a bid."""
        if cards:
            places = self._known.setdefault(seat, [])
            places.append(_middle(seat, cards))
            del places[:-REMEMBER]

    def _home(self, seat: Seat) -> float | None:
        own = self._known.get(seat, [])
        if len(own) < 2:
            own = own + self._known.get(partner(seat), [])
        return median(own) if own else None


def _along(seat: Seat, card: SeenCard) -> float:
    return card.centre[0] if seat in ("N", "S") else card.centre[1]


def _middle(seat: Seat, cards: Sequence[SeenCard]) -> float:
    return sum(_along(seat, card) for card in cards) / len(cards)


def _fans(seat: Seat, cards: Sequence[SeenCard]) -> list[list[SeenCard]]:
    fans: list[list[SeenCard]] = []
    for card in sorted(cards, key=lambda card: _along(seat, card)):
        if fans and _along(seat, card) - _along(seat, fans[-1][-1]) <= GAP_MM:
            fans[-1].append(card)
        else:
            fans.append([card])
    return fans
