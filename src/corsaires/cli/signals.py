"""Signals that tell a program to stop, as an exception: what was begun can still be kept."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

STOPS: Final = ("SIGTERM", "SIGHUP")  # not every system has them all
KILLED: Final = 128  # with the signal's number: the exit code that a shell would give


class Stopped(BaseException):
    """The system, or a terminal that was closed, tells us to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = KILLED + number


@contextmanager
def told_to_stop() -> Iterator[None]:
    """Raise Stopped when told to stop; once only, so that nothing disturbs what is done about it."""
    numbers = [getattr(signal, name) for name in STOPS if hasattr(signal, name)]
    before = {number: signal.signal(number, _stop) for number in numbers}
    try:
        yield
    except Stopped:
        before = {}
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    for name in STOPS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    raise Stopped(number)
