"""One track per physical card: how a card comes to lie, is covered, slides and goes.

A track is *appearing* until it was read in ``HITS_TO_SETTLE`` looks, then *settled*. A settled card
that can't be seen is *covered* while something else lies or moves there; it is *gone* only once
the bare cloth was seen in its place (or it stayed hidden, everything still, for very long).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from vision.frame import Image, Mask
from vision.motion import Surface
from vision.readings import LogP, Reading, normalise

HITS_TO_SETTLE = 2
MISSES_TO_GO = 2
NEAR_MM = 10.0
"""A reading this near a track is the same card lying still."""
SLIDE_MM = 140.0
"""A disturbed card is looked for this far away."""
TURNED_MM = 15.0
"""A face-down card this near a covered one is that card, turned over."""
ALIKE = 0.05
"""Least overlap of two readings (Bhattacharyya) for them to be able to be one card."""
OPEN_SHARE = 0.45
"""A card is gone once the cloth was seen in this share of its place."""
INTACT_SHARE = 0.85
"""A place of which this share looks as before still holds its card."""
UNREAD_TO_GO = 6
"""An unchanged card that so many looks did not find again was a false reading."""
HIDDEN_S = 8.0
"""A card hidden this long while everything there lies still is given up (s)."""
ARRIVAL_S = 3.0
"""A card has arrived when its place has changed within this time before it was first read (s)."""
ASKED_ARRIVAL_S = 8.0
"""The same for what is not sure: it is looked for only once a card is missing (s)."""
ARRIVAL_SHARE = 0.4
"""Share of its place that must have changed."""
TEMPER = 0.5
"""Looks at one lying card are much alike: n looks count as n to this power."""


class State(StrEnum):
    """Where a track stands."""

    APPEARING = "appearing"
    SETTLED = "settled"
    COVERED = "covered"
    GONE = "gone"


@dataclass(slots=True)
class Track:
    """One physical card on the table; positions in mm."""

    id: int
    reading: Reading
    since: float
    state: State = State.APPEARING
    zone: str | None = None
    agreed: bool = True
    hits: int = 1
    misses: int = 0
    unread: int = 0
    overlooked: int = 0
    arrived: bool = True
    real_sum: float = 0.0
    seen_at: float = 0.0
    log_p_sum: LogP = field(default_factory=lambda: np.zeros(0))
    place: Mask = field(default_factory=lambda: np.zeros((0, 0), np.bool_))
    opened: Mask = field(default_factory=lambda: np.zeros((0, 0), np.bool_))
    picture: Image = field(default_factory=lambda: np.zeros((0, 0, 3), np.uint8))
    disturbed: bool = False

    @property
    def log_p(self) -> LogP:
        """Return the reading voted over all looks."""
        return normalise(self.log_p_sum / self.hits * self.hits**TEMPER)

    @property
    def sure(self) -> bool:
        """Return whether it was ever read surely; else it counts only where a card is missing."""
        return self.reading.sure

    @property
    def real(self) -> float:
        """Return the probability that it is a card at all, over all looks."""
        return min(1.0, self.real_sum / self.hits)

    @property
    def seen(self) -> float:
        """Return in which share of the looks at its uncovered place it was read."""
        return self.hits / (self.hits + self.overlooked)

    @property
    def present(self) -> bool:
        """Return whether the card counts as lying on the table."""
        return self.state in (State.SETTLED, State.COVERED)

    @property
    def pending(self) -> bool:
        """Return whether another look is needed to decide about this card."""
        return self.state is State.APPEARING or 0 < self.misses < MISSES_TO_GO


class Tracks:
    """All cards on the table."""

    def __init__(self) -> None:
        self._tracks: list[Track] = []
        self._next = 1

    @property
    def all(self) -> Sequence[Track]:
        """Return every card that is not gone."""
        return self._tracks

    def footprint(self, surface: Surface, grow_mm: float = 8.0, only_seen: bool = False) -> Mask:
        """Return where cards lie, with a margin; ``only_seen`` leaves out covered ones."""
        quads = [
            track.reading.quad
            for track in self._tracks
            if not (only_seen and track.state is State.COVERED)
        ]
        return surface.mask(quads, grow_mm)

    def turned(self, centres: Sequence[tuple[float, float]]) -> None:
        """Let covered cards go in whose very place a face-down card lies now."""
        for track in self._tracks:
            x, y = track.reading.centre
            if track.state is State.COVERED and any(
                np.hypot(x - a, y - b) <= TURNED_MM for a, b in centres
            ):
                track.state = State.GONE
        self._tracks = [track for track in self._tracks if track.state is not State.GONE]

    def watch(self, surface: Surface, changed: Mask) -> None:
        """Note, after a frame, which cards are disturbed and where cloth shows in their place."""
        if not self._tracks:
            return
        open_now: Mask | None = None
        for track in self._tracks:
            if not track.disturbed and bool(changed[track.place].any()):
                track.disturbed = True
            if track.disturbed:
                open_now = surface.open if open_now is None else open_now
                track.opened |= open_now & track.place

    def look(self, readings: Sequence[Reading], surface: Surface) -> None:
        """Take in what one look at the table found."""
        moving = surface.moving
        pairs = self._match(readings)
        for n, track in pairs.items():
            self._hit(track, readings[n], surface)
        matched = {track.id for track in pairs.values()}
        for n, reading in enumerate(readings):
            if n in pairs:
                continue
            place = surface.mask([reading.quad], -8.0)
            if float(moving[place].mean() if place.any() else 1.0) < 0.1:
                self._begin(reading, surface)
        fresh = {track.id for track in self._tracks if track.since == surface.t}
        for track in self._tracks:
            if track.id not in matched and track.id not in fresh:
                self._miss(track, surface, moving)
        self._tracks = [track for track in self._tracks if track.state is not State.GONE]

    def _match(self, readings: Sequence[Reading]) -> dict[int, Track]:
        costs: list[tuple[int, float, int, Track]] = []
        for n, reading in enumerate(readings):
            for track in self._tracks:
                cost = _cost(reading, track)
                if cost is not None:
                    costs.append((*cost, n, track))
        pairs: dict[int, Track] = {}
        taken: set[int] = set()
        for _, _, n, track in sorted(costs, key=lambda c: (c[0], c[1], c[2], c[3].id)):
            if n not in pairs and track.id not in taken:
                pairs[n] = track
                taken.add(track.id)
        return pairs

    def _begin(self, reading: Reading, surface: Surface) -> None:
        track = Track(self._next, reading, surface.t, log_p_sum=np.zeros_like(reading.log_p))
        track.hits = 0
        place = surface.mask([reading.quad])
        lately = surface.moved_within(ARRIVAL_S if reading.sure else ASKED_ARRIVAL_S)
        track.arrived = _share(lately, place) >= ARRIVAL_SHARE
        if not (track.arrived or reading.sure):
            return
        self._next += 1
        self._tracks.append(track)
        self._hit(track, reading, surface)

    def _hit(self, track: Track, reading: Reading, surface: Surface) -> None:
        moved = _gap(reading, track.reading) > NEAR_MM
        if reading.sure and not track.sure:
            track.hits, track.log_p_sum = 0, np.zeros_like(reading.log_p)
            track.real_sum, track.overlooked = 0.0, 0
            track.reading = reading
        if moved and track.state is State.APPEARING:
            track.hits, track.log_p_sum = 0, np.zeros_like(reading.log_p)
            track.real_sum = 0.0
        track.hits += 1
        track.real_sum += float(np.exp(reading.log_p).sum())
        track.log_p_sum = track.log_p_sum + reading.log_p
        track.misses = 0
        track.seen_at = surface.t
        better = reading.corners >= track.reading.corners or track.state is not State.SETTLED
        if (moved or better) and (reading.sure or not track.sure):
            track.reading = reading
        if track.state is State.COVERED or track.hits >= HITS_TO_SETTLE:
            track.state = State.SETTLED
        track.unread = 0
        track.place = _telling(surface, track.reading)
        track.opened = np.zeros_like(track.place)
        track.picture = surface.now
        track.disturbed = False

    def _miss(self, track: Track, surface: Surface, moving: Mask) -> None:
        if track.state is State.APPEARING:
            track.misses += 1
            if track.misses >= MISSES_TO_GO:
                track.state = State.GONE
            return
        own = self._uncovered(track)
        if own.any() and surface.same(track.picture, own) >= INTACT_SHARE:
            track.state, track.misses, track.disturbed = State.SETTLED, 0, False
            track.unread += 1
            track.overlooked += 1
            if track.unread >= max(UNREAD_TO_GO, 2 * track.hits):
                track.state = State.GONE
            return
        if _share(track.opened, own) >= OPEN_SHARE or (
            _share(track.opened, track.place) >= OPEN_SHARE
        ):
            track.misses += 1
            if track.misses >= MISSES_TO_GO and not _busy(moving, own):
                track.state = State.GONE
            return
        track.state, track.misses = State.COVERED, 0
        hidden = own.any() and bool(surface.still_for(HIDDEN_S)[own].all())
        if hidden and surface.t - track.seen_at > HIDDEN_S:
            track.state = State.GONE

    def _uncovered(self, track: Track) -> Mask:
        """Return the part of a card's place that no card lies on that was seen there just now."""
        free = track.place.copy()
        for other in self._tracks:
            lies = other.state is State.SETTLED and not other.disturbed
            if other is not track and lies and other.seen_at >= track.seen_at:
                free &= ~other.place
        return free if int(free.sum()) >= 0.05 * int(track.place.sum()) else free & False


