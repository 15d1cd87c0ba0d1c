"""One shape for every refusal: ``{"error": {"status", "code", "message", "field"}}``."""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from pydantic import ValidationError
from werkzeug.exceptions import HTTPException

from scorer.errors import InputError

HTTP_TEXTS = {
    400: "The request could not be read.",
    404: "There is no such page.",
    405: "This address does not take that request.",
    413: "The request is too large.",
}
LOG = logging.getLogger("dipai.web")


class Refused(Exception):
    """A request that is not carried out; the message is a catalog text for people."""

    def __init__(self, status: int, code: str, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.field = status, code, message, field


def body(refused: Refused) -> dict[str, Any]:
    """Return the JSON body of a refusal."""
    return {
        "error": {
            "status": refused.status,
            "code": refused.code,
            "message": refused.message,
            "field": refused.field,
        }
    }


def _answer(refused: Refused) -> Response:
    if request.path.startswith(("/api/", "/events", "/healthz")):
        response = jsonify(body(refused))
    else:
        response = make_response(render_template("refused.html", refused=refused))
    response.status_code = refused.status
    if refused.status == 503:
        response.headers["Retry-After"] = "5"
    return response


def install(app: Flask) -> None:
    """Make every error of the app answer in the one shape."""

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        return _answer(error)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 500
        message = HTTP_TEXTS.get(status, HTTP_TEXTS[400])
        if status < 400:
            return error.get_response()  # type: ignore[return-value]
        return _answer(Refused(status, error.name.lower().replace(" ", "_"), message))

    @app.errorhandler(ValidationError)
    def invalid(error: ValidationError) -> Response:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or None
        return _answer(Refused(400, "invalid", str(first["msg"]), field))

    @app.errorhandler(InputError)
    def unusable(error: InputError) -> Response:
        return _answer(Refused(400, "invalid", str(error)))

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        LOG.error("unexpected error at %s", request.path, exc_info=error)
        return _answer(Refused(500, "unexpected", "Something went wrong here; it was logged."))
