"""Engine against oracle for as long as wanted: ``python -m tests.nightly.oracle_rules --n 50000``.

The same command goes on where it stopped (``--state FOLDER``, ``--seconds``). Prints every
difference; exits with 1 when there was one.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.nightly.progress import Progress, options
from tests.oracle.compare import COMPARISONS


def main() -> int:
    """Run the comparison and return the exit code."""
    parser = options(__doc__, n=50_000)
    parser.add_argument("--only", choices=COMPARISONS)
    chosen = parser.parse_args()
    differences = 0
    for name, comparison in COMPARISONS.items():
        if chosen.only not in (None, name):
            continue
        progress = Progress(f"oracle_rules-{name}", chosen.state, chosen.first)
        for number in progress.numbers(chosen.n, chosen.seconds):
            found = comparison(random.Random(f"{name} {number}"), None)
            if found is not None:
                progress.counts["differences"] += 1
                print(f"{name} {number}: {found}", flush=True)
        differences += progress.counts["differences"]
        print(f"{name}: {progress.report()}", flush=True)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
