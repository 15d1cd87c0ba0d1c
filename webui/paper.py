"""The score sheet on A4 as PDF, with signatures and the hash that the record ended with.

Chinese is set in WenQuanYi Micro Hei where that font is installed (embedded, only the glyphs that
are used), otherwise in the reader's own STSong.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

from webui.i18n import translate

FONT_FILES = (
    Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"),
    Path("/usr/share/fonts/wqy-microhei/wqy-microhei.ttc"),
)
COLUMNS = (
    "Deal",
    "Declarer",
    "Trump",
    "Defenders' points",
    "Kitty points",
    "side:NS",
    "side:EW",
    "Decisions",
)
WIDTHS_MM = (13, 26, 26, 28, 24, 20, 20, 23)
Say = Callable[[str], str]


@cache
def font(files: tuple[Path, ...] = FONT_FILES) -> str:
    """Return the name of a registered font that has Chinese characters."""
    for path in files:
        if path.is_file():
            pdfmetrics.registerFont(TTFont("Hei", str(path), subfontIndex=0))
            return "Hei"
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    return "STSong-Light"


def sheet(state: Mapping[str, Any], head: str, language: str) -> bytes:
    """Return the score sheet of a match (as `webui.review.review` gives it) as PDF."""

    def say(message: str) -> str:
        return translate(language, message)

    out = io.BytesIO()
    document = SimpleDocTemplate(
        out,
        pagesize=A4,
        leftMargin=15 * mm,
        rightMargin=15 * mm,
        topMargin=15 * mm,
        bottomMargin=15 * mm,
        title=say("Score sheet"),
        author=say("Dipai"),
        invariant=1,
    )
    document.build(_story(state, head, say))
    return out.getvalue()


def _story(state: Mapping[str, Any], head: str, say: Say) -> list[Any]:
    name = font()
    plain = ParagraphStyle("plain", fontName=name, fontSize=10.5, leading=15, wordWrap="CJK")
    title = ParagraphStyle("title", parent=plain, fontSize=20, leading=28)
    big = ParagraphStyle("big", parent=plain, fontSize=15, leading=22)
    small = ParagraphStyle("small", parent=plain, fontSize=8, leading=11)
    header = state["header"]
    about = (
        header.get("event"),
        header.get("table"),
        state["profile"],
        (header.get("t") or "")[:10],
    )
    levels = state["levels"]
    return [
        Paragraph(_safe(say("Score sheet")), title),
        Paragraph(_safe(" · ".join(str(part) for part in about if part)), plain),
        Paragraph(_safe(_sides(header.get("players") or {}, say)), plain),
        Spacer(1, 5 * mm),
        _deals(state["deals"], say, name),
        Spacer(1, 5 * mm),
        Paragraph(_safe(f"{say('side:NS')} {levels['NS']} : {levels['EW']} {say('side:EW')}"), big),
        *_decisions(state["deals"], say, plain),
        Spacer(1, 16 * mm),
        _signatures(say, name),
        Spacer(1, 6 * mm),
        Paragraph(_safe(f"{say('Newest hash of the record')}: {head}"), small),
    ]


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _sides(players: Mapping[str, Any], say: Say) -> str:
    pairs = {"NS": ("N", "S"), "EW": ("E", "W")}
    named = {side: [players.get(seat) for seat in seats] for side, seats in pairs.items()}
    return " — ".join(
        f"{say(f'side:{side}')}: {' · '.join(str(one) for one in names if one)}"
        for side, names in named.items()
    )


def _range(value: Any) -> str:
    if value is None:
        return ""
    return "–".join(str(part) for part in value) if isinstance(value, list | tuple) else str(value)


def _row(deal: Mapping[str, Any], say: Say) -> list[str]:
    declarer, trump = deal.get("declarer"), deal.get("trump") or {}
    suit, level = trump.get("suit"), trump.get("level")
    levels = deal.get("levels") or {}
    upheld = [one for one in deal.get("rulings") or () if one["decision"] != "dismissed"]
    return [
        str(deal["deal"]),
        say(f"seat:{declarer}") if declarer in ("N", "W", "S", "E") else "",
        f"{say(f'suit:{suit}')} {level}" if suit in ("S", "H", "D", "C", "NT") else "",
        _range(deal.get("defender_points")),
        _range(deal.get("kitty_points")),
        str(levels.get("NS") or ""),
        str(levels.get("EW") or ""),
        str(len(upheld) or ""),
    ]


def _deals(deals: Sequence[Mapping[str, Any]], say: Say, name: str) -> Table:
    head = ParagraphStyle(
        "head", fontName=name, fontSize=9, leading=11, alignment=1, wordWrap="CJK"
    )
    titles = [Paragraph(_safe(say(column)), head) for column in COLUMNS]
    rows = [_row(deal, say) for deal in deals]
    table = Table([titles, *rows], colWidths=[w * mm for w in WIDTHS_MM], repeatRows=1)
    table.setStyle(
        [
            ("FONT", (0, 0), (-1, -1), name, 10.5),
            ("ALIGN", (0, 0), (-1, -1), "CENTER"),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("GRID", (0, 0), (-1, -1), 0.6, colors.HexColor("#777777")),
            ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#eeeeee")),
        ]
    )
    return table


def _decisions(
    deals: Sequence[Mapping[str, Any]], say: Say, style: ParagraphStyle
) -> list[Paragraph]:
    lines = []
    for deal in deals:
        for one in deal.get("rulings") or ():
            if one["decision"] != "dismissed":
                offence = one.get("offence") or str(one["of"]).split(".")[1]
                parts = (
                    str(deal["deal"]),
                    say(f"decision:{one['decision']}"),
                    say(f"offence:{offence}"),
                )
                lines.append(Paragraph(_safe(" · ".join((*parts, one.get("reason") or ""))), style))
    return lines


def _signatures(say: Say, name: str) -> Table:
    cells = [say("side:NS"), "", say("side:EW"), "", say("Referee")]
    table = Table([cells], colWidths=[width * mm for width in (52, 10, 52, 10, 52)])
    lines = [("LINEABOVE", (column, 0), (column, 0), 0.8, colors.black) for column in (0, 2, 4)]
    table.setStyle([("FONT", (0, 0), (-1, -1), name, 10), *lines])
    return table
