"""Fresh simulated deals through the live path: ``python -m tests.nightly.watch_deals --deals 10``.

Prints one line for each deal and the totals, each disturbance apart; results are kept in --out,
where a second run goes on. ``--trouble dimmed`` disturbs every deal, ``--trouble each`` watches
every deal undisturbed and under each disturbance.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hardware.cameras.sim import SimCamera
from hardware.eyes import messages
from hardware.eyesight import build_watcher
from hardware.simtable.deals import FAULTS
from hardware.simtable.sim import TableSpec
from hardware.simtable.trouble import TROUBLES
from hardware.simtable.truth import history as true_history
from hardware.simtable.writer import write_table_file
from hardware.station.keeper import Keeper, Memory
from hardware.station.opening import match_event, table_for
from scorer import history
from scorer.cards import UNREAD
from scorer.effective import effective
from scorer.history import Event
from scorer.profile import load
from tests.e2e.compare import compare, plays_of
from vision.tablefile import load as load_table

NONE = "none"
Row = dict[str, Any]


def watch(spec: TableSpec, folder: Path) -> Row:
    """Return the comparison of one simulated deal as a dictionary."""
    profile = load(f"house-{spec.decks}deck")
    name = "-".join((str(spec.seed), f"{spec.decks}d", *spec.trouble))
    lost = 0
    with SimCamera(spec) as camera:
        write_table_file(camera.table, folder / "table.toml")
        watcher = build_watcher(load_table(folder / "table.toml"), folder / "evidence")
        memory = Memory()
        memory.extend(lambda _: [match_event(f"deal-{spec.seed}", profile)])
        keeper = Keeper(table_for(profile, tuple(memory.events), None), memory)
        told = (folder / f"observed-{name}.jsonl").open("w", encoding="utf-8")
        with told:
            for message in messages(camera, watcher):
                lost += message.get("state") == "lost"
                told.write(json.dumps(message) + "\n")
                hint = keeper.take(message)
                if hint is not None:
                    watcher.expect(hint)
        deal, timed = camera.table.deal, camera.table.timed
        looks = {key: getattr(camera.table.spec, key) for key in ("design", "surface", "light")}
    truth = true_history(deal, timed, profile.slug, f"deal-{spec.seed}")
    lines = "".join(json.dumps(event) + "\n" for event in truth)
    (folder / f"true-{name}.jsonl").write_text(lines, "utf-8")
    (folder / f"seen-{name}.jsonl").write_text(history.dumps(memory.events), "utf-8")
    true = history.loads(lines)
    result = compare(true, memory.events)
    return {
        **asdict(result),
        **looks,
        "share": round(result.share, 4),
        "wrong_unmarked": result.wrong_unmarked,
        "asked": sum(doubted(event) for event in _plays(memory.events)),
        "silent": silent(true, memory.events),
        "lost_s": lost,
    }


def _plays(events: Sequence[Event]) -> list[Event]:
    return [event for event in effective(events) if event.type == "play"]


def doubted(event: Event) -> bool:
    """Return whether a play asks to be looked at: an unread card, or a note that names a doubt."""
    return UNREAD in event.cards or bool(event.get("note"))


def silent(true: Sequence[Event], seen: Sequence[Event]) -> int:
    """Return how many plays were committed that never happened, without any mark of doubt."""
    left = Counter(plays_of(true))
    number = 0
    for event in _plays(seen):
        play = (str(event.seat), tuple(sorted(event.cards)))
        if left[play] > 0:
            left[play] -= 1
        elif not doubted(event):
            number += 1
    return number


def totals(rows: Sequence[Row]) -> str:
    """Return one line about deals of one kind."""
    plays = sum(row["plays"] for row in rows)
    planted = sum(len(row["planted"]) for row in rows)
    right = sum(r["points"] == r["true_points"] and r["complete"] for r in rows)
    return (
        f"{len(rows)} deals: plays right {sum(r['right'] for r in rows) / plays:.4f}"
        f" of {plays},"
        f" wrong without a mark {sum(r['silent'] for r in rows)},"
        f" asked {sum(r['asked'] for r in rows) / plays:.4f},"
        f" scores right {right},"
        f" incomplete {sum(not r['complete'] for r in rows)},"
        f" wrong and unmarked {sum(r['wrong_unmarked'] for r in rows)},"
        f" faults found {sum(len(r['found']) for r in rows)} of {planted},"
        f" false proofs {sum(len(r['false_proofs']) for r in rows)},"
        f" seconds lost {sum(r['lost_s'] for r in rows)}"
    )


def wanted(trouble: str) -> tuple[str, ...]:
    """Return the disturbances that are to be watched one after the other.

    >>> wanted("dimmed")
    ('dimmed',)
    """
    return (NONE, *TROUBLES) if trouble == "each" else (trouble,)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--first", type=int, default=9000, help="seed of the first deal")
    parser.add_argument("--decks", type=int, default=2, help="0: two, three and four in turn")
    parser.add_argument("--trouble", choices=(NONE, "each", *TROUBLES), default=NONE)
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "watch-deals")
    return parser


def main() -> int:
    """Watch deals that are not in the results file yet; print the totals."""
    args = _parser().parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    results = args.out / "results.jsonl"
    known = [json.loads(line) for line in results.open()] if results.exists() else []
    done = {(row["seed"], row["decks"], row["trouble"]) for row in known}
    kinds = wanted(args.trouble)
    keys = [
        (seed, args.decks or 2 + seed % 3, trouble)
        for seed in range(args.first, args.first + args.deals)
        for trouble in kinds
    ]
    for seed, decks, trouble in keys:
        if (seed, decks, trouble) in done:
            continue
        fault = (None, *FAULTS)[seed % (len(FAULTS) + 1)]
        row = {"seed": seed, "decks": decks, "trouble": trouble, "fault": fault}
        names = () if trouble == NONE else (trouble,)
        row |= watch(TableSpec(seed=seed, decks=decks, fault=fault, trouble=names), args.out)
        known.append(row)
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)
    chosen = [row for row in known if (row["seed"], row["decks"], row["trouble"]) in keys]
    for kind in kinds:
        rows = [row for row in chosen if row["trouble"] == kind]
        print(f"{kind}: {totals(rows)}")
    if len(kinds) > 1:
        print(f"all: {totals(chosen)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
