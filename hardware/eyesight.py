"""Puts a watcher together: the shipped networks, a table file, a folder for evidence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vision.deckfile import load as load_deck
from vision.detector import CardDetector
from vision.evidence import EvidenceFolder
from vision.frame import Frame
from vision.tablefile import TableFile
from vision.watcher import Watcher


def build_watcher(
    table: TableFile, evidence: Path, threads: int = 1, decks: Sequence[Path] = ()
) -> Watcher:
    """Return a watcher for a calibrated table; ``decks`` are files of enrolled decks.

    Raises:
        VisionError: a network or a deck file cannot be used.
    """
    detector = CardDetector.open(threads=threads, decks=[load_deck(path) for path in decks])
    return Watcher(table.calibration, detector, EvidenceFolder(evidence), table.zones)


class CardReader:
    """Names the cards of one frame; the networks are loaded at the first question."""

    def __init__(self, threads: int = 1, decks: Sequence[Path] = ()) -> None:
        self._threads = threads
        self._decks = decks
        self._detector: CardDetector | None = None

    def __call__(self, frame: Frame, table: TableFile) -> list[tuple[str, float]]:
        """Return the cards on a table, most certain first.

        Raises:
            VisionError: a network cannot be used.
        """
        if self._detector is None:
            decks = [load_deck(path) for path in self._decks]
            self._detector = CardDetector.open(threads=self._threads, decks=decks)
        found = self._detector.read(frame, table.calibration)
        return sorted(((one.card, one.p) for one in found), key=lambda pair: -pair[1])