def _gap(a: Reading, b: Reading) -> float:
    return float(np.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]))


def _share(mask: Mask, where: Mask) -> float:
    return float(mask[where].mean()) if where.any() else 0.0


def _busy(moving: Mask, where: Mask) -> bool:
    return _share(moving, where) > 0.3


def _telling(surface: Surface, reading: Reading) -> Mask:
    """Return the pixels of a card that tell it from the cloth (all of them where few do)."""
    place = surface.mask([reading.quad], -8.0)
    telling = place & ~surface.open
    return telling if int(telling.sum()) >= 0.2 * int(place.sum()) else place


def _cost(reading: Reading, track: Track) -> tuple[int, float] | None:
    """Return how badly a reading fits a track (lying still before slid, then mm), None: not."""
    gap = _gap(reading, track.reading)
    turn = abs(reading.angle - track.reading.angle) % 180.0
    overlap = float(np.exp(0.5 * (reading.log_p + track.log_p)).sum())
    if gap <= NEAR_MM and min(turn, 180.0 - turn) <= 25.0:
        if overlap >= ALIKE or not track.disturbed:
            return 0, gap + 8.0 * (1.0 - overlap)
        return None
    if track.disturbed and gap <= SLIDE_MM and reading.card == track.reading.card:
        return 1, gap
    return None
