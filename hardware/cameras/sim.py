"""The simulated table as a camera."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hardware.cameras.base import Camera
from hardware.simtable.canvas import Image
from hardware.simtable.director import BRISK, Habits
from hardware.simtable.sim import SimTable, TableSpec
from scorer.errors import InputError
from vision.errors import VisionError
from vision.frame import Frame

_INTS = ("seed", "decks")
_FLOATS = ("fps", "noise", "blur", "tilt")
_TEXTS = ("game", "level", "declarer", "fault", "design", "surface", "light")
_PACES = {"calm": Habits(), "brisk": BRISK}


class SimCamera(Camera):
    """One simulated deal; the truth about it stays in ``table``, out of the frames."""

    def __init__(self, spec: TableSpec) -> None:
        """Prepare the deal.

        Raises:
            VisionError: the spec asks for something that does not exist.
        """
        super().__init__(f"sim:seed={spec.seed}")
        try:
            self.table = SimTable(spec)
        except InputError as error:
            raise VisionError(str(error)) from error
        self._frames: Iterator[tuple[int, float, Image]] | None = self.table.frames()

    def read(self) -> Frame | None:
        """Return the next rendered frame."""
        if self._frames is None:
            return None
        for index, t, image in self._frames:
            return Frame(image, t, index)
        return None

    def close(self) -> None:
        """Stop rendering."""
        self._frames = None


def spec_from_options(options: Mapping[str, str]) -> TableSpec:
    """Return the table that options such as ``seed=3`` describe.

    Raises:
        VisionError: an unknown option, or a value that is no number where one is needed.
    """
    known = (*_INTS, *_FLOATS, *_TEXTS, "pace", "trouble")
    values: dict[str, Any] = {}
    for key, text in options.items():
        if key not in known:
            raise VisionError(f"sim camera: no option '{key}'; it has {', '.join(sorted(known))}")
        if key == "pace":
            if text not in _PACES:
                raise VisionError(f"sim camera: pace={text}; write one of {', '.join(_PACES)}")
            values["habits"] = _PACES[text]
            continue
        if key == "trouble":
            values[key] = tuple(text.split("+"))
            continue
        try:
            values[key] = int(text) if key in _INTS else float(text) if key in _FLOATS else text
        except ValueError:
            raise VisionError(f"sim camera: {key}={text} is not a number") from None
    return TableSpec(**values)
