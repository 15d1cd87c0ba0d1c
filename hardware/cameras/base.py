"""What every camera is: frames in order, each with its own time, until `None`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from vision.errors import VisionError
from vision.frame import Frame


class CameraLost(VisionError):
    """A live camera stopped giving pictures: unplugged, hung or taken by another program."""


class Camera(ABC):
    """A source of frames; use it in a ``with`` block and iterate over it.

    Nothing downstream reads a clock: ``Frame.t`` is media time for files and monotonic time for
    live cameras, in seconds.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        """What a person calls this source: the path or device."""
        self.notes: list[str] = []
        """What differs from what was asked for, one line each."""

    @property
    def live(self) -> bool:
        """Whether time passes by itself, so that a reader who is late misses frames."""
        return False

    @abstractmethod
    def read(self) -> Frame | None:
        """Return the next frame, or None after the last one.

        Raises:
            VisionError: a picture cannot be read.
            CameraLost: a live camera gives no more pictures.
        """

    @abstractmethod
    def close(self) -> None:
        """Give the device or file back; may be called twice."""

    def __iter__(self) -> Iterator[Frame]:
        while (frame := self.read()) is not None:
            yield frame

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def check_size(name: str, frame_size: tuple[int, int], first: tuple[int, int]) -> None:
    """Raise a `VisionError` when a picture is not of the size of the first one (px)."""
    if frame_size != first:
        raise VisionError(
            f"{name}: {frame_size[0]}×{frame_size[1]} px, but the first picture was "
            f"{first[0]}×{first[1]}; all pictures of a session must be of one size"
        )
