"""Turns the steps of a deal into motion: arms that come in, cards that land, tricks that leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hardware.simtable.deals import Deal, Step
from hardware.simtable.layout import Layout
from hardware.simtable.tracks import ArmTrack, CardTrack, Pose, Reach, Scene
from scorer.cards import SEATS, Card, Seat, other_side, side_of

HOLD_MM = 24.0
"""The finger tips are this far behind the middle of a card they carry."""
LIFT_MM = 26.0
BACK = "back"


@dataclass(frozen=True, slots=True)
class Habits:
    """How people at this table move; times in s, shares 0-1."""

    draw_s: float = 0.26
    reach_s: float = 0.42
    next_card_s: float = 0.34
    leave_s: float = 0.34
    pause_s: float = 0.45
    """Between one seat's play and the next."""
    look_s: float = 1.0
    """A full trick lies still this long before it is taken away."""
    fan_step: tuple[float, float] = (13.0, 25.0)
    squared_pair: float = 0.0
    """Share of pairs that are laid exactly on top of each other."""
    nudge: float = 0.06
    straighten: float = 0.06
    reach_over: float = 0.0
    """Share of plays after which somebody's arm comes over the table and rests there."""
    show_points: bool = True
    """Captured point cards lie face up in the centre for the whole deal."""
    lean: float = 4.0
    """Deviation of a card's turn in degrees."""


BRISK = Habits(
    draw_s=0.14,
    reach_s=0.34,
    next_card_s=0.28,
    leave_s=0.28,
    pause_s=0.34,
    look_s=0.7,
    nudge=0.04,
    straighten=0.03,
)
"""Players in a hurry: a deal of some three minutes, for the demo."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A step and the second at which it had happened."""

    step: Step
    t: float


