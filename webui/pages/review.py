"""Looking back: the list of matches, one match trick by trick, its exports and its score sheet."""

from __future__ import annotations

from flask import Blueprint, Response, g, jsonify, render_template
from werkzeug.utils import secure_filename

from webui import review as looking_back
from webui.errors import Refused
from webui.roles import OFFICIALS, ROLES, allow
from webui.services import services

PAGES = Blueprint("review", __name__)


@PAGES.get("/review")
@allow(*ROLES)
def matches() -> str:
    """List the matches of this table, newest first."""
    return render_template("matches.html", matches=services().store.matches()[::-1])


@PAGES.get("/review/<int:match>")
@allow(*ROLES)
def review(match: int) -> str:
    """Show a match trick by trick: its finished deals, all of it for officials."""
    state = looking_back.review(services().store, match, g.role in OFFICIALS)
    return render_template("review.html", state=state, match=match, official=g.role in OFFICIALS)


@PAGES.get("/api/v1/matches/<int:match>")
@allow(*ROLES)
def match_state(match: int) -> Response:
    """Return a match as the review page shows it."""
    return jsonify(looking_back.review(services().store, match, g.role in OFFICIALS))


@PAGES.get("/review/<int:match>/sheet")
@allow(*OFFICIALS)
def sheet(match: int) -> str:
    """Show the score sheet for printing on A4."""
    store = services().store
    state = looking_back.review(store, match, official=True)
    return render_template("sheet.html", state=state, head=store.head_hash)


@PAGES.get("/review/<int:match>/sheet.pdf")
@allow(*OFFICIALS)
def sheet_pdf(match: int) -> Response:
    """Return the score sheet as PDF on A4."""
    from webui import paper  # the one page that needs it loads the PDF library

    store = services().store
    state = looking_back.review(store, match, official=True)
    response = Response(paper.sheet(state, store.head_hash, g.language), mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="dipai-{match}.pdf"'
    return response


@PAGES.get("/review/<int:match>/export/<form>")
@allow(*ROLES)
def export(match: int, form: str) -> Response:
    """Return a match as ``jsonl``, ``csv`` or ``text``; while it is played for officials only."""
    store = services().store
    if g.role not in OFFICIALS and not (form == "jsonl" and looking_back.ended(store, match)):
        raise Refused(403, "not_allowed", "This page needs a link from the referee's desk.")
    text, media = looking_back.export(store, match, form, g.language)
    name = secure_filename(f"dipai-{match}.{'txt' if form == 'text' else form}")
    response = Response(text, content_type=f"{media}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
