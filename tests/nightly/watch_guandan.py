"""Fresh simulated Guandan deals through the live path: ``python -m tests.nightly.watch_guandan``.

Prints one line for each deal and the totals. Results, true and seen histories and what the eyes
told are kept in --out, where a second run goes on; ``--replay`` gives what was told to the table
once more, without looking again.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hardware.cameras.sim import SimCamera
from hardware.eyes import messages
from hardware.eyesight import build_watcher
from hardware.simtable.sim import TableSpec
from hardware.simtable.truth import history as true_history
from hardware.simtable.writer import write_table_file
from hardware.station.keeper import Keeper, Memory
from hardware.station.opening import match_event, table_for
from scorer import history
from scorer.cards import RANKS, SIDES
from scorer.family import load
from tests.e2e.compare_guandan import compare
from vision.tablefile import load as load_table

PROFILE = "house-guandan"
Row = dict[str, Any]


def spec_of(seed: int) -> TableSpec:
    """Return the deal of a seed: every other one has a false tribute, levels go round."""
    fault = "tribute_not_largest" if seed % 2 else None
    return TableSpec(seed=seed, game="guandan", level=RANKS[seed % len(RANKS)], fault=fault)


def watch(spec: TableSpec, folder: Path) -> None:
    """Let the eyes see a deal; write what they tell and the true history."""
    with SimCamera(spec) as camera:
        table = camera.table
        truth = true_history(table.deal, table.timed, PROFILE, f"deal-{spec.seed}")
        lines = "".join(json.dumps(event) + "\n" for event in truth)
        (folder / f"true-{spec.seed}.jsonl").write_text(lines, "utf-8")
        write_table_file(table, folder / "table.toml")
        watcher = build_watcher(load_table(folder / "table.toml"), folder / "evidence")
        told: list[Row] = []

        def tell() -> Iterator[Row]:
            for message in messages(camera, watcher):
                told.append(message)
                yield message

        fed(spec.seed, tell(), truth[0], watcher.expect)
    rows = "".join(json.dumps(message) + "\n" for message in told)
    (folder / f"observed-{spec.seed}.jsonl").write_text(rows, "utf-8")


def fed(seed: int, told: Iterable[Row], header: Mapping[str, Any], hint: Any = None) -> Memory:
    """Return the events that the table makes of what it is told."""
    profile, memory = load(PROFILE), Memory()
    levels = {str(side): str(header["levels"][side]) for side in SIDES}
    opening = match_event(f"deal-{seed}", profile, levels=levels, finish=header["finish"])
    memory.extend(lambda _: [opening])
    keeper = Keeper(table_for(profile, tuple(memory.events), None), memory)
    for message in told:
        answer = keeper.take(message)
        if answer is not None and hint is not None:
            hint(answer)
    return memory


def judged(seed: int, folder: Path) -> Row:
    """Return how the deal that was told compares with the true one."""
    true = history.loads((folder / f"true-{seed}.jsonl").read_text("utf-8"))
    told = (folder / f"observed-{seed}.jsonl").read_text("utf-8").splitlines()
    memory = fed(seed, map(json.loads, told), true[0].fields)
    (folder / f"seen-{seed}.jsonl").write_text(history.dumps(memory.events), "utf-8")
    result = compare(true, memory.events)
    more = {"share": round(result.share, 4), "finish_right": result.finish_right}
    return {"seed": seed, **asdict(result), **more, "wrong_unmarked": result.wrong_unmarked}


def total(rows: list[Row]) -> tuple[str, bool]:
    """Return the totals as a line, and whether they are as they have to be."""
    plays = sum(row["plays"] for row in rows)
    share = sum(row["right"] for row in rows) / plays
    unmarked = sum(row["wrong_unmarked"] for row in rows)
    false = sum(len(row["false_proofs"]) for row in rows)
    text = (
        f"{len(rows)} deals: plays right {share:.4f} of {plays},"
        f" extra {sum(r['extra'] for r in rows)},"
        f" tribute right {sum(r['gifts_right'] for r in rows)},"
        f" places right {sum(r['finish_right'] for r in rows)},"
        f" incomplete {sum(not r['complete'] for r in rows)},"
        f" wrong and unmarked {unmarked},"
        f" faults found {sum(len(r['found']) for r in rows)}"
        f" of {sum(len(r['planted']) for r in rows)},"
        f" false proofs {false}"
    )
    return text, share >= 0.97 and not unmarked and not false


def main() -> int:
    """Watch deals that have not been watched yet, judge all of them; print the totals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--first", type=int, default=700, help="seed of the first deal")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "watch-guandan")
    parser.add_argument("--replay", action="store_true", help="judge only what was watched")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    for seed in range(args.first, args.first + args.deals):
        if not (args.out / f"observed-{seed}.jsonl").exists():
            if args.replay:
                continue
            watch(spec_of(seed), args.out)
        rows.append(judged(seed, args.out))
        print(json.dumps(rows[-1]), flush=True)
    text, good = total(rows)
    print(text)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
