"""One look at a deck laid out to be enrolled: every card with pictures of its corners."""

from __future__ import annotations

from vision import bodies, cards
from vision.calibration import Calibration
from vision.corners import Group
from vision.deckfile import CROP
from vision.detector import CardDetector
from vision.enrolment import Look, Sighting
from vision.frame import Image
from vision.indices import Indices
from vision.pairs import PHOTO, TABLE
from vision.patches import Places, Pyramid, pictures, places, table_places
from vision.readings import normalise

WEAK = 0.04
"""What is an index with at least this probability is looked at: the deck decides later."""
ALONE = 0.3
"""A finding without a counterpart counts from this probability of being an index."""
JOKER_SHARE = 0.3
"""From this probability of being a joker on, the card's body is looked at."""
_NAMES = ("SJ", "BJ")


class DeckLooker:
    """Looks at photographs, or at a calibrated table."""

    def __init__(self, detector: CardDetector, calibration: Calibration | None = None) -> None:
        self._detector = detector
        self._calibration = calibration

    def look(self, image: Image) -> Look:
        """Return the cards of one picture and what resembles an index inside of them."""
        pyramid = Pyramid(image)
        if self._calibration is None:
            found = self._detector.photo_indices(image, WEAK)
            sized, at, tolerance = cards.measured(found), places(found), PHOTO
        else:
            found = self._detector.table_indices(image, self._calibration, WEAK)
            sized, at, tolerance = found, table_places(found, self._calibration), TABLE
        groups = cards.grouped(sized, tolerance)
        kept = [g for g in groups if len(g.rows) > 1 or found.accept[g.rows[0]] >= ALONE]
        grouped = {row for group in groups for row in group.rows}
        others = [row for row in range(len(found)) if row not in grouped]
        crops = pictures(pyramid, at, CROP)
        seen = tuple(
            _sighting(sized, group, [crops[row] for row in group.rows], pyramid, at)
            for group in kept
        )
        return Look(seen, tuple(crops[row] for row in others))


def _sighting(
    indices: Indices, group: Group, crops: list[Image], pyramid: Pyramid, at: Places
) -> Sighting:
    reading = cards.reading(indices, group)
    jokers = sum(p for name, p in [(reading.card, reading.p), *reading.alternatives]
                 if name in _NAMES)  # fmt: skip
    row = max(group.rows, key=lambda n: float(indices.score[n]))
    colour = None
    if jokers >= JOKER_SHARE or reading.p < JOKER_SHARE:
        colour = bodies.colour(bodies.cut(pyramid, at, row))
    return Sighting(
        indices.xy[row],
        indices.down[row],
        float(indices.width[row]),
        normalise(reading.log_p) if len(group.rows) > 1 else reading.log_p,
        tuple(crops),
        colour,
    )
