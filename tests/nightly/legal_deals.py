"""Random legal deals of every profile: ``python -m tests.nightly.legal_deals --n 30000``.

No finding, points conserved, the right number of tricks; ``--prefixes`` of them are also folded
after every event and compared with the table that played them. The same command goes on where it
stopped. Exits with 1 where something did not hold.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scorer import profile
from tests.nightly.progress import Progress, options
from tests.scorer.legal import numbered_deal, wrong, wrong_prefixes


def main() -> int:
    """Play and fold, and return the exit code."""
    parser = options(__doc__, n=30_000)
    parser.add_argument("--prefixes", type=int, default=500, help="deals folded at every event")
    chosen = parser.parse_args()
    progress = Progress("legal_deals", chosen.state, chosen.first)
    slugs = profile.slugs()
    every = max(1, chosen.n // max(1, chosen.prefixes))
    for number in progress.numbers(chosen.n, chosen.seconds):
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
