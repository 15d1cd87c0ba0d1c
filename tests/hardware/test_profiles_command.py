"""`dipai profiles` and `dipai ask` at the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from hardware.cli import main
from scorer import profile


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profiles"]) == 0
    out = capsys.readouterr().out
    assert all(slug in out for slug in profile.slugs())
    assert "national-rules-toc" in out.partition("not playable")[2]


def test_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profiles", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    slugs = {entry["slug"]: entry for entry in found["profiles"]}
    assert slugs["house-2deck"]["title"]["zh"] == "两副牌本场约定"
    assert slugs["house-2deck"]["sha256"] == profile.load("house-2deck").sha256


@pytest.mark.parametrize("slug", profile.slugs())
def test_card_names_clauses_and_house_rules(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profiles", slug]) == 0
    out = capsys.readouterr().out
    loaded = profile.load(slug)
    assert loaded.title.zh in out
    assert loaded.title.en in out
    assert "本场约定 house rule" in out
    assert ("「" in out) == (not slug.startswith("house-"))
    assert "put in by the referee" in out
    assert "proven by a later card" in out
    for name in loaded.switches:
        assert name in out


def test_card_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profiles", "xiyangyang-j-must", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sources"]["kitty_bonus.single"].startswith("单张牌抠底")
    assert "cap.dealer" not in found["house"]
    assert {entry["code"] for entry in found["offences"]} >= {"revoke", "smoking"}


@pytest.mark.parametrize("base", ["triple-company-swiss-2h", "house-4deck", "house-guandan"])
def test_new_variant_is_valid_as_made_and_with_every_value_written(
    base: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["profiles", "--new", "club", "--from", base]) == 0
    assert main(["profiles", "--check", "club.toml"]) == 0
    short = capsys.readouterr().out.split()[-1]
    text = Path("club.toml").read_text(encoding="utf-8")
    keys = [line.removeprefix("# ") for line in text.splitlines()[9:]]
    written = [line for line in text.splitlines()[:9] if not line.startswith("# ")]
    Path("full.toml").write_text("\n".join([*written, *keys]), encoding="utf-8")
    assert main(["profiles", "--check", "full.toml"]) == 0
    assert capsys.readouterr().out.split()[-1] == short


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["profiles", "house-2dek"], "unknown profile 'house-2dek'; did you mean 'house-2deck'"),
        (["profiles", "national-rules-toc"], "is not playable"),
        (["profiles", "missing.toml"], "missing.toml: cannot be read"),
        (["profiles", "--new", "club"], "--from SLUG"),
        (["profiles", "--from", "house-2deck"], "--new NAME"),
        (["profiles", "--new", "Club Night", "--from", "house-2deck"], "no profile name"),
        (["profiles", "--new", "house-2deck", "--from", "house-2deck"], "choose another name"),
        (["ask", "missing.jsonl"], "missing.jsonl: cannot be read"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_check_of_a_faulty_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "club.toml"
    file.write_text('slug = "club"\ninherits = "house-2deck"\ndeck = 3\n', encoding="utf-8")
    assert main(["profiles", "--check", str(file)]) == 2
    assert f"{file}:3: deck: unknown key 'deck'" in capsys.readouterr().err


SCORE = {"profile": "house-2deck", "kind": "score", "input": {"defender_points": 85}}


def test_ask_echoes_the_id(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps({**SCORE, "id": "a"}) + "\n\n"))
    assert main(["ask"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["id"] == "a"
    assert found["answer"]["takes_deal"] is True


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ({**SCORE, "profile": "nothing"}, "unknown_profile"),
        ({**SCORE, "kind": "nothing"}, "unknown_kind"),
        ({"kind": "score"}, "bad_case"),
        ({**SCORE, "input": {}}, "bad_input"),
        ({**SCORE, "input": {"defender_points": "many"}}, "bad_input"),
        ({**SCORE, "input": {"defender_points": 5, "switches": {"nothing": 1}}}, "bad_input"),
        ({**SCORE, "kind": "match", "input": {"result": "win"}}, "bad_input"),
        ({**SCORE, "kind": "match", "input": {"result": "tie"}}, "bad_input"),
        ({**SCORE, "kind": "time", "input": {"event": "lead", "seconds": "x"}}, "bad_input"),
        ({**SCORE, "kind": "levels", "input": {"side_level": "1", "gain": 1}}, "bad_input"),
    ],
)
def test_ask_answers_errors_in_the_line(
    case: dict[str, object], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case), encoding="utf-8")
    assert main(["ask", str(file)]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code


def test_check_prints_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = {**SCORE, "id": "good", "expect": {"takes_deal": True}}
    bad = {**SCORE, "id": "bad", "expect": {"takes_deal": False, "defender_levels": 0}}
    file = tmp_path / "cases.jsonl"
    file.write_text(f"{json.dumps(good)}\n{json.dumps(bad)}\n", encoding="utf-8")
    assert main(["ask", "--check", str(file)]) == 1
    out = capsys.readouterr().out
    assert "2: bad: takes_deal: expected false, got true" in out
    assert "1 of 2 cases agree" in out
    assert main(["ask", "--check", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["wrong"][0]["id"] == "bad"


@pytest.mark.parametrize("text", ["{", "[1]"])
def test_broken_line_names_its_number(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(f"\n{text}\n", encoding="utf-8")
    assert main(["ask", str(file)]) == 2
    assert f"{file}:2:" in capsys.readouterr().err


@pytest.mark.shared
def test_every_worked_example(shared_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = shared_dir / "rules" / "shengji" / "worked-examples.jsonl"
    assert main(["ask", "--check", str(file)]) == 0, capsys.readouterr().out[-3000:]
