"""The app factory: a store and settings become pages; it knows nothing of cameras."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask import Flask, Response, g, request, send_from_directory

from webui import errors, i18n, pages, roles
from webui.desk import Desk
from webui.limits import Bucket
from webui.live import Live, Project
from webui.neighbours import Neighbours
from webui.project import project as fold_project
from webui.services import NAME, Services, services
from webui.settings import Settings
from webui.sse import Streams
from webui.store import Store

HERE = Path(__file__).parent
_YEAR = 60 * 60 * 24 * 365
_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self';"
    " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
PREFERENCES = {
    "theme": ("dark", "light"),
    "size": ("normal", "big"),
    "suits": ("two", "four"),
}
"""What a visitor may choose for a page, first value first; kept in cookies of these names."""


def create_app(store: Store, settings: Settings, project: Project = fold_project) -> Flask:
    """Return the Flask app over an open store; ``project`` turns events into what is shown."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = 1 << 20
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    live = Live(store, project, settings.delay, store.clock.mono)
    app.extensions[NAME] = Services(
        store=store,
        settings=settings,
        live=live,
        streams=Streams(live, settings.streams),
        wrong_links=Bucket(size=5, per_second=1 / 12),
        calls=Bucket(size=12, per_second=1 / 5),
        desk=Desk(store, live),
        neighbours=Neighbours(settings.neighbours),
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.context_processor(_page_values)
    _hooks(app, settings)
    _static(app)
    errors.install(app)
    pages.install(app)
    return app


def _hooks(app: Flask, settings: Settings) -> None:
    @app.before_request
    def enter() -> None:
        g.language = i18n.choose(request, settings.language)
        g.role = "viewer"
        roles.guard(settings)

    @app.after_request
    def leave(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers.setdefault("Cache-Control", "no-store")
        chosen = request.args.get("lang")
        if chosen in i18n.LANGUAGES:
            response.set_cookie(i18n.COOKIE, chosen, max_age=_YEAR, samesite="Lax")
        return response


def _static(app: Flask) -> None:
    version = _version()
    app.jinja_env.globals["asset"] = lambda name: f"/static/{version}/{name}"

    @app.get("/static/<version>/<path:name>")
    @roles.allow(*roles.ROLES)
    def static_file(version: str, name: str) -> Response:
        del version  # only there so that a new release is a new address
        response = send_from_directory(HERE / "static", name, max_age=_YEAR)
        response.headers["Cache-Control"] = f"public, max-age={_YEAR}, immutable"
        return response


def _version() -> str:
    newest = max(path.stat().st_mtime_ns for path in (HERE / "static").iterdir())
    return f"{newest:x}"


def preference(name: str) -> str:
    """Return a visitor's choice from the query or the cookie; the first value otherwise."""
    values = PREFERENCES[name]
    wish = request.args.get(name) or request.cookies.get(f"dipai_{name}")
    return wish if wish in values else values[0]


def _page_values() -> dict[str, Any]:
    settings = services().settings
    language = g.get("language", settings.language)
    return {
        "_": i18n.text,
        "language": language,
        "other_language": "en" if language == "zh" else "zh",
        "role": g.get("role", "viewer"),
        "station": settings.name,
        "prefs": {name: preference(name) for name in PREFERENCES},
        "to_json": to_json,
        "script_texts": i18n.catalog(language),
    }


def to_json(value: Any) -> str:
    """Return JSON that is safe inside a script element."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028")
