"""A game as the environments play it: its fixed table of actions, the layout of its observations, what a bot needs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib import import_module
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from corsaires.bots.weights import Weights
from corsaires.envs.canvas import Picture
from corsaires.envs.contract import REWARDS
from corsaires.games.catalog import load
from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.kernel.game import Game
from corsaires.games.kernel.layout import Records

CODINGS: Final = {"korsar": "corsaires.envs.korsar.game", "les-corsaires": "corsaires.envs.les_corsaires.game"}
BOTS: Final = ("random", "mousse", "matelot")  # those that compiled code can call


class Part(NamedTuple):
    """A part of an observation."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    about: str


class Actions(NamedTuple):
    """A row of the table of actions."""

    first: int
    number: int  # how many
    notation: str
    about: str


class Coding(ABC):
    """One choice of game, seats and rules in numbers."""

    game: Game
    layout: tuple[Part, ...]
    table: tuple[Actions, ...]
    rules: Records  # one state of such a table

    @property
    def actions(self) -> int:
        """How many there are; they count from 0."""
        return self.table[-1].first + self.table[-1].number

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(prod(part.shape) for part in self.layout)

    def bounds(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
        """The least and the greatest that every number of an observation can be."""
        sizes = [prod(part.shape) for part in self.layout]
        low, high = ([getattr(part, bound) for part in self.layout] for bound in ("low", "high"))
        return np.repeat(low, sizes).astype(np.int16), np.repeat(high, sizes).astype(np.int16)

    def parts(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The parts of an observation, or of many, by their names; nothing is copied."""
        found, at = {}, 0
        for part in self.layout:
            numbers = observation[..., at : at + prod(part.shape)]
            found[part.name] = numbers.reshape(*observation.shape[:-1], *part.shape)
            at += prod(part.shape)
        return found

    @abstractmethod
    def aids(self, bots: bool = False) -> Any:
        """What compiled code needs besides the states, one for each thread; `bots`: for bots that think, too."""

    @abstractmethod
    def weights(self, bot: str) -> Weights:
        """A bot for compiled code."""

    @abstractmethod
    def write(self, states: Records, i: int, action: int) -> str:
        """The text of an action."""

    @abstractmethod
    def read(self, states: Records, i: int, text: str) -> int:
        """The action that a text stands for; raises InvalidMove."""

    @abstractmethod
    def tell(self, states: Records) -> str:
        """The first table as text, every hand included."""

    @abstractmethod
    def paint(self, states: Records) -> Picture:
        """The first table as a picture, every hand included."""


def coding_of(game: Game | str, **choices: Any) -> Coding:
    """A game in numbers: one that is loaded, or a name and its choices; raises InvalidSetup."""
    chosen = load(game, **choices) if isinstance(game, str) else game
    made: Coding = import_module(CODINGS[chosen.name]).Coded(chosen)
    return made


def check_reward(reward: str) -> int:
    """The number of a kind of reward; raises InvalidSetup."""
    if reward not in REWARDS:
        raise InvalidSetup("reward", f"must be {', '.join(REWARDS[:-1])} or {REWARDS[-1]}, not {shown(reward)}")
    return REWARDS.index(reward)


def check_bot(bot: str) -> str:
    """A bot that compiled code can call; raises InvalidSetup."""
    if bot not in BOTS:
        raise InvalidSetup("bots", f"must be {', '.join(BOTS[:-1])} or {BOTS[-1]}, not {shown(bot)}")
    return bot
