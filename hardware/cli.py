"""The `dipai` command: finds the sub-commands in `hardware/commands` and runs one."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence

from hardware import commands
from scorer.errors import InputError
from vision.errors import VisionError

EXIT_OK, EXIT_FINDINGS, EXIT_BAD_INPUT = 0, 1, 2


def build_parser() -> argparse.ArgumentParser:
    """Return the parser with every sub-command; a command module offers ``add(subparsers)``."""
    parser = argparse.ArgumentParser(prog="dipai", description="The card table that scores itself.")
    sub = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in sorted(module.name for module in pkgutil.iter_modules(commands.__path__)):
        importlib.import_module(f"hardware.commands.{name}").add(sub)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one sub-command; exit code 0, 1 for findings, 2 for bad input with one clear line."""
    args = build_parser().parse_args(argv)
    try:
        code: int = args.run(args)
    except (InputError, VisionError) as error:
        print(f"dipai: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except BrokenPipeError:
        return EXIT_OK
    except KeyboardInterrupt:
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
