"""Small decks and scenes for the tests of training."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_decks(folder: Path) -> Iterator[None]:
    """Let scenes use two procedural decks only, kept in a folder of their own."""
    from models.training import decks, glyphs

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DIPAI_ART", str(folder))
        patch.setitem(glyphs.splits()["train"], "procedural", [0, 2])
        glyphs.font_files.cache_clear()
        decks.deck.cache_clear()
        yield
    glyphs.font_files.cache_clear()
    decks.deck.cache_clear()
