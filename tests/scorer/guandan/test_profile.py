"""Guandan profiles: complete, validated, switchable; what no document gives is house rule."""

from __future__ import annotations

import pytest

from scorer import profiles
from scorer.errors import InputError
from scorer.guandan.profile import HOUSE, all_switches, chosen, load, parse, slugs, with_switches

TEXT = profiles.text("guandan-p4-gain531")


def test_six_documents_and_a_house_profile() -> None:
    assert len(slugs()) == 7
    assert "house-guandan" in slugs()
    assert len({load(slug).sha256 for slug in slugs()}) == 7


def test_silence_is_house_rule_and_words_are_cited() -> None:
    profile = load("guandan-p4-gain531")
    assert profile.clause("levels.gain_1_2") == "双戴花,赢家升5级"
    assert profile.clause("play.report_threshold") == HOUSE
    assert "play.report_threshold" in profile.assumed
    assert profile.clause("tribute_not_largest") == "最大的牌"
    assert load("guandan-p3-report6").clause("wrong_hand_size") != HOUSE


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("gain_1_2 = 5", "gain_1_2 = 'five'", "levels.gain_1_2"),
        ("gain_1_2 = 5", "gain_12 = 5", "gain_1_2"),
        ('start = "2"', 'start = "1"', "levels.start"),
        ('inherits = "house-guandan"', 'inherits = "house-guandam"', "house-guandan"),
        ('"pass_a", ', '"pass_b", ', "pass_a"),
        ('"levels.start"', '"levels.begin"', "sources.levels.begin"),
    ],
)
def test_faults_name_file_line_field_and_remedy(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(InputError) as caught:
        parse(TEXT.replace(old, new), "mine.toml")
    assert "mine.toml" in str(caught.value)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_profile_names_the_nearest() -> None:
    with pytest.raises(InputError, match="house-guandan"):
        load("house-guandam")


def test_every_switch_choice_changes_the_rules_and_nothing_else() -> None:
    for slug in slugs():
        profile = load(slug)
        for name in profile.switches:
            before = chosen(profile, name)
            for value in all_switches()[name].choices:
                after = with_switches(profile, {name: value})
                assert chosen(after, name) == value
                assert (after.sha256 == profile.sha256) == (value == before)
                others = [other for other in profile.switches if other != name]
                assert all(chosen(after, o) == chosen(profile, o) for o in others)


def test_a_point_that_the_document_states_has_no_switch() -> None:
    with pytest.raises(InputError, match="leaves no such point open"):
        with_switches(load("guandan-p3-report6"), {"wind": "next_player"})
    with pytest.raises(InputError, match="partner"):
        with_switches(load("house-guandan"), {"wind": "sideways"})
