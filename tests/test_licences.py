"""No distribution in the runtime set may be AGPL or GPL."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

FORBIDDEN = re.compile(r"\bA?GPL|GNU (Affero )?General Public", re.IGNORECASE)
LESSER = re.compile(r"LGPL|Lesser General Public", re.IGNORECASE)


def requirement_name(text: str) -> str:
    """Return the distribution name at the start of a requirement line."""
    match = re.match(r"[A-Za-z0-9._-]+", text)
    assert match is not None
    return match[0]


def runtime_set() -> set[str]:
    """Return every installed distribution that a bare installation pulls in."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))
    queue = [requirement_name(need) for need in project["project"]["dependencies"]]
    seen: set[str] = set()
    while queue:
        name = queue.pop()
        if name.lower() in seen:
            continue
        try:
            needs = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        seen.add(name.lower())
        queue += [requirement_name(need) for need in needs if "extra ==" not in need]
    return seen


def licence_text(name: str) -> str:
    """Return what a distribution's metadata says of its licence."""
    meta = metadata.metadata(name)
    fields = [meta.get("License-Expression") or "", (meta.get("License") or "")[:200]]
    fields += [c for c in meta.get_all("Classifier") or [] if c.startswith("License")]
    return " ".join(fields)


def test_runtime_licences() -> None:
    names = runtime_set()
    assert {"flask", "onnxruntime", "opencv-python-headless"} <= names
    bad = {
        name: licence_text(name)
        for name in names
        if FORBIDDEN.search(LESSER.sub("", licence_text(name)))
    }
    assert bad == {}


def test_the_check_would_notice() -> None:
    assert FORBIDDEN.search(LESSER.sub("", "AGPL-3.0"))
    assert FORBIDDEN.search(LESSER.sub("", "GNU General Public License v3"))
    assert not FORBIDDEN.search(LESSER.sub("", "LGPL-2.1"))