class Director:
    """Writes the scene of one deal; ``timed`` says when each step was complete."""

    def __init__(self, layout: Layout, habits: Habits, rng: Random) -> None:
        self.layout = layout
        self.habits = habits
        self.rng = rng
        self.scene = Scene()
        self.timed: list[Timed] = []
        self.t = 0.8
        self._front: dict[Seat, list[CardTrack]] = {seat: [] for seat in SEATS}
        self._piles: dict[Seat, list[CardTrack]] = {seat: [] for seat in SEATS}
        self._captured: list[CardTrack] = []
        self._stack: list[CardTrack] = []
        self._order: list[Seat] = []

    def play(self, deal: Deal) -> Scene:
        """Return the scene of a whole deal."""
        steps = list(deal.steps)
        drawing = [step for step in steps if step.kind in ("draw_begun", "bid")]
        self._draw(deal, drawing)
        for step in steps[len(drawing) :]:
            self._one(step, deal)
        self.t += 1.5
        self.scene.duration = self.t
        return self.scene

    def _one(self, step: Step, deal: Deal) -> None:
        if step.kind == "kitty_taken":
            self._take_kitty(step)
        elif step.kind == "buried":
            self._bury(step)
        elif step.kind in ("play", "hand_shown"):
            self._lay(step.seat, step.cards)
            self._done(step)
            self._fidget(step.seat)
        elif step.kind == "throw_failed":
            self._take_back(step)
        elif step.kind in ("tribute", "return", "shown"):
            self._hand_over(step)
        elif step.kind == "aside":
            self._take_in(step.seat, self._front[step.seat])
            self._front[step.seat] = []
        elif step.kind == "clear":
            defenders = other_side(side_of(deal.declarer))
            self._clear(step, side_of(step.seat) == defenders)
        elif step.kind == "kitty":
            self._turn_up(step)
        else:
            self._done(step)

    def _done(self, step: Step) -> None:
        self.timed.append(Timed(step, round(self.t, 3)))

    # Hands ------------------------------------------------------------------------------------

    def _arm(self, seat: Seat) -> ArmTrack:
        arm = ArmTrack(seat)
        self.scene.arms.append(arm)
        return arm

    def _tips(self, seat: Seat, pose: Pose) -> tuple[float, float]:
        """Return where the finger tips are when they hold a card at ``pose``."""
        dx, dy = {"S": (0, 1), "N": (0, -1), "W": (-1, 0), "E": (1, 0)}[seat]
        return pose.x + dx * HOLD_MM + dy * 8, pose.y + dy * HOLD_MM - dx * 8

    def _go(self, arm: ArmTrack, t: float, pose: Pose) -> None:
        arm.way.append(Reach(t, *self._tips(arm.seat, pose)))

    def _wobble(self, spread: float) -> float:
        return self.rng.gauss(0.0, spread)

    # Drawing ----------------------------------------------------------------------------------

    def _draw(self, deal: Deal, steps: Sequence[Step]) -> None:
        hand, kitty = deal.sizes
        total = 4 * hand
        place = self.layout.draw_pile()
        shown = 5
        self._stack = [
            self.scene.add(BACK, 0.0, self._loose(place, 1.6, 1.5), "down") for _ in range(kitty)
        ]
        self.scene.leave_room()
        deep = [self._loose(place, 1.6, 1.5) for _ in range(total)]
        pile: list[CardTrack | None] = [None] * total
        for index in range(min(shown, total)):
            at = total - shown + index
            pile[at] = self.scene.add(BACK, 0.0, deep[at], "down")
        self._done(steps[0])
        bids = {step.drawn: step for step in steps[1:]}
        for drawn in range(1, total + 1):
            seat = SEATS[(drawn - 1) % 4]
            top = pile[total - drawn]
            below = total - drawn - shown
            if below >= 0:
                self._slip_under(pile, below, deep[below])
            if top is not None:
                self._draw_one(seat, top)
            if drawn in bids:
                self._bid(bids[drawn])
        self.t += 0.8

    def _slip_under(self, pile: list[CardTrack | None], at: int, pose: Pose) -> None:
        """Make the next card of the pile visible below the ones already drawn."""
        track = self.scene.add(BACK, self.t, pose, "down")
        lowest = min(t.looks[0].order for t in pile if t is not None)
        track.looks[0] = track.looks[0]._replace(order=lowest - 1)
        pile[at] = track

    def _loose(self, pose: Pose, spread: float, turn: float) -> Pose:
        return Pose(
            pose.x + self._wobble(spread),
            pose.y + self._wobble(spread),
            pose.angle + self._wobble(turn),
        )

    def _draw_one(self, seat: Seat, top: CardTrack) -> None:
        pace = self.habits.draw_s
        arm = self._arm(seat)
        out = self.layout.outside(seat, self._wobble(20))
        self._go(arm, self.t - pace * 0.9, out)
        self._go(arm, self.t, top.last_pose())
        self._go(arm, self.t + pace * 0.9, out)
        self.scene.show(top, self.t, "down")
        self.scene.move(top, self.t, self.t + pace * 0.9, out, LIFT_MM)
        self.scene.show(top, self.t + pace * 0.9, "gone")
        self.t += pace

    def _bid(self, step: Step) -> None:
        self.t += 0.3
        along = 0.0 if not self._front[step.seat] else 40.0
        self._lay(step.seat, step.cards, along)
        self._done(step)
        self.t += 0.5

    def _take_kitty(self, step: Step) -> None:
        seat = step.seat
        for holder in SEATS:
            if self._front[holder]:
                self._take_in(holder, self._front[holder])
                self._front[holder] = []
        self.t += 0.3
        self._take_in(seat, self._stack)
        self._done(step)
        self.t += 1.2

    def _take_in(self, seat: Seat, tracks: Sequence[CardTrack]) -> None:
        """A hand comes, squares some cards up under it and takes them off the table."""
        habits = self.habits
        arm = self._arm(seat)
        out = self.layout.outside(seat)
        self._go(arm, self.t, out)
        here = tracks[-1].last_pose()
        self._go(arm, self.t + habits.reach_s, here)
        lift = self.t + habits.reach_s + 0.15
        self._go(arm, lift, here)
        for track in tracks:
            self.scene.show(track, lift, track.looks[-1].side)
            self.scene.move(track, lift - 0.15, lift, here)
            self.scene.move(track, lift, lift + habits.leave_s, out, LIFT_MM)
            self.scene.show(track, lift + habits.leave_s, "gone")
        self._go(arm, lift + habits.leave_s, out)
        self.t = lift + habits.leave_s + 0.1

    def _bury(self, step: Step) -> None:
        habits = self.habits
        seat, place = step.seat, self.layout.buried(step.seat)
        out = self.layout.outside(seat)
        arm = self._arm(seat)
        down = self.t + habits.reach_s * 1.3
        self._go(arm, self.t, out)
        self._go(arm, down, place)
        self._go(arm, down + 0.15, place)
        self._go(arm, down + 0.15 + habits.leave_s, out)
        self._stack = []
        for _ in step.cards:
            track = self.scene.add(BACK, self.t, out, "down")
            self.scene.move(track, self.t, down, self._loose(place, 0.8, 0.8), LIFT_MM)
            self._stack.append(track)
        self.t = down + 0.15 + habits.leave_s
        self._done(step)
        self.t += 0.8

    # Playing ----------------------------------------------------------------------------------

    def _lay(self, seat: Seat, cards: Sequence[Card], shift: float = 0.0) -> None:
        """Lay cards in front of a seat one by one, each over the right part of the last."""
        habits, rng = self.habits, self.rng
        step = rng.uniform(*habits.fan_step)
        step = min(step, 230.0 / max(len(cards), 1))
        squared = len(cards) == 2 and cards[0] == cards[1] and rng.random() < habits.squared_pair
        along = -step * (len(cards) - 1) / 2 + shift + self._wobble(6)
        lean = self._wobble(habits.lean)
        arm = self._arm(seat)
        out = self.layout.outside(seat, self._wobble(25))
        self._go(arm, self.t, out)
        landed = self.t + habits.reach_s
        if squared:
            place = self.layout.slot(seat, shift, lean)
            for card in cards:
                self._carry(seat, card, self.t, landed, out, place)
            self._go(arm, landed, place)
        else:
            for index, card in enumerate(cards):
                place = self.layout.at(
                    seat,
                    along + index * step + self._wobble(0.8),
                    self.layout.fan_depth + self._wobble(1.2),
                    lean + self._wobble(0.8),
                )
                away = self.layout.at(seat, along + index * step - 6, 4.0)
                begin = self.t if index == 0 else landed - habits.next_card_s / 2
                if index:
                    self._go(arm, begin, away)
                self._carry(seat, card, begin, landed, out if index == 0 else away, place)
                self._go(arm, landed, place)
                landed += habits.next_card_s
            landed -= habits.next_card_s
        self._go(arm, landed + 0.08, self.scene.cards[-1].last_pose())
        self._go(arm, landed + 0.08 + habits.leave_s, out)
        self.t = landed + 0.08 + habits.leave_s * 0.7
        self._order.append(seat)

    def _carry(
        self, seat: Seat, card: Card, t0: float, t1: float, start: Pose, end: Pose
    ) -> CardTrack:
        held = Pose(start.x, start.y, end.angle + self._wobble(6))
        track = self.scene.add(card, t0, held, "up")
        self.scene.move(track, t0, t1, end, LIFT_MM)
        self._front[seat].append(track)
        return track

    def _fidget(self, seat: Seat) -> None:
        """Now and then a hand nudges or straightens what it has just laid."""
        chance = self.rng.random()
        if chance < self.habits.nudge:
            moved = [self.rng.choice(self._front[seat])]
            self._push(seat, moved, self._wobble(5), self._wobble(5), self._wobble(4))
        elif chance < self.habits.nudge + self.habits.straighten:
            self._push(seat, self._front[seat], self._wobble(3), self._wobble(3), 0.0)
        if self.habits.reach_over and self.rng.random() < self.habits.reach_over:
            self._reach_over()
        self.t += self.habits.pause_s * self.rng.uniform(0.7, 1.3)

    def _reach_over(self) -> None:
        """Somebody reaches across the table, over cards perhaps, while the play goes on."""
        seat, rng = self.rng.choice(SEATS), self.rng
        arm = self._arm(seat)
        out = self.layout.outside(seat)
        across = self.layout.at(seat, rng.uniform(-220, 220), rng.uniform(60, 330))
        there = self.t + self.habits.reach_s
        away = there + rng.uniform(0.4, 2.5)
        for t, pose in ((self.t, out), (there, across), (away, across)):
            self._go(arm, t, pose)
        self._go(arm, away + self.habits.leave_s, out)

    def _push(
        self, seat: Seat, tracks: Sequence[CardTrack], dx: float, dy: float, turn: float
    ) -> None:
        arm = self._arm(seat)
        out = self.layout.outside(seat)
        start = self.t + 0.3
        middle = tracks[len(tracks) // 2].last_pose()
        self._go(arm, start, out)
        touch = start + self.habits.reach_s
        self._go(arm, touch, middle)
        self._go(arm, touch + 0.25, Pose(middle.x + dx, middle.y + dy, middle.angle))
        self._go(arm, touch + 0.25 + self.habits.leave_s, out)
        for track in tracks:
            pose = track.last_pose()
            end = Pose(pose.x + dx, pose.y + dy, pose.angle + turn)
            self.scene.move(track, touch, touch + 0.25, end)
        self.t = touch + 0.25 + self.habits.leave_s

    def _hand_over(self, step: Step) -> None:
        """A card is laid open and taken by the seat that receives it."""
        self._lay(step.seat, step.cards)
        self._done(step)
        self.t += self.habits.look_s
        self._take_in(step.to or step.seat, self._front[step.seat])
        self._front[step.seat] = []
        self._order = []
        self.t += self.habits.pause_s

    def _take_back(self, step: Step) -> None:
        """A throw that did not hold: what does not stand goes back to the hand."""
        self.t += 1.0
        stay = list(step.stands)
        back: list[CardTrack] = []
        left: list[CardTrack] = []
        for track in self._front[step.seat]:
            if track.card in stay:
                stay.remove(track.card)
                left.append(track)
            else:
                back.append(track)
        self._take_in(step.seat, back)
        self._front[step.seat] = left
        self._done(step)
        self.t += self.habits.pause_s

    def _clear(self, step: Step, captured: bool) -> None:
        """The winner takes the trick: points to the centre where shown, the rest face down."""
        habits, winner = self.habits, step.seat
        self.t += habits.look_s * self.rng.uniform(0.8, 1.3)
        arm = self._arm(winner)
        out = self.layout.outside(winner)
        self._go(arm, self.t, out)
        wanted = list(step.cards) if captured and habits.show_points else []
        taken: list[tuple[CardTrack, float]] = []
        order = sorted(dict.fromkeys(self._order), key=lambda seat: seat == winner)
        for seat in order:
            tracks = self._front[seat]
            if not tracks:
                continue
            self.t += habits.reach_s
            self._go(arm, self.t, tracks[-1].last_pose())
            for track, since in taken:
                self.scene.move(track, since, self.t, self._under(tracks[-1].last_pose()))
            taken = [(track, self.t) for track, _ in taken]
            for track in tracks:
                self.scene.show(track, self.t, "up")
                taken.append((track, self.t))
            self._front[seat] = []
        self._to_pile(arm, winner, taken, wanted)
        self._go(arm, self.t + habits.leave_s, out)
        self._done(step)
        self._order = []
        self.t += habits.leave_s + habits.pause_s

    def _under(self, pose: Pose) -> Pose:
        return Pose(pose.x + self._wobble(4), pose.y + self._wobble(4), pose.angle)

    def _to_pile(
        self,
        arm: ArmTrack,
        winner: Seat,
        taken: list[tuple[CardTrack, float]],
        wanted: list[Card],
    ) -> None:
        habits = self.habits
        shown: list[CardTrack] = []
        rest: list[CardTrack] = []
        for track, _ in taken:
            if track.card in wanted:
                wanted.remove(track.card)
                shown.append(track)
            else:
                rest.append(track)
        if shown:
            begin, self.t = self.t, self.t + habits.reach_s
            for track in shown:
                place = self.layout.captured(len(self._captured))
                self.scene.move(track, begin, self.t, self._loose(place, 1.0, 1.5), LIFT_MM)
                self._captured.append(track)
            for track in rest:
                place = self._under(shown[-1].last_pose())
                self.scene.move(track, begin, self.t, place)
            self._go(arm, self.t, shown[-1].last_pose())
        begin, self.t = self.t, self.t + habits.reach_s
        place = self.layout.pile(winner)
        for track in rest:
            self.scene.move(track, begin, self.t, self._loose(place, 2.5, 3.0), LIFT_MM)
            self.scene.show(track, begin + habits.reach_s * 0.55, "down")
        self._go(arm, self.t, place)
        pile = self._piles[winner]
        pile += rest
        for track in pile[:-6]:
            if track.looks[-1].side != "gone":
                self.scene.show(track, self.t, "gone", on_top=False)

    def _turn_up(self, step: Step) -> None:
        """The buried kitty is turned over and spread in the centre."""
        habits = self.habits
        self.t += 0.6
        arm = self._arm(step.seat)
        out = self.layout.outside(step.seat)
        place = self.layout.buried(step.seat)
        self._go(arm, self.t, out)
        touch = self.t + habits.reach_s * 1.3
        self._go(arm, touch, place)
        t = touch
        for index, (track, card) in enumerate(zip(self._stack, step.cards, strict=True)):
            end = self._loose(self.layout.turned_up(index), 1.5, 2.0)
            self.scene.show(track, t, "gone")
            face = self.scene.add(card, t, track.last_pose(), "up")
            face.looks[0] = face.looks[0]._replace(side="down")
            self.scene.move(face, t, t + 0.4, end, LIFT_MM)
            self.scene.show(face, t + 0.2, "up")
            self._go(arm, t + 0.4, end)
            t += 0.42
        self._go(arm, t + habits.leave_s, out)
        self.t = t + habits.leave_s
        self._done(step)
