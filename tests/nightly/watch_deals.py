"""Fresh simulated deals through the live path: ``python -m tests.nightly.watch_deals --deals 10``.

Prints one line for each deal and the totals; results are kept in --out, where a second run goes on.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hardware.cameras.sim import SimCamera
from hardware.eyes import messages
from hardware.eyesight import build_watcher
from hardware.simtable.deals import FAULTS
from hardware.simtable.sim import TableSpec
from hardware.simtable.truth import history as true_history
from hardware.simtable.writer import write_table_file
from hardware.station.keeper import Keeper, Memory
from hardware.station.opening import match_event, table_for
from scorer import history
from scorer.profile import load
from tests.e2e.compare import compare
from vision.tablefile import load as load_table


def watch(spec: TableSpec, folder: Path) -> dict[str, Any]:
    """Return the comparison of one simulated deal as a dictionary."""
    profile = load(f"house-{spec.decks}deck")
    with SimCamera(spec) as camera:
        write_table_file(camera.table, folder / "table.toml")
        watcher = build_watcher(load_table(folder / "table.toml"), folder / "evidence")
        memory = Memory()
        memory.extend(lambda _: [match_event(f"deal-{spec.seed}", profile)])
        keeper = Keeper(table_for(profile, tuple(memory.events), None), memory)
        told = (folder / f"observed-{spec.seed}.jsonl").open("w", encoding="utf-8")
        with told:
            for message in messages(camera, watcher):
                told.write(json.dumps(message) + "\n")
                hint = keeper.take(message)
                if hint is not None:
                    watcher.expect(hint)
        deal, timed = camera.table.deal, camera.table.timed
    truth = true_history(deal, timed, profile.slug, f"deal-{spec.seed}")
    lines = "".join(json.dumps(event) + "\n" for event in truth)
    (folder / f"true-{spec.seed}.jsonl").write_text(lines, "utf-8")
    (folder / f"seen-{spec.seed}.jsonl").write_text(history.dumps(memory.events), "utf-8")
    result = compare(history.loads(lines), memory.events)
    shares = {"share": round(result.share, 4), "wrong_unmarked": result.wrong_unmarked}
    return asdict(result) | shares


def main() -> int:
    """Watch deals that are not in the results file yet; print the totals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--first", type=int, default=9000, help="seed of the first deal")
    parser.add_argument("--decks", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "watch-deals")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    results = args.out / "results.jsonl"
    known = [json.loads(line) for line in results.open()] if results.exists() else []
    done = {row["seed"] for row in known}
    for seed in range(args.first, args.first + args.deals):
        if seed in done:
            continue
        fault = (None, *FAULTS)[seed % (len(FAULTS) + 1)]
        row = {"seed": seed, "fault": fault}
        row |= watch(TableSpec(seed=seed, decks=args.decks, fault=fault), args.out)
        known.append(row)
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)
    chosen = [row for row in known if args.first <= row["seed"] < args.first + args.deals]
    plays = sum(row["plays"] for row in chosen)
    planted = sum(len(row["planted"]) for row in chosen)
    print(
        f"{len(chosen)} deals: plays right {sum(r['right'] for r in chosen) / plays:.4f}"
        f" of {plays},"
        f" extra {sum(r['extra'] for r in chosen)},"
        f" incomplete {sum(not r['complete'] for r in chosen)},"
        f" wrong and unmarked {sum(r['wrong_unmarked'] for r in chosen)},"
        f" faults found {sum(len(r['found']) for r in chosen)} of {planted},"
        f" false proofs {sum(len(r['false_proofs']) for r in chosen)}"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
