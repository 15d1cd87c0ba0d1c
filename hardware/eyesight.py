"""Puts a watcher together: the shipped networks, a table file, a folder for evidence."""

from __future__ import annotations

from pathlib import Path

from vision.detector import CardDetector
from vision.evidence import EvidenceFolder
from vision.tablefile import TableFile
from vision.watcher import Watcher


def build_watcher(table: TableFile, evidence: Path, threads: int = 1) -> Watcher:
    """Return a watcher for a calibrated table.

    Raises:
        VisionError: a network cannot be used.
    """
    detector = CardDetector.open(threads=threads)
    return Watcher(table.calibration, detector, EvidenceFolder(evidence), table.zones)
