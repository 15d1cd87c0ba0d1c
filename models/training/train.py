"""`python -m models.training.train locator|classifier|export`: the networks from a seed.

The same seed and number of steps give the same scenes. A stopped training continues from its
checkpoint when the command is given again.
"""

from __future__ import annotations

import argparse
import pathlib

import torch

from models.training import art, locator

WORK = pathlib.Path(__file__).parents[2] / ".cache" / "training"


def main(arguments: list[str] | None = None) -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(prog="python -m models.training.train", description=__doc__)
    parser.add_argument("what", choices=["art", "locator", "classifier"])
    parser.add_argument("--steps", type=int, default=25000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=pathlib.Path, default=WORK)
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    if options.what == "art":
        art.fetch()
    elif options.what == "locator":
        locator.train(options.folder / "locator", options.steps, options.seed)
    else:
        from models.training import classifier

        classifier.train(
            options.folder / "classifier", options.steps, options.seed, options.folder / "locator"
        )


if __name__ == "__main__":
    main()
