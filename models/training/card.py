"""Model cards: the `.toml` beside each network, and the licence page."""

from __future__ import annotations

import pathlib

from models.training import glyphs

SOURCES = [
    ("procedural decks", "drawn by this project", "Apache-2.0"),
    ("me.uk faces (npm @heruka_urgyen/react-playing-cards 0.5.0)", "Adrian Kennard", "CC0-1.0"),
    ("jeuxcartes v2 (Debian 13 texlive-games)", "Byron Knoll", "public domain"),
    ("jeuxcartes v3 and v5 (Debian 13 texlive-games)", "me.uk", "public domain"),
    ("jeuxcartes v1 (Debian 13 texlive-games)", "David Bellot", "LGPL-2.1"),
    ("svg-cards 4.0.2 (npm)", "David Bellot", "LGPL-2.1"),
    ("127 photographs, roboflow-100 poker-cards-cxcvz v2 (from Quentin0312/poker-cards-yolo)",
     "Roboflow 100", "CC BY 4.0"),
    ("NKD04 card index font (Debian 13 texlive-games)", "Umihotaru", "free for any use"),
    ("DejaVu, Liberation, FreeFont, Roboto, Lato, Carlito, Libertine, Junicode, TeX Gyre, "
     "Symbola, WenQuanYi Micro Hei fonts (Debian 12)", "their authors", "free fonts"),
]  # fmt: skip
"""What training pictures were made from: source, author, licence. None of it is stored."""


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6g}" if value != int(value) else f"{value:.1f}"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def dumps(tables: dict[str, dict[str, object]]) -> str:
    """TOML text of a card; the table named "" comes first without a heading."""
    lines: list[str] = []
    for name, table in tables.items():
        if name:
            lines += ["", f"[{name}]"]
        lines += [f"{key} = {_value(value)}" for key, value in table.items()]
    for source, author, licence in SOURCES:
        lines += ["", "[[source]]", f"what = {_value(source)}"]
        lines += [f"author = {_value(author)}", f"licence = {_value(licence)}"]
    lines += ["", "[held_out]"]
    held = glyphs.splits()["held_out"]
    keys = ("art", "art_gpl", "grounds", "fonts", "procedural", "chinese")
    lines += [f"{key} = {_value(held[key])}" for key in keys]
    return "\n".join(lines).lstrip("\n") + "\n"


def write(path: pathlib.Path, tables: dict[str, dict[str, object]]) -> None:
    """Write a card beside its network."""
    path.write_text(dumps(tables), "utf-8")
