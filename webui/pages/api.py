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
    """Return whether the station works; 503 when the store's chain is broken."""
    found = services()
    intact = found.store.report.ok
    response = jsonify(
        {
            "ok": intact,
            "seq": found.live.snapshot(public=True).seq,
            "camera": found.live.camera(),
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
