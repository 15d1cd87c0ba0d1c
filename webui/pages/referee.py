"""The referee's page and the requests that decide and correct."""

from __future__ import annotations

import logging
from typing import TypeVar

from flask import Blueprint, Response, g, jsonify, render_template, request

from scorer.history import Event
from webui.desk import Conflict
from webui.errors import Refused, body
from webui.requests import Body, CorrectionBody, RulingBody, UndoBody, WarningBody
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
AnyBody = TypeVar("AnyBody", bound=Body)


@PAGES.get("/referee")
@allow(*OFFICIALS)
def referee() -> str:
    """Show the alerts, the decisions and the record of the deal."""
    return render_template(
        "referee.html",
        state=services().live.snapshot(public=False).referee_json,
        offences=BY_HAND,
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
def rule() -> Response:
    """Decide on an alert, or give a penalty by hand."""
    return _stored(services().desk.rule(_read(RulingBody), g.role))


@PAGES.post("/api/v1/corrections")
@allow(*OFFICIALS)
def correct() -> Response:
    """Correct the cards or the seat of a play."""
    return _stored(services().desk.correct(_read(CorrectionBody)))


@PAGES.post("/api/v1/undo")
@allow(*OFFICIALS)
def undo() -> Response:
    """Take an event back."""
    return _stored(services().desk.undo(_read(UndoBody)))


@PAGES.post("/api/v1/warnings")
@allow(*OFFICIALS)
def warn() -> Response:
    """Give a warning by hand."""
    return _stored(services().desk.warn(_read(WarningBody)))


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


def _read(model: type[AnyBody]) -> AnyBody:
    if not request.is_json:
        raise Refused(415, "not_json", "The request must be JSON.")
    return model.model_validate_json(request.get_data())


def _stored(event: Event) -> Response:
    response = jsonify({"seq": event.seq, "event": dict(event.fields)})
    response.status_code = 201
    return response
