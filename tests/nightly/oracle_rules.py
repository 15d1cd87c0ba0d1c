"""Engine against oracle for as long as wanted: ``python tests/nightly/oracle_rules.py --n 50000``.

Resumable: ``--from`` skips that many situations of every kind. Prints every difference and exits
with 1 when there was one.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.oracle.compare import COMPARISONS


def main() -> int:
    """Run the comparison and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=50_000, help="situations of each kind")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--only", choices=COMPARISONS)
    options = parser.parse_args()
    differences = 0
    for name, comparison in COMPARISONS.items():
        if options.only not in (None, name):
            continue
        start = time.monotonic()
        for number in range(options.first, options.first + options.n):
            found = comparison(random.Random(f"{name} {number}"), None)
            if found is not None:
                differences += 1
                print(f"{name} {number}: {found}", flush=True)
        took = time.monotonic() - start
        print(f"{name}: {options.n} situations, {took:.0f} s, {differences} differences so far")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
