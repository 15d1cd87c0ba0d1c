"""Puts a watcher together: the shipped networks, a table file, a folder for evidence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vision.deckfile import load as load_deck
from vision.detector import CardDetector
from vision.evidence import EvidenceFolder
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
