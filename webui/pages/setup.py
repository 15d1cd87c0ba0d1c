"""Setting a table up: links as QR codes, the camera's view, the notice for the table."""

from __future__ import annotations

import io
import socket

import segno
from flask import Blueprint, render_template, request

from webui.roles import SETUP, allow, host_known
from webui.services import services

PAGES = Blueprint("setup", __name__)


def qr(text: str) -> str:
    """Return a QR code as SVG text without a document head."""
    out = io.BytesIO()
    segno.make(text, error="m").save(
        out,
        kind="svg",
        xmldecl=False,
        svgns=True,
        border=2,
        omitsize=True,
        dark="#111",
        light="#fff",
    )
    return out.getvalue().decode("utf-8")


def lan_address() -> str | None:
    """Return this machine's address on its network, or None; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith(("127.", "0.")) else address


def base_url() -> str:
    """Return the address under which phones reach this station."""
    host, _, port = request.host.partition(":")
    if host in ("localhost", "127.0.0.1"):
        host = lan_address() or host
    return f"{request.scheme}://{host}{':' + port if port else ''}"


@PAGES.get("/setup")
@allow(*SETUP)
def setup() -> str:
    """Show the links of every role and the camera's view."""
    found = services()
    base = base_url()
    links = {"viewer": f"{base}/"}
    links |= {role: f"{base}/enter/{key}" for role, key in found.settings.keys.links.items()}
    return render_template(
        "setup.html",
        codes={role: (link, qr(link)) for role, link in links.items()},
        picture=found.settings.picture is not None,
        camera=found.live.camera(),
        reachable=host_known(found.settings, base.split("//")[1]),
    )


@PAGES.get("/setup/notice")
@allow(*SETUP)
def notice() -> str:
    """Show the notice about the camera, with the viewers' code, for printing."""
    link = f"{base_url()}/"
    return render_template("notice.html", link=link, code=qr(link))
