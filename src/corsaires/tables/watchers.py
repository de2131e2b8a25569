"""Who watches a table: those who are told at once, and spectators who are told a while later."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from corsaires.store.log import Row, Store
from corsaires.tables.late import Late
from corsaires.tables.refused import Refused
from corsaires.tables.sitting import PLAYING, Happened, Sitting

log = logging.getLogger(__name__)


class Watcher(Protocol):
    """Somebody who is told what happens at a table."""

    guest: str

    def shown(self, sitting: Sitting) -> None:
        """Everything as it stands."""

    def told(self, sitting: Sitting, happened: Sequence[Happened]) -> None:
        """What has just happened; it is durable, and the sitting has it."""

    def seats(self, sitting: Sitting) -> None:
        """Somebody came or went."""

    def sent_away(self, code: str) -> None:
        """They watch no longer, and this is why."""


class Watchers:
    __slots__ = ("_delay", "_later", "_live", "_now", "_past", "_store")

    def __init__(self, store: Store, now: Callable[[], int], delay: int) -> None:
        self._store = store
        self._now = now
        self._delay = delay
        self._live: dict[Watcher, None] = {}
        self._later: dict[Watcher, None] = {}
        self._past: Late | None = None  # what those who are told later see

    def __bool__(self) -> bool:
        return bool(self._live or self._later)

    async def admit(self, watcher: Watcher, sitting: Sitting) -> None:
        """Show a watcher the table, and from now on tell; raises Refused, StoreDown."""
        if not is_live(watcher, sitting):
            if sitting.choices.spectators == "none":
                raise Refused("no-spectators")
            await self._look_back(sitting)
        self._place(watcher, sitting)

    def leave(self, watcher: Watcher) -> None:
        self._live.pop(watcher, None)
        self._later.pop(watcher, None)
        if not self._later:
            self._forget()

    def tell(self, sitting: Sitting, happened: Sequence[Happened]) -> None:
        if self._past is not None:
            self._past.follow([each.row for each in happened])
        for watcher in list(self._live):
            try:
                watcher.told(sitting, happened)
            except Exception:
                self._give_up(watcher)

    def people_changed(self, sitting: Sitting) -> None:
        for watcher in list(self._live):
            try:
                watcher.seats(sitting)
            except Exception:
                self._give_up(watcher)

    async def show_again(self, sitting: Sitting) -> None:
        """Everything anew, to everybody who may watch; raises StoreDown."""
        self._forget()
        spectators = sitting.choices.spectators
        if spectators == "delayed" and not all(is_live(watcher, sitting) for watcher in [*self._live, *self._later]):
            await self._look_back(sitting)
        for watcher in [*self._live, *self._later]:
            if spectators == "none" and not is_live(watcher, sitting):
                self.leave(watcher)
                watcher.sent_away("no-spectators")
            else:
                try:
                    self._place(watcher, sitting)
                except Exception:
                    self._give_up(watcher)

    def _place(self, watcher: Watcher, sitting: Sitting) -> None:
        self._live.pop(watcher, None)
        self._later.pop(watcher, None)
        if is_live(watcher, sitting):
            self._live[watcher] = None
            watcher.shown(sitting)
        else:
            assert self._past is not None
            self._later[watcher] = None
            watcher.shown(self._past.sitting)

    async def _look_back(self, sitting: Sitting) -> None:
        if self._past is None:
            rows: list[Row] = await self._store.rows(sitting.id)
            rows = [row for row in rows if row.seq <= sitting.seq]  # what comes after will be told
            self._past = Late(sitting.id, rows, self._now, self._tell_later, self._delay)

    def _tell_later(self, past: Sitting, happened: Sequence[Happened]) -> None:
        for watcher in list(self._later):
            try:
                watcher.told(past, happened)
            except Exception:
                self._give_up(watcher)

    def _forget(self) -> None:
        if self._past is not None:
            self._past.close()
            self._past = None

    def _give_up(self, watcher: Watcher) -> None:
        """What goes wrong with one must not keep the news from the others."""
        log.exception("a watcher cannot be told")
        self.leave(watcher)
        watcher.sent_away("fault")


def is_live(watcher: Watcher, sitting: Sitting) -> bool:
    """Whether a watcher is told at once."""
    return sitting.state != PLAYING or sitting.choices.spectators == "live" or watcher.guest in sitting.people
