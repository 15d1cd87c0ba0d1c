"""A scripted table: what the eyes would tell about hands laying and taking cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorer.cards import Card
from scorer.history import Event
from scorer.table import Table

Message = dict[str, Any]
PLACE = {"N": (400.0, 150.0), "W": (150.0, 400.0), "S": (400.0, 650.0), "E": (650.0, 400.0),
         "centre": (400.0, 400.0)}  # fmt: skip


class Eyes:
    """Keeps what lies in each zone and feeds the table with messages as time goes by."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.t = 0.0
        self.zones: dict[str, list[Message]] = {}
        self.track = 0
        self.seq = 0
        self.events: list[Event] = []

    def wait(self, seconds: float, state: str = "ok") -> list[Event]:
        """Let time pass, one pulse a second."""
        before = len(self.events)
        end = self.t + seconds
        while self.t < end - 1e-9:
            self.t = min(end, self.t + 1.0)
            self._feed({"v": 1, "kind": "pulse", "t": self.t, "frame": 0, "state": state})
        return self.events[before:]

    def card(self, zone: str, card: Card, p: float = 0.99, other: Sequence[Any] = ()) -> Message:
        """Return a new card at the next place of a zone."""
        self.track += 1
        x, y = PLACE[zone]
        return {
            "track": self.track,
            "card": card,
            "p": p,
            "alternatives": [list(pair) for pair in other],
            "centre_mm": [x + 20.0 * len(self.zones.get(zone, [])), y],
            "angle": 0.0,
            "crop": f"{self.track}.jpg",
        }

    def lay(self, zone: str, *cards: Card | Message, after: float = 1.0) -> list[Event]:
        """Lay cards into a zone, all settled at once."""
        self.t += after
        new = []
        for card in cards:
            new.append(card if isinstance(card, dict) else self.card(zone, card))
            self.zones.setdefault(zone, []).append(new[-1])
        return self.show(zone)

    def take(self, zone: str, *cards: Card, after: float = 0.5) -> list[Event]:
        """Take cards away; all of the zone where none are named."""
        self.t += after
        lying = self.zones.get(zone, [])
        if not cards:
            lying.clear()
        for card in cards:
            lying.remove(next(c for c in lying if c["card"] == card))
        return self.show(zone)

    def clear(self, *zones: str) -> None:
        """Take a trick away, seat by seat."""
        for zone in zones or ("N", "W", "S", "E"):
            if self.zones.get(zone):
                self.take(zone, after=0.4)

    def show(self, zone: str, doubt: str | None = None, backs: int = 0) -> list[Event]:
        """Tell the settled content of a zone."""
        self.seq += 1
        return self._feed(
            {
                "v": 1,
                "kind": "zone",
                "seq": self.seq,
                "t": self.t,
                "frame": 0,
                "zone": zone,
                "cards": [dict(card) for card in self.zones.get(zone, [])],
                "backs": backs,
                "evidence": {"before": "b.jpg", "settled": f"z{self.seq}.jpg"},
                "doubt": doubt,
            }
        )

    def _feed(self, message: Message) -> list[Event]:
        new = self.table.observe(message)
        self.events += new
        return new


def brief(events: Sequence[Event]) -> list[str]:
    """Return events as short text, such as ``play S AC AC``."""
    lines = []
    for event in events:
        parts = [event.type, str(event.seat or ""), *event.cards]
        if event.type == "throw_failed":
            parts += event.fields["stands"]
        if event.type == "correction":
            parts += event.fields["set"].get("cards", [])
        lines.append(" ".join(part for part in parts if part))
    return lines
