"""Simulated deals as plays only: ``python -m tests.nightly.guandan_rounds [--deals 5000]``.

With ``--state FILE`` the count is kept and a second run goes on; ``--seconds`` stops in time.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path

from tests.oracle.guandan_rounds import Count, compare

_KEEP = 50


def counted(deals: int, state: Path | None, seconds: float) -> Count:
    """Return the count of so many deals, or of those that time allows."""
    count = Count()
    if state is not None and state.exists():
        count = Count(**json.loads(state.read_text("utf-8")))
    end = time.monotonic() + seconds
    while count.deals < deals and time.monotonic() < end:
        compare(count.deals, count)
        if state is not None and (count.deals % _KEEP == 0 or count.deals == deals):
            state.write_text(json.dumps(asdict(count)), "utf-8")
    return count


def main() -> int:
    """Count, print what was wrong and the totals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    args = parser.parse_args()
    count = counted(args.deals, args.state, args.seconds)
    share = count.ambiguous / count.rounds
    print(*count.wrong[:20], sep="\n")
    print(
        f"{count.deals} deals, {count.rounds} rounds, {count.plays} plays: "
        f"{len(count.wrong)} wrong; "
        f"{count.ambiguous} ambiguous plays reported ({share:.2%} of the rounds)"
    )
    return 1 if count.wrong or share >= 0.01 else 0


if __name__ == "__main__":
    raise SystemExit(main())
