"""`dipai judge` on unusable Guandan input: one line says where, the rest is judged, exit 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hardware.cli import main

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ROOT / "scorer" / "profiles" / "house-guandan.toml"
GOOD = """\
{"type":"match","dipai":1,"id":"b","profile":"house-guandan","levels":{"NS":"2","EW":"2"}}
{"type":"deal","deal":1,"declarer":null}
{"type":"turned","seat":"N","card":"7C"}
{"type":"play","seat":"N","cards":["5S"]}
{"type":"play","seat":"W","cards":["4S"]}
"""
PLAY = '{"type":"play","seat":"S","cards":["9S"]}'


def judged(text: str, folder: Path, *more: str) -> int:
    file = folder / "deal.jsonl"
    file.write_text(text)
    return main(["judge", str(file), "--json", *more])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"type":"play","seat":"S","cards":["1H"]}', "line 6, field cards: '1H' is not a card"),
        ('{"type":"play","seat":"S","cards":["KS"', "line 6: not a JSON object"),
        (
            '{"type":"play","seat":"S","cards":["KD","KD","KD","KD","KD"]}',
            "line 6, field cards: KD for the 5th time in one deal",
        ),
        (
            '{"type":"deal_end","finish":["N","S","W"]}',
            "line 6, field finish: must name the four seats, each once",
        ),
        ('{"type":"deal_end"}\n' + PLAY, "line 7, field type: 'play' after the deal was ended"),
        (
            '{"type":"deal_end"}\n{"type":"tribute","from":"E","to":"N","card":"AS"}',
            "line 7, field type: 'tribute' after the deal was ended",
        ),
        (
            '{"type":"tribute","from":"X","to":"N","card":"AS"}',
            "line 6, field from: 'X' is not one of N, W, S, E",
        ),
        (
            '{"type":"play","seq":3,"seat":"S","cards":["KD"]}',
            "line 6, field seq: 3 does not follow",
        ),
        (
            '{"type":"play","seat":"S","cards":[]}',
            "line 6, field cards: must name at least one card",
        ),
    ],
)
def test_a_bad_line_is_named_and_what_stands_before_it_judged(
    line: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judged(f"{GOOD}{line}\n{PLAY}\n", tmp_path) == 2
    out, err = capsys.readouterr()
    assert said in err
    assert len(err.strip().splitlines()) == 1
    (deal,) = json.loads(out)["deals"]
    assert [len(trick["plays"]) for trick in deal["tricks"]] == [2]
    assert [finding["offence"] for finding in deal["findings"]] == ["does_not_beat"]


def test_a_third_copy_is_a_notice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A reading is wrong, or the packs are: the referee is told, nothing is thrown away."""
    line = '{"type":"play","seat":"S","cards":["KS","KS","KS"]}'
    assert judged(f"{GOOD}{line}\n", tmp_path) == 1
    found = json.loads(capsys.readouterr().out)["deals"][0]["findings"]
    assert ("extra_copy", "notice", ["KS"]) in [
        (one["offence"], one["certainty"], one["cards"]) for one in found
    ]


def test_a_play_out_of_order_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judged(f'{GOOD}{PLAY}\n{{"type":"play","seat":"N","cards":["8D"]}}\n', tmp_path) == 1
    found = json.loads(capsys.readouterr().out)["deals"][0]["findings"]
    assert ("does_not_beat", "N") in [(one["offence"], one["seat"]) for one in found]


def test_a_wrong_profile_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(GOOD.replace("house-guandan", "house-guandam"), tmp_path) == 2
    err = capsys.readouterr().err
    assert "line 1, field profile: unknown profile 'house-guandam'" in err
    assert "did you mean 'house-guandan'" in err


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('anti_mode = "automatic"', 'anti_mode = "automatik"', "did you mean 'automatic'"),
        ("anti_mode =", "anti_mod =", "did you mean 'anti_mode'"),
        ('"wind"]', '"wint"]', "did you mean 'wind'"),
    ],
)
def test_a_typo_in_a_profile_is_named(
    right: str, wrong: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = HOUSE.read_text("utf-8")
    assert right in text
    profile = tmp_path / "mine.toml"
    profile.write_text(text.replace(right, wrong), "utf-8")
    line = next(n for n, row in enumerate(text.splitlines(), start=1) if right in row)
    assert judged(GOOD, tmp_path, "--profile", str(profile)) == 2
    err = capsys.readouterr().err.strip()
    assert f"mine.toml:{line}: " in err
    assert said in err
    assert len(err.splitlines()) == 1
