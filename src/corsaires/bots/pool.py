"""One pool of threads in which the bots of many tables think: as many as cores, fair between the tables.

The tables take turns. A table's questions are answered in order and one at a time, so that a table with many of them
holds nobody up. The search lets go of Python's lock while it thinks: so threads do use every core.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Hashable
from concurrent.futures import Future
from threading import Condition, Thread
from typing import Any, NamedTuple, Self

from corsaires.bots.bot import Player, Thought


class Asked(NamedTuple):
    player: Player
    view: Any
    seed: int
    answer: Future[Thought]


class Pool:
    def __init__(self, threads: int | None = None) -> None:
        self._changed = Condition()
        self._asked: dict[Hashable, deque[Asked]] = {}  # by table that waits or is being thought for
        self._next: deque[Hashable] = deque()  # the tables whose turn comes, first to last
        self._closed = False
        self._threads = [
            Thread(target=self._work, name=f"bots-{n}", daemon=True)
            for n in range(cores() if threads is None else threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, table: Hashable, player: Player, view: Any, seed: int) -> Future[Thought]:
        """Let a player think for a table. What it raises, the answer raises; an answer not begun can be cancelled."""
        asked = Asked(player, view, seed, Future())
        with self._changed:
            if self._closed:
                raise RuntimeError("the pool of bots is closed: open another")
            if table in self._asked:
                self._asked[table].append(asked)
            else:
                self._asked[table] = deque([asked])
                self._next.append(table)
                self._changed.notify()
        return asked.answer

    def close(self) -> None:
        """Cancel what has not begun, and wait for what has."""
        with self._changed:
            self._closed = True
            self._next.clear()
            waiting = [asked for queue in self._asked.values() for asked in queue]
            self._asked.clear()
            self._changed.notify_all()
        for asked in waiting:
            asked.answer.cancel()
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._next or self._closed)
                if self._closed:
                    return
                table = self._next.popleft()
                asked = self._asked[table].popleft()
            answer(asked)
            with self._changed:
                if self._asked.get(table):
                    self._next.append(table)
                    self._changed.notify()
                else:
                    self._asked.pop(table, None)


def answer(asked: Asked) -> None:
    if not asked.answer.set_running_or_notify_cancel():
        return
    try:
        thought = asked.player.think(asked.view, asked.seed)
    except BaseException as error:  # a bot may raise anything: it is told to whoever asked
        asked.answer.set_exception(error)
    else:
        asked.answer.set_result(thought)


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
