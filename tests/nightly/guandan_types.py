"""200,000 card sets against the brute force: ``python -m tests.nightly.guandan_types [NUMBER]``."""

from __future__ import annotations

import sys

from tests.oracle.guandan_types import comparison_differences, differences


def main(number: int) -> int:
    wrong = differences(seed=20261130, number=number)
    pairs = comparison_differences(seed=20261130, number=number)
    for line in [*map(str, wrong[:20]), *map(str, pairs[:20])]:
        print(line)
    print(f"{number} card sets: {len(wrong)} differences; {number} pairs: {len(pairs)} differences")
    return 1 if wrong or pairs else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000))
