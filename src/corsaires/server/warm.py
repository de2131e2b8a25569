"""The rules made ready before the first player comes: compiled once, in a process of its own, then loaded here."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from corsaires.bots import load_bot
from corsaires.games.catalog import GAMES, load
from corsaires.games.kernel import jit
from corsaires.server.logs import say

MOVES: Final = 40  # of a game played through
PATIENCE: Final = 2.0  # seconds
BOTS: Final = ("matelot", "capitaine@1", "amiral@1")


def warm() -> None:
    """Play some of each game, with everything that a table asks for."""
    for name in GAMES:
        table = load(name).deal(seed=1)
        for _ in range(MOVES):
            if table.over:
                break
            table.view(table.turn)
            table.play(table.moves()[0])
        table.view(None)
        if table.turn is not None:
            for bot in BOTS:
                load_bot(name, bot).think(table.view(table.turn, options=False), seed=1)


def compile_all() -> None:
    """`warm`, and leave a sign of it beside the compiled code."""
    warm()
    if (sign := _sign()) is not None:
        sign.touch()


def is_compiled() -> bool:
    """Whether all that `warm` needs lies there compiled, or nothing is compiled at all."""
    return not jit.COMPILED or ((sign := _sign()) is not None and sign.exists())


def _sign() -> Path | None:
    return None if jit.CACHE is None else jit.CACHE / "warm"


class Warming:
    """`warm` in the background. Compiling holds up a process, so the first time another one does it."""

    def __init__(self, ready: Callable[[], None]) -> None:
        self._ready = ready
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

    def _work(self) -> None:
        try:
            if not is_compiled():
                self._compile()
            if not self._stopped:
                warm()
        except Exception as error:  # the first players will wait a little
            say("not warmed", level=logging.WARNING, error=error)
        if not self._stopped:
            self._ready()

    def _compile(self) -> None:
        command = [sys.executable, "-c", "from corsaires.server.warm import compile_all; compile_all()"]
        quiet = subprocess.DEVNULL
        with self._lock:
            if self._stopped:
                return
            self._child = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
        self._child.wait()
