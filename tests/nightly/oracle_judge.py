"""The judge against the literal judge: ``python tests/nightly/oracle_judge.py --n 20000``.

Resumable: ``--from`` skips that many deals. Prints every difference and how many deals held a
fault; exits with 1 when there was a difference.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.oracle.judge import engine, literal, small_deal


def main() -> int:
    """Run the comparison and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=20_000, help="deals")
    parser.add_argument("--from", dest="first", type=int, default=0)
    options = parser.parse_args()
    start, differences, faulty = time.monotonic(), 0, 0
    for number in range(options.first, options.first + options.n):
        small = small_deal(random.Random(f"judge {number}"))
        ours, theirs = engine(small), literal(small)
        faulty += bool(theirs)
        if ours != theirs:
            differences += 1
            print(f"deal {number} ({small.deal.slug}): engine {ours}, oracle {theirs}", flush=True)
    took = time.monotonic() - start
    print(f"{options.n} deals, {faulty} with a fault, {differences} differences, {took:.0f} s")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
