"""The games of a run, played by processes of this machine. One that dies is replaced, and its game is played again."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.sharedctypes import RawValue
from typing import ClassVar, Final

from corsaires.arena.match import NOBODY, SAY, Ledger, Played, play, seating, too_late, warm_up, write_row
from corsaires.arena.plan import Fixture, Plan

TICK: Final = 0.2  # seconds between looks at the clock
RESCUE: Final = 1.0  # seconds that a process may take to notice that patience has ended
LIVES: Final = 2  # processes that a game may cost
ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class CrewLost(Exception):
    """Whoever should play is not there, or a cluster is gone; the text says why, `kind` in which words."""

    kind: ClassVar = "crew_lost"


class CrewDied(CrewLost):
    """Processes end before they play; the text says how."""

    kind: ClassVar = "crew_died"


class NoProcessors(CrewLost):
    """A cluster is there, but without a processor to play on."""

    kind: ClassVar = "no_processors"


def play_all(plan: Plan, fixtures: Iterator[Fixture], jobs: int, stopped: Callable[[], bool]) -> Iterator[Played]:
    """Play the games in so many processes, and give them as they end; raises CrewLost."""
    hands: list[Hand] = []
    try:
        while not stopped():
            for hand in hands:
                if hand.fixture is None and (fixture := next(fixtures, None)):
                    hand.begin(fixture)
            while len(hands) < jobs and (fixture := next(fixtures, None)):
                hands.append(Hand(plan))
                hands[-1].begin(fixture)
            busy = [hand for hand in hands if hand.fixture]
            if not busy:
                return
            yield from finished(busy)
    finally:
        for hand in hands:
            hand.dismiss()


def play_one(plan: Plan, fixture: Fixture) -> Played:
    """Play one game in a process of its own, which stays for the next."""
    if _kept and _kept[0].plan.as_dict() != plan.as_dict():
        _kept.pop().dismiss()
    if not _kept:
        _kept.append(Hand(plan))
    hand = _kept[0]
    hand.begin(fixture)
    while True:
        for played in finished([hand]):
            return played


_kept: Final[list[Hand]] = []


class Hand:
    """A process that plays one game after the other."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.fixture: Fixture | None = None
        self._deaths = 0  # in this game
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._killed = -inf  # when we ended it
        try:
            self._ledger = RawValue(Ledger)
            self._ledger.clear()
            self.pipe, theirs = context.Pipe()
            process = context.Process(target=work, args=(self.plan, theirs, self._ledger), daemon=True)
            with _alone():
                process.start()
            self._process = process
        except OSError as error:  # no more memory, files or processes
            raise CrewLost(error.strerror or str(error)) from error
        theirs.close()

    def begin(self, fixture: Fixture, deaths: int = 0) -> None:
        self.fixture, self._deaths = fixture, deaths
        with suppress(OSError):  # a process that is no more is noticed when its answer is awaited
            self.pipe.send(fixture)

    def answer(self) -> Played | None:
        """The game that has ended, once the pipe has something to say; None if it is played again."""
        try:
            played: Played = self.pipe.recv()
        except (EOFError, OSError):
            return self._died()
        self.fixture = None
        return played._replace(deaths=self._deaths)

    def watch(self) -> None:
        """End the process if its move takes too long even for the alarm."""
        if time.monotonic() > self._ledger.until + RESCUE and not self.pipe.poll():
            self._killed = time.monotonic()
            self._process.kill()

    def dismiss(self) -> None:
        self._process.kill()
        self._process.join()
        self.pipe.close()

    def _died(self) -> Played | None:
        fixture, ledger = self.fixture, self._ledger
        assert fixture is not None
        self._process.join()
        late = self._killed > ledger.until + RESCUE  # not if it answered just before its end
        how, deaths = _ending(self._process.exitcode), self._deaths + 1
        self.pipe.close()
        if deaths == LIVES and ledger.side == NOBODY:
            raise CrewDied(how)
        self._start()
        if deaths < LIVES and not late:
            self.begin(fixture, deaths)
            return None
        self.fixture = None
        fault = too_late(self.plan.patience) if late else SAY("fault.ended", n=deaths, how=how)
        return Played(write_row(self.plan, fixture, ledger, fault=fault), None, deaths)


def finished(busy: list[Hand]) -> Iterator[Played]:
    """The games that have ended, after waiting a little for one."""
    ready: list[object] = list(wait([hand.pipe for hand in busy], TICK))
    for hand in busy:
        if hand.pipe not in ready:
            hand.watch()
        elif played := hand.answer():
            yield played


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return signal.Signals(-code).name
    return f"code {code}"


@contextmanager
def _alone() -> Iterator[None]:
    """For a process that is started here: its libraries have one thread, and Ctrl-C is not for it but for us."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # would start with the first process, and unblock Ctrl-C
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


# --- in the process ---


def work(plan: Plan, pipe: Connection[Played, Fixture], ledger: Ledger) -> None:
    """Play what comes until nobody asks for more."""
    warm: set[tuple[int, str]] = set()
    with suppress(EOFError, OSError):
        while True:
            fixture = pipe.recv()
            for side, bot in enumerate(seating(plan, fixture)):
                if (fixture.contest.table, bot) not in warm:
                    warm.add((fixture.contest.table, bot))
                    warm_up(plan, fixture, side, ledger)
                    gc.freeze()  # to search all that was compiled for garbage takes a tenth of a second of some thought
            pipe.send(play(plan, fixture, ledger))
