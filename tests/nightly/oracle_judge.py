"""The judge against the literal judge: ``python -m tests.nightly.oracle_judge --n 20000``.

Small deals of every profile and of every kind of fault in turn. The same command goes on where it
stopped (``--state FOLDER``, ``--seconds``). Prints every difference and what was planted; exits
with 1 when there was a difference.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.nightly.progress import Progress, options
from tests.oracle.judge import compare
from tests.oracle.small_deals import assignment, small_deal


def main() -> int:
    """Run the comparison and return the exit code."""
    chosen = options(__doc__, n=20_000).parse_args()
    progress = Progress("oracle_judge", chosen.state, chosen.first)
    for number in progress.numbers(chosen.n, chosen.seconds):
        slug, kind = assignment(number)
        small = small_deal(random.Random(f"judge {number}"), slug, kind)
        difference, faults = compare(small)
        progress.counts["planted " + str(small.planted)] += 1
        progress.counts["deals with a fault"] += faults > 0
        progress.counts["faults"] += faults
        if difference is not None:
            progress.counts["differences"] += 1
            print(f"deal {number}: {difference}", flush=True)
    print(progress.report())
    return 1 if progress.counts["differences"] else 0


if __name__ == "__main__":
    sys.exit(main())
