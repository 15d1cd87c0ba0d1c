"""Observed messages of a Guandan table that is told the truth."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from scorer.cards import SEATS, Card, Seat
from scorer.guandan.automatch import MatchDeal
from scorer.guandan.rounds import deal_over
from scorer.guandan.table import GuandanTable

Message = dict[str, Any]


class Eyes:
    """Keeps what lies in each zone and writes a message whenever that has changed."""

    def __init__(self, seed: int = 0) -> None:
        self.t = 0.0
        self.rng = Random(seed)
        self.zones: dict[Seat, list[tuple[int, Card]]] = {seat: [] for seat in SEATS}
        self.places: dict[int, list[float]] = {}
        self.messages: list[Message] = []
        self._track = 0

    def wait(self, seconds: float) -> None:
        """Let time pass, a pulse each second."""
        end = self.t + seconds
        while self.t + 1.0 <= end:
            self.t += 1.0
            self.messages.append({"v": 1, "kind": "pulse", "t": self.t, "state": "ok"})
        self.t = end

    def say(self, seat: Seat, p: float = 0.99) -> None:
        """Write the settled content of a zone."""
        cards = [
            {"track": track, "card": card, "p": p, "centre_mm": self.places[track],
             "alternatives": [], "crop": f"{track}.jpg"}
            for track, card in self.zones[seat]
        ]  # fmt: skip
        self.messages.append(
            {"v": 1, "kind": "zone", "seq": len(self.messages), "t": round(self.t, 3),
             "zone": seat, "cards": cards, "backs": 0, "evidence": {"settled": "zone.jpg"}}
        )  # fmt: skip

    def put(self, seat: Seat, cards: Sequence[Card], *, keep: bool = False) -> None:
        """Lay cards before a seat; what lay there goes away unless it is kept."""
        if not keep:
            self.zones[seat] = []
        left, depth = self.rng.uniform(-150.0, 150.0), self.rng.uniform(-150.0, 150.0)
        for place, card in enumerate(cards):
            self._track += 1
            self.zones[seat].append((self._track, card))
            self.places[self._track] = [left + 20.0 * place, depth]
        self.t += self.rng.uniform(0.6, 4.0)
        self.say(seat)

    def take(self, seat: Seat) -> None:
        """Clear a zone."""
        if self.zones[seat]:
            self.zones[seat] = []
            self.t += 0.4
            self.say(seat)

    def deal(self, deal: MatchDeal) -> None:
        """Write a whole deal: tribute, rounds cleared one after another, the end."""
        if deal.exchange is not None:
            self._exchange(deal)
        plays = deal.played.plays
        for group in deal.played.rounds:
            for index in group:
                seat, move = plays[index]
                self.put(seat, move.cards, keep=bool(self.rng.getrandbits(1)))
            self.wait(self.rng.uniform(0.5, 3.0))
            for seat in SEATS:
                self.take(seat)
        assert deal_over(deal.played.finished)
        self.wait(6.0)

    def _exchange(self, deal: MatchDeal) -> None:
        given = deal.exchange
        assert given is not None
        if given.refused:
            for seat in given.refused:
                held = [card for card in deal.played.hands[seat] if card == "BJ"]
                if held:
                    self.put(seat, held)
        for one in given.paid:
            self.put(one.giver, [one.card])
        for one in given.paid:
            self.take(one.giver)
        for one in given.returned:
            self.put(one.giver, [one.card])
        for seat in SEATS:
            self.take(seat)
        self.wait(1.0)


def feed(table: GuandanTable, messages: Sequence[Message]) -> None:
    """Let a table see messages."""
    for message in messages:
        table.observe(message)


def begun_anew(messages: Sequence[Message], cut: int) -> list[Message]:
    """Return the messages from ``cut`` on as eyes would write them that begin anew there.

    They number from 1, use other tracks, and tell every zone again that is not empty.
    """
    lying = {m["zone"]: m for m in messages[:cut] if m["kind"] == "zone"}
    told = [m for m in lying.values() if m["cards"]]
    t = messages[cut - 1]["t"] if cut else 0.0
    again = [message | {"t": t} for message in told] + list(messages[cut:])
    return [_renumbered(message, seq) for seq, message in enumerate(again, start=1)]


def _renumbered(message: Message, seq: int) -> Message:
    if message["kind"] != "zone":
        return message
    cards = [card | {"track": card["track"] + 100_000} for card in message["cards"]]
    return message | {"seq": seq, "cards": cards}
