"""The error that a person reads."""

from __future__ import annotations


class InputError(ValueError):
    """Input that cannot be used; the message says what, where and what to do, in one line."""
