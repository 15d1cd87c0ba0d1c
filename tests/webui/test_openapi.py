"""The API's description says what the API does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.webui.helpers import KEYS
from webui import create_app
from webui.openapi import document
from webui.settings import Settings
from webui.store import Store


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder: Path = tmp_path_factory.mktemp("openapi")
    return create_app(Store(folder / "table.db"), Settings(keys=KEYS))


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if "$ref" in value else set()
        return own.union(*(references(inner) for inner in value.values()))
    if isinstance(value, list):
        return set().union(*(references(inner) for inner in value))
    return set()


def test_every_operation_is_described(app: Flask) -> None:
    described = app.test_client().get("/api/v1/openapi.json").get_json()
    found = {f"{method} {path}" for path, one in described["paths"].items() for method in one}
    assert found == {
        "get /api/v1/matches/{match}",
        "get /api/v1/openapi.json",
        "get /api/v1/picture.jpg",
        "get /api/v1/referee",
        "get /api/v1/table",
        "get /api/v1/tables",
        "get /api/v1/doubts",
        "get /api/v1/setup",
        "post /api/v1/ask",
        "post /api/v1/calls",
        "post /api/v1/confirmations",
        "post /api/v1/setup",
        "post /api/v1/setup/forget",
        "post /api/v1/setup/look",
        "post /api/v1/takeover",
        "post /api/v1/corrections",
        "post /api/v1/plays",
        "post /api/v1/rulings",
        "post /api/v1/undo",
        "post /api/v1/warnings",
    }


def test_every_writing_request_names_its_body_and_every_reference_resolves(app: Flask) -> None:
    described = document(app)
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], path
            assert ("requestBody" in operation) == (method == "post"), path
    schemas = described["components"]["schemas"]
    for reference in references(described):
        assert reference.removeprefix("#/components/schemas/") in schemas


def test_the_ruling_schema_is_the_validating_model(app: Flask) -> None:
    ruling = document(app)["components"]["schemas"]["RulingBody"]
    assert ruling["additionalProperties"] is False
    assert ruling["required"] == ["decision"]
