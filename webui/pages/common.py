"""Card faces, evidence pictures and the links that open a role."""

from __future__ import annotations

import re

from flask import Blueprint, Response, redirect, request, send_from_directory
from werkzeug.wrappers import Response as BaseResponse

from scorer.cards import UNREAD
from webui import faces
from webui.errors import Refused
from webui.roles import COOKIE, COOKIE_AGE, HOME, OFFICIALS, ROLES, allow, cookie_value, role_of_key
from webui.services import services

PAGES = Blueprint("common", __name__)
_PICTURE = re.compile(r"^[0-9a-f]{64}\.jpg$")
_DAY = 60 * 60 * 24


@PAGES.get("/faces/<name>.svg")
@allow(*ROLES)
def card_face(name: str) -> Response:
    """Return a card face; ``?suits=four`` colours each suit, ``?wild=yes`` marks a wild."""
    name = UNREAD if name == "unread" else name
    if name not in faces.NAMES:
        raise Refused(404, "not_found", "There is no such card.")
    four, wild = request.args.get("suits") == "four", request.args.get("wild") == "yes"
    svg = faces.face(name, four, wild)
    response = Response(svg, mimetype="image/svg+xml")
    response.headers["Cache-Control"] = f"public, max-age={_DAY}"
    return response


@PAGES.get("/evidence/<name>")
@allow(*OFFICIALS)
def evidence(name: str) -> Response:
    """Return an evidence picture by its hash."""
    folder = services().settings.evidence
    if folder is None or not _PICTURE.match(name):
        raise Refused(404, "not_found", "There is no such picture.")
    response = send_from_directory(folder.resolve(), name)
    response.headers["Cache-Control"] = f"private, max-age={_DAY}"
    return response


@PAGES.get("/enter/<key>")
@allow(*ROLES)
def enter(key: str) -> BaseResponse:
    """Open the role that a secret link belongs to, and go to its page."""
    settings, wrong_links = services().settings, services().wrong_links
    address = request.remote_addr or ""
    role = role_of_key(settings, key) if wrong_links.open(address) else None
    if role is None:
        wrong_links.take(address)
        raise Refused(403, "wrong_link", "This link is not valid here; ask for a new one.")
    response = redirect(HOME[role], 303)
    response.set_cookie(
        COOKIE, cookie_value(settings, role), max_age=COOKIE_AGE, httponly=True, samesite="Lax"
    )
    return response


@PAGES.post("/leave")
@allow(*ROLES)
def leave() -> BaseResponse:
    """Give the role back."""
    response = redirect("/", 303)
    response.delete_cookie(COOKIE)
    return response
