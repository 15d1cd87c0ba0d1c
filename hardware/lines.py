"""Messages between processes: one JSON object a line on standard input and output."""

from __future__ import annotations

import json
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from scorer.errors import InputError
from vision.errors import VisionError

Message = dict[str, Any]


class MessageLines:
    """Messages of a stream as they arrive, of those that are wanted; ``ended`` once it has ended.

    Lines that hold no message are passed over: a neighbour's fault must not stop the eyes.
    """

    def __init__(self, stream: TextIO, wanted: Callable[[Message], bool]) -> None:
        self._lines: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._wanted = wanted
        self.ended = False
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream: TextIO) -> None:
        for line in stream:
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if isinstance(message, dict) and self._wanted(message):
                self._lines.put(message)
        self._lines.put(None)

    def next(self, wait: bool) -> Message | None:
        """Return the next message, or None when there is none now (or never will be)."""
        if self.ended:
            return None
        try:
            message = self._lines.get(block=wait)
        except queue.Empty:
            return None
        self.ended = message is None
        return message

    def waiting(self) -> list[Message]:
        """Return the messages that have arrived since the last call, without waiting."""
        found: list[Message] = []
        while (message := self.next(wait=False)) is not None:
            found.append(message)
        return found


def tell(message: Mapping[str, Any]) -> None:
    """Write a message to standard output at once."""
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def exit_code(work: Callable[[], None]) -> int:
    """Do the work of a child process; 2 and one line on standard error where its input is unusable.

    A parent that has gone away ends it without a complaint.
    """
    try:
        work()
    except (InputError, VisionError) as error:
        print(f"dipai: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    return 0
