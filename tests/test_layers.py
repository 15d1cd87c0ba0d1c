"""The layering is itself a test: who may import whom."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("scorer", "vision", "models", "webui", "hardware")
ALLOWED: dict[str, frozenset[str]] = {
    "scorer": frozenset({"scorer"}),
    "vision": frozenset({"vision", "scorer.cards", "numpy", "cv2", "onnxruntime", "pillow_heif"}),
    "webui": frozenset(
        {
            "webui",
            "scorer",
            "flask",
            "waitress",
            "werkzeug",
            "jinja2",
            "markupsafe",
            "pydantic",
            "babel",
            "segno",
            "reportlab",
            "itsdangerous",
        }
    ),
}
STDLIB = frozenset(__import__("sys").stdlib_module_names)


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of everything that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"


def permitted(name: str, allowed: frozenset[str]) -> bool:
    """Return whether a dotted name is in the standard library or below an allowed prefix."""
    parts = name.split(".")
    prefixes = {".".join(parts[: n + 1]) for n in range(len(parts))}
    return parts[0] in STDLIB or bool(prefixes & allowed)


@pytest.mark.parametrize("room", sorted(ALLOWED))
def test_room_imports_only_what_it_may(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for line, name in imports(path)
        if not permitted(name, ALLOWED[room])
    ]
    assert wrong == []


def test_station_never_imports_training() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if "training" not in path.parts
        for line, name in imports(path)
        if name.startswith("models.training")
    ]
    assert wrong == []


def test_the_check_would_notice() -> None:
    assert not permitted("cv2", ALLOWED["scorer"])
    assert not permitted("scorer.history", ALLOWED["vision"])
    assert permitted("scorer.cards.Card", ALLOWED["vision"])


def test_scorer_is_pure() -> None:
    banned = {"time", "random", "os", "io", "sqlite3", "socket", "subprocess", "threading"}
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sorted((ROOT / "scorer").rglob("*.py"))
        for line, name in imports(path)
        if name.split(".")[0] in banned
    ]
    assert wrong == []
