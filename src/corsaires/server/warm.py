"""The rules made ready before the first player comes: compiled once, in a process of its own, then loaded here."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Final

from corsaires.games.catalog import GAMES, load

MOVES: Final = 40  # of a game played through


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


class Warming:
    """`warm` in the background. Compiling holds up a process, so the first time another one does it."""

    def __init__(self, ready: Callable[[], None]) -> None:
        self._ready = ready
        self._child: subprocess.Popen[bytes] | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, name="warming", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Give up, and wait for that."""
        self._stopped.set()
        if self._child is not None:
            self._child.kill()
        self._thread.join(timeout=2)

    def _work(self) -> None:
        command = [sys.executable, "-c", "from corsaires.server.warm import warm; warm()"]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True) as child:
            self._child = child
        if not self._stopped.is_set():
            warm()
        if not self._stopped.is_set():
            self._ready()
