"""Serving one thing after the other: an interrupt is never lost."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from hardware.station.service import Service


class Thing:
    """Serves until it is stopped."""

    def __init__(self, then: int | None = None) -> None:
        self.stopped = threading.Event()
        self._then = then

    def run(self) -> None:
        if self._then is not None:
            os.kill(os.getpid(), self._then)
        assert self.stopped.wait(20)

    def stop(self) -> None:
        self.stopped.set()


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    kept = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM)}
    yield
    for name, handler in kept.items():
        signal.signal(name, handler)


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_what_is_served(name: int) -> None:
    service = Service()
    service.serve(Thing(then=name))
    assert service.ended


def test_a_signal_between_two_ends_the_second() -> None:
    service = Service()
    first = Thing()
    first.stop()
    service.serve(first)
    assert not service.ended
    os.kill(os.getpid(), signal.SIGINT)
    second = Thing()
    service.serve(second)
    assert second.stopped.is_set()
