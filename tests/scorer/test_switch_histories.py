"""Every switch of every document: one history, judged under both readings, comes out otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorer import profile
from scorer.ask import answer
from scorer.cards import SEATS
from scorer.fold import fold
from scorer.ledger.deal import ShengjiDeal
from scorer.profile import Profile
from tests.scorer import test_examples_as_histories as replays
from tests.scorer.deals import events_of
from tests.scorer.test_switches import ELSEWHERE, FLIPS, NO_MUST, THREE_NO_THROW, Flip

Row = dict[str, Any]


def judged(rules: Profile, *rows: Row, level: str = "2", declarer: str | None = "N") -> ShengjiDeal:
    """Return a deal, trump hearts where nobody bids, judged under rules with a switch set."""
    head: list[Row] = [
        {"type": "match", "profile": rules.slug, "levels": {"NS": level, "EW": level}},
        {"type": "deal", "deal": 1, "declarer": declarer},
    ]
    if not any(row["type"] == "bid" for row in rows):
        head.append({"type": "trump", "suit": "H", "level": level})
    deal = fold(events_of([*head, *rows]), rules).deals[0]
    assert isinstance(deal, ShengjiDeal)
    return deal


def play(seat: str, cards: str) -> Row:
    """Return a play."""
    return {"type": "play", "seat": seat, "cards": cards.split()}


def winner(rules: Profile, given: Any) -> Any:
    """Who takes the ace: a two that is always a trump does."""
    deal = judged(rules, play("N", "AS"), play("W", "2C"), play("S", "3D"), play("E", "4D"),
                  level=given["level"])  # fmt: skip
    return deal.course.tricks[0].winner


def linked(rules: Profile, given: Any) -> Any:
    """Whether small jokers and level cards led together are a tractor, or two pairs thrown."""
    sizes = {"type": "joined", "trick": 1, "leader": "N", "hand_sizes": dict.fromkeys(SEATS, 4)}
    deal = judged(rules, sizes, play("N", " ".join(given["cards"])), play("W", "BJ BJ 5H 8H"),
                  level=given["level"])  # fmt: skip
    return [f.offence for f in deal.findings if f.seat == "N"]


def bidding(rules: Profile, given: Any) -> Any:
    """Trump, declarer and refused bids; behind the bury also whether a bid card is still there."""
    later = not given["first_deal"]
    rows: list[Row] = [{"type": "bid", **bid} for bid in given["history"]]
    behind = given["phase"] == "after_bury"
    if behind:
        rows += [{"type": "kitty_taken", "seat": "N"}, {"type": "buried", "seat": "N"}]
    rows.append({"type": "bid", **given["new"]})
    if behind:
        rows += [play("N", given["new"]["cards"][0][0] + "S"), play("W", "3D")]
    deal = judged(rules, *rows, level=given["level"], declarer="N" if later else None)
    found = [(f.offence, f.seat) for f in deal.findings]
    return deal.trump.to_json(), deal.declarer, found


def thrown_wrongly(rules: Profile, _given: Any) -> Any:
    """The fine for five cards thrown of which two can be beaten."""
    rows: list[Row] = [
        {"type": "joined", "trick": 1, "leader": "N", "hand_sizes": dict.fromkeys(SEATS, 5)},
        play("N", "AS AS KS TS TS"),
        {"type": "throw_failed", "of": 5, "stands": ["TS", "TS"],
         "beaten_by": {"seat": "W", "cards": ["JS", "JS"]}},
        play("W", "JS JS"), play("S", "3S 4S"), play("E", "3S 4S"),
    ]  # fmt: skip
    (finding,) = [f for f in judged(rules, *rows).findings if f.offence == "failed_throw"]
    assert finding.penalty is not None
    return finding.penalty["points"]


def smoked(rules: Profile, _given: Any) -> Any:
    """Points of a defender's fine in the deal, given by the referee."""
    ruling = {"type": "ruling", "of": "1.smoking.W.4", "decision": "upheld"}
    rows = [{"type": "joined", "trick": 25, "leader": "N", "defender_points": 40}, ruling]
    return judged(rules, *rows).points


HISTORIES: dict[str, Callable[[Profile, Any], Any]] = {
    "order": winner, "tractor": linked, "bid": bidding,
}  # fmt: skip
REPLAYED = ("score", "ruff", "compare", "kitty", "follow")


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: f"{flip[0]}-{flip[1]}")
def test_switch_changes_a_history(flip: Flip) -> None:
    slug, switch, choice, kind, given, key, before, after = flip
    loaded = profile.load(slug)
    settings = (loaded.switches[switch].default, choice)
    if kind in REPLAYED:
        assert before != after
        for chosen, wanted in zip(settings, (before, after), strict=True):
            case = {"profile": slug, "kind": kind, "input": {**given, "switches": {switch: chosen}},
                    "clause": switch}  # fmt: skip
            expect = answer(case)["answer"]
            assert expect[key] == wanted
            getattr(replays, kind)({**case, "expect": expect})
        return
    if kind == "penalty":
        tell = smoked if given["offence"] == "smoking" else thrown_wrongly
    else:
        tell = HISTORIES[kind]
    one, other = (tell(profile.with_switches(loaded, {switch: chosen}), given)
                  for chosen in settings)  # fmt: skip
    assert one != other, one


def test_a_fine_in_match_points_leaves_the_deal_alone() -> None:
    company = profile.load("triple-company-swiss-2h")
    assert smoked(company, None) == (35, 35)
    other = profile.with_switches(company, {"smoking_fine": "match_points"})
    assert smoked(other, None) == (40, 40)


def test_no_kitty_or_one_of_eight() -> None:
    """A kitty of eight is an error where none is kept, and in order where eight are."""
    none = profile.load(THREE_NO_THROW)
    rows: list[Row] = [{"type": "buried", "seat": "N", "count": 8}, play("N", "AS")]
    eight = profile.with_switches(none, {"kitty_kept": "eight"})
    assert [f.offence for f in judged(none, *rows).findings] == ["bury_error"]
    assert judged(eight, *rows).findings == ()


def test_the_two_switches_without_a_question_have_a_history() -> None:
    """``kitty_kept`` above; ``extra_deals_from`` in test_time_up."""
    assert {switch for _, switch in ELSEWHERE} == {"kitty_kept", "extra_deals_from"}
    assert NO_MUST in {flip[0] for flip in FLIPS}
