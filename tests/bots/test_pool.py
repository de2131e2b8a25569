"""The pool of bots: every question is answered, the tables take turns, and it can be closed at any time."""

from __future__ import annotations

from concurrent.futures import CancelledError
from threading import Event, Lock
from typing import Any

import pytest

from corsaires.bots import Budget, Player, Thought, load_bot
from corsaires.bots.pool import Pool, cores
from corsaires.games.korsar.game import Korsar

SOON = 20.0  # seconds that a loaded machine may need


class Clerk:
    """A bot that notes what it was asked, and waits when it is told to."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.most = 0
        self.thinking = 0
        self.may_go = Event()
        self.begun = Event()
        self.lock = Lock()

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        with self.lock:
            self.asked.append(view)
            self.thinking += 1
            self.most = max(self.most, self.thinking)
        self.begun.set()
        assert self.may_go.wait(SOON)
        with self.lock:
            self.thinking -= 1
        if view == "wreck":
            raise ValueError("the bot is wrecked")
        return Thought(f"{view}/{seed}")


def player(clerk: Clerk) -> Player:
    return Player("clerk", clerk, Budget())


def test_every_question_has_its_own_answer() -> None:
    clerk = Clerk()
    clerk.may_go.set()
    with Pool(2) as pool:
        answers = [pool.submit(n % 3, player(clerk), n, seed=n) for n in range(12)]
        assert [answer.result(SOON).move for answer in answers] == [f"{n}/{n}" for n in range(12)]


def test_the_tables_take_turns() -> None:
    """One table asks three things before two others ask one each: they need not wait for all three."""
    clerk = Clerk()
    with Pool(1) as pool:
        answers = [pool.submit("A", player(clerk), "A1", 0)]
        assert clerk.begun.wait(SOON)
        answers += [pool.submit("A", player(clerk), text, 0) for text in ("A2", "A3")]
        answers += [pool.submit(text[0], player(clerk), text, 0) for text in ("B1", "C1")]
        clerk.may_go.set()
        for answer in answers:
            answer.result(SOON)
    assert clerk.asked == ["A1", "B1", "C1", "A2", "A3"]


def test_a_table_has_one_thread_at_most() -> None:
    clerk = Clerk()
    with Pool(3) as pool:
        answers = [pool.submit("A", player(clerk), n, 0) for n in range(5)]
        assert clerk.begun.wait(SOON)
        clerk.may_go.set()
        for answer in answers:
            answer.result(SOON)
    assert clerk.most == 1
    assert clerk.asked == [0, 1, 2, 3, 4]


def test_a_bot_that_fails_fails_alone() -> None:
    clerk = Clerk()
    clerk.may_go.set()
    with Pool(1) as pool:
        wrecked, sound = (pool.submit("A", player(clerk), view, 0) for view in ("wreck", "sound"))
        with pytest.raises(ValueError, match="the bot is wrecked"):
            wrecked.result(SOON)
        assert sound.result(SOON).move == "sound/0"


def test_a_question_can_be_taken_back_before_its_turn() -> None:
    clerk = Clerk()
    with Pool(1) as pool:
        first, second, third = (pool.submit("A", player(clerk), n, 0) for n in range(3))
        assert clerk.begun.wait(SOON)
        assert second.cancel()
        clerk.may_go.set()
        first.result(SOON)
        third.result(SOON)
    assert clerk.asked == [0, 2]


def test_closing_waits_for_what_has_begun_and_cancels_the_rest() -> None:
    clerk = Clerk()
    pool = Pool(1)
    begun, *waiting = (pool.submit(table, player(clerk), table, 0) for table in "AABC")
    assert clerk.begun.wait(SOON)
    clerk.may_go.set()
    pool.close()
    assert begun.done()
    for answer in waiting:
        if answer.cancelled():
            with pytest.raises(CancelledError):
                answer.result(SOON)
    assert all(answer.done() for answer in waiting)
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit("A", player(clerk), "late", 0)
    pool.close()


def test_real_bots_think_in_it() -> None:
    matelot = load_bot("korsar", "matelot")
    tables = [Korsar.load(seats=3).deal(seed=seed) for seed in range(4)]
    with Pool() as pool:
        views = [table.view(table.turn, options=False) for table in tables]
        answers = [pool.submit(n, matelot, view, 1) for n, view in enumerate(views)]
        moves = [answer.result(SOON).move for answer in answers]
    assert moves == [matelot.think(view, 1).move for view in views]
    assert cores() >= 1
