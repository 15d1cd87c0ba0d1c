"""The engine beside the oracle: each function makes one random situation and says what differs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache

from scorer.cards import SEATS, Card
from scorer.profile import Profile, load, with_switches
from scorer.shengji import follow, structure, throw, trick
from scorer.shengji.order import Trump
from tests.oracle import play as oracle
from tests.oracle.play import Deal, Shape
from tests.oracle.rules import rules, settings, slugs
from tests.oracle.situations import Situation, answer, deal_of, dense, pile, situation, window


@cache
def profile(slug: str) -> Profile:
    """Return the engine's profile of a slug or a variant."""
    return with_switches(load(settings(slug)[0]), settings(slug)[1])


def trump(deal: Deal) -> Trump:
    """Return the engine's trump of an oracle's deal."""
    return Trump(deal.suit, deal.level)  # type: ignore[arg-type]


def show(cards: object) -> str:
    """Return cards as one line."""
    return " ".join(cards) if isinstance(cards, (list, tuple)) else str(cards)


def structure_differs(s: Situation) -> str | None:
    """Return how the two read a lead, where they differ."""
    parts = structure.decompose(profile(s.deal.slug), trump(s.deal), s.led) or ()
    ours = sorted((tuple(part.unit), sorted(set(part.cards))) for part in parts)
    theirs = sorted((shape, sorted(chain)) for shape, chain in oracle.structure(s.deal, s.led))
    return None if ours == theirs else f"{s}: engine {ours}, oracle {theirs}"


def follow_differs(rng: random.Random, slug: str | None = None) -> str | None:
    """Return how the two judge an answer, where they differ."""
    s = dense(rng, slug) if rng.random() < 0.4 else situation(rng, 9, slug)
    found = follow.verdict(profile(s.deal.slug), trump(s.deal), s.led, s.hand, s.play)
    legal, owed = oracle.follow(s.deal, s.led, s.hand, s.play)
    if (found.legal, set(found.required)) != (legal, owed):
        return f"{s}: engine {found}, oracle {legal} {owed}"
    return structure_differs(s)


def proof_differs(rng: random.Random, slug: str | None = None) -> str | None:
    """Return how the two judge an answer of a partly known hand, where they differ."""
    s = situation(rng, 8, slug)
    rest = list((Counter(s.hand) - Counter(s.play)).elements())
    rng.shuffle(rest)
    hidden = rest[: rng.randint(0, 3)]
    known = [*s.play, *rest[len(hidden) :]]
    in_use = Counter(s.hand) + Counter(s.led)
    pool = [card for card in {*s.hand, *s.led} for _ in range(s.deal.rules["decks"])]
    others = list((Counter(pool) - in_use).elements())
    unseen = Counter(hidden + rng.sample(others, min(len(others), rng.randint(0, 4))))
    size = len(s.hand)
    proven = follow.proven_illegal(
        profile(s.deal.slug), trump(s.deal), s.led, known, s.play, unseen, size
    )
    excused = oracle.excusable(s.deal, s.led, known, s.play, unseen, size)
    if proven == (not excused):
        return None
    return f"{s}: known {show(known)} unseen {dict(unseen)}: engine {proven}, oracle {not excused}"


