"""Event store, pages, API and live updates."""

from webui.app import create_app

__all__ = ["create_app"]
