"""What the four players may ask for at their own table."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, jsonify, request

from scorer.effective import effective
from scorer.history import Event
from webui.errors import Refused
from webui.guesses import guesses
from webui.openapi import read, takes
from webui.requests import CallBody, ConfirmBody
from webui.roles import Role, allow
from webui.services import services

PAGES = Blueprint("players", __name__)
PLAYERS: Final[tuple[Role, ...]] = ("player", "referee", "director")
NEWEST = 8
"""A player may doubt the current and the last trick: at most so many plays."""


@PAGES.get("/api/v1/doubts")
@allow(*PLAYERS)
def doubts() -> Response:
    """Return the plays of the current and the last trick with their likeliest other readings."""
    found = services()
    table = found.live.snapshot(public=False).table
    shown = [*(table.get("trick") or ()), *((table.get("last_trick") or {}).get("plays") or ())]
    plays = [event for event in effective(found.store.current()[1]) if event.type == "play"]
    answer: list[dict[str, Any]] = []
    for event in plays[-NEWEST:][::-1]:
        if any(play["seat"] == event.seat and play["cards"] == list(event.cards) for play in shown):
            one = {"seq": event.seq, "seat": event.seat, "cards": list(event.cards)}
            answer.append({**one, "guesses": guesses(event)})
    return jsonify({"plays": answer})


@PAGES.post("/api/v1/calls")
@allow(*PLAYERS)
@takes(CallBody)
def call() -> Response:
    """Call the referee silently, with the play that is wrong where there is one."""
    _not_too_often()
    return _stored(services().desk.call(read(CallBody)))


@PAGES.post("/api/v1/confirmations")
@allow(*PLAYERS)
@takes(ConfirmBody)
def confirm() -> Response:
    """Confirm the score of the deal that has ended, for one side."""
    _not_too_often()
    return _stored(services().desk.confirm(read(ConfirmBody)))


def _not_too_often() -> None:
    bucket, address = services().calls, request.remote_addr or ""
    if not bucket.open(address):
        raise Refused(429, "too_often", "Too many requests; wait a moment.")
    bucket.take(address)


def _stored(event: Event) -> Response:
    response = jsonify({"seq": event.seq})
    response.status_code = 201
    return response
