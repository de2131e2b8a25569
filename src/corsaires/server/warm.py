"""Rules and bots made ready before they are asked for: compiled once, in a process of its own, then loaded here.

Compiling holds up a whole process, and takes half a minute for the search. So the first time another process does it,
one at a time however many servers start, and whoever needs the search waits for it without holding anybody up.
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from corsaires.bots import load_bot, searches
from corsaires.games.catalog import GAMES, load
from corsaires.games.kernel import jit
from corsaires.games.kernel.game import Table
from corsaires.protocol.shapes import encode_parts
from corsaires.server.logs import say
from corsaires.store import Unusable, lockfile

STAND_IN: Final = "matelot"
SEARCH: Final = ("capitaine@1", "amiral@1")
MOVES: Final = 40  # of a game played through
PATIENCE: Final = 2.0  # seconds
LOOK: Final = 0.2  # seconds between two looks whether something is ready
IDLE: Final = 10  # niceness of compiling: people come first


def warm_rules() -> Iterator[None]:
    """Play some of each game, with everything that a table asks for; one may stop before each piece of work."""
    for name in GAMES:
        yield
        table = load(name).deal(seed=1)
        for _ in range(MOVES):
            if table.over:
                break
            yield
            table.view(table.turn)
            encode_parts(table, table.turn)
            table.play(table.moves()[0])
        table.view(None)
        if table.turn is not None:
            yield from _first_thought(name, STAND_IN, table)


def warm_search() -> Iterator[None]:
    """Let the bots that search have a first thought."""
    for name in GAMES:
        yield
        table = load(name).deal(seed=1)
        for bot in SEARCH:
            yield from _first_thought(name, bot, table)


def _first_thought(game: str, bot: str, table: Table) -> Iterator[None]:
    yield
    thinker = load_bot(game, bot)
    yield
    thinker.think(table.view(table.turn, options=False), seed=1)


STEPS: Final[dict[str, Callable[[], Iterator[None]]]] = {"rules": warm_rules, "search": warm_search}


def in_other_process(step: str) -> None:
    """What the other process does: a step, at leisure, and for no longer than its server lives."""
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(IDLE)
    compile_step(step)


def compile_step(step: str) -> None:
    """A step, and a sign of it beside the compiled code."""
    with _alone():
        if not is_compiled(step):
            list(STEPS[step]())
            if (sign := _sign(step)) is not None:
                sign.touch()


def is_compiled(step: str) -> bool:
    """Whether all that a step needs lies there compiled, or nothing is compiled at all."""
    return not jit.COMPILED or ((sign := _sign(step)) is not None and sign.exists())


def _sign(step: str) -> Path | None:
    return None if jit.CACHE is None else jit.CACHE / f"warm-{step}"


@contextmanager
def _alone() -> Iterator[None]:
    """Only one process compiles at a time; the next finds it done."""
    if jit.CACHE is None:
        yield
        return
    held = None
    while held is None:
        try:
            held = lockfile.hold(jit.CACHE / "compiling")
        except Unusable:
            time.sleep(LOOK)
    try:
        yield
    finally:
        os.close(held)


def _end_with(parent: int) -> None:
    """A server that was killed needs nothing compiled any more."""
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)


class Warming:
    """Every step in the background, in order."""

    def __init__(self, ready: Callable[[], None]) -> None:
        self._ready = ready
        self._done: set[str] = set()
        self._child: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="warming", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Give up, and wait for that."""
        with self._lock:
            self._stopped = True
            if self._child is not None:
                self._child.kill()
        if self._thread.is_alive():
            self._thread.join(timeout=PATIENCE)

    async def prepared(self, bot: str) -> None:
        """Wait until a bot can think without compiling first."""
        step = "search" if searches(bot) else "rules"
        while step not in self._done and not self._stopped:
            await asyncio.sleep(LOOK)

    def _work(self) -> None:
        for step, work in STEPS.items():
            try:
                if not is_compiled(step):
                    self._compile(step)
                for _ in work():
                    if self._stopped:  # at the end of a process no thread should be in the middle of something
                        return
            except Exception as error:  # the first players will wait a little
                say("not warmed", level=logging.WARNING, error=error)
            self._done.add(step)
            if step == "rules" and not self._stopped:
                self._ready()

    def _compile(self, step: str) -> None:
        work = f"from corsaires.server.warm import in_other_process; in_other_process({step!r})"
        command = [sys.executable, "-c", work]
        quiet = subprocess.DEVNULL
        with self._lock:
            if self._stopped:
                return
            self._child = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, process_group=0)
        self._child.wait()
