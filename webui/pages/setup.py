"""Setting a table up: links as QR codes, the camera's view, the notice for the table."""

from __future__ import annotations

import io
import logging
import socket
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import segno
from flask import Blueprint, Response, g, jsonify, render_template, request

from scorer import family
from webui import pictures
from webui.bench import Bench
from webui.errors import Refused
from webui.openapi import read, takes
from webui.requests import ForgetBody, LookBody, SetupBody
from webui.roles import SETUP, allow, host_known
from webui.services import Services, services
from webui.webhook import key_of

LOG = logging.getLogger("dipai.web")
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
    """Show the steps of setting up, the links of every role, and the pictures that are kept."""
    found = services()
    bench = found.settings.bench
    base = base_url()
    links = {"viewer": f"{base}/"}
    links |= {role: f"{base}/enter/{key}" for role, key in found.settings.keys.links.items()}
    return render_template(
        "setup.html",
        codes={role: (link, qr(link)) for role, link in links.items()},
        bench=bench is not None,
        problem=bench.problem() if bench else None,
        state=_state() if bench else {},
        profiles=_titles(g.language),
        kept=list(_kept(found)),
        hook_key=key_of(found.settings.keys.secret),
        camera=found.live.camera(),
        reachable=host_known(found.settings, base.split("//")[1]),
    )


def _titles(language: str) -> list[tuple[str, str]]:
    titles = ((slug, family.load(slug).title) for slug in family.slugs())
    return [(slug, title.zh if language == "zh" else title.en) for slug, title in titles]


def _kept(found: Services) -> Iterator[tuple[int, str, int]]:
    for number, match in found.store.matches()[::-1]:
        about = (match.get("event"), match.get("table"), str(match.get("t") or "")[:10])
        count = len(pictures.present(found.settings.evidence, found.store.events(number)))
        yield number, " · ".join(str(part) for part in about if part) or str(number), count


def _bench() -> Bench:
    bench = services().settings.bench
    if bench is None:
        raise Refused(404, "no_setup", "This station is not set up here.")
    return bench


def _state() -> dict[str, Any]:
    bench = _bench()
    return {
        "settings": dict(bench.settings()),
        "cameras": [list(pair) for pair in bench.cameras()],
        "problem": bench.problem(),
        "ready": bench.ready(),
        "run": bench.run(),
    }


@PAGES.get("/api/v1/setup")
@allow(*SETUP)
def setup_state() -> Response:
    """Return the settings, the cameras found, and what is wrong with the files."""
    return jsonify(_state())


@PAGES.post("/api/v1/setup")
@allow(*SETUP)
@takes(SetupBody)
def save() -> Response:
    """Write the settings and start the station anew with them."""
    bench = _bench()
    body = read(SetupBody)
    run = bench.run()
    port = request.host.rpartition(":")[2]
    given = body.model_dump() | ({"port": int(port)} if port.isdigit() else {})
    bench.save(given)
    return jsonify({"run": run})


@PAGES.post("/api/v1/setup/look")
@allow(*SETUP)
@takes(LookBody)
def look() -> Response:
    """Look through a camera; every look is logged."""
    body = read(LookBody)
    found = _bench().look(body.camera, body.corners, body.size_mm, body.read)
    if found is None:
        raise Refused(404, "no_picture", "This camera gives no picture.", "camera")
    LOG.info("camera %s shown to a %s at %s", body.camera, g.role, request.remote_addr)
    return jsonify(asdict(found))


@PAGES.post("/api/v1/setup/forget")
@allow(*SETUP)
@takes(ForgetBody)
def forget() -> Response:
    """Delete the pictures of a match; its record and its score stay."""
    found = services()
    body = read(ForgetBody)
    if not found.store.events(body.match):
        raise Refused(404, "unknown_match", "There is no such match.", "match")
    deleted = pictures.forget(found.store, found.settings.evidence, body.match)
    LOG.info("%d pictures of match %d deleted by a %s", deleted, body.match, g.role)
    return jsonify({"deleted": deleted})


@PAGES.get("/setup/notice")
@allow(*SETUP)
def notice() -> str:
    """Show the notice about the camera, with the viewers' code, for printing."""
    link = f"{base_url()}/"
    days = services().settings.keep_days
    return render_template("notice.html", link=link, code=qr(link), days=days)
