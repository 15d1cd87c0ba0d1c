"""Every text of the pages exists in Chinese and English; no text stands outside the catalogs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from scorer.cards import RANKS, SEATS, SIDES, SUITS
from scorer.judge import offences
from webui import i18n
from webui.errors import HTTP_TEXTS
from webui.extras import UNFIT
from webui.pages.referee import BY_HAND
from webui.roles import ROLES

HERE = i18n.HERE
SCRIPTS = sorted((HERE / "static").glob("*.js"))
TEMPLATES = sorted((HERE / "templates").glob("*.html"))
ROOT = HERE.parent
CODES = sorted([*HERE.rglob("*.py"), *(ROOT / "hardware" / "station").glob("*.py")])
HAN = re.compile(r"[㐀-鿿]")
LETTERS = re.compile(r"[A-Za-z㐀-鿿]{2,}")
IN_SCRIPT = re.compile(r"""\bt\(\s*"((?:[^"\\]|\\.)*)\"""")
IN_TEMPLATE = re.compile(r"""_\(\s*(?:"([^"]*)"|'([^']*)')\s*\)""")
STEPS = ("language", "camera", "corners", "people", "rules", "trial", "finish")
SPOKEN = frozenset(("alt", "title", "aria-label", "placeholder"))


def script_messages() -> set[str]:
    return {found for path in SCRIPTS for found in IN_SCRIPT.findall(path.read_text("utf-8"))}


def template_messages() -> set[str]:
    texts = [path.read_text("utf-8") for path in TEMPLATES]
    return {one or two for text in texts for one, two in IN_TEMPLATE.findall(text)}


def refusals() -> Iterator[str]:
    for path in CODES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and len(node.args) >= 3:
                message = node.args[2]
                named = isinstance(node.func, ast.Name) and node.func.id == "Refused"
                inner = isinstance(node.func, ast.Attribute) and node.func.attr == "__init__"
                if (named or inner) and isinstance(message, ast.Constant):
                    yield str(message.value)


def corner_problems() -> set[str]:
    """Return what the eyes say about corners that cannot be used, as far as it is fixed text."""
    tree = ast.parse((ROOT / "vision" / "calibration.py").read_text("utf-8"))
    (function,) = (node for node in ast.walk(tree) if getattr(node, "name", "") == "corner_problem")
    returned = (node.value for node in ast.walk(function) if isinstance(node, ast.Return))
    return {str(one.value) for one in returned if isinstance(one, ast.Constant) and one.value}


def advice_codes() -> set[str]:
    source = (ROOT / "vision" / "advice.py").read_text("utf-8")
    return set(re.findall(r"``(\w+)``", source.split("Codes:")[1].split(chr(34) * 3)[0]))


def coded_messages() -> set[str]:
    found = {f"seat:{s}" for s in SEATS} | {f"at:{s}" for s in SEATS} | {f"side:{s}" for s in SIDES}
    found |= {f"suit:{s}" for s in SUITS} | {f"rank:{r}" for r in RANKS}
    found |= {"card:BJ", "card:SJ", "card:??"}
    found |= {f"certainty:{c}" for c in ("proven", "suspected", "notice")}
    found |= {f"decision:{d}" for d in ("upheld", "dismissed", "changed")}
    found |= {f"role:{role}" for role in ROLES}
    found |= {f"camera:{s}" for s in ("none", "ok", "moving", "covered", "lost", "end")}
    found |= {f"kind:{kind}" for kind in ("v4l2", "pi", "stream", "video", "folder")}
    found |= {f"gap:{code}" for code in UNFIT}
    found |= {f"corner:{c}" for c in ("NW", "NE", "SE", "SW")}
    found |= {f"language:{language}" for language in i18n.LANGUAGES}
    found |= {f"step:{s}" for s in STEPS} | {f"advice:{code}" for code in advice_codes()}
    judged = {
        value for name, value in vars(offences).items() if name.isupper() and isinstance(value, str)
    }
    assert "revoke" in judged
    return found | {f"offence:{code}" for code in judged | set(BY_HAND)}


def all_messages() -> set[str]:
    texts = script_messages() | template_messages() | set(refusals()) | set(HTTP_TEXTS.values())
    texts |= corner_problems()
    return texts | coded_messages()


def test_every_message_has_chinese() -> None:
    missing = sorted(all_messages() - set(i18n.catalog("zh")))
    assert not missing
    plain = [
        message
        for message, text in i18n.catalog("zh").items()
        if ":" not in message and not HAN.search(re.sub(r"\{\w+\}", "字", text))
    ]
    assert plain == ["中文"], "only the language link is in the other language"


def test_every_coded_message_has_english() -> None:
    assert not sorted(coded_messages() - set(i18n.catalog("en")))


def test_no_message_is_left_over() -> None:
    used = all_messages() | {key for key in i18n.catalog("en") if ":" in key}
    assert not sorted(set(i18n.catalog("zh")) - used)
    assert set(i18n.catalog("en")) <= set(i18n.catalog("zh"))


def test_placeholders_agree() -> None:
    for message, text in i18n.catalog("zh").items():
        english = i18n.catalog("en").get(message, message)
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", text)), message


class _Texts(HTMLParser):
    """Collects what a visitor would read or hear in a template without its expressions."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._quiet = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._quiet += tag in ("script", "style")
        self.found += [value or "" for name, value in attrs if name in SPOKEN]

    def handle_endtag(self, tag: str) -> None:
        self._quiet -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._quiet:
            self.found.append(data)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_text(path: Path) -> None:
    whole = re.sub(r"\{% block (?:page|data) %\}.*?\{% endblock %\}", "", path.read_text("utf-8"))
    bare = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", whole, flags=re.S)
    reader = _Texts()
    reader.feed(bare)
    assert [text for text in reader.found if LETTERS.search(text)] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_holds_text(path: Path) -> None:
    code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text("utf-8"))
    assert not HAN.search(code)
    bare = IN_SCRIPT.sub("t(", code)
    sentences = [s for s in re.findall(r'"([^"\n]*)"', bare) if re.match(r"[A-Z][a-z]+ [a-z]", s)]
    assert sentences == []
    assert not re.findall(r'(?:textContent|innerHTML|alert\()\s*=?\s*"[^"]*[A-Za-z]{2}', bare)
