"""Frames in, observations out: looks where something changed and then lay still.

The messages are the contract `Observed` of docs/architecture.md, as dictionaries ready for JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from vision.backs import slabs
from vision.calibration import Calibration
from vision.evidence import EvidenceWriter, card_picture, jpeg, zone_picture
from vision.frame import Frame, Mask
from vision.motion import Surface
from vision.overlap import standing
from vision.pose import PoseKeeper
from vision.readings import ALTERNATIVES, Reading, ranked
from vision.tracks import NEAR_MM, State, Track, Tracks
from vision.zones import IGNORE, Zone, assign, default_zones, fan_order, zone_of

VERSION = 1
LOOK_EVERY_S = 0.1
"""Least time between two looks (s)."""
BUSY_S = 0.8
"""While hands keep moving beside what has changed, a look is taken after this time (s)."""
RECHECK_S = 10.0
"""A still table is looked at again after this time (s)."""
LEARN_EVERY_S = 0.5
"""Time between two looks at the bare cloth (s)."""
MIN_DIRTY_PX = 4
"""Fewer changed pixels of the small picture than this are noise."""
EXTRA_LOOKS = 5
"""After a change, at most so many looks are taken to make up one's mind."""
PULSE_S = 1.0
LEAST_REAL = 0.06
"""Indices that are one with at least this probability bring a known card to mind, and tell of an
unknown one where a card is missing."""
MISSING_PX = 60
"""A card may lie unread where so many pixels of the small picture are neither cloth nor card."""
MISSING_S = 8.0
"""And have changed within this time (s)."""
UNREADABLE_P = 0.35
"""Below this probability a card is reported as ``??``."""
COVERED_SHARE = 0.6
"""The table counts as covered when so little of its cloth and cards is seen."""
AROUND_MM = 25.0
"""A zone is not reported while something moves this near its cards."""
OFF_ZONE_MM = 20.0
"""A card that reaches this far over the table's edge is half off."""

Message = dict[str, Any]


class Detector(Protocol):
    """Reads the cards that lie on a calibrated table."""

    def read(
        self, frame: Frame, calibration: Calibration, least: float | None = None
    ) -> Sequence[Reading]:
        """Return every face-up card, positions in mm; with ``least`` also hardly readable ones."""


