"""The description of the API, made from the routes, their roles and the models that validate."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from flask import Flask, Response, request
from pydantic.json_schema import models_json_schema

from webui.errors import Refused
from webui.requests import Body
from webui.roles import allowed

View = TypeVar("View", bound=Callable[..., Response])
AnyBody = TypeVar("AnyBody", bound=Body)
ANSWERING = ("ask.", "setup.", "referee.take_over")
"""Writing requests that store no event."""
_ARGUMENT = re.compile(r"<(?:(int):)?(\w+)>")
_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["status", "code", "message", "field"],
            "properties": {
                "status": {"type": "integer"},
                "code": {"type": "string"},
                "message": {"type": "string"},
                "field": {"type": ["string", "null"]},
            },
        }
    },
}


def takes(model: type[Body]) -> Callable[[View], View]:
    """Return a decorator that names the body of a writing request."""

    def mark(view: View) -> View:
        view.body = model  # type: ignore[attr-defined]
        return view

    return mark


def read(model: type[AnyBody]) -> AnyBody:
    """Return the request's body, checked.

    Raises:
        Refused: with status 415 when it is not JSON.
        ValidationError: a field is missing, unknown or wrong.
    """
    if not request.is_json:
        raise Refused(415, "not_json", "The request must be JSON.")
    return model.model_validate_json(request.get_data())


def document(app: Flask) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of ``/api/v1``."""
    operations = list(_operations(app))
    models = {body for *_, view in operations if (body := getattr(view, "body", None))}
    ordered = sorted(models, key=lambda model: str(model.__name__))
    names, schemas = models_json_schema(
        [(model, "validation") for model in ordered], ref_template="#/components/schemas/{model}"
    )
    paths: dict[str, dict[str, Any]] = {}
    for path, method, endpoint, view in operations:
        body = getattr(view, "body", None)
        operation = _operation(path, method, endpoint, view, sorted(allowed(app, endpoint)))
        if body is not None:
            schema = names[(body, "validation")]
            operation["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": schema}},
            }
        paths.setdefault(_ARGUMENT.sub(r"{\2}", path), {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Dipai", "version": "1"},
        "paths": dict(sorted(paths.items())),
        "components": {"schemas": {**schemas.get("$defs", {}), "Error": _ERROR}},
    }


def _operations(app: Flask) -> Iterator[tuple[str, str, str, Any]]:
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/v1/"):
            for method in sorted((rule.methods or set()) & {"GET", "POST"}):
                yield rule.rule, method, rule.endpoint, app.view_functions[rule.endpoint]


def _operation(path: str, method: str, endpoint: str, view: Any, roles: list[str]) -> Any:
    done = "201" if method == "POST" and not endpoint.startswith(ANSWERING) else "200"
    error = {"$ref": "#/components/schemas/Error"}
    return {
        "operationId": endpoint.replace(".", "_"),
        "summary": (view.__doc__ or "").strip().splitlines()[0],
        "x-roles": roles,
        "parameters": [
            {
                "name": name,
                "in": "path",
                "required": True,
                "schema": {"type": "integer" if kind else "string"},
            }
            for kind, name in _ARGUMENT.findall(path)
        ],
        "responses": {
            done: {"description": "done"},
            "default": {
                "description": "refused",
                "content": {"application/json": {"schema": error}},
            },
        },
    }
