"""A table as it was a little while ago, for spectators who must not be of help to anybody at it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from itertools import takewhile

from corsaires.store.log import Row
from corsaires.tables.sitting import Happened, Sitting, parts

Tell = Callable[[Sitting, list[Happened]], None]


class Late:
    """Follows the log of a table at a distance of so many ms, and tells what happened then."""

    def __init__(self, table: str, rows: Sequence[Row], now: Callable[[], int], tell: Tell, delay: int) -> None:
        self._coming: deque[Row] = deque()
        self._now = now
        self._tell = tell
        self._delay = delay
        self._timer: asyncio.TimerHandle | None = None
        seen = list(takewhile(lambda row: row.seq == 0 or row.at + delay <= now(), rows))
        self.sitting = Sitting.read(table, seen)
        self.follow(rows[len(seen) :])

    def follow(self, rows: Sequence[Row]) -> None:
        """Rows that will be told when their time comes."""
        self._coming.extend(rows)
        if self._coming and self._timer is None:
            wait = max(0, self._coming[0].at + self._delay - self._now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self._come)

    def _come(self) -> None:
        self._timer = None
        due = self._now() - self._delay
        came = []
        while self._coming and self._coming[0].at <= due:
            came.append(self._coming.popleft())
        for part in parts(came):
            self._tell(self.sitting, [self.sitting.apply(row) for row in part])
        self.follow(())

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._coming.clear()
