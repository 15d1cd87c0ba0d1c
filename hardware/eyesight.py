"""Puts a watcher together: the shipped networks, a table file, a folder for evidence."""

from __future__ import annotations

from pathlib import Path

from vision.detector import load_detector

from vision.evidence import EvidenceFolder
from vision.tablefile import load as load_table
from vision.watcher import Watcher


def build_watcher(table_file: Path, evidence: Path, threads: int = 1) -> Watcher:
    """Return a watcher for a calibrated table.

    Raises:
        VisionError: the table file or a network cannot be used.
    """
    table = load_table(table_file)
    return Watcher(table.calibration, load_detector(threads), EvidenceFolder(evidence), table.zones)
