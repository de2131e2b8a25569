"""Signals that tell a program to stop, as an exception: what was begun can still be kept."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
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
def asked_to_stop() -> Iterator[Callable[[], int]]:
    """Remember that Ctrl-C or the system asks us to stop: what this gives says 0, or the exit code to end with."""
    numbers = [getattr(signal, name) for name in ("SIGINT", *STOPS) if hasattr(signal, name)]
    asked = [0]

    def ask(number: int, frame: FrameType | None) -> None:
        asked[0] = KILLED + number

    before = {number: signal.signal(number, ask) for number in numbers}
    try:
        yield lambda: asked[0]
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def told_to_stop() -> Iterator[Callable[[], None]]:
    """Raise Stopped when told to stop, once; calling what this gives, or the first time, makes us deaf to the next."""
    numbers = [getattr(signal, name) for name in STOPS if hasattr(signal, name)]

    def be_deaf() -> None:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        be_deaf()
        raise Stopped(number)

    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield be_deaf
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