def throw_differs(rng: random.Random, slug: str | None = None) -> str | None:
    """Return how the two judge a throw, where they differ."""
    deal = deal_of(rng, slug)
    near = window(rng, deal, rng.randint(3, 6))
    thrown = pile(rng, near, deal.rules["decks"], 7) or [near[0]]
    hands = [pile(rng, near, deal.rules["decks"], 6) for _ in range(3)]
    seats = SEATS[1:]
    found = throw.try_throw(
        profile(deal.slug), trump(deal), thrown, dict(zip(seats, hands, strict=True))
    )
    parts = oracle.beaten(deal, thrown, hands)
    ours = (
        found.succeeds,
        sorted((tuple(part.unit), sorted(set(part.cards))) for part in found.beaten),
        found.beaten_by,
        {tuple(sorted(cards)) for cards in found.stands},
        found.fine,
    )
    whole = {tuple(sorted(thrown))}
    theirs = (
        not parts,
        sorted((shape, sorted(chain)) for shape, chain in parts),
        tuple(
            seat
            for seat, hand in zip(seats, hands, strict=True)
            if oracle.beaten(deal, thrown, [hand])
        ),
        oracle.forced(deal, thrown, parts) if parts else whole,
        oracle.fine(deal, thrown, parts) if parts else None,
    )
    if deal.rules["throw"]["fail_play"] == "none" or ours == theirs:
        return None
    where = f"{deal.slug} {deal.suit} {deal.level}: {show(thrown)} against {hands}"
    return f"{where}: engine {ours}, oracle {theirs}"


def mimic(rng: random.Random, deal: Deal, shapes: list[Shape], name: str) -> list[Card]:
    """Return a play of one class that tries to hold the shapes."""
    near = window(rng, deal, 7, name)
    out: list[Card] = []
    for copies, length in shapes:
        chains = list(deal.chains(near, length)) or [tuple(near[:length])]
        chain = rng.choice(chains)
        out += [card for card in chain for _ in range(copies)]
    return out


def led_to_trick(rng: random.Random, deal: Deal) -> list[Card]:
    """Return a lead: often a shape that another shape beats, or a sidecar, where there is one."""
    near = window(rng, deal, rng.randint(2, 5))
    if deal.rules["cross_shape"] and rng.random() < 0.6:
        [(copies, length)] = oracle.parse(rng.choice(deal.rules["cross_shape"])["loser"])
        chains = list(deal.chains(window(rng, deal, 7), length))
        if chains:
            return [card for card in rng.choice(chains) for _ in range(copies)]
    if deal.rules["sidecar"] and deal.level not in "AK" and rng.random() < 0.5:
        suit = rng.choice([name for name in "SHDC" if name != deal.suit])
        return [card + suit for card in rng.choice(("AKK", "KAA"))]
    led = pile(rng, near, deal.rules["decks"], rng.randint(1, 8)) or [near[0]]
    (copies, length), chain = oracle.structure(deal, led)[0]
    return list(chain) * copies if length > 1 and rng.random() < 0.3 else led


def trick_differs(rng: random.Random, slug: str | None = None) -> str | None:
    """Return whom the two see winning, where they differ."""
    if slug is None and rng.random() < 0.3:
        slug = rng.choice([s for s in slugs() if rules(s)["cross_shape"] or rules(s)["sidecar"]])
    deal = deal_of(rng, slug)
    led = led_to_trick(rng, deal)
    shapes = [shape for shape, _ in oracle.structure(deal, led)]
    plays = [led]
    for _ in range(3):
        name = rng.choice(("T", "T", deal.klass(led[0])))
        wanted = list(shapes)
        cross = [
            c["winner"] for c in deal.rules["cross_shape"] if [c["loser"]] == [oracle.show(shapes)]
        ]
        if cross and rng.random() < 0.5:
            wanted = oracle.parse(rng.choice(cross))
        play = mimic(rng, deal, wanted, name)
        if rng.random() < 0.2:
            play = answer(rng, deal, led, play + window(rng, deal, len(led)) * 2)
        if len(play) != len(led) or max(Counter(play).values()) > 4:
            play = (window(rng, deal, 6) * 4)[: len(led)]
        plays.append(play)
    ours = trick.winner(profile(deal.slug), trump(deal), plays)
    theirs = oracle.winner(deal, plays)
    if ours == theirs:
        return None
    return f"{deal.slug} {deal.suit} {deal.level}: {plays}: engine {ours}, oracle {theirs}"


Comparison = Callable[[random.Random, str | None], str | None]
COMPARISONS: dict[str, Comparison] = {
    "follow": follow_differs,
    "proof": proof_differs,
    "throw": throw_differs,
    "trick": trick_differs,
}
