"""`dipai profiles`: lists the rule profiles, prints a rule card, makes and checks house rules."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

from hardware import rule_cards
from scorer import words
from scorer.errors import InputError

EXAMPLE = """example:
  dipai profiles                                  the list
  dipai profiles swiss-8x90                       the rule card, with clauses
  dipai profiles --new club-night --from swiss-8x90   makes club-night.toml to edit
  dipai profiles --check club-night.toml          is it valid?
"""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "profiles",
        help="list, show, make and check rule profiles",
        description="Rule profiles: which rules a table plays by, and where each value comes from.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("slug", nargs="?", help="print the rule card of this profile or .toml file")
    parser.add_argument("--new", metavar="NAME", help="make NAME.toml, a house variant to edit")
    parser.add_argument("--from", dest="base", metavar="SLUG", help="the profile to start from")
    parser.add_argument("--check", metavar="FILE", help="validate a rule file")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what the options ask for."""
    if args.check:
        return _check(args.check, args.json)
    if args.new:
        return _new(args.new, args.base)
    if args.base:
        raise InputError("--from needs --new NAME")
    if args.slug:
        print(rule_cards.as_json(args.slug) if args.json else rule_cards.as_text(args.slug))
        return 0
    return _list(args.json)


def _list(as_json: bool) -> int:
    entries = rule_cards.entries()
    if as_json:
        texts = words.not_playable().items()
        unplayable = {name: {"zh": zh, "en": en} for name, (zh, en) in texts}
        print(json.dumps({"profiles": entries, "not_playable": unplayable}, ensure_ascii=False))
        return 0
    for entry in entries:
        title = entry["title"]
        print(f"{entry['slug']:30} {title['zh']} / {title['en']}")
    print("\n不能照打 / not playable:")
    for name, (zh, en) in words.not_playable().items():
        print(f"{name:30} {zh} / {en}")
    return 0


def _check(file: str, as_json: bool) -> int:
    found = rule_cards.load(file if file.endswith(".toml") else f"./{file}")
    if as_json:
        print(json.dumps({"valid": True, "slug": found.slug, "sha256": found.sha256}))
    else:
        print(f"{file}: 有效 / valid: {found.slug} {found.sha256[:12]}")
    return 0


def _new(name: str, base: str | None) -> int:
    if base is None:
        raise InputError("--new needs --from SLUG, the profile to start from")
    if not _NAME.fullmatch(name):
        raise InputError(f"'{name}' is no profile name: use a-z, 0-9 and -")
    path = Path(f"{name}.toml")
    if path.exists():
        raise InputError(f"{path} exists already: choose another name or edit it")
    if name in {entry["slug"] for entry in rule_cards.entries()}:
        raise InputError(f"'{name}' is a profile of the program: choose another name")
    text = rule_cards.template(name, base)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
    print(f"{path}: 已建，请编辑 / made; edit it, then: dipai profiles --check {path}")
    return 0
