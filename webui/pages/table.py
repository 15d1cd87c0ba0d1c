"""The live table page, its stream and its JSON."""

from __future__ import annotations

from flask import Blueprint, Response, g, render_template, request

from webui.errors import Refused
from webui.roles import OFFICIALS, ROLES, allow
from webui.services import services

PAGES = Blueprint("table", __name__)


@PAGES.get("/")
@allow(*ROLES)
def table() -> str:
    """Show the live table."""
    live = services().live
    return render_template(
        "table.html",
        state=live.snapshot(public=True).table_json,
        playing=g.role in ("player", "referee", "director"),
    )


@PAGES.get("/events")
@allow(*ROLES)
def events() -> Response:
    """Open the one live stream of a page; ``?view=referee`` is for officials."""
    kind = request.args.get("view", "table")
    if kind not in ("table", "referee"):
        raise Refused(400, "unknown_view", "There is no such view.", "view")
    if kind == "referee" and g.role not in OFFICIALS:
        raise Refused(403, "not_allowed", "This page needs a link from the referee's desk.")
    return services().streams.response(kind)


@PAGES.get("/api/v1/table")
@allow(*ROLES)
def table_state() -> Response:
    """Return the viewers' table as JSON; 204 when nothing is newer than ``?since=SEQ``."""
    snapshot = services().live.snapshot(public=True)
    if request.args.get("since", type=int) == snapshot.seq:
        return Response(status=204)
    return Response(snapshot.table_json, mimetype="application/json")
