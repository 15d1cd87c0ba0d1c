"""A token bucket per address, against guessing."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

_REMEMBERED = 4096


class Bucket:
    """Holds ``size`` tokens per address and refills ``per_second``."""

    def __init__(
        self, size: int, per_second: float, mono: Callable[[], float] = time.monotonic
    ) -> None:
        self._size, self._rate, self._mono = size, per_second, mono
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def _level(self, address: str) -> float:
        now = self._mono()
        left, at = self._left.get(address, (float(self._size), now))
        return min(self._size, left + (now - at) * self._rate)

    def open(self, address: str) -> bool:
        """Return whether the address has a token left."""
        with self._lock:
            return self._level(address) >= 1

    def take(self, address: str) -> None:
        """Take one token from the address."""
        with self._lock:
            self._left[address] = (max(0.0, self._level(address) - 1), self._mono())
            self._left.move_to_end(address)
            while len(self._left) > _REMEMBERED:
                self._left.popitem(last=False)
