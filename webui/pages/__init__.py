"""The pages: one module per page or group, each a blueprint."""

from __future__ import annotations

from flask import Flask

from webui.pages import api, ask, common, players, referee, review, screens, setup, table


def install(app: Flask) -> None:
    """Register every page on the app."""
    for module in (table, players, referee, review, ask, screens, setup, api, common):
        app.register_blueprint(module.PAGES)
