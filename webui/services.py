"""What the views work with."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from webui.desk import Desk
from webui.limits import Bucket
from webui.live import Live
from webui.neighbours import Neighbours
from webui.settings import Settings
from webui.sse import Streams
from webui.store import Store

NAME = "dipai"


@dataclass(frozen=True, slots=True)
class Services:
    """Store, settings and live state of one app."""

    store: Store
    settings: Settings
    live: Live
    streams: Streams
    wrong_links: Bucket
    calls: Bucket
    desk: Desk
    neighbours: Neighbours


def services() -> Services:
    """Return the services of the app that handles this request."""
    found: Services = current_app.extensions[NAME]
    return found
