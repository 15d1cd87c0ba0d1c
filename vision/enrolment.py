"""Learning to know a deck: its 54 cards are laid out in any order, and each is seen some time.

A look names what it can. All looks together then say who is who: a deck has each card once, so that
a weak reading takes the name that no better reading claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scorer.cards import CARDS
from vision.assign import cheapest
from vision.deckfile import NO_INDEX, Deck
from vision.frame import Image
from vision.readings import LogP

AGAIN = 4.0
"""Cost of seeing a card once more in another place (natural log)."""
STUCK = 0.7
"""By so much that cost grows with each card laid without any new name being found: what is missing
lies there, and is taken for something else."""
MOST_AGAIN = 9.0
NOT_ONE = 7.0
"""Cost of calling a sighting no card of the deck."""
UNSURE_P = 0.6
"""A card is seen when its best sighting names it at least so surely, or nothing else fits."""
TWICE_P = 0.02
"""Or when two sightings apart take its name with at least this probability each."""
NEAR = 0.14
"""A card lies still when its index moved less than this (card widths)."""
ALIKE = 0.3
"""And when its readings overlap (Bhattacharyya) at least so much."""
TURN = float(np.cos(np.deg2rad(15.0)))
KEEP = 6
"""So many pictures of each card are kept."""
NO_INDEX_KEEP = 60
_FLOOR = -12.0


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """One card in one look: its index's place, its reading, pictures of its corners."""

    xy: NDArray[np.float64]
    down: NDArray[np.float64]
    width: float
    log_p: LogP
    crops: tuple[Image, ...]
    colour: float | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """What one picture shows: cards, and pictures of what is no index."""

    cards: tuple[Sighting, ...]
    others: tuple[Image, ...] = ()


class Looker(Protocol):
    """Finds the cards of one picture."""

    def look(self, image: Image) -> Look:
        """Return what the picture shows."""


