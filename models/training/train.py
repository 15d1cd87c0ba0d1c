"""`python -m models.training.train locator|classifier|ship`: the networks from a seed.

The same seed and number of steps give the same scenes. A stopped training continues from its
checkpoint when the command is given again.
"""

from __future__ import annotations

import argparse
import pathlib

import torch

from models.training import art, classifier, locator, ship

MODELS = pathlib.Path(__file__).parents[1]
WORK = pathlib.Path(__file__).parents[2] / ".cache" / "training"


def main(arguments: list[str] | None = None) -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(prog="python -m models.training.train", description=__doc__)
    parser.add_argument("what", choices=["art", "locator", "classifier", "ship"])
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=80, help="held-out scenes for ship")
    parser.add_argument("--out", type=pathlib.Path, default=MODELS, help="folder for ship")
    parser.add_argument("--photos", type=pathlib.Path, help="photographs that may train")
    parser.add_argument("--folder", type=pathlib.Path, default=WORK)
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    if options.what == "art":
        art.fetch()
    elif options.what == "locator":
        folder = options.folder / "locator"
        locator.train(folder, options.steps, options.seed, photo_folder=options.photos)
    elif options.what == "ship":
        figures = ship.ship(options.folder, options.out, options.scenes, options.seed)
        print("  ".join(f"{k} {v:.4f}" for k, v in figures.items()))
    else:
        found = options.folder / "locator"
        folder = options.folder / "classifier"
        classifier.train(folder, options.steps, options.seed, found, photo_folder=options.photos)


if __name__ == "__main__":
    main()
