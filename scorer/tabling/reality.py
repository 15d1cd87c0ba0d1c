"""Whether what was read as a card is one: what the eyes say, weighed with how it came to be there.

Pips, court pictures and card backs now and then read like an index. Such a phantom is seldom read
surely, is not found again in every look, and often appears where nothing has moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

PLAUSIBLE = 0.5
"""What is less probably a card joins a play only where the play would lack a card without it."""
SURE = 0.9
"""From here on a card is one, whatever the number of cards says."""

MAYBE = 0.1
"""What is at least so probably a card fills the place of a play that would be missing."""

_MOST = 0.9995
"""No reading is surer of a card than this."""
_UNSAID = 0.996
"""Taken where the eyes do not say it."""
_WEIGHTS = (("p", 0.5, 0.002), ("p", 0.85, 0.02), ("seen", 0.5, 0.02))
"""Field, limit, weight: below its limit the first that fits multiplies the odds of a card."""
_UNSAID_WEIGHTS = (("p", 0.5, 0.002), ("p", 0.95, 0.008), ("seen", 0.5, 0.02))
"""The same where the eyes don't say ``real``: then only the name's certainty tells of phantoms."""
_UNMOVED = 0.008
"""Weight of a card at whose place nothing has moved before."""
_STEADY = 6.0
"""Weight of a card that came by a movement and was read as the same card in every look."""
_STEADY_P, _STEADY_SEEN = 0.99, 0.95
ASKED = 0.3
"""What was found because a card is missing there, sticking out where no cloth is seen."""


class Real(Protocol):
    """Something that is a card with a probability."""

    @property
    def real(self) -> float:
        """Return the probability of being a card at all."""


R = TypeVar("R", bound=Real)


def reality(raw: Mapping[str, Any]) -> float:
    """Return the probability that a card of an observed message is a card at all."""
    if raw.get("asked"):
        return min(max(float(raw.get("real", ASKED)), ASKED), PLAUSIBLE) * bool(raw.get("arrived"))
    real = min(_MOST, max(1 - _MOST, float(raw.get("real", _UNSAID))))
    odds = real / (1 - real)
    weighed: set[str] = set()
    for name, limit, weight in _WEIGHTS if "real" in raw else _UNSAID_WEIGHTS:
        if name not in weighed and float(raw.get(name, 1.0)) < limit:
            odds *= weight
            weighed.add(name)
    if not raw.get("arrived", True):
        odds *= _UNMOVED
    elif float(raw.get("p", 0.0)) >= _STEADY_P and float(raw.get("seen", 0.0)) >= _STEADY_SEEN:
        odds *= _STEADY
    return odds / (1 + odds)


def sure(cards: Iterable[Real]) -> bool:
    """Return whether all of these are cards beyond doubt."""
    return all(card.real >= SURE for card in cards)


def counted(cards: Iterable[R], number: int | None) -> list[R]:
    """Return which of the things in one place count as cards, in their order.

    ``number`` is how many cards are expected there: sure cards always count, doubtful ones make up
    the number, the most probable first. Where it is None nobody can know: then doubtful ones count
    only where there is nothing sure.
    """
    all_ = list(cards)
    order = sorted(range(len(all_)), key=lambda n: -all_[n].real)
    if number is None:
        least = SURE if any(card.real >= SURE for card in all_) else PLAUSIBLE
        chosen = {n for n in order if all_[n].real >= least}
    else:
        chosen = {n for place, n in enumerate(order) if place < number or all_[n].real >= SURE}
    return [card for n, card in enumerate(all_) if n in chosen]
