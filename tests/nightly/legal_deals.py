"""Random legal deals of every profile: ``python -m tests.nightly.legal_deals --n 30000``.

No finding, points conserved, the right number of tricks; ``--prefixes`` of them are also folded
after every event and compared with the table that played them. The same command goes on where it
stopped. Exits with 1 where something did not hold.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scorer import profile
from tests.nightly.progress import Progress
from tests.scorer.legal import numbered_deal, wrong, wrong_prefixes


def main() -> int:
    """Play and fold, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=30_000, help="number after the last deal")
    parser.add_argument("--prefixes", type=int, default=500, help="deals folded at every event")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--state", help="folder that keeps what has been done")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    options = parser.parse_args()
    progress = Progress("legal_deals", options.state, options.first)
    slugs = profile.slugs()
    every = max(1, options.n // max(1, options.prefixes))
    for number in progress.numbers(options.n, options.seconds):
        deal = numbered_deal(slugs[number % len(slugs)], number)
        failed = wrong(deal)
        if number % every == 0:
            failed += wrong_prefixes(deal)
            progress.counts["folded at every event"] += 1
        if failed:
            progress.counts["failed"] += 1
            print(f"deal {number} of {deal.profile.slug}: {'; '.join(failed)}", flush=True)
    print(progress.report())
    return 1 if progress.counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
