"""5,000 simulated deals as plays only: ``python -m tests.nightly.guandan_rounds [NUMBER]``."""

from __future__ import annotations

import sys

from tests.oracle.guandan_rounds import Count, compare


def main(number: int) -> int:
    count = Count()
    for seed in range(number):
        compare(seed, count)
    share = count.ambiguous / count.rounds
    print(*count.wrong[:20], sep="\n")
    print(
        f"{count.deals} deals, {count.rounds} rounds, {count.plays} plays: "
        f"{len(count.wrong)} wrong; "
        f"{count.ambiguous} ambiguous plays reported ({share:.2%} of the rounds)"
    )
    return 1 if count.wrong or share >= 0.01 else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000))
