"""What a game contributes to ``dipai ask``: its profiles and the kinds of questions it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Input = Mapping[str, Any]
Answer = dict[str, Any]
Handler = Callable[[Any, Input], Answer]
"""A function of the profile (with switches applied) and the case's ``input``."""


class AskError(ValueError):
    """A case that cannot be answered; ``code`` is a short word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Game:
    """One game: the slugs of its profiles, how to load one with switches, and its handlers."""

    slugs: Callable[[], tuple[str, ...]]
    load: Callable[[str, Mapping[str, Any]], Any]
    kinds: Mapping[str, Handler]
