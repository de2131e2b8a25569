"""Bots for the arena's tests: a steady one, and one for everything that can go wrong with a bot."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from corsaires.bots import Budget, Thought
from corsaires.bots.korsar.moves import legal_texts

NOTES: Final = "CORSAIRES_TEST_NOTES"  # the directory where bots leave notes for a test, if there is one
HALTING: Final = 8  # notes after which a bot that halts does so
ENDED: Final = 3  # the exit code of a bot that ends its process


def note(name: str) -> int:
    """Leave a note; how many there are now."""
    directory = Path(os.environ[NOTES])
    (directory / name).touch()
    return len(list(directory.iterdir()))


class Steady:
    """A legal move by the seed."""

    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        moves = legal_texts(view)
        return Thought(moves[seed % len(moves)])


class Halts(Steady):
    """Steady; but where notes are taken, it plays some games and then waits until somebody ends it."""

    def __init__(self) -> None:
        if NOTES in os.environ and note(f"game-{os.getpid()}-{time.monotonic_ns()}") > HALTING:
            note("halted")
            while True:
                time.sleep(60)


class Balks(Steady):
    """Cannot even be made, and says so at length."""

    def __init__(self) -> None:
        raise ValueError("no wind\nno sail")


class Crashes(Steady):
    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        raise ZeroDivisionError("too clever by half")


class Leaves(Steady):
    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        raise SystemExit("enough")


class Cheats(Steady):
    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        return Thought("A@9")


class Errs(Steady):
    """A move that the rules forbid."""

    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        return Thought("-A")


class Mumbles(Steady):
    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        return super().think(view, budget, seed).move


class Broods(Steady):
    """Takes more of the processor than its budget."""

    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        if budget.milliseconds is not None and budget.milliseconds > 1:
            started = time.thread_time()
            while time.thread_time() < started + 3 * budget.milliseconds / 1000 + 0.1:
                pass
        return super().think(view, budget, seed)


class Delegates(Broods):
    """Lets a thread of its own do so."""

    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        with ThreadPoolExecutor(1) as threads:
            threads.submit(super().think, view, budget, seed).result()
        return Steady.think(self, view, budget, seed)


class Stammers(Steady):
    """Its answer is none, and cannot be told."""

    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        return self

    def __repr__(self) -> str:
        while True:
            time.sleep(0.01)


class Chokes(Steady):
    """Raises what cannot be told."""

    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        raise Unspeakable


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError


class Sleeps(Steady):
    """Never answers."""

    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        while True:
            time.sleep(60)


class Stone(Steady):
    """Never answers, and listens to no alarm, like compiled code in an endless loop."""

    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        while True:
            try:
                while True:
                    time.sleep(60)
            except BaseException:
                continue


class Ends(Steady):
    """Ends the process it is in."""

    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        os._exit(ENDED)


class EndsOnce(Steady):
    """Ends the first process it is in."""

    def think(self, view: Any, budget: Budget, seed: int) -> Any:
        if not (Path(os.environ[NOTES]) / "ended").exists():
            note("ended")
            os._exit(ENDED)
        return super().think(view, budget, seed)
