"""The clauses of the rule documents in English: this project's own translation.

The Chinese original counts; nobody has authorised the English. It lies in
``profiles/_english.toml``, one entry for each clause of a packaged profile.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from scorer import profiles
from scorer.errors import InputError


@cache
def translations() -> Mapping[str, str]:
    """Return the English of every translated clause, by the document's own words.

    Raises:
        InputError: an entry is no text, or empty.
    """
    found: dict[str, object] = tomllib.loads(profiles.text("_english"))["clauses"]
    for clause, text in found.items():
        if not isinstance(text, str) or not text.strip() or not clause.strip():
            raise InputError(f"_english.toml: the clause {clause!r} has no English text")
    return {clause: str(text) for clause, text in found.items()}


def english(clause: str | None) -> str | None:
    """Return a clause in English, None for one that is not translated or for ``"house"``.

    >>> english("每错一次罚5分")
    '5 points for each mistake'
    """
    return None if clause is None else translations().get(clause)
