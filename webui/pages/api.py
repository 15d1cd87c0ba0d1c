"""Health of the station, and the description of its API."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify

from webui import openapi
from webui.roles import ROLES, allow
from webui.services import services

PAGES = Blueprint("api", __name__)


@PAGES.get("/healthz")
@allow(*ROLES)
def healthz() -> Response:
    """Return whether all is well and what is not; 503 when the store's chain is broken."""
    found = services()
    intact, camera = found.store.report.ok, found.live.camera()
    problems = [] if intact else ["chain_broken"]
    problems += ["camera_lost"] if camera == "lost" else []
    response = jsonify(
        {
            "ok": not problems,
            "problems": problems,
            "seq": found.live.snapshot(public=True).seq,
            "camera": camera,
            "streams": found.streams.open,
            "chain": "whole" if intact else "broken",
        }
    )
    response.status_code = 200 if intact else 503
    return response


@PAGES.get("/api/v1/openapi.json")
@allow(*ROLES)
def description() -> Response:
    """Return this description."""
    return jsonify(openapi.document(current_app))
