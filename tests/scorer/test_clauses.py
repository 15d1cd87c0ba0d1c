"""Every clause that a profile or a finding quotes exists in Chinese and in English."""

from __future__ import annotations

import re
from unicodedata import normalize

import pytest

from scorer import clauses, family
from scorer.guandan.judge import clause as guandan_clause
from scorer.guandan.offences import NAMES
from scorer.guandan.profile import GuandanProfile
from scorer.offences import OFFENCES, clause
from scorer.profile import HOUSE

HAN = re.compile(r"[㐀-鿿]")


def quoted(slug: str) -> set[str]:
    """Return the clauses that a profile, or a finding under it, may quote."""
    profile = family.load(slug)
    if isinstance(profile, GuandanProfile):
        found = {guandan_clause(profile, code) for code in NAMES} | set(profile.clauses.values())
    else:
        found = {clause(profile, code) for code in OFFENCES}
    return (found | set(profile.sources.values())) - {HOUSE, ""}


@pytest.mark.parametrize("slug", family.slugs())
def test_every_clause_of_a_profile_has_english(slug: str) -> None:
    assert sorted(text for text in quoted(slug) if clauses.english(text) is None) == []


def test_nothing_is_translated_that_no_profile_quotes() -> None:
    known = {text for slug in family.slugs() for text in quoted(slug)}
    assert sorted(set(clauses.translations()) - known) == []


def test_the_english_is_english_and_keeps_the_numbers() -> None:
    """A number written in figures stands in both texts, so that no fine is mistranslated."""
    words = {
        "1": "one once single a an first",
        "2": "two both twice pair",
        "3": "three third",
        "4": "four fourth",
        "5": "five",
        "6": "six",
        "8": "eight",
    }
    lost = []
    for zh, en in clauses.translations().items():
        assert not HAN.search(en), en
        spoken = set(re.findall(r"[a-z]+", en.lower()))
        figures = set(re.findall(r"\d+", en))
        for number in re.findall(r"\d+", normalize("NFKC", zh)):
            if number not in figures and not spoken & set(words.get(number, "").split()):
                lost.append((zh, en, number))
    assert lost == []


def test_house_rules_and_unknown_clauses_have_no_english() -> None:
    assert (
        clauses.english(HOUSE) is clauses.english(None) is clauses.english("本俱乐部的话") is None
    )
