"""`dipai judge` and `dipai export`: what they print and how they exit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hardware.cli import main

HISTORY = Path(__file__).parent.parent / "scorer" / "data" / "revoke.jsonl"


def test_findings_exit_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(HISTORY), "--json"]) == 1
    shown = json.loads(capsys.readouterr().out)
    assert [f["id"] for f in shown["deals"][0]["findings"]] == ["1.revoke.W.10"]
    assert shown["levels"] == {"NS": "2", "EW": "2"}


def test_clean_history_exits_with_zero(tmp_path: Path) -> None:
    file = tmp_path / "clean.jsonl"
    file.write_text("".join(HISTORY.read_text().splitlines(keepends=True)[:9]))
    assert main(["judge", str(file)]) == 0


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Proven: another suit played while holding the led suit, W, trick 1"),
        ("zh", "已证实：跟错花色，W，第1墩"),
    ],
)
def test_people_read_a_table(lang: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(HISTORY), "--lang", lang]) == 1
    assert words in capsys.readouterr().out


PLAY = '{"type":"play","seat":"S","cards":["KD"]}'


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"type":"play","seat":"S","cards":["1D"]}', "line 17, field cards: '1D' is not a card"),
        ('{"type":"play","seat":"S","cards":["KD"]', "line 17: not a JSON object"),
        ('{"type":"play","seat":"S","cards":["KD","KD","KD","KD","KD"]}',
         "line 17, field cards: KD for the 5th time in one deal"),
        ('{"type":"deal_end"}\n' + PLAY, "line 18, field type: 'play' after the deal was ended"),
        ('{"type":"play","seq":3,"seat":"S","cards":["KD"]}',
         "line 17, field seq: 3 does not follow 16"),
    ],
)  # fmt: skip
def test_a_bad_line_is_named_and_what_stands_before_it_judged(
    line: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(HISTORY.read_text() + line + "\n" + PLAY + "\n")
    assert main(["judge", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    assert said in err
    assert err.count("\n") == 1
    assert [f["offence"] for f in json.loads(out)["deals"][0]["findings"]] == ["revoke"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"type":"match","profile":"house-9deck"}', "line 1, field profile: unknown profile"),
        ('{"type":"match","profile":"house-2deck","switches":{"deckz":3}}',
         "line 1, field switches"),
        ('{"type":"deal"}', "no 'match' event that names a profile"),
        ("nonsense", "line 1: not a JSON object"),
    ],
)  # fmt: skip
def test_a_wrong_profile_is_one_line(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(text + "\n")
    assert main(["judge", str(file), "--json"]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert str(file) in err or "'match'" in said
    assert err.count("\n") == 1


def test_a_rule_file_with_a_typo_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "club.toml"
    rules.write_text('slug = "club"\ninherits = "house-2deck"\nkitty_bonus.par = 4\n')
    assert main(["judge", str(HISTORY), "--profile", str(rules)]) == 2
    err = capsys.readouterr().err
    assert f"{rules}:3: kitty_bonus.par: unknown key 'par'; did you mean 'pair'" in err
    assert err.count("\n") == 1


def test_a_missing_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(tmp_path / "none.jsonl")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_export(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(HISTORY)]) == 0
    assert capsys.readouterr().out == HISTORY.read_text(encoding="utf-8")
    assert main(["export", str(HISTORY), "--format", "csv"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].startswith("deal,trick,seq,seat,cards")
    assert rows[4] == "1,1,10,W,3D 4D,10,S,77.9,revoke"
    assert main(["export", str(HISTORY), "--format", "text", "--lang", "zh"]) == 0
    assert "庄家 S" in capsys.readouterr().out