@dataclass(slots=True, eq=False)
class Spell:
    """One card lying in one place over several looks."""

    last: Sighting
    begun: int
    looked: int
    log_p_sum: LogP
    crops: list[Image] = field(default_factory=list)
    colours: list[float] = field(default_factory=list)
    looks: int = 1

    @property
    def log_p(self) -> LogP:
        """Return the mean reading."""
        return self.log_p_sum / self.looks

    def add(self, sighting: Sighting, look: int) -> None:
        """Take in the same card in a further look."""
        self.last, self.looked = sighting, look
        self.log_p_sum = self.log_p_sum + sighting.log_p
        self.looks += 1
        self.keep(sighting)

    def keep(self, sighting: Sighting) -> None:
        """Keep pictures: the first and the latest ones."""
        self.crops += sighting.crops
        if len(self.crops) > KEEP:
            del self.crops[KEEP // 2 : -(KEEP // 2)]
        if sighting.colour is not None:
            self.colours.append(sighting.colour)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the enrolment is: cards seen, and those still missing, in the deck's order."""

    seen: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def done(self) -> bool:
        """Return whether every card has been seen."""
        return not self.missing


class Enrolment:
    """Collects sightings of one deck until each card is known.

    ``steady`` is in how many looks running a card must lie still before it counts: one for
    photographs, more where hands move.
    """

    def __init__(self, steady: int = 1) -> None:
        self._steady = steady
        self._spells: list[Spell] = []
        self._others: list[Image] = []
        self._looks = 0
        self._news_at = 0
        self._known = 0
        self._again = AGAIN

    def take(self, look: Look) -> Progress:
        """Take in one look and return how far it is."""
        self._looks += 1
        open_spells = [s for s in self._spells if s.looked == self._looks - 1]
        for sighting in look.cards:
            spell = next((s for s in open_spells if _same(s.last, sighting)), None)
            if spell is None:
                spell = Spell(sighting, self._looks, self._looks, sighting.log_p.copy())
                spell.keep(sighting)
                self._spells.append(spell)
            else:
                open_spells.remove(spell)
                spell.add(sighting, self._looks)
        self._others = [*self._others, *look.others][-NO_INDEX_KEEP:]
        self._spells = [
            s for s in self._spells if s.looks >= self._steady or s.looked == self._looks
        ]
        vain = sum(self._news_at < s.begun < self._looks for s in self._spells)
        self._again = max(self._again, min(MOST_AGAIN, AGAIN + STUCK * vain))
        progress = self.progress()
        if len(progress.seen) > self._known:
            self._known, self._news_at = len(progress.seen), self._looks
        return progress

    def progress(self) -> Progress:
        """Return which cards have been seen."""
        named = self.named()
        seen = tuple(card for card in CARDS if card in named)
        return Progress(seen, tuple(card for card in CARDS if card not in named))

    def named(self) -> dict[str, list[Spell]]:
        """Return the sightings of each card by the best assignment of all of them."""
        spells = [s for s in self._spells if s.looks >= self._steady]
        result: dict[str, list[Spell]] = {}
        for spell, number in zip(spells, _assigned(spells, self._again), strict=True):
            if number is not None:
                result.setdefault(CARDS[number], []).append(spell)
        _settle_jokers(result)
        left = len(CARDS) - len(result)
        return {
            card: sorted(found, key=lambda s, c=card: -_p(s, c))  # type: ignore[misc]
            for card, found in result.items()
            if left == 0 or _convinced([_p(s, card) for s in found])
        }

    def deck(self, name: str) -> Deck:
        """Return the deck as far as it is known."""
        crops = {card: _spread(spells) for card, spells in self.named().items()}
        if self._others:
            crops[NO_INDEX] = tuple(self._others)
        return Deck(name, crops)

    def joker_doubt(self) -> bool:
        """Return whether it is doubtful which joker is the big one."""
        named = self.named()
        if "SJ" not in named or "BJ" not in named:
            return False
        return _big_over_small(named["BJ"]) - _big_over_small(named["SJ"]) < 1.5

    def swap_jokers(self) -> None:
        """Let the jokers change names: a person has said so."""
        named = self.named()
        for card, other in (("SJ", "BJ"), ("BJ", "SJ")):
            for spell in named.get(card, []):
                sure = np.full(len(CARDS), _FLOOR)
                sure[CARDS.index(other)] = -1e-5
                spell.log_p_sum = sure * spell.looks
                spell.colours.clear()


def _convinced(p: Sequence[float]) -> bool:
    return max(p) >= UNSURE_P or sum(value >= TWICE_P for value in p) >= 2


def _p(spell: Spell, card: str) -> float:
    return float(np.exp(spell.log_p[CARDS.index(card)]))


def _spread(spells: Sequence[Spell]) -> tuple[Image, ...]:
    """Return pictures of several spells in turn, at most `KEEP`."""
    queues = [list(spell.crops) for spell in spells]
    picked: list[Image] = []
    while any(queues) and len(picked) < KEEP:
        for queue in queues:
            if queue and len(picked) < KEEP:
                picked.append(queue.pop(0))
    return tuple(picked)


def _same(a: Sighting, b: Sighting) -> bool:
    """Return whether a card still lies there: the next fan may be laid in the very same place."""
    gap = float(np.linalg.norm(a.xy - b.xy))
    alike = float(np.exp(0.5 * (a.log_p + b.log_p)).sum()) >= ALIKE
    return alike and gap < NEAR * a.width and abs(float(a.down @ b.down)) > TURN


def _together(a: Spell, b: Spell) -> bool:
    return a.begun <= b.looked and b.begun <= a.looked


def _assigned(spells: Sequence[Spell], again: float) -> list[int | None]:
    """Return the card of each spell (None: none of the deck); cards seen together differ."""
    if not spells:
        return []
    n, cards = len(spells), len(CARDS)
    base = -np.maximum(np.stack([s.log_p for s in spells]), _FLOOR)
    barred = np.zeros((n, cards), np.bool_)
    while True:
        name = np.where(barred, 60.0, base)
        once = np.full((n, n), 60.0)
        np.fill_diagonal(once, NOT_ONE)
        found = cheapest(np.hstack([name, np.repeat(name, 2, axis=1) + again, once]))
        numbers = [k if k < cards else (k - cards) // 2 if k < 3 * cards else None for k in found]
        clash = _clash(spells, numbers, base)
        if clash is None:
            return numbers
        barred[clash] = True


def _clash(
    spells: Sequence[Spell], numbers: Sequence[int | None], cost: NDArray[np.float64]
) -> tuple[int, int] | None:
    """Return a spell and the card it cannot be, as a better one lies beside it."""
    for a, number in enumerate(numbers):
        for b in range(a):
            if number is not None and numbers[b] == number and _together(spells[a], spells[b]):
                worse = a if cost[a, number] >= cost[b, number] else b
                return worse, number
    return None


def _big_over_small(spells: Sequence[Spell]) -> float:
    """Return how much more a joker looks like the big one (natural log): corner, then colour."""
    small, big = CARDS.index("SJ"), CARDS.index("BJ")
    corner = float(np.mean([s.log_p[big] - s.log_p[small] for s in spells]))
    colours = [c for s in spells for c in s.colours]
    body = 10.0 * (float(np.median(colours)) - 0.35) if colours else 0.0
    return float(np.clip(corner, -3.0, 3.0) + np.clip(body, -4.0, 4.0))


def _settle_jokers(named: dict[str, list[Spell]]) -> None:
    """Give the two jokers their names: the more coloured one is the big one."""
    both = "SJ" in named and "BJ" in named
    if both and _big_over_small(named["SJ"]) > _big_over_small(named["BJ"]):
        named["SJ"], named["BJ"] = named["BJ"], named["SJ"]
