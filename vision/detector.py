"""The detector: a picture in, physical cards out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision import cards, scale
from vision.calibration import Calibration
from vision.classify import Classifier
from vision.deckfile import Deck
from vision.frame import Frame, Image
from vision.indices import Indices, join, merged, vote
from vision.locate import Locator
from vision.model import MODEL_FOLDER, Network
from vision.patches import Places, Pyramid, batch, pictures, places, second_looks, table_places
from vision.processor import chosen
from vision.readings import Reading

TABLE_WIDTHS = (0.7, 1.45)
"""On a calibrated table, indices say a card width within these factors of the true one; what is
held above the table looks larger."""


DOUBT = (0.1, 0.97)
"""An index read with a probability between these is looked at again."""


class CardDetector:
    """Reads photographs (scale searched) and calibrated tables (scale known)."""

    def __init__(self, locator: Locator, classifier: Classifier) -> None:
        self._locator = locator
        self._classifier = classifier

    @classmethod
    def open(
        cls, folder: Path = MODEL_FOLDER, threads: int = 1, decks: Sequence[Deck] = ()
    ) -> CardDetector:
        """Return a detector with the networks of a folder, sharpened for enrolled decks.

        Raises:
            VisionError: a network is missing or damaged, or too old for enrolled decks.
        """
        return cls(
            Locator(Network(chosen(folder, "locator"), threads)),
            Classifier(Network(chosen(folder, "classifier"), threads), decks),
        )

    @property
    def classifier(self) -> Classifier:
        """Return stage two alone."""
        return self._classifier

    def read_photo(self, image: Image, min_p: float | None = None) -> list[Reading]:
        """Return the cards of a photograph, positions in px, without those less probable."""
        measured = self._classifier.photo_certainty.adjusted
        found = [measured(reading) for reading in cards.build_free(self.photo_indices(image))]
        if min_p is not None:
            return [reading for reading in found if reading.p >= min_p]
        return [reading for reading in found if reading.p >= self._classifier.least(reading.card)]

    def photo_indices(self, image: Image, least: float | None = None) -> Indices:
        """Return the classified indices of a photograph, in px.

        A first pass over all scales finds the usual card width, a second looks closely there.
        ``least`` is how surely each is an index (default: what the network's card says).
        """
        pyramid = Pyramid(image)
        suits = self._locator.card_width
        steps = scale.ladder((image.shape[1], image.shape[0]), suits)
        first = self._first(image, pyramid, [step for step in steps if step <= 1])
        if not scale.plenty(first):
            first = join([first, self._first(image, pyramid, [s for s in steps if s > 1])])
        width = scale.agreed_width(first)
        if width <= 0:
            return first.take([])
        closer = [self._locator.find(image, suits / width * step) for step in scale.FINE]
        second = scale.settle(join([first, *closer]), width)
        return self._sure(pyramid, second, least)

    def _first(self, image: Image, pyramid: Pyramid, steps: Sequence[float]) -> Indices:
        """Return what a first search at some scales reads."""
        width = self._locator.card_width
        found = scale.search(steps, width, lambda step: self._locator.find(image, step))
        return self._sure(pyramid, found)

    def _sure(self, pyramid: Pyramid, found: Indices, least: float | None = None) -> Indices:
        """Return what indices say, without those that are none and repeated ones."""
        read = self._read(pyramid, found, places(found))
        return self._accepted(read, least)

    def _read(self, pyramid: Pyramid, found: Indices, at: Places) -> Indices:
        """Return indices classified; doubtful ones are looked at again, slightly otherwise."""
        log_p, accept = self._classifier.read(batch(pictures(pyramid, at)))
        score = accept * np.exp(log_p.max(axis=1, initial=-np.inf))
        doubtful = np.flatnonzero((score > DOUBT[0]) & (score < DOUBT[1]))
        if len(doubtful):
            looks = second_looks(at.take(list(map(int, doubtful))))
            again = [self._classifier.read(batch(pictures(pyramid, look))) for look in looks]
            logs = np.stack([log_p[doubtful], *(one for one, _ in again)])
            sure = np.stack([accept[doubtful], *(one for _, one in again)])
            log_p[doubtful], accept[doubtful] = vote(logs, sure, np.ones_like(sure))
        return found.classified(log_p, accept)

    def _accepted(self, read: Indices, least: float | None) -> Indices:
        """Return what counts as an index; no sure one gives way to one that is not."""
        accept = self._classifier.accept
        kept = read.take(read.accept >= (accept if least is None else least))
        return merged(kept, kept.score + (kept.accept >= accept))

    def read(
        self, frame: Frame, calibration: Calibration, least: float | None = None
    ) -> Sequence[Reading]:
        """Return the face-up cards of a calibrated table, positions in mm.

        With ``least`` also those whose indices are one with at least this probability only; they
        are not sure, and stand behind the others.
        """
        width, height = calibration.card_mm
        indices = self.table_indices(frame.image, calibration, least)
        sure = indices.accept >= self._classifier.accept
        found = cards.build(indices.take(sure), height / width)
        if least is not None:
            found += cards.build_unsure(indices, sure, height / width)
        return [self._classifier.certainty.adjusted(reading) for reading in found]

    def table_indices(
        self, image: Image, calibration: Calibration, least: float | None = None
    ) -> Indices:
        """Return the classified indices of a calibrated table, in mm."""
        width = calibration.card_mm[0]
        px_per_mm = self._locator.card_width / width
        plane = calibration.rectify(image, calibration.whole(), px_per_mm)
        # Positions count from the picture's edge, the table's homography from pixel middles.
        found = self._locator.find(plane).moved(-0.5).scaled(1 / px_per_mm)
        said = found.width / width
        found = found.take((said > TABLE_WIDTHS[0]) & (said < TABLE_WIDTHS[1]))
        found = found.resized(np.full(len(found), width))
        read = self._read(Pyramid(image), found, table_places(found, calibration))
        return self._accepted(read, least)
