"""Who may see what: every route names its roles, and a route that names none is closed."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from flask import Flask, Request, current_app, g, request
from itsdangerous import BadSignature, URLSafeSerializer

from webui.errors import Refused

if TYPE_CHECKING:
    from webui.settings import Settings

Role = Literal["viewer", "player", "referee", "director", "installer"]
ROLES: Final[tuple[Role, ...]] = ("viewer", "player", "referee", "director", "installer")
LINKED: Final[tuple[Role, ...]] = ("player", "referee", "director", "installer")
"""Roles that are entered through a secret link; everyone else is a viewer."""
HOME: Final[Mapping[Role, str]] = {
    "viewer": "/",
    "player": "/",
    "referee": "/referee",
    "director": "/referee",
    "installer": "/setup",
}

OFFICIALS: Final[tuple[Role, ...]] = ("referee", "director")
SETUP: Final[tuple[Role, ...]] = ("installer", "director")

COOKIE = "dipai_role"
COOKIE_AGE = 60 * 60 * 16
"""A day at the tables (s); the link opens the page again."""
_WRITES = frozenset(("POST", "PUT", "PATCH", "DELETE"))

View = TypeVar("View", bound=Callable[..., Any])


def allow(*roles: Role) -> Callable[[View], View]:
    """Return a decorator that opens a route to the given roles."""

    def mark(view: View) -> View:
        view.allowed = frozenset(roles)  # type: ignore[attr-defined]
        return view

    return mark


def allowed(app: Flask, endpoint: str) -> frozenset[str]:
    """Return the roles that may use an endpoint; empty where none was named."""
    return getattr(app.view_functions[endpoint], "allowed", frozenset())


def _serializer(settings: Settings) -> URLSafeSerializer:
    return URLSafeSerializer(settings.keys.secret, salt="role")


def _stamp(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def role_of_key(settings: Settings, key: str) -> Role | None:
    """Return the role that a link key opens, or None; compared in constant time."""
    found: Role | None = None
    for role, known in settings.keys.links.items():
        if hmac.compare_digest(known.encode(), key.encode()):
            found = role
    return found


def cookie_value(settings: Settings, role: Role) -> str:
    """Return the signed cookie of a role; it ends when the role's link key changes."""
    return str(_serializer(settings).dumps([role, _stamp(settings.keys.links[role])]))


def role_of(settings: Settings, req: Request) -> Role:
    """Return the role of a request; anyone without a valid cookie is a viewer."""
    raw = req.cookies.get(COOKIE)
    if not raw:
        return "viewer"
    try:
        name, stamp = _serializer(settings).loads(raw)
    except (BadSignature, ValueError, TypeError):
        return "viewer"
    for role in LINKED:
        if role == name and hmac.compare_digest(_stamp(settings.keys.links[role]), str(stamp)):
            return role
    return "viewer"


def _host_name(host: str) -> str:
    if host.startswith("["):
        return host[1:].split("]")[0]
    return host.rsplit(":", 1)[0] if host.count(":") == 1 else host


def host_known(settings: Settings, host: str) -> bool:
    """Return whether a Host header names this station: addresses cannot be rebound, names can."""
    name = _host_name(host).lower()
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".local") or name in settings.hosts
    return True


def _same_origin(req: Request) -> bool:
    origin = req.headers.get("Origin")
    if origin is not None:
        return origin == f"{req.scheme}://{req.host}"
    return req.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none")


def guard(settings: Settings) -> None:
    """Refuse a request that its role, host or origin does not permit.

    Raises:
        Refused: with status 403 or 421.
    """
    if not host_known(settings, request.host):
        raise Refused(421, "wrong_host", "This station does not answer to that name.")
    g.role = role_of(settings, request)
    if request.endpoint is None:
        return
    if g.role not in allowed(current_app, request.endpoint):
        raise Refused(403, "not_allowed", "This page needs a link from the referee's desk.")
    if request.method in _WRITES and not _same_origin(request):
        raise Refused(403, "foreign_origin", "The request came from another site.")