class Watcher:
    """Turns frames into messages; keeps no clock, all times come from the frames."""

    def __init__(
        self,
        calibration: Calibration,
        detector: Detector,
        evidence: EvidenceWriter,
        zones: Sequence[Zone] | None = None,
    ) -> None:
        self._calibration = calibration
        self._detector = detector
        self._evidence = evidence
        self._zones = tuple(zones) if zones else default_zones(calibration.size_mm)
        self._watched = [zone for zone in self._zones if zone.name != IGNORE]
        self._surface = Surface(calibration)
        self._pose = PoseKeeper(calibration)
        self._tracks = Tracks()
        self._seq = 0
        self._frame: Frame | None = None
        self._looked_at = -np.inf
        self._learned_at = -np.inf
        self._backs: Counter[str] = Counter()
        self._counted: Counter[str] = Counter()
        self._extra = 0
        self._pulse_at = -np.inf
        self._told: dict[str, tuple[Any, ...]] = {zone.name: (0,) for zone in self._watched}
        self._pictures: dict[str, str] = {}
        self._wanted: dict[str, int] = {}
        self._asked = False

    @property
    def calibration(self) -> Calibration:
        """Return where the table lies in the picture now."""
        return self._calibration

    @property
    def tracks(self) -> Sequence[Track]:
        """Return the cards on the table as they stand."""
        return self._tracks.all

    def expect(self, message: Mapping[str, Any]) -> None:
        """Take a hint how many cards should lie in a zone: it prompts closer looks there.

        A count of 0 is a lead: of the trick before nothing is expected any more.
        """
        if message.get("kind") != "expect":
            return
        zone, count = str(message["seat"]), int(message["count"])
        if count == 0:
            self._wanted.clear()
        self._wanted[zone] = max(1, count)
        self._asked = True

    def feed(self, frame: Frame) -> list[Message]:
        """Take in the next frame; return what is to be told, oldest first."""
        first = self._frame is None
        self._frame = frame
        self._surface.update(frame)
        self._tracks.watch(self._surface, self._surface.moving)
        messages: list[Message] = []
        if first:
            self._picture_zones(frame)
        due = frame.t - self._pulse_at >= PULSE_S - 1e-6
        if due and self._pose.check(frame):
            self._calibration = self._pose.calibration
            self._surface.recalibrate(self._calibration)
        if not self._pose.lost:
            messages += self._attend(frame)
        if due:
            self._pulse_at = frame.t
            messages.append(self._pulse(frame, self._state()))
        return messages

    def _attend(self, frame: Frame) -> list[Message]:
        """Look at the table, or learn its cloth, where the time has come; return what is new."""
        if self._due(frame.t):
            if self._pose.upside_down(frame):
                return []
            self._look(frame)
            return self._news(frame)
        if frame.t - self._learned_at >= LEARN_EVERY_S:
            self._learned_at = frame.t
            self._survey()
            return self._news(frame)
        return []

    def finish(self) -> list[Message]:
        """Return what is left to be told when the frames have ended."""
        if self._frame is None:
            return []
        return [*self._news(self._frame, last=True), self._pulse(self._frame, "end")]

    def _due(self, t: float) -> bool:
        if t - self._looked_at < LOOK_EVERY_S - 1e-6:
            return False
        if self._surface.news(apart=t - self._looked_at < BUSY_S) >= MIN_DIRTY_PX:
            self._extra = EXTRA_LOOKS
            return True
        if self._asked:
            self._asked = False
            if any(self._may_lack(zone) for zone in self._watched):
                self._extra = EXTRA_LOOKS
                return True
        if self._extra > 0 and any(track.pending for track in self._tracks.all):
            self._extra -= 1
            return True
        return t - self._looked_at >= RECHECK_S

    def _look(self, frame: Frame) -> None:
        first = not np.isfinite(self._looked_at)
        self._looked_at = frame.t
        readings = self._read(frame)
        if first:
            self._surface.uncover(self._surface.mask([r.quad for r in readings], 8.0))
        self._tracks.look(standing(readings, self._surface), self._surface)
        self._surface.looked()
        tracks = self._tracks.all
        places = assign(
            [t.reading.centre for t in tracks], [t.reading.angle for t in tracks], self._zones
        )
        for track, (zone, agreed) in zip(tracks, places, strict=True):
            track.zone, track.agreed = zone, agreed

    def _read(self, frame: Frame) -> list[Reading]:
        """Return what lies on the table.

        What is hardly readable counts only where a known card lies or where one is missing.
        """
        found = self._detector.read(frame, self._calibration, LEAST_REAL)
        found = [reading for reading in found if self._on_table(reading)]
        zones = [zone_of(reading.centre, self._zones) for reading in found]
        sure = Counter(z for reading, z in zip(found, zones, strict=True) if reading.sure)
        short = {z for z, number in self._wanted.items() if self._is_short(z) and sure[z] < number}
        known = [track.reading.centre for track in self._tracks.all]
        return [
            reading
            for reading, zone in zip(found, zones, strict=True)
            if reading.sure or zone in short or any(_near(reading.centre, at) for at in known)
        ]

    def _is_short(self, zone: str) -> bool:
        """Return whether fewer cards lie in a zone than are expected there."""
        sure = sum(track.zone == zone and track.sure for track in self._tracks.all)
        return sure < self._wanted.get(zone, 0)

    def _may_lack(self, zone: Zone) -> bool:
        """Return whether something lies unread in a zone that is short of cards."""
        if not self._is_short(zone.name):
            return False
        known = self._surface.open | self._tracks.footprint(self._surface)
        fresh = self._surface.moved_within(MISSING_S) & ~self._surface.moving & ~known
        return int((fresh & self._surface.mask([zone.polygon])).sum()) >= MISSING_PX

    def _survey(self) -> None:
        """Look for face-down cards; learn what else lies still as cloth."""
        cards = self._tracks.footprint(self._surface, only_seen=True)
        found = slabs(self._surface, cards, self._calibration.card_mm)
        down = [slab for slab in found if not slab.face]
        self._tracks.turned([slab.centre for slab in down])
        count = Counter(zone for slab in down if (zone := zone_of(slab.centre, self._zones)))
        if count == self._counted:
            self._backs = count
        self._counted = count
        shapes = self._surface.mask([slab.quad for slab in found], 8.0)
        self._surface.learn(self._tracks.footprint(self._surface) | shapes)

    def _on_table(self, reading: Reading) -> bool:
        w, h = self._calibration.size_mm
        x, y = reading.centre
        return 0 <= x <= w and 0 <= y <= h

    def _news(self, frame: Frame, last: bool = False) -> list[Message]:
        moving = self._surface.moving
        messages = []
        for zone in self._watched:
            cards = [t for t in self._tracks.all if t.zone == zone.name]
            if not last and any(t.pending and t.sure for t in cards):
                continue
            lying = self._in_order([t for t in cards if t.present])
            names = [(t.id, _label(t)[0] if t.sure else "") for t in lying]
            content = (self._backs[zone.name], *names)
            if content == self._told[zone.name]:
                continue
            if not last and self._unrest(lying, moving):
                continue
            self._told[zone.name] = content
            messages.append(self._tell(frame, zone, lying))
        return messages

    def _unrest(self, cards: Sequence[Track], moving: Mask) -> bool:
        """Return whether something moves over or right beside uncovered cards."""
        near = self._surface.mask(
            [t.reading.quad for t in cards if t.state is State.SETTLED], AROUND_MM
        )
        return int((moving & near).sum()) >= MIN_DIRTY_PX

    @staticmethod
    def _in_order(cards: Sequence[Track]) -> list[Track]:
        order = fan_order(
            [t.reading.centre for t in cards],
            [t.reading.right for t in cards],
            [t.reading.corners for t in cards],
        )
        return [cards[n] for n in order]

    def _picture_zones(self, frame: Frame) -> None:
        for zone in self._watched:
            self._pictures[zone.name] = self._keep_zone(frame, zone)

    def _keep_zone(self, frame: Frame, zone: Zone) -> str:
        return self._evidence.write(jpeg(zone_picture(frame.image, self._calibration, zone)))

    def _tell(self, frame: Frame, zone: Zone, cards: Sequence[Track]) -> Message:
        before = self._pictures[zone.name]
        self._pictures[zone.name] = self._keep_zone(frame, zone)
        self._seq += 1
        return {
            "v": VERSION,
            "kind": "zone",
            "seq": self._seq,
            "t": round(frame.t, 4),
            "frame": frame.index,
            "zone": zone.name,
            "cards": [self._describe(frame, track) for track in cards],
            "backs": self._backs[zone.name],
            "evidence": {"before": before, "settled": self._pictures[zone.name]},
            "doubt": self._doubt(cards),
        }

    def _describe(self, frame: Frame, track: Track) -> Message:
        card, p, alternatives = _label(track)
        picture = card_picture(frame.image, self._calibration, track.reading)
        x, y = track.reading.centre
        return {
            "track": track.id,
            "card": card,
            "p": round(p, 4),
            "real": round(track.real, 4),
            "seen": round(track.seen, 3),
            "arrived": track.arrived,
            "asked": not track.sure,
            "alternatives": [[name, round(value, 4)] for name, value in alternatives],
            "centre_mm": [round(x, 1), round(y, 1)],
            "angle": round(track.reading.angle % 360.0, 1),
            "crop": self._evidence.write(jpeg(picture)),
        }

    def _doubt(self, cards: Sequence[Track]) -> str | None:
        w, h = self._calibration.size_mm
        for track in cards:
            quad = track.reading.quad
            if (
                quad.min() < -OFF_ZONE_MM
                or (quad.max(axis=0) > (w + OFF_ZONE_MM, h + OFF_ZONE_MM)).any()
            ):
                return "half_off_zone"
        if any(not track.agreed for track in cards):
            return "neighbour"
        return None

    def _pulse(self, frame: Frame, state: str) -> Message:
        return {
            "v": VERSION,
            "kind": "pulse",
            "t": round(frame.t, 4),
            "frame": frame.index,
            "state": state,
        }

    def _state(self) -> str:
        if self._pose.lost:
            return "lost"
        surface = self._surface
        known = surface.open | self._tracks.footprint(surface)
        if float(known.mean()) < 1 - COVERED_SHARE:
            return "covered"
        return "moving" if int(surface.moving.sum()) >= MIN_DIRTY_PX * 4 else "ok"


def _label(track: Track) -> tuple[str, float, list[tuple[str, float]]]:
    """Return the card's name, its probability and the next readings."""
    order = ranked(track.log_p)
    card, p = order[0]
    if p < UNREADABLE_P:
        return "??", p, list(order[:ALTERNATIVES])
    return card, p, list(order[1 : 1 + ALTERNATIVES])


def _near(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return float(np.hypot(a[0] - b[0], a[1] - b[1])) <= NEAR_MM
