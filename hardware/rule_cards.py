"""Loads rule profiles of both games by slug or from a file, and writes their rule cards as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorer import family, offences, rulecard, words
from scorer.errors import InputError
from scorer.family import AnyProfile
from scorer.guandan import profile as guandan
from scorer.guandan.profile import GuandanProfile
from scorer.profile import HOUSE, Profile
from scorer.profile_parts import Penalty
from scorer.toml_schema import flatten, to_table

HOUSE_TEXT = "本场约定 house rule"


def load(name: str) -> AnyProfile:
    """Return a profile by slug, or from a ``.toml`` file of the organiser's.

    Raises:
        InputError: unknown slug, unreadable or faulty file, or a text that is not playable.
    """
    if name.endswith(".toml") or "/" in name:
        return family.parse(*_file(name))
    if name in words.not_playable():
        raise InputError(f"'{name}' is not playable: {words.not_playable()[name][1]}")
    return family.load(name)


def _file(name: str) -> tuple[str, str]:
    try:
        return Path(name).read_text(encoding="utf-8"), name
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{name}: cannot be read: {error}") from error


def entries() -> list[dict[str, Any]]:
    """Return slug, titles, game, document and hash of every packaged profile."""
    found = []
    for name in family.slugs():
        one = family.load(name)
        title = {"zh": one.title.zh, "en": one.title.en}
        entry = {"slug": name, "title": title, "family": one.family, "document": one.document}
        found.append({**entry, "sha256": one.sha256})
    return found


def as_json(name: str) -> str:
    """Return a whole profile as JSON."""
    one = load(name)
    if isinstance(one, Profile):
        return json.dumps(rulecard.as_data(one), ensure_ascii=False)
    table = {**to_table(one), "sha256": one.sha256, "sources": dict(one.sources)}
    return json.dumps(table, ensure_ascii=False)


def as_text(name: str) -> str:
    """Return the rule card in Chinese and English, each value with its clause."""
    one = load(name)
    head = [f"{one.title.zh} / {one.title.en}", f"{one.slug}  sha256 {one.sha256}"]
    if one.document:
        head.append(f"出处 / from: {one.document}")
    body = _shengji(one) if isinstance(one, Profile) else _guandan(one)
    return "\n".join([*head, *body])


def _clause(text: str) -> str:
    return HOUSE_TEXT if text == HOUSE else f"「{text}」"


def _guandan(one: GuandanProfile) -> list[str]:
    about = ("slug", "family", "document", "title", "clauses", "switches")
    lines = []
    for name, table in to_table(one).items():
        if name in about:
            continue
        lines += ["", f"【{' / '.join(words.section(name, 'guandan'))}】"]
        for path, value in flatten({name: table}).items():
            zh, en = words.label(path, "guandan")
            value_zh, value_en = words.shown(path, value, "guandan")
            lines.append(_line(zh, en, value_zh, value_en, one.clause(path)))
    switches = {name: guandan.all_switches()[name] for name in to_table(one)["switches"]}
    lines += ["", "【可选 / switches】"] if switches else []
    for name, switch in switches.items():
        lines.append(f"  {name}: {switch.zh} / {switch.en}")
        lines += [f"     {key}: {text.zh} / {text.en}" for key, text in switch.choices.items()]
    return lines


def _line(zh: str, en: str, value_zh: str, value_en: str, clause: str) -> str:
    value = value_zh if value_en == value_zh else f"{value_zh} / {value_en}"
    return f"  {zh} / {en}: {value}  {_clause(clause)}"


def _shengji(one: Profile) -> list[str]:
    lines: list[str] = []
    for section in rulecard.sections(one):
        if section.lines:
            lines += ["", f"【{section.zh} / {section.en}】"]
        for line in section.lines:
            lines.append(_line(line.zh, line.en, line.value_zh, line.value_en, line.clause))
    return [*lines, *_offences(one), *_switches(one)]


def _offences(one: Profile) -> list[str]:
    lines = ["", "【违规：机器发现或裁判输入 / offences: detected or put in by the referee】"]
    for offence in offences.OFFENCES.values():
        seen = " / ".join(offences.DETECTION[offence.detection])
        grave = " / ".join(offences.SEVERITY[offences.severity(one, offence.code)])
        sanction = offences.sanction_code(one, offence.code)
        if sanction is None and offence.severity not in ("notice", "invalid"):
            grave = "未定罚则，由裁判定 / no sanction stated: the referee decides"
        named = f" -> penalties.{sanction}" if sanction else ""
        clause = _clause(offences.clause(one, offence.code))
        lines.append(
            f"  {offence.code}: {offence.zh} / {offence.en}: {seen}; {grave}{named}  {clause}"
        )
    return lines


def _switches(one: Profile) -> list[str]:
    lines = ["", "【可选 / switches】"] if one.switches else []
    for name, switch in one.switches.items():
        lines.append(f"  {name}: {switch.zh} / {switch.en}")
        for choice, text in switch.choices.items():
            mark = "*" if choice == switch.default else " "
            lines.append(f"   {mark} {choice}: {text.zh} / {text.en}")
    return lines


def template(name: str, base: str) -> str:
    """Return a new rule file that inherits a profile, its values as comments to edit."""
    one = load(base)
    title = f'{{ zh = "{one.title.zh}（本场）", en = "{one.title.en} (house variant)" }}'
    lines = [
        f"# {name}: 本场规则，由 {base} 变来 / house rules made from {base}",
        "# 去掉行首的 # 并改动数值即可；没有写的仍照原来的。",
        f"# Take away the # and change the value; what is not written stays as in {base}.",
        f"# 检查 / check: dipai profiles --check {name}.toml",
        "",
        f'slug = "{name}"',
        f'inherits = "{base}"',
        f"title = {title}",
    ]
    if not isinstance(one, Profile):
        lines += [f'family = "{one.family}"', 'document = ""']
    lines.append("")
    return "\n".join([*lines, *_template_rules(one)]) + "\n"


def _template_rules(one: AnyProfile) -> list[str]:
    skipped = ("slug", "title", "family", "document", "switches", "ambiguous", "clauses")
    table = {
        key: value
        for key, value in to_table(one).items()
        if key not in skipped and not key.startswith("ladder_")
    }
    if "penalties" in table:
        table["penalties"] = {
            code: _without_defaults(rule) for code, rule in table["penalties"].items()
        }
    lines = []
    for path, value in flatten(table).items():
        label = words.label(path, one.family)
        said = "" if label[0] == path else f"  # {label[0]} / {label[1]}"
        lines.append(f"# {path} = {_toml(value)}{said}")
    return lines


def _without_defaults(rule: Any) -> Any:
    """Return a penalty's table without the values that need not be written."""
    if not isinstance(rule, Mapping):
        return rule
    usual = to_table(Penalty())
    return {key: value for key, value in rule.items() if usual.get(key) != value}


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)
