"""`python -m models.training.enrolment`: held-out designs, read before and after enrolment.

Each design is enrolled as an organiser would, on photographs of fans and then of what is missing;
then further scenes of it are read by the plain networks and by the sharpened ones. One line for
each design is kept in the results file, where a second run goes on.
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import tomllib

import numpy as np

from models.training import art, decks, glyphs, measure, scene
from vision.deckfile import Deck
from vision.detector import CardDetector
from vision.enrolment import Enrolment
from vision.looker import DeckLooker

MODELS = pathlib.Path(__file__).parents[1]
SEED = 800_000_000
FAN = 9
STEP_MM = 24.0
"""Step of the fans that an organiser lays out."""
PICTURES = 16
"""So many photographs at most enrol a design."""
STEPS = (14.0, 11.0)
COUNTS = ("hits", "wanted", "printed", "right", "perfect", "scenes")


def designs() -> list[str]:
    """Held-out designs: those drawn, and the printed ones that have both jokers, in turn."""
    first, last = glyphs.splits()["held_out"]["procedural"]
    drawn = [f"procedural_{n}" for n in range(first, last)]
    printed = [name for name, _ in decks.names(True) if not name.startswith("procedural")]
    printed = [name for name in printed if set(art.CARDS) <= set(decks.deck(name).cards)]
    pairs = list(zip(drawn, printed, strict=False))
    return [name for pair in pairs for name in pair] + drawn[len(pairs) :]


def _photograph(design: str, seed: int, cards: list[str]) -> np.ndarray:
    options = scene.Options(
        size=measure.SIZE, width=(90.0, 120.0), tilt=20.0, held_out=True, mild=True,
        layout="row" if len(cards) > 3 else "spread", step_mm=STEP_MM,
        decks=(design,), hand=tuple(cards),
    )  # fmt: skip
    return np.ascontiguousarray(scene.render(seed, options).image[..., ::-1])


def enrol(detector: CardDetector, design: str, seed: int) -> tuple[Deck, int]:
    """The deck learnt from fans in any order, then from missing cards; and after how many."""
    rng = np.random.default_rng([seed, 3])
    order = [str(card) for card in rng.permutation(art.CARDS)]
    fans = [order[n : n + FAN] for n in range(0, len(order), FAN)]
    looker, enrolment, taken = DeckLooker(detector), Enrolment(), 0
    while fans and taken < PICTURES:
        progress = enrolment.take(looker.look(_photograph(design, seed + taken, fans.pop(0))))
        taken += 1
        if not fans:
            fans = [list(progress.missing[n : n + 3]) for n in range(0, len(progress.missing), 3)]
    return enrolment.deck(design), taken


def tally(case: measure.Case, limits: dict[str, float]) -> dict[str, int]:
    """What one scene adds to the counts."""
    kept = [(ok, card) for p, ok, card in case.pairs if measure.counts(p, card, limits)]
    got = collections.Counter(card for _, card in kept)
    shown = collections.Counter(c.card for c in case.made.cards if c.face)
    return {
        "hits": sum((got & case.readable).values()),
        "wanted": sum(case.readable.values()),
        "printed": len(kept),
        "right": sum(ok for ok, _ in kept),
        "perfect": int(not (case.readable - got) and not (got - shown)),
        "scenes": 1,
    }


def compare(design: str, number: int, scenes: int, models: pathlib.Path) -> dict:
    """Counts of one design before and after enrolment, by fan step."""
    plain = CardDetector.open(models)
    card = tomllib.loads((models / "classifier.toml").read_text("utf-8"))
    limits = {"joker": card["threshold"]["photo"], **card["threshold"]}
    deck, pictures = enrol(plain, design, SEED + number * 1000)
    known = CardDetector.open(models, decks=[deck])
    row = {"design": design, "pictures": pictures, "missing": list(deck.missing)}
    for step in STEPS:
        found = {when: collections.Counter() for when in ("before", "after")}
        for k in range(scenes):
            seed = SEED + number * 1000 + int(step) * 10 + 300 + k
            options = scene.Options(
                size=measure.SIZE, width=measure.WIDTHS, tilt=35.0, held_out=True, keep_clear=True,
                layout=("row", "arc")[k % 2], step_mm=step, decks=(design,),
            )  # fmt: skip
            made = scene.render(seed, options)
            for when, detector in (("before", plain), ("after", known)):
                case = measure.read(detector, f"{step:g}", seed, made)
                found[when].update(tally(case, limits))
        row[f"{step:g} mm"] = {when: dict(count) for when, count in found.items()}
    return row


def section(results: pathlib.Path) -> str:
    """The part of the evaluation that tells what enrolment gains."""
    rows = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    whole = sum(not row["missing"] for row in rows)
    mean = np.mean([row["pictures"] for row in rows])
    lines = [
        "## Enrolled decks",
        "",
        f"{len(rows)} held-out designs, each enrolled from {mean:.0f} photographs on average"
        f" (fans of {FAN} cards, then what was missing; {whole} of {len(rows)} designs completely),"
        " then read in further scenes, tilt to 35°.",
        "",
        "| scenes | cards | recall | precision | scenes without a fault |",
        "|---|---|---|---|---|",
    ]
    for step in STEPS:
        for when in ("before", "after"):
            sums = collections.Counter()
            for row in rows:
                sums.update(row[f"{step:g} mm"][when])
            lines.append(_row(f"{step:g} mm steps, {when} enrolment", sums))
    return "\n".join(lines)


def _row(name: str, sums: collections.Counter) -> str:
    hits, wanted, printed, right, perfect, scenes = (sums[key] for key in COUNTS)
    return (
        f"| {name} | {wanted} | {hits / max(1, wanted):.3f} | {right / max(1, printed):.3f} |"
        f" {perfect / max(1, scenes):.2f} |"
    )


def main(arguments: list[str] | None = None) -> None:
    """Compare designs that are not in the results file yet; print the section."""
    parser = argparse.ArgumentParser(prog="python -m models.training.enrolment")
    parser.add_argument("--designs", type=int, default=12)
    parser.add_argument("--scenes", type=int, default=8, help="scenes of each step and design")
    parser.add_argument("--models", type=pathlib.Path, default=MODELS)
    parser.add_argument("--results", type=pathlib.Path, required=True)
    options = parser.parse_args(arguments)
    known = options.results.read_text("utf-8").splitlines() if options.results.exists() else []
    done = {json.loads(line)["design"] for line in known}
    for number, design in enumerate(designs()[: options.designs]):
        if design not in done:
            row = compare(design, number, options.scenes, options.models)
            with options.results.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            print(json.dumps(row), flush=True)
    print(section(options.results))


if __name__ == "__main__":
    main()
