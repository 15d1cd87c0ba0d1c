"""``dipai ask``: one question about the rules in, one answer out.

A case is ``{"profile", "kind", "input", "id"?}``; ``input.switches`` overrides switches of the
profile. The answer is ``{"id"?, "answer": {…}}`` or ``{"id"?, "error": {"code", "message"}}`` with
code ``bad_case``, ``unknown_profile``, ``unknown_kind`` or ``bad_input``. A game registers itself
by a :class:`~scorer.ask.registry.Game` in ``GAMES``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.ask import fields, guandan, shengji
from scorer.ask.registry import AskError, Game
from scorer.cards import CardError
from scorer.errors import InputError
from scorer.toml_schema import near

GAMES: tuple[Game, ...] = (shengji.GAME, guandan.GAME)


def answer(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer line of one case; a case that cannot be answered gives an error line."""
    out: dict[str, Any] = {"id": case["id"]} if "id" in case else {}
    try:
        out["answer"] = _answer(case)
    except AskError as error:
        out["error"] = {"code": error.code, "message": str(error)}
    except (CardError, InputError) as error:
        out["error"] = {"code": "bad_input", "message": str(error)}
    return out


def _answer(case: Mapping[str, Any]) -> dict[str, Any]:
    for field, kind in (("profile", str), ("kind", str), ("input", Mapping)):
        if not isinstance(case.get(field), kind):
            raise AskError("bad_case", f"field '{field}' is missing or of the wrong type")
    slug, kind_name, given = case["profile"], case["kind"], case["input"]
    game = next((game for game in GAMES if slug in game.slugs()), None)
    if game is None:
        hint = near(slug, [name for game in GAMES for name in game.slugs()])
        message = f"no profile is called '{slug}'{hint}; `dipai profiles` lists them"
        raise AskError("unknown_profile", message)
    handler = game.kinds.get(kind_name)
    if handler is None:
        known = ", ".join(sorted(game.kinds))
        raise AskError("unknown_kind", f"'{slug}' answers no '{kind_name}'; it answers {known}")
    profile = game.load(slug, fields.table(given.get("switches") or {}, "switches"))
    try:
        return handler(profile, given)
    except KeyError as error:
        raise AskError("bad_input", f"input lacks the field {error}") from error
