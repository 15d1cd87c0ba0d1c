"""Screens without a visitor: the overlay for broadcasts and the wall."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template, request

from webui.roles import ROLES, allow
from webui.services import services

PAGES = Blueprint("screens", __name__)
PARTS = ("score", "trick", "last", "ruling")
"""What the overlay can show; ``?show=score,trick`` chooses."""


@PAGES.get("/overlay")
@allow(*ROLES)
def overlay() -> str:
    """Show a transparent 1920 × 1080 picture of the score; options stand in the query."""
    wished = request.args.get("show", "score,trick,ruling").split(",")
    place = "top" if request.args.get("place") == "top" else "bottom"
    return render_template(
        "overlay.html",
        state=services().live.snapshot(public=True).table_json,
        show=[part for part in PARTS if part in wished],
        place=place,
    )


@PAGES.get("/wall")
@allow(*ROLES)
def wall() -> str:
    """Show the live table without controls, for a screen on the wall; several tables in turn."""
    found = services()
    return render_template(
        "wall.html",
        state=found.live.snapshot(public=True).table_json,
        neighbours=bool(found.settings.neighbours),
    )


@PAGES.get("/api/v1/tables")
@allow(*ROLES)
def tables() -> Response:
    """Return the public tables of the neighbouring stations that answer."""
    return jsonify({"tables": services().neighbours.tables()})
