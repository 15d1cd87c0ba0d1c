"""The table's state machine, move by move."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scorer import profile
from scorer.cards import CARDS, SEATS
from scorer.fold import fold
from scorer.history import make
from scorer.shengji.trick import points
from scorer.table import Table
from scorer.tabling.ending import Ending
from scorer.tabling.observed import SeenCard, ZoneSeen
from scorer.tabling.record import Record
from tests.scorer.deals import Dealt, legal_deal
from tests.scorer.watching import Eyes, brief

TWO = profile.load("house-2deck")


def start(bid: bool = True) -> Eyes:
    """Return a table at which S has bid 2H and play is about to begin."""
    eyes = Eyes(Table(TWO))
    if bid:
        eyes.wait(3)
        eyes.lay("S", "2H")
        eyes.wait(5)
        eyes.take("S")
        eyes.wait(4)
        eyes.events.clear()
    return eyes


def plays(eyes: Eyes) -> list[str]:
    return [line for line in brief(eyes.events) if not line.startswith(("deal", "bid"))]


def test_bid_laid_and_taken_back_is_a_bid() -> None:
    eyes = Eyes(Table(TWO))
    eyes.wait(2)
    eyes.lay("S", "2H")
    eyes.wait(3)
    eyes.lay("E", "2S", "2S")
    eyes.take("S")
    eyes.wait(3)
    eyes.take("E")
    eyes.wait(10)
    assert brief(eyes.events) == ["deal", "bid S 2H", "bid E 2S 2S"]


def test_cards_face_down_are_bids_only_where_the_rules_know_hidden_ones() -> None:
    for slug, wanted in (("house-2deck", []), ("quad-game-dark-bid", ["deal", "bid W"])):
        eyes = Eyes(Table(profile.load(slug)))
        eyes.wait(2)
        eyes.show("W", backs=2)
        assert brief(eyes.events) == wanted, slug


def test_the_buried_kitty_is_no_bid() -> None:
    eyes = Eyes(Table(profile.load("quad-game-dark-bid")))
    eyes.wait(2)
    eyes.lay("S", "2H")
    eyes.wait(4)
    eyes.take("S")
    eyes.wait(4)
    eyes.show("S", backs=1)
    assert brief(eyes.events) == ["deal", "bid S 2H"]


def test_the_lead_waits_for_its_cards_and_the_follow_closes_by_count() -> None:
    eyes = start()
    eyes.lay("S", "AC")
    eyes.lay("S", "AC", after=0.4)
    assert plays(eyes) == []
    eyes.lay("E", "3C", after=0.6)
    assert plays(eyes) == ["play S AC AC"]
    eyes.lay("E", "4C", after=0.4)
    assert plays(eyes) == ["play S AC AC", "play E 3C 4C"]


def test_a_lead_is_given_out_when_it_has_been_still() -> None:
    eyes = start()
    eyes.lay("S", "AC")
    eyes.wait(3)
    assert plays(eyes) == ["play S AC"]
    eyes.lay("S", "KC")
    eyes.wait(2)
    assert plays(eyes) == ["play S AC", "correction AC KC"]


def test_four_plays_and_the_next_lead_while_the_old_trick_still_lies() -> None:
    eyes = start()
    for seat, card in zip("SENW", ("KC", "3C", "5C", "4C"), strict=True):
        eyes.lay(seat, card)
    eyes.take("S")
    eyes.lay("S", "KD", after=0.5)
    eyes.take("E")
    eyes.lay("E", "3D", after=0.3)
    assert plays(eyes)[-2:] == ["play S KD", "play E 3D"]
    assert len(plays(eyes)) == 6


def test_the_winner_leads_beside_its_old_card() -> None:
    eyes = start()
    for seat, card in zip("SENW", ("KC", "3C", "5C", "4C"), strict=True):
        eyes.lay(seat, card)
    eyes.lay("S", "QD", after=2)
    eyes.lay("E", "3D", after=2)
    assert plays(eyes)[-2:] == ["play S QD", "play E 3D"]


def test_straightening_and_a_lost_track_are_nothing() -> None:
    eyes = start()
    eyes.lay("S", "AC", "AC")
    eyes.wait(3)
    card = eyes.zones["S"][1]
    eyes.take("S", "AC")
    eyes.zones["S"].append(card | {"track": 999, "centre_mm": [card["centre_mm"][0] + 8, 650]})
    eyes.t += 0.5
    eyes.show("S")
    eyes.lay("E", "3C", "4C")
    assert plays(eyes) == ["play S AC AC", "play E 3C 4C"]


def test_failed_throw_leaves_fewer_cards() -> None:
    eyes = start()
    eyes.lay("S", "AC", "QC", "QC")
    eyes.wait(3)
    eyes.take("S", "AC")
    eyes.wait(2)
    eyes.lay("E", "KC", "KC")
    assert plays(eyes) == ["play S AC QC QC", "throw_failed QC QC", "play E KC KC"]


def test_failed_throw_withdrawn_before_the_lead_was_closed() -> None:
    eyes = start()
    eyes.lay("S", "AC", "QC", "QC")
    eyes.take("S", "AC", "QC", after=1)
    eyes.lay("E", "KC")
    assert plays(eyes) == ["play S AC QC QC", "throw_failed QC", "play E KC"]


def test_retraction() -> None:
    eyes = start()
    eyes.lay("S", "AC")
    eyes.lay("E", "9D")
    eyes.take("E", after=2)
    eyes.lay("E", "3C", after=1)
    eyes.lay("N", "5C")
    assert plays(eyes) == ["play S AC", "play E 9D", "retracted E 9D", "play E 3C", "play N 5C"]


def test_one_of_two_cards_exchanged() -> None:
    eyes = start()
    eyes.lay("S", "AC", "AC")
    eyes.lay("E", "3C", "9D")
    eyes.take("E", "9D", after=2)
    eyes.lay("E", "4C", after=1)
    eyes.lay("N", "5C", "6C")
    assert plays(eyes) == [
        "play S AC AC", "play E 3C 9D", "retracted E 9D", "play E 4C", "play N 5C 6C",
    ]  # fmt: skip
    result = fold([make(1, "match", profile="house-2deck"), *_after(eyes)])
    assert result.deals[0].plays[1].cards == ("3C", "4C")


def _after(eyes: Eyes) -> list[object]:
    return [e.changed() for e in eyes.table.events if e.type != "match"]


def test_a_missed_play_is_marked_and_nothing_is_shifted() -> None:
    eyes = start()
    for seat, card in zip("SEN", ("3C", "4C", "5C"), strict=True):
        eyes.lay(seat, card)
    eyes.clear()
    eyes.wait(3)
    eyes.lay("W", "KD")
    eyes.lay("S", "3D")
    eyes.wait(3)
    assert plays(eyes) == [
        "play S 3C", "play E 4C", "play N 5C", "play W ??", "play W KD", "play S 3D",
    ]  # fmt: skip


def test_point_cards_gathered_in_the_centre_are_no_plays() -> None:
    eyes = start()
    for seat, card in zip("SENW", ("3C", "KC", "5C", "4C"), strict=True):
        eyes.lay(seat, card)
    eyes.clear()
    eyes.lay("centre", "KC", "5C")
    eyes.wait(5)
    assert len(plays(eyes)) == 4


def test_two_plays_that_settle_together_stand_in_turn() -> None:
    eyes = start()
    eyes.lay("S", "AC")
    eyes.lay("N", "5C", after=2)
    eyes.lay("E", "3C", after=0.5)
    eyes.lay("W", "4C", after=1)
    assert plays(eyes) == ["play S AC", "play E 3C", "play N 5C", "play W 4C"]


def test_out_of_turn_is_recorded_as_it_was() -> None:
    eyes = start()
    eyes.lay("S", "AC")
    eyes.lay("N", "5C", after=2)
    eyes.lay("E", "3C", after=3)
    eyes.lay("W", "4C", after=1)
    assert plays(eyes) == ["play S AC", "play N 5C", "play E 3C", "play W 4C"]


def test_a_short_play_is_closed_by_the_next_seat() -> None:
    eyes = start()
    eyes.lay("S", "AC", "AC")
    eyes.lay("E", "3C")
    eyes.lay("N", "5C", "6C", after=2)
    assert plays(eyes) == ["play S AC AC", "play E 3C ??", "play N 5C 6C"]
    result = fold([make(1, "match", profile="house-2deck"), *_after(eyes)])
    assert result.deals[0].findings == ()


def test_the_decks_hold_only_two() -> None:
    eyes = start()
    eyes.lay("S", "AC")
    eyes.lay("E", eyes.card("E", "AC", 0.6, [("4C", 0.3)]))
    eyes.lay("N", "AC")
    assert plays(eyes) == ["play S AC", "play E AC", "play N AC", "correction 4C"]
    assert "look at" in eyes.events[-1].get("note")


def test_a_bid_card_is_laid_once_more_without_being_counted_twice() -> None:
    eyes = Eyes(Table(TWO))
    eyes.lay("S", "2H", "2H")
    eyes.wait(4)
    eyes.take("S")
    eyes.wait(4)
    eyes.events.clear()
    eyes.lay("S", "3C")
    eyes.lay("E", eyes.card("E", "2H", 0.7, [("2D", 0.3)]))
    eyes.lay("N", eyes.card("N", "2H", 0.8, [("2D", 0.2)]))
    assert plays(eyes) == ["play S 3C", "play E 2H", "play N 2H"]


def test_what_lies_far_from_where_a_seat_plays_is_no_play() -> None:
    """A pile of face-down tricks beside the seat, a corner of which looks like a joker."""
    eyes = start()
    for seat, card in zip("SENW", ("AC", "3C", "5C", "4C"), strict=True):
        eyes.lay(seat, card)
    eyes.clear()
    pile = eyes.card("E", "SJ", 0.97) | {"centre_mm": [650.0, 640.0]}
    eyes.lay("E", pile)
    eyes.wait(3)
    eyes.lay("S", "KD")
    eyes.zones["E"].append(eyes.card("E", "3D") | {"centre_mm": [650.0, 410.0]})
    eyes.t += 1
    eyes.show("E")
    eyes.lay("N", "5D")
    assert plays(eyes)[4:] == ["play S KD", "play E 3D", "play N 5D"]


def test_a_reading_that_changes_is_corrected() -> None:
    eyes = start()
    eyes.lay("S", "AC")
    eyes.lay("E", "3C")
    eyes.zones["E"][0]["card"] = "8C"
    eyes.t += 0.3
    eyes.show("E")
    assert plays(eyes) == ["play S AC", "play E 3C", "correction 8C"]


def test_expect() -> None:
    eyes = start(bid=False)
    assert eyes.table.expect() is None
    eyes = start()
    assert {key: (eyes.table.expect() or {})[key] for key in ("seat", "count")} == {
        "seat": "S",
        "count": 0,
    }
    eyes.lay("S", "AC", "AC")
    eyes.lay("E", "3C", "4C")
    said = eyes.table.expect()
    assert said is not None
    assert (said["kind"], said["seat"], said["count"]) == ("expect", "N", 2)
    assert said["copies_left"]["AC"] == 0


def test_nothing_closes_while_the_camera_is_lost() -> None:
    eyes = start()
    eyes.lay("S", "AC")
    eyes.wait(10, "lost")
    assert plays(eyes) == []


def test_numbers_go_on_from_where_the_store_is() -> None:
    table = Table(TWO)
    eyes = Eyes(table)
    eyes.wait(2)
    eyes.t += 1
    eyes.zones["S"] = [eyes.card("S", "2H")]
    message = {"v": 1, "kind": "zone", "seq": 1, "t": eyes.t, "frame": 0, "zone": "S",
               "cards": eyes.zones["S"], "backs": 0, "evidence": {}, "doubt": None}  # fmt: skip
    assert [e.seq for e in table.observe(message, seq=40)] == [40, 41]


def act(deal: Dealt, eyes: Eyes, rng: Random) -> None:
    """Play a whole legal deal out in front of the eyes."""
    level = deal.trump.level
    eyes.lay(deal.declarer, f"{level}{deal.trump.suit}")
    eyes.wait(4)
    eyes.take(deal.declarer)
    eyes.wait(5)
    trick = 0
    laid = 0
    for step in deal.steps:
        if step["type"] == "play":
            for card in step["cards"]:
                eyes.lay(step["seat"], card, after=rng.uniform(0.2, 0.6))
            eyes.t += rng.uniform(0.5, 2.5)
            laid += 1
            if laid % 4 == 0:
                eyes.wait(rng.uniform(0.5, 2.0))
                order = list(SEATS)
                rng.shuffle(order)
                eyes.clear(*order)
                trick += 1
        elif step["type"] == "kitty":
            eyes.lay("centre", *step["cards"])
            eyes.wait(4)
    eyes.wait(2)


@pytest.mark.parametrize("number", range(6))
def test_a_whole_deal_becomes_its_history(number: int) -> None:
    rng = Random(number)
    while True:
        deal = legal_deal(TWO, rng)
        if deal.trump.suit != "NT":
            break
    levels = {"NS": deal.trump.level, "EW": deal.trump.level}
    eyes = Eyes(Table(TWO, levels=levels))
    act(deal, eyes, rng)
    head = make(1, "match", profile="house-2deck", levels=levels)
    result = fold([head, *eyes.events], TWO)
    folded = result.deals[0]
    wanted = [(s["seat"], sorted(s["cards"])) for s in deal.steps if s["type"] == "play"]
    assert [(p.seat, sorted(p.cards)) for p in folded.plays] == wanted
    assert folded.complete
    assert folded.points == (deal.defender_points, deal.defender_points)
    assert folded.findings == ()


def test_a_doubtful_thing_beside_a_lead_is_no_card_of_it() -> None:
    eyes = start()
    eyes.lay("S", eyes.card("S", "SJ", 0.45, [("BJ", 0.4)]))
    eyes.lay("S", "5D", "5D")
    eyes.lay("E", "7D", "8D")
    for seat in ("N", "W"):
        eyes.lay(seat, "9D", "TD")
    eyes.clear("E", "N", "W")
    eyes.take("S", "5D", "5D")
    eyes.wait(4)
    eyes.lay("S", "AC")
    assert plays(eyes)[:2] == ["play S 5D 5D", "play E 7D 8D"]
    assert plays(eyes)[4:] == []
    eyes.lay("E", "3C")
    assert plays(eyes)[4] == "play S AC"


def test_a_doubtful_card_counts_where_the_play_would_be_too_short() -> None:
    eyes = start()
    eyes.lay("S", "5D", "5D")
    eyes.lay("E", "7D", eyes.card("E", "8D", 0.6, [("3D", 0.3)]))
    eyes.lay("N", "9D", "TD")
    assert plays(eyes) == ["play S 5D 5D", "play E 7D 8D", "play N 9D TD"]


def test_sure_cards_are_never_read_otherwise() -> None:
    eyes = start()
    for seat in "SEN":
        eyes.lay(seat, eyes.card(seat, "AC", 0.998, [("4C", 0.001)]))
    assert plays(eyes) == ["play S AC", "play E AC", "play N AC"]
    assert "more AC than the decks hold" in eyes.events[-1].get("note")
    result = fold([make(1, "match", profile="house-2deck"), *_after(eyes)])
    assert "extra_copy" in {gap.code for gap in result.deals[0].gaps}


def test_cards_taken_back_from_a_pair_are_a_retraction_not_a_failed_throw() -> None:
    eyes = start()
    eyes.lay("S", "AC", "AC")
    eyes.wait(3)
    eyes.take("S", "AC")
    eyes.wait(3)
    assert plays(eyes) == ["play S AC AC", "retracted S AC"]


def test_a_doubtful_card_that_vanishes_never_was_there() -> None:
    eyes = start()
    eyes.lay("S", eyes.card("S", "AC", 0.8), eyes.card("S", "KC", 0.8))
    eyes.wait(3)
    eyes.take("S", "KC")
    eyes.wait(3)
    assert plays(eyes) == ["play S AC KC", "correction AC"]


def test_a_short_play_is_proven_once_no_copy_can_lie_under_its_card() -> None:
    eyes = start()
    eyes.lay("S", "AC", "AC")
    eyes.lay("E", "3C")
    eyes.lay("N", "5C", "6C", after=2)
    eyes.lay("W", "3C", "7C", after=2)
    assert plays(eyes)[1:] == ["play E 3C ??", "play N 5C 6C", "play W 3C 7C", "correction 3C"]
    result = fold([make(1, "match", profile="house-2deck"), *_after(eyes)])
    assert [f.offence for f in result.deals[0].findings] == ["wrong_count"]


def test_a_card_found_beside_the_first_takes_the_doubt_away() -> None:
    eyes = start()
    eyes.lay("S", "AC", "AC")
    eyes.lay("E", "3C")
    eyes.wait(3)
    eyes.lay("E", "3C")
    eyes.wait(3)
    assert plays(eyes)[1:] == ["play E 3C ??", "correction 3C 3C"]


def test_a_card_that_may_be_hidden_is_remembered_over_a_restart() -> None:
    eyes = start()
    eyes.lay("S", "AC", "AC")
    eyes.lay("E", "3C")
    eyes.wait(3)
    eyes.table = Table.resume(TWO, [make(1, "match", profile="house-2deck"), *_after(eyes)])
    eyes.events.clear()
    eyes.show("S")
    eyes.show("E")
    eyes.wait(5)
    assert plays(eyes) == []
    eyes.lay("N", "5C", "6C")
    eyes.lay("W", "3C", "7C")
    assert plays(eyes) == ["play N 5C 6C", "play W 3C 7C", "correction 3C"]


def test_a_card_pushed_under_another_is_not_taken_back() -> None:
    eyes = start()
    eyes.lay("S", "KS", "KS")
    eyes.lay("E", "9S", "JS")
    eyes.zones["E"][1]["centre_mm"][0] -= 12.0
    eyes.take("E", "9S")
    eyes.wait(5)
    assert plays(eyes) == ["play S KS KS", "play E 9S JS"]


def test_a_bid_card_led_where_it_lay_as_a_bid_is_the_lead_once_it_is_followed() -> None:
    eyes = Eyes(Table(TWO))
    eyes.wait(2)
    eyes.lay("S", "2S")
    eyes.wait(20)
    eyes.take("S")
    eyes.wait(15)
    eyes.lay("S", "2S")
    eyes.wait(3)
    eyes.lay("E", "8S")
    assert brief(eyes.events) == ["deal", "bid S 2S", "play S 2S", "play E 8S"]


@pytest.mark.parametrize("away", [0.9, 5.0, 12.0])
def test_a_bid_that_was_out_of_sight_is_no_lead(away: float) -> None:
    eyes = Eyes(Table(TWO))
    eyes.wait(2)
    eyes.lay("S", "2S")
    eyes.wait(2)
    eyes.take("S")
    eyes.lay("S", "2S", after=away)
    eyes.wait(18)
    eyes.take("S")
    eyes.wait(4)
    eyes.lay("S", "7S", "7S")
    eyes.lay("E", "8S", "9S")
    assert brief(eyes.events) == ["deal", "bid S 2S", "play S 7S 7S", "play E 8S 9S"]


@pytest.mark.parametrize("pause", [0.0, 2.0])
def test_a_second_copy_led_where_the_first_was_taken_away_is_a_new_lead(pause: float) -> None:
    eyes = start()
    eyes.lay("S", "QS")
    for seat, card in (("E", "3S"), ("N", "4S"), ("W", "5S")):
        eyes.lay(seat, card)
    eyes.clear("E", "N", "W", "S")
    eyes.wait(pause)
    eyes.lay("S", "QS", after=1.4)
    eyes.lay("E", "7S")
    assert plays(eyes)[4:] == ["play S QS", "play E 7S"]


def test_a_card_that_is_lost_for_a_moment_while_the_trick_is_cleared_is_no_lead() -> None:
    eyes = start()
    eyes.lay("S", "QS")
    for seat, card in (("E", "3S"), ("N", "4S"), ("W", "5S")):
        eyes.lay(seat, card)
    eyes.clear("E", "N", "W", "S")
    eyes.lay("S", "QS", after=0.4)
    eyes.take("S")
    eyes.wait(3)
    eyes.lay("S", "AC")
    eyes.lay("E", "7C")
    assert plays(eyes)[4:] == ["play S AC", "play E 7C"]


def last_cards(eyes: Eyes, *counts: int) -> None:
    """Let the seats play all but so many of their cards, in tricks of single cards."""
    deck = [card for card in CARDS if not points(TWO, [card])] * 2
    for number in range(25 - counts[0]):
        for n, seat in enumerate("SENW"):
            eyes.lay(seat, deck[(4 * number + n) % len(deck)], after=0.5)
        eyes.clear()
        eyes.wait(2)


def test_a_captured_card_lying_apart_from_the_kitty_is_no_card_of_it() -> None:
    ending = Ending(Record(2, 1), 8, {}, Counter({"KC": 1}), set())
    fan = [
        SeenCard(n, "3D", 1.0, (), (400.0 + 17 * n + 17 * (n > 3), 374.0), None) for n in range(7)
    ]
    captured = SeenCard(90, "KC", 1.0, (), (519.0, 235.0), None)
    ending.seen(ZoneSeen(10.0, "centre", (captured, *fan), 0, None, None, None))
    assert ending.tick(30.0)
    assert ending.record.events[-1].cards == ("3D",) * 7 + ("??",)


def test_play_goes_on_where_a_card_was_counted_too_often() -> None:
    eyes = start()
    eyes.lay("S", "AC", "AC")
    for seat, card in (("E", "3C"), ("N", "4C"), ("W", "5C")):
        eyes.lay(seat, card, card)
    eyes.clear()
    eyes.wait(3)
    last_cards(eyes, 3)
    eyes.events.clear()
    for seat, card in (("S", "KD"), ("E", "9D"), ("N", "4D"), ("W", "6D")):
        eyes.lay(seat, card)
    eyes.clear()
    eyes.wait(3)
    for seat, card in (("S", "KH"), ("E", "9H"), ("N", "4H"), ("W", "6H")):
        eyes.lay(seat, card)
    eyes.clear()
    eyes.wait(3)
    assert [line for line in plays(eyes) if "correction" not in line] == [
        "play S KD", "play E 9D", "play N 4D", "play W 6D",
        "play S KH", "play E 9H", "play N 4H", "play W 6H",
    ]  # fmt: skip


def asked(eyes: Eyes, zone: str, card: str, p: float, *other: object) -> dict[str, object]:
    """Return a card that was found only because one is missing there."""
    return eyes.card(zone, card, p, other) | {"real": 0.2, "asked": True, "arrived": True}


def test_a_lead_of_which_a_card_was_not_seen_is_marked() -> None:
    eyes = start()
    eyes.lay("S", "4S")
    for seat, cards in (("E", "7S 8S"), ("N", "JS KS"), ("W", "QS QS")):
        eyes.lay(seat, *cards.split())
    eyes.clear()
    eyes.wait(3)
    assert plays(eyes)[-1] == "correction 4S ??"
    result = fold([make(1, "match", profile="house-2deck"), *_after(eyes)])
    assert "unread_card" in {gap.code for gap in result.deals[0].gaps}


def test_one_seat_that_lays_too_many_cards_marks_no_lead() -> None:
    eyes = start()
    eyes.lay("S", "4S")
    for seat, cards in (("E", "7S 8S"), ("N", "JS"), ("W", "QS")):
        eyes.lay(seat, *cards.split())
    eyes.clear()
    eyes.wait(3)
    assert plays(eyes) == ["play S 4S", "play E 7S 8S", "play N JS", "play W QS"]


def test_more_cards_than_were_led_ask_for_another_look_at_the_lead() -> None:
    eyes = start()
    eyes.lay("S", "4S")
    eyes.lay("E", "7S", "8S")
    hint = eyes.table.expect() or {}
    assert (hint["seat"], hint["count"]) == ("S", 2)
    eyes.lay("S", asked(eyes, "S", "4S", 0.99))
    eyes.lay("N", "JS", "KS")
    assert plays(eyes) == ["play S 4S", "correction 4S 4S", "play E 7S 8S", "play N JS KS"]
    hint = eyes.table.expect() or {}
    assert (hint["seat"], hint["count"]) == ("W", 2)


@pytest.mark.parametrize(
    ("p", "wanted"), [(0.95, "play E 7S SJ"), (0.6, "play E 7S ??")], ids=["named", "unread"]
)
def test_a_hardly_readable_card_fills_a_short_play(p: float, wanted: str) -> None:
    eyes = start()
    eyes.lay("S", "4S", "4S")
    eyes.lay("E", "7S", asked(eyes, "E", "SJ", p, ("BJ", 0.3)))
    eyes.lay("N", "JS", "KS")
    assert plays(eyes)[1:] == [wanted, "play N JS KS"]
    event = next(e for e in eyes.events if e.seat == "E")
    assert event.get("confidences")[1] <= 0.3
    assert event.get("alternatives")[1][0][0] == ("BJ" if p > 0.9 else "SJ")


def test_a_hardly_readable_card_beside_enough_sure_ones_is_none() -> None:
    eyes = start()
    eyes.lay("S", "4S")
    eyes.lay("E", "7S", asked(eyes, "E", "SJ", 0.99))
    eyes.lay("N", "JS")
    assert plays(eyes) == ["play S 4S", "play E 7S", "play N JS"]


def test_a_hardly_readable_last_play_counts_when_the_trick_is_taken() -> None:
    eyes = start()
    for seat, card in (("S", "4S"), ("E", "7S"), ("N", "JS")):
        eyes.lay(seat, card)
    eyes.lay("W", asked(eyes, "W", "SJ", 0.95))
    eyes.wait(3)
    eyes.clear("W", "S", "E", "N")
    eyes.wait(3)
    assert plays(eyes) == ["play S 4S", "play E 7S", "play N JS", "play W SJ"]


def test_a_hardly_readable_card_of_the_last_play_counts_when_the_trick_is_taken_at_once() -> None:
    eyes = start()
    for seat, cards in (("S", "4S 4S"), ("E", "7S 8S"), ("N", "JS KS")):
        eyes.lay(seat, *cards.split())
    eyes.lay("W", "3C", asked(eyes, "W", "SJ", 0.95))
    eyes.clear("W", "S", "E", "N")
    eyes.wait(4)
    assert plays(eyes)[3:] == ["play W 3C SJ"]


def test_cards_that_go_one_by_one_while_a_trick_is_taken_go_back_to_no_hand() -> None:
    eyes = start()
    for seat, cards in (("S", "4S 4S"), ("E", "7S 8S"), ("N", "JS KS"), ("W", "AS 7H")):
        eyes.lay(seat, *cards.split())
    eyes.clear("E", "S", "N")
    eyes.take("W", "7H")
    eyes.wait(4)
    eyes.take("W")
    assert "retracted" not in {event.type for event in eyes.events}


def test_the_kitty_is_looked_for_in_the_centre() -> None:
    ending = Ending(Record(2, 1), 8, {}, Counter(), {5})
    old = SeenCard(5, "KC", 1.0, (), (519.0, 235.0), None)
    ending.seen(ZoneSeen(10.0, "centre", (old,), 0, None, None, None))
    assert ending.wanted == 9


def test_a_hardly_readable_first_lead_counts_once_others_follow() -> None:
    eyes = start()
    eyes.lay("S", asked(eyes, "S", "SJ", 0.95))
    eyes.lay("E", "7S")
    eyes.lay("N", "JS")
    assert plays(eyes) == ["play S SJ", "play E 7S", "play N JS"]


@pytest.mark.parametrize("pause", [0.0, 3.0])
@pytest.mark.parametrize("hardly", [True, False])
def test_a_doubtful_lead_counts_once_others_follow(pause: float, hardly: bool) -> None:
    eyes = start()
    for seat, card in (("S", "4S"), ("E", "AS"), ("N", "JS"), ("W", "3S")):
        eyes.lay(seat, card)
    eyes.clear("W", "S", "E", "N")
    eyes.wait(pause)
    doubtful = eyes.card("E", "KD", 0.9) | {"real": 0.55}
    eyes.lay("E", asked(eyes, "E", "KD", 0.9) if hardly else doubtful)
    eyes.lay("N", "7D")
    eyes.lay("W", "8D")
    assert plays(eyes)[4:] == ["play E KD", "play N 7D", "play W 8D"]


def test_a_card_of_the_trick_before_a_restart_is_not_taken_for_a_later_copy() -> None:
    eyes = start()
    for seat, card in (("S", "JC"), ("E", "3C"), ("N", "AC"), ("W", "4C")):
        eyes.lay(seat, card)
    eyes.clear()
    eyes.wait(2)
    eyes.lay("N", "5D")
    eyes.wait(3)
    eyes.table = Table.resume(TWO, [make(1, "match", profile="house-2deck"), *_after(eyes)])
    eyes.events.clear()
    for zone in ("N", "W", "S", "E", "centre"):
        eyes.show(zone)
    eyes.wait(5)
    eyes.lay("W", "6D")
    eyes.lay("S", "JC")
    assert plays(eyes) == ["play W 6D", "play S JC"]
