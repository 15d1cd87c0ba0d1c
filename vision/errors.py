"""The error that a person reads, on the seeing side."""

from __future__ import annotations


class VisionError(ValueError):
    """A picture, model or calibration that cannot be used; one line says what and what to do."""
