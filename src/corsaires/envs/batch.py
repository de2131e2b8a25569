"""Thousands of games at once, for learners that play every seat."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from corsaires.envs.coding import Coding, check_reward, coding_of
from corsaires.envs.stepping import ANEW, Shown, illegal, pick, step_games
from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.kernel.game import Game
from corsaires.games.kernel.rng import Rng, seeded

SEEDS: Final = 1 << 62


class Batch:
    """A batch of games by the same rules, stepped together; a game that ends is followed by another.

        batch = Batch("korsar", 1024, seats=2)
        shown = batch.reset(seed=7)
        while training:
            shown = batch.step(choose(shown.observations, shown.masks))

    `shown` are arrays with a row a game, always the same ones: `observations` and `masks` of the seat to act, `turns`
    who that is, `rewards` by seat and `over` for the games that this step ended. torch.from_numpy takes them without
    copying. Game i of a batch with a seed plays the same as a single environment with the seed + i.
    """

    def __init__(self, game: Game | str, games: int, *, reward: str = "win", threads: int = 1, **choices: Any) -> None:
        for key, value in (("games", games), ("threads", threads)):
            if type(value) is not int or value < 1:
                raise InvalidSetup(key, f"must be a whole number, 1 or more, not {shown(value)}")
        self.coding: Coding = coding_of(game, **choices)
        self.games = games
        self.seats = self.coding.game.seats
        self.states = np.repeat(self.coding.rules, games)
        self._rngs = np.zeros((games, 4), np.int64)
        self._how = check_reward(reward)
        self.shown = new_shown(self.coding, games)
        self._crew = Crew(games, threads, self.coding, bots=False)
        self._whims = seeded(0)
        self._picked = np.zeros(games, np.int64)
        self._open = False

    def reset(self, seed: int | None = None) -> Shown:
        """Begin every game anew; without a seed the games go on from where their chance is, at first from anywhere."""
        if seed is not None or not self._open:
            reseed_all(self._rngs, secrets.randbelow(SEEDS) if seed is None else seed)
            self._whims = seeded(int(self._rngs[0, 0]))
        self._open = True
        return self._step(np.full(self.games, ANEW))

    def step(self, actions: npt.ArrayLike) -> Shown:
        """Do one action in every game; raises IllegalAction, and then nothing has changed."""
        return self._step(check_actions(actions, self.shown))

    def _step(self, chosen: npt.NDArray[np.int64]) -> Shown:
        self._crew.run(
            lambda span, aids: step_games(self.states, span, aids, self._rngs, chosen, self.shown, self._how)
        )
        return self.shown

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for every game, all equally likely; always the same array."""
        pick(self.shown.masks, self._whims, self._picked)
        return self._picked

    def close(self) -> None:
        self._crew.close()


class IllegalAction(ValueError):
    """An action that the mask does not allow."""


class Crew:
    """Threads that share the games of a batch between them."""

    def __init__(self, games: int, threads: int, coding: Coding, *, bots: bool) -> None:
        ends = [games * n // threads for n in range(threads + 1)]
        self._shares = [((lo, hi), coding.aids(bots)) for lo, hi in pairwise(ends)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def run(self, work: Callable[[tuple[int, int], Any], None]) -> None:
        if self._pool is None:
            work(*self._shares[0])
        else:
            list(self._pool.map(lambda share: work(*share), self._shares))

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def new_shown(coding: Coding, games: int) -> Shown:
    return Shown(
        np.zeros((games, coding.size), np.int16),
        np.zeros((games, coding.actions), np.int8),
        np.zeros(games, np.int64),
        np.zeros((games, coding.game.seats), np.float32),
        np.zeros(games, np.bool_),
    )


def reseed_all(rngs: Rng, seed: int) -> None:
    """Game i from the seed + i."""
    for i in range(len(rngs)):
        rngs[i] = seeded(seed + i)


def check_actions(actions: npt.ArrayLike, given: Shown) -> npt.NDArray[np.int64]:
    """One legal action for every game; raises IllegalAction."""
    chosen = np.ascontiguousarray(actions)
    if chosen.shape != given.turns.shape or chosen.dtype.kind not in "iu":
        raise IllegalAction(f"{len(given.turns)} whole numbers are asked for, one a game")
    chosen = chosen.astype(np.int64, copy=False)
    if (i := int(illegal(given.masks, chosen))) >= 0:
        raise IllegalAction(f"action {chosen[i]} is not legal in game {i}, for seat {given.turns[i]}")
    return chosen
