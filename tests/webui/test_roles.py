"""Every route and every role; what is not opened is closed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webui.helpers import KEYS, Time, revoke_events
from webui import create_app
from webui.limits import Bucket
from webui.roles import COOKIE, LINKED, ROLES, Role, allowed, cookie_value
from webui.settings import Keys, Settings
from webui.store import Store, StoreError

EVERYONE = set(ROLES)
OFFICIALS = {"referee", "director"}
PLAYING = {"player", "referee", "director"}
READERS = {"player", "referee", "director", "installer"}
INSTALLERS = {"installer", "director"}
PICTURE = f"{'a' * 64}.jpg"
MATRIX: dict[str, tuple[str, set[str]]] = {
    "GET /": ("/", EVERYONE),
    "GET /events": ("/events", EVERYONE),
    "GET /events?view=referee": ("/events?view=referee", OFFICIALS),
    "GET /healthz": ("/healthz", EVERYONE),
    "GET /api/v1/table": ("/api/v1/table", EVERYONE),
    "GET /static/<version>/<path:name>": ("/static/1/base.css", EVERYONE),
    "GET /faces/<name>.svg": ("/faces/AS.svg", EVERYONE),
    "GET /enter/<key>": ("/enter/wrong", EVERYONE),
    "POST /leave": ("/leave", EVERYONE),
    "GET /evidence/<name>": (f"/evidence/{PICTURE}", OFFICIALS),
    "GET /referee": ("/referee", OFFICIALS),
    "GET /api/v1/referee": ("/api/v1/referee", OFFICIALS),
    "POST /api/v1/rulings": ("/api/v1/rulings", OFFICIALS),
    "POST /api/v1/corrections": ("/api/v1/corrections", OFFICIALS),
    "POST /api/v1/plays": ("/api/v1/plays", OFFICIALS),
    "POST /api/v1/takeover": ("/api/v1/takeover", OFFICIALS),
    "GET /api/v1/doubts": ("/api/v1/doubts", PLAYING),
    "POST /api/v1/calls": ("/api/v1/calls", PLAYING),
    "POST /api/v1/confirmations": ("/api/v1/confirmations", PLAYING),
    "POST /api/v1/undo": ("/api/v1/undo", OFFICIALS),
    "POST /api/v1/warnings": ("/api/v1/warnings", OFFICIALS),
    "GET /api/v1/picture.jpg": ("/api/v1/picture.jpg", {*OFFICIALS, "installer"}),
    "GET /api/v1/openapi.json": ("/api/v1/openapi.json", EVERYONE),
    "GET /api/v1/tables": ("/api/v1/tables", EVERYONE),
    "GET /overlay": ("/overlay", EVERYONE),
    "GET /wall": ("/wall", EVERYONE),
    "GET /review": ("/review", EVERYONE),
    "GET /review/<int:match>": ("/review/1", EVERYONE),
    "GET /api/v1/matches/<int:match>": ("/api/v1/matches/1", EVERYONE),
    "GET /review/<int:match>/sheet": ("/review/1/sheet", OFFICIALS),
    "GET /review/<int:match>/sheet.pdf": ("/review/1/sheet.pdf", OFFICIALS),
    "GET /review/<int:match>/export/<form>": ("/review/1/export/jsonl", OFFICIALS),
    "GET /ask": ("/ask", READERS),
    "POST /api/v1/ask": ("/api/v1/ask", READERS),
    "GET /setup": ("/setup", INSTALLERS),
    "GET /api/v1/setup": ("/api/v1/setup", INSTALLERS),
    "POST /api/v1/setup": ("/api/v1/setup", INSTALLERS),
    "POST /api/v1/setup/look": ("/api/v1/setup/look", INSTALLERS),
    "POST /api/v1/setup/forget": ("/api/v1/setup/forget", INSTALLERS),
    "GET /setup/notice": ("/setup/notice", INSTALLERS),
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder = tmp_path_factory.mktemp("roles")
    (folder / PICTURE).write_bytes(b"picture")
    with Store(folder / "table.db", Time().clock) as store:
        store.append(revoke_events())
        yield store


@pytest.fixture
def app(kept: Store) -> Flask:
    folder = kept.path.parent
    return create_app(kept, Settings(keys=KEYS, evidence=folder, picture=lambda: b"camera"))


def client_of(app: Flask, role: Role) -> FlaskClient:
    client = app.test_client()
    if role != "viewer":
        client.set_cookie(COOKIE, cookie_value(app.extensions["dipai"].settings, role))
    return client


def test_the_matrix_names_every_route(app: Flask) -> None:
    routes = {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {name.partition("?")[0] for name in MATRIX}


def test_every_route_names_its_roles(app: Flask) -> None:
    for rule in app.url_map.iter_rules():
        assert allowed(app, rule.endpoint), rule.rule


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("route", MATRIX)
def test_role_and_route(app: Flask, role: Role, route: str) -> None:
    path, permitted = MATRIX[route]
    client = client_of(app, role)
    with client.open(path, method=route.split()[0], buffered=False) as answer:
        refused = answer.status_code == 403 and path != "/enter/wrong"
    assert refused == (role not in permitted)


def test_a_route_that_names_no_role_is_closed(app: Flask) -> None:
    app.add_url_rule("/secret", "secret", lambda: "secret")
    for role in ROLES:
        assert client_of(app, role).get("/secret").status_code == 403


@pytest.mark.parametrize("role", LINKED)
def test_a_link_opens_its_role_until_its_key_changes(app: Flask, role: Role) -> None:
    client = app.test_client()
    answer = client.get(f"/enter/{KEYS.links[role]}")
    assert answer.status_code == 303
    cookie = client.get_cookie(COOKIE)
    assert cookie is not None
    assert cookie.http_only
    assert client.get(answer.location).status_code in (200, 404)
    changed = Keys(KEYS.secret, {**KEYS.links, role: "another"})
    other = create_app(app.extensions["dipai"].store, Settings(keys=changed)).test_client()
    other.set_cookie(COOKIE, cookie.value)
    assert other.get("/api/v1/referee").status_code == 403


def test_forged_cookies_are_viewers(app: Flask) -> None:
    good = cookie_value(app.extensions["dipai"].settings, "referee")
    for forged in ("", "referee", good[:-1], good.replace(".", "!"), good + "x"):
        client = app.test_client()
        client.set_cookie(COOKIE, forged)
        assert client.get("/referee").status_code == 403


def test_guessing_links_is_slowed_down(app: Flask) -> None:
    client = app.test_client()
    for guess in range(5):
        assert client.get(f"/enter/guess-{guess}").status_code == 403
    assert client.get(f"/enter/{KEYS.links['referee']}").status_code == 403


def test_a_bucket_refills() -> None:
    now = [0.0]
    bucket = Bucket(size=2, per_second=0.5, mono=lambda: now[0])
    bucket.take("a")
    bucket.take("a")
    assert not bucket.open("a")
    assert bucket.open("b")
    now[0] = 2.0
    assert bucket.open("a")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://localhost"}, 201),
        ({}, 201),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_writes_from_other_sites_are_refused(
    app: Flask, headers: dict[str, str], status: int
) -> None:
    answer = client_of(app, "referee").post(
        "/api/v1/warnings", json={"side": "NS", "offence": "late"}, headers=headers
    )
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("192.168.1.20", 200),
        ("[fe80::1]:8000", 200),
        ("table3.local", 200),
        ("evil.example", 421),
    ],
)
def test_names_that_could_be_rebound_are_refused(app: Flask, host: str, status: int) -> None:
    assert app.test_client().get("/", headers={"Host": host}).status_code == status


def test_evidence_names_are_hashes_only(app: Flask) -> None:
    client = client_of(app, "referee")
    with client.get(f"/evidence/{PICTURE}") as answer:
        assert answer.data == b"picture"
    for name in ("table.db", "..%2ftable.db", "x.jpg", f"{PICTURE}.txt"):
        assert client.get(f"/evidence/{name}").status_code == 404


def test_keys_are_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    first = Keys.load(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert Keys.load(path) == first
    assert len(set(first.links.values())) == len(LINKED)
    path.write_text("{}")
    with pytest.raises(StoreError, match="not a key file"):
        Keys.load(path)


def test_a_wrong_host_and_a_foreign_origin_cannot_change_the_setup(app: Flask) -> None:
    client = client_of(app, "installer")
    body = {"match": 1}
    foreign = client.post("/api/v1/setup/forget", json=body, headers={"Origin": "http://evil"})
    assert foreign.status_code == 403
    assert client.get("/setup", headers={"Host": "evil.example"}).status_code == 421
