"""Ask the rulebook: is this play legal? The answer is the engine's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, g, jsonify, render_template
from pydantic import Field

from scorer import profile as profiles
from scorer.ask import answer, fields
from scorer.shengji.order import order_of
from webui.errors import Refused
from webui.openapi import read, takes
from webui.requests import Body, Card
from webui.roles import Role, allow
from webui.services import services
from webui.view import with_english

PAGES = Blueprint("ask", __name__)
READERS: tuple[Role, ...] = ("player", "referee", "director", "installer")


class AskBody(Body):
    """A question of the kind ``follow``: what was led, what is in the hand, what is played."""

    profile: str = Field(max_length=60)
    level: str = Field(pattern="^[A23456789TJQK]$")
    trump: str = Field(pattern="^(S|H|D|C|NT)$")
    led: list[Card] = Field(min_length=1, max_length=40)
    hand: list[Card] = Field(min_length=1, max_length=60)
    play: list[Card] = Field(min_length=1, max_length=40)


def _titles(language: str) -> list[tuple[str, str]]:
    titles = ((slug, profiles.load(slug).title) for slug in profiles.slugs())
    return [(slug, title.zh if language == "zh" else title.en) for slug, title in titles]


@PAGES.get("/ask")
@allow(*READERS)
def ask() -> str:
    """Show the question form."""
    table = services().live.snapshot(public=True).table
    return render_template(
        "ask.html", profiles=_titles(g.language), chosen=table.get("profile") or "house-2deck"
    )


@PAGES.post("/api/v1/ask")
@allow(*READERS)
@takes(AskBody)
def ask_engine() -> Response:
    """Answer whether a play is legal, and what would have been required."""
    body = read(AskBody)
    given: dict[str, Any] = body.model_dump(exclude={"profile"})
    out = answer({"profile": body.profile, "kind": "follow", "input": given})
    if "error" in out:
        raise Refused(400, str(out["error"]["code"]), str(out["error"]["message"]))
    found = out["answer"]
    return jsonify(found if found["legal"] else {**found, **_quoted(body, found)})


def _quoted(body: AskBody, found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the clause that a play breaks, with its English; nothing where a lead mixes suits."""
    profile = profiles.load(body.profile)
    order = order_of(profile, fields.trump(body.model_dump()))
    led = order.only_class(body.led)
    if led is None:
        return {}
    suited, held = (
        sum(order.only_class([card]) == led for card in cards) for cards in (body.play, body.hand)
    )
    ladders = [f"ladders.{rung}" for rung in found.get("required") or ()]
    path = next((path for path in ladders if path in profile.sources), "ladders.2")
    revoked = suited < min(held, len(body.led))
    return with_english({"clause": profile.clause("ladders.1" if revoked else path)})
