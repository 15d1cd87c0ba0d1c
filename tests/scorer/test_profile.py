"""Rule profiles load, agree with the typed values of the documents, and refuse faulty files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorer import profile, profiles
from scorer.errors import InputError
from scorer.toml_schema import to_table


def test_every_packaged_profile_loads() -> None:
    assert len(profile.slugs()) >= 27
    for slug in profile.slugs():
        loaded = profile.load(slug)
        assert loaded.slug == slug
        assert loaded.title.zh
        assert loaded.title.en
        assert len(loaded.sha256) == 64


def test_every_value_has_a_source() -> None:
    for slug in profile.slugs():
        loaded = profile.load(slug)
        assert all(loaded.sources.values())
        if slug.startswith("house-"):
            assert set(loaded.sources.values()) == {profile.HOUSE}
        else:
            assert any(clause != profile.HOUSE for clause in loaded.sources.values())


def test_switch_defaults_change_nothing_and_choices_do() -> None:
    for slug in profile.slugs():
        loaded = profile.load(slug)
        for name, switch in loaded.switches.items():
            assert profile.with_switches(loaded, {name: switch.default}).sha256 == loaded.sha256
            for choice in set(switch.choices) - {switch.default}:
                flipped = profile.with_switches(loaded, {name: choice})
                assert flipped.sha256 != loaded.sha256, (slug, name, choice)


@pytest.mark.shared
def test_values_equal_the_typed_profiles(shared_dir: Path) -> None:
    folder = shared_dir / "rules" / "shengji"
    typed: dict[str, Any] = {}
    for name in ("engine-profiles.json", "house-profiles.json"):
        typed |= json.loads((folder / name).read_text(encoding="utf-8"))["profiles"]
    assert set(typed) <= set(profile.slugs())
    skipped = ("assumed", "title", "reasons", "ladder_source")
    for slug, values in typed.items():
        table = to_table(profile.load(slug))
        for key in set(values) - set(skipped):
            assert differences(values[key], table[key], f"{slug}.{key}") == []


def differences(typed: Any, ours: Any, path: str) -> list[str]:
    """Return the paths in which the typed value is not ours; further keys of ours do not count."""
    if isinstance(typed, dict) and isinstance(ours, dict):
        return [
            found
            for key, value in typed.items()
            for found in differences(value, ours.get(key), f"{path}.{key}")
        ]
    if isinstance(typed, list) and isinstance(ours, list) and len(typed) == len(ours):
        return [
            found
            for index, (left, right) in enumerate(zip(typed, ours, strict=True))
            for found in differences(left, right, f"{path}.{index}")
        ]
    if isinstance(typed, str) and ours == [typed]:
        return []
    return [] if ("none" if typed is None else typed) == ours else [f"{path}: {typed} != {ours}"]


def test_inherited_values_count_as_house() -> None:
    text = 'slug = "club"\ninherits = "swiss-8x90"\nkitty_bonus.pair = 5\n'
    club = profile.parse(text, "club.toml")
    assert club.kitty_bonus.pair == 5
    assert club.clause("kitty_bonus.pair") == profile.HOUSE
    assert club.clause("decks") == profile.load("swiss-8x90").clause("decks")


FAULTS = [
    ("decks = 5", "club.toml:3: decks: 5 is out of range"),
    ("deck = 2", "club.toml:3: deck: unknown key 'deck'; did you mean 'decks'"),
    ('decks = "two"', 'club.toml:3: decks: write a whole number, not "two"'),
    ("sidecar = 1", "club.toml:3: sidecar: write true or false, not 1"),
    ("decks = true", "club.toml:3: decks: write a whole number, not true"),
    ("kitty = 6", "club.toml:3: kitty: 4 hands of 25 and a kitty of 6 make 106 cards"),
    ('[bid]\npost_bury = "nevr"', 'club.toml:4: bid.post_bury: "nevr" is not allowed'),
    ('[bid]\npost_bury = "nevr"', "did you mean 'never'"),
    ("[bid]\nwindow = 5", "club.toml:4: bid.window: unknown key 'window'; did you mean 'window_s'"),
    ('[ladders]\n2 = ["2", "1*3"]', 'club.toml:4: ladders.2: "1*3" has 3 cards, the lead 2'),
    ('[ladders]\n2 = ["2", "1+"]', 'club.toml:4: ladders.2.1.0: "1+" is no rung'),
    ('[ladders]\n7 = ["1*7"]', 'club.toml:4: ladders.7: "7" is no shape'),
    ('lead_shapes = ["single"]', "club.toml:3: lead_shapes"),
    ('[clock]\nlead = "soon"', 'club.toml:4: clock.lead: write a whole number or "none"'),
    ("[penalties.late]\npoint = 5", "club.toml:4: penalties.late.point: unknown key 'point'"),
    ("[penalties.lat]\npoints = 5", 'club.toml:3: penalties.lat: "lat" is not allowed'),
    ('[sources]\nbid.teirs = "x"', "club.toml:4: sources.bid.teirs: no such key"),
    ("score.beyond.from = 190", "club.toml:3: score.beyond: must begin 5 after the last row"),
    ("decks = = 2", "club.toml: not valid TOML"),
    (
        "[throw]\nallowed = false",
        "club.toml:4: throw.allowed: throw.allowed = false but lead_shapes lists throw",
    ),
]


@pytest.mark.parametrize(("line", "message"), FAULTS)
def test_faulty_file_names_line_and_field(line: str, message: str) -> None:
    text = f'slug = "club"\ninherits = "house-2deck"\n{line}\n'
    with pytest.raises(InputError) as caught:
        profile.parse(text, "club.toml")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_profile_names_the_nearest() -> None:
    with pytest.raises(
        InputError, match="unknown profile 'house-2dek'; did you mean 'house-2deck'"
    ):
        profile.load("house-2dek")
    with pytest.raises(InputError, match="unknown profile 'hous-2deck'"):
        profile.parse('slug = "x"\ninherits = "hous-2deck"\n', "x.toml")


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"fine_count": "beaten"}, "no such switch or key; did you mean 'fine_counts'"),
        ({"fine_counts": "some"}, "'some' is no choice of this switch; allowed are \"beaten\""),
        ({"bid.post_bury": "sometimes"}, '"sometimes" is not allowed'),
        ({"bid": {"nothing": 1}}, "unknown key 'nothing'"),
    ],
)
def test_faulty_switch(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        profile.with_switches(profile.load("shuangsheng-10-must-1h"), overrides)
    assert message in str(caught.value)


def test_switch_by_name_by_path_and_by_table_agree() -> None:
    base = profile.load("shuangsheng-10-must-1h")
    by_name = profile.with_switches(base, {"rebury": "dealer"})
    by_path = profile.with_switches(base, {"bid.rebury": "dealer"})
    by_table = profile.with_switches(base, {"bid": {"rebury": "dealer"}})
    assert by_name == by_path == by_table
    assert by_name.bid.rebury == "dealer"


def test_switch_called_like_its_key_takes_both() -> None:
    house = profile.load("house-2deck")
    by_choice = profile.with_switches(house, {"const_trump_2": "on"})
    by_value = profile.with_switches(house, {"const_trump_2": True})
    assert by_choice == by_value
    assert by_value.const_trump_2
    with pytest.raises(InputError, match="const_trump_2: write true or false"):
        profile.with_switches(house, {"const_trump_2": "maybe"})


def test_none_takes_an_inherited_entry_away() -> None:
    text = 'slug = "c"\ninherits = "swiss-8x90"\n[penalties]\nlate = "none"\n'
    assert "late" in profile.load("swiss-8x90").penalties
    assert "late" not in profile.parse(text, "c.toml").penalties


def test_hidden_files_are_no_profiles() -> None:
    assert not [name for name in profiles.names() if name.startswith("_")]
