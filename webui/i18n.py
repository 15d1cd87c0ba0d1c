"""Chinese and English texts: gettext catalogs read at start, no compile step."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po
from flask import Request, g

from scorer.guandan.offences import NAMES
from scorer.offences import OFFENCES

HERE = Path(__file__).parent
LANGUAGES = ("zh", "en")
COOKIE = "dipai_lang"


@cache
def catalog(language: str) -> Mapping[str, str]:
    """Return the texts of a language by message id; untranslated messages are left out.

    Offences that the catalog does not word itself carry the scorer's own names.
    """
    with (HERE / "locale" / f"{language}.po").open("rb") as file:
        own = {
            str(message.id): str(message.string)
            for message in read_po(file, locale=language)
            if message.id and message.string
        }
    return {**_offences(language), **own}


def _offences(language: str) -> dict[str, str]:
    at = LANGUAGES.index(language)
    names = {code: (one.zh, one.en)[at] for code, one in OFFENCES.items()}
    names |= {code: pair[at] for code, pair in NAMES.items() if code not in names}
    return {f"offence:{code}": name[:1].upper() + name[1:] for code, name in names.items()}


def translate(language: str, message: str) -> str:
    """Return a message in a language; a message without an entry is its own text."""
    return catalog(language).get(message, message)


def text(message: str) -> str:
    """Return a message in the language of the request."""
    return translate(g.get("language", LANGUAGES[0]), message)


def choose(req: Request, fallback: str) -> str:
    """Return the language of a request: ``?lang=``, then the cookie, then the browser's wish."""
    for wish in (req.args.get("lang"), req.cookies.get(COOKIE)):
        if wish in LANGUAGES:
            return wish
    return req.accept_languages.best_match(LANGUAGES) or fallback
