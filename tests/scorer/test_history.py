"""The hand history: lenient reading, strict and byte-stable writing, edits that never overwrite."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.cards import CARDS, SEATS
from scorer.effective import effective
from scorer.history import Event, HistoryError, dumps, loads, make, read

DATA = Path(__file__).parent / "data"


def test_shipped_history_is_byte_stable() -> None:
    text = (DATA / "revoke.jsonl").read_text(encoding="utf-8")
    assert dumps(loads(text)) == text


def test_unknown_fields_and_types_are_kept() -> None:
    text = (
        '{"type":"play","seat":"N","cards":["AS"],"colour":{"a":[1,2.5]}}\n{"type":"tea","x":1}\n'
    )
    assert dumps(loads(text)) == text


def test_cards_are_read_leniently() -> None:
    (event,) = loads(
        '{"type":"play","seat":"n","cards":["10h","♠9","bJ","??"]}'.replace("♠9", "9♠")
    )
    assert event.cards == ("TH", "9S", "BJ", "??")
    assert event.seat == "N"


def test_the_line_number_counts_where_seq_is_absent() -> None:
    text = '{"type":"deal"}\n\n{"type":"pass","seat":"N"}\n'
    events = loads(text)
    assert [e.seq for e in events] == [1, 3]
    again = dumps(events)
    assert again == '{"type":"deal"}\n{"type":"pass","seq":3,"seat":"N"}\n'
    assert loads(again) == events
    assert dumps(loads(again)) == again


@pytest.mark.parametrize(
    ("line", "field", "problem"),
    [
        ('{"type":"play","seat":"N","cards":["1S"]}', "cards", "is not a card"),
        ('{"type":"play","seat":"X","cards":["AS"]}', "seat", "not one of N, W, S, E"),
        ('{"type":"play","seat":"N"}', "cards", "needs this field"),
        ('{"type":"play","seat":"N","cards":[]}', "cards", "at least one card"),
        ('{"type":"play","seat":"N","cards":"AS"}', "cards", "must be a list"),
        ('{"seat":"N"}', "type", "needs a type"),
        ('{"type":"play","seat":"N","cards":["AS"]', "", "not a JSON object"),
        ("[1]", "", "not a JSON object"),
        ('{"type":"bid","seat":"N"}', "cards", "a count when it lies face down"),
        ('{"type":"correction","of":1,"set":{"declarer":"Q"}}', "set.declarer", "not one of"),
        ('{"type":"undo","of":9}', "of", "no event 9"),
        ('{"type":"insert","before":1,"event":{"type":"play","seat":"N","cards":["ZZ"]}}',
         "event.cards", "is not a card"),
        ('{"type":"trump","suit":"H","level":"1"}', "level", "not a level"),
        ('{"type":"play","seq":1,"seat":"N","cards":["AS"]}', "seq", "does not follow"),
        ('{"type":"play","seat":"N","cards":["AS"],"confidence":1.5}', "confidence", "between"),
        ('{"type":"play","seat":"N","cards":["AS"],"confidence":NaN}', "", "not a number"),
        ('{"type":"joined","trick":1,"defender_points":[9,1]}', "defender_points", "lowest"),
        ('{"type":"buried","seat":"N","count":-1}', "count", "negative"),
    ],
)  # fmt: skip
def test_a_broken_line_is_named_and_the_rest_kept(line: str, field: str, problem: str) -> None:
    reading = read('{"type":"deal","deal":1}\n' + line + "\n" + '{"type":"deal_end"}\n')
    assert [e.type for e in reading.events] == ["deal"]
    assert reading.error is not None
    assert (reading.error.line, reading.error.field) == (2, field)
    assert problem in str(reading.error)
    assert "\n" not in str(reading.error)


def test_loads_raises_and_dumps_refuses() -> None:
    with pytest.raises(HistoryError, match="line 1, field seat"):
        loads('{"type":"pass","seat":"?"}')
    with pytest.raises(HistoryError, match="field cards"):
        dumps([Event(1, {"type": "play", "seat": "N", "cards": ["XX"]})])


def _log(*fields: dict[str, object]) -> tuple[Event, ...]:
    return effective(make(i, str(f.pop("type")), **f) for i, f in enumerate(map(dict, fields), 1))


def _shown(events: tuple[Event, ...]) -> list[tuple[int, str]]:
    return [(e.seq, "".join(e.cards) or e.type) for e in events]


def _play(card: str, seat: str = "N") -> dict[str, object]:
    return {"type": "play", "seat": seat, "cards": [card]}


def test_correction_resets_the_reading() -> None:
    play = _play("AS") | {"confidence": 0.5, "alternatives": [["9S", 0.3]]}
    (event,) = _log(play, {"type": "correction", "of": 1, "set": {"cards": ["9S"], "seat": "W"}})
    assert (event.cards, event.seat, event.get("confidence")) == (("9S",), "W", None)


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([{"type": "undo", "of": 2}], [(1, "2S"), (3, "4S")]),
        ([{"type": "undo", "of": 2}, {"type": "undo", "of": 4}], [(1, "2S"), (2, "3S"), (3, "4S")]),
        (
            [{"type": "undo", "of": 2}, {"type": "undo", "of": 4}, {"type": "undo", "of": 5}],
            [(1, "2S"), (3, "4S")],
        ),
        ([{"type": "move", "of": 3, "before": 1}], [(3, "4S"), (1, "2S"), (2, "3S")]),
        ([{"type": "move", "of": 3, "before": 1}, {"type": "undo", "of": 4}],
         [(1, "2S"), (2, "3S"), (3, "4S")]),
        ([{"type": "insert", "before": 2, "event": _play("9H")}],
         [(1, "2S"), (4, "9H"), (2, "3S"), (3, "4S")]),
        ([{"type": "undo", "of": 2}, {"type": "insert", "before": 2, "event": _play("9H")}],
         [(1, "2S"), (5, "9H"), (3, "4S")]),
        (
            [
                {"type": "insert", "before": 2, "event": _play("9H")},
                {"type": "correction", "of": 4, "set": {"cards": ["9D"]}},
                {"type": "move", "of": 4, "before": 1},
            ],
            [(4, "9D"), (1, "2S"), (2, "3S"), (3, "4S")],
        ),
        (
            [
                {"type": "correction", "of": 1, "set": {"cards": ["KS"]}},
                {"type": "correction", "of": 4, "set": {"cards": ["QS"]}},
            ],
            [(1, "QS"), (2, "3S"), (3, "4S")],
        ),
        (
            [
                {"type": "move", "of": 3, "before": 1},
                {"type": "correction", "of": 4, "set": {"before": 2}},
            ],
            [(1, "2S"), (3, "4S"), (2, "3S")],
        ),
        (
            [
                {"type": "correction", "of": 1, "set": {"cards": ["KS"]}},
                {"type": "undo", "of": 4},
            ],
            [(1, "2S"), (2, "3S"), (3, "4S")],
        ),
        (
            [{"type": "insert", "event": _play("9H")}, _play("JH")],
            [(1, "2S"), (2, "3S"), (3, "4S"), (4, "9H"), (5, "JH")],
        ),
    ],
)  # fmt: skip
def test_edits(edits: list[dict[str, object]], expected: list[tuple[int, str]]) -> None:
    assert _shown(_log(_play("2S"), _play("3S"), _play("4S"), *edits)) == expected


_fields = st.fixed_dictionaries(
    {
        "seat": st.sampled_from(SEATS),
        "cards": st.lists(st.sampled_from((*CARDS, "??")), min_size=1, max_size=6),
    },
    optional={
        "confidence": st.floats(0, 1),
        "note": st.text(max_size=8),
        "extra": st.recursive(st.integers() | st.text(max_size=3), st.lists, max_leaves=4),
        "t_video": st.floats(0, 1e6),
    },
)


@given(st.lists(_fields, max_size=8), st.booleans())
def test_load_of_dump_is_the_same(plays: list[dict[str, object]], gap: bool) -> None:
    events = [make(i + 3 * gap, "play", **play) for i, play in enumerate(plays, 1)]
    text = dumps(events)
    assert loads(text) == events
    assert dumps(loads(text)) == text
