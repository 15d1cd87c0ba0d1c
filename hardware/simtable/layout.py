"""Where things lie on the simulated table, in mm; seats look at the centre."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.simtable.tracks import Pose
from scorer.cards import Seat

UPRIGHT: dict[Seat, float] = {"S": 0.0, "W": 90.0, "N": 180.0, "E": 270.0}
"""Clockwise turn of a card that its owner reads upright."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Places on a table of ``w`` × ``h`` mm; seat N at the top."""

    w: float
    h: float
    fan_depth: float = 76.0
    """From the seat's edge to the centre of its played cards."""

    def at(self, seat: Seat, along: float, depth: float, turn: float = 0.0) -> Pose:
        """Return the pose ``along`` mm to the owner's right and ``depth`` mm from its edge."""
        x, y = {
            "S": (self.w / 2 + along, self.h - depth),
            "N": (self.w / 2 - along, depth),
            "W": (depth, self.h / 2 + along),
            "E": (self.w - depth, self.h / 2 - along),
        }[seat]
        return Pose(x, y, (UPRIGHT[seat] + turn) % 360)

    def slot(self, seat: Seat, along: float, lean: float = 0.0) -> Pose:
        """Return a place in front of a seat."""
        return self.at(seat, along, self.fan_depth, lean)

    def outside(self, seat: Seat, along: float = 0.0) -> Pose:
        """Return a place beyond the table's edge, out of the camera's sight."""
        return self.at(seat, along, -190.0)

    def pile(self, seat: Seat) -> Pose:
        """Return the place of a seat's face-down tricks, at its right hand."""
        along = 300.0 if seat in ("N", "S") else min(215.0, self.h / 2 - 62)
        return self.at(seat, along, 68.0, 90.0)

    def draw_pile(self) -> Pose:
        """Return the place of the cards to be drawn."""
        return Pose(self.w / 2, self.h / 2, 0.0)

    def buried(self, declarer: Seat) -> Pose:
        """Return the place of the buried kitty 底牌, at the declarer's left hand."""
        along = -300.0 if declarer in ("N", "S") else -min(215.0, self.h / 2 - 62)
        return self.at(declarer, along, 68.0, 90.0)

    def captured(self, index: int) -> Pose:
        """Return the place of the n-th captured point card, face up in rows in the centre."""
        row, column = divmod(index, 12)
        return Pose(self.w / 2 - 72 + column * 13.0, self.h / 2 - 62 + row * 28.0, 0.0)

    def turned_up(self, index: int) -> Pose:
        """Return the place of the n-th kitty card turned up at the end."""
        return Pose(self.w / 2 - 66 + index * 18.5, self.h / 2 + 72, 0.0)

    def shoulder(self, seat: Seat) -> Pose:
        """Return the point from which a seat's arm comes."""
        return self.at(seat, 70.0, -420.0)
