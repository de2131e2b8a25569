"""A table as it was a little while ago, for spectators who must not be of help to anybody at it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from corsaires.store.log import Row
from corsaires.tables.sitting import Happened, Sitting

DELAY: Final = 30_000  # ms


class Late:
    """Follows the log of a table at a distance, and tells what happened then."""

    def __init__(
        self, table: str, rows: Sequence[Row], now: Callable[[], int], tell: Callable[[list[Happened]], None]
    ) -> None:
        seen = [row for row in rows if row.at + DELAY <= now() or row.seq == 0]
        self.sitting = Sitting.read(table, seen)
        self._coming: deque[Row] = deque()
        self._now = now
        self._tell = tell
        self._timer: asyncio.TimerHandle | None = None
        self.follow(rows[len(seen) :])

    def follow(self, rows: Sequence[Row]) -> None:
        """Rows that will be told when their time comes."""
        self._coming.extend(rows)
        if self._coming and self._timer is None:
            wait = max(0, self._coming[0].at + DELAY - self._now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self._come)

    def _come(self) -> None:
        self._timer = None
        due = self._now() - DELAY
        happened = []
        while self._coming and self._coming[0].at <= due:
            happened.append(self.sitting.apply(self._coming.popleft()))
        if happened:
            self._tell(happened)
        self.follow(())

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
