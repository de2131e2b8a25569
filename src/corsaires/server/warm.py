"""The rules made ready before the first player comes: compiled once, in a process of its own, then loaded here."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Final

from corsaires.bots import load_bot
from corsaires.games.catalog import GAMES, load
from corsaires.server.logs import say

BOTS: Final = ("matelot", "capitaine@1", "amiral@1")
MOVES: Final = 40  # of a game played through
PATIENCE: Final = 2.0  # seconds


def warm() -> None:
    """Play some of each game, with everything that a table asks for, and let its bots think."""
    for name in GAMES:
        table = load(name).deal(seed=1)
        for bot in BOTS:
            load_bot(name, bot).think(table.view(table.turn, options=False), seed=1)
        for _ in range(MOVES):
            if table.over:
                break
            table.view(table.turn)
            table.play(table.moves()[0])
        table.view(None)


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
            self._compile()
            if not self._stopped:
                warm()
        except Exception as error:  # the first players will wait a little
            say("not warmed", level=logging.WARNING, error=error)
        if not self._stopped:
            self._ready()

    def _compile(self) -> None:
        command = [sys.executable, "-c", "from corsaires.server.warm import warm; warm()"]
        quiet = subprocess.DEVNULL
        with self._lock:
            if self._stopped:
                return
            self._child = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
        self._child.wait()
