"""The referee's page and the requests that decide and correct."""

from __future__ import annotations

import logging

from flask import Blueprint, Response, g, jsonify, render_template, request

from scorer.history import Event
from webui.desk import Conflict
from webui.errors import Refused, body
from webui.openapi import read, takes
from webui.requests import (
    CorrectionBody,
    PlayBody,
    RulingBody,
    TakeOverBody,
    UndoBody,
    WarningBody,
)
from webui.roles import OFFICIALS, allow
from webui.services import services

LOG = logging.getLogger("dipai.web")
BY_HAND = (
    "talk_or_signal",
    "illegal_information",
    "late",
    "delay",
    "exposed_card",
    "draw_out_of_turn",
    "conduct",
    "phone",
    "other",
)
"""Offences that an official names by hand."""
PAGES = Blueprint("referee", __name__)


@PAGES.get("/referee")
@allow(*OFFICIALS)
def referee() -> str:
    """Show the alerts, the decisions and the record of the deal."""
    snapshot = services().live.snapshot(public=False)
    return render_template(
        "referee.html",
        state=snapshot.referee_json,
        offences=BY_HAND,
        family=snapshot.table.get("family"),
        picture=services().settings.picture is not None,
    )


@PAGES.get("/api/v1/referee")
@allow(*OFFICIALS)
def referee_state() -> Response:
    """Return the referee's view as JSON; 204 when nothing is newer than ``?since=SEQ``."""
    snapshot = services().live.snapshot(public=False)
    if request.args.get("since", type=int) == snapshot.seq:
        return Response(status=204)
    return Response(snapshot.referee_json, mimetype="application/json")


@PAGES.post("/api/v1/rulings")
@allow(*OFFICIALS)
@takes(RulingBody)
def rule() -> Response:
    """Decide on an alert, or give a penalty by hand."""
    return _stored(services().desk.rule(read(RulingBody), g.role))


@PAGES.post("/api/v1/corrections")
@allow(*OFFICIALS)
@takes(CorrectionBody)
def correct() -> Response:
    """Correct the cards or the seat of a play."""
    return _stored(services().desk.correct(read(CorrectionBody)))


@PAGES.post("/api/v1/plays")
@allow(*OFFICIALS)
@takes(PlayBody)
def play() -> Response:
    """Put in a play that the camera missed."""
    return _stored(services().desk.play(read(PlayBody)))


@PAGES.post("/api/v1/undo")
@allow(*OFFICIALS)
@takes(UndoBody)
def undo() -> Response:
    """Take an event back."""
    return _stored(services().desk.undo(read(UndoBody)))


@PAGES.post("/api/v1/warnings")
@allow(*OFFICIALS)
@takes(WarningBody)
def warn() -> Response:
    """Give a warning by hand."""
    return _stored(services().desk.warn(read(WarningBody)))


@PAGES.post("/api/v1/takeover")
@allow(*OFFICIALS)
@takes(TakeOverBody)
def take_over() -> Response:
    """Keep the record by hand, or hand it back to the camera."""
    live = services().live
    live.take_over(read(TakeOverBody).on)
    LOG.info("the record is kept by %s", "hand" if live.by_hand else "the camera")
    return jsonify({"by_hand": live.by_hand})


@PAGES.get("/api/v1/picture.jpg")
@allow(*OFFICIALS, "installer")
def picture() -> Response:
    """Return the newest camera picture; every look is logged."""
    source = services().settings.picture
    data = source() if source else None
    if data is None:
        raise Refused(404, "no_picture", "There is no camera picture now.")
    LOG.info("camera picture shown to a %s at %s", g.role, request.remote_addr)
    return Response(data, mimetype="image/jpeg")


@PAGES.app_errorhandler(Conflict)
def conflict(error: Conflict) -> Response:
    """Answer with what was decided meanwhile."""
    response = jsonify({**body(error), "current": error.current})
    response.status_code = error.status
    return response


def _stored(event: Event) -> Response:
    response = jsonify({"seq": event.seq, "event": dict(event.fields)})
    response.status_code = 201
    return response
