"""What a game supplies so that the environments can play it: compiled rules, looked up by the type of its records.

An *action* is a number of the game's fixed table of actions. `aids` are whatever a game needs besides the state; they
hold scratch space, so every thread has its own. Whatever an environment shows of a state goes through `observe`.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel.generic import generic
from corsaires.games.kernel.layout import Records
from corsaires.games.kernel.rng import Rng

Actions = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int16]  # of an observation
Rewards = npt.NDArray[np.floating[Any]]

MOST_ACTIONS: Final = 1024  # that can be legal at once

# What is paid at the end of a game.
REWARDS: Final = ("win", "score", "margin")
WIN, SCORE, MARGIN = range(3)


class Supplied(Protocol):
    """The rules, by their names."""

    @staticmethod
    def open_game(states: Records, i: int, aids: Any, rng: Rng) -> None:
        """Begin a new game by the rules of the table, with chance from rng."""

    @staticmethod
    def ended(states: Records, i: int) -> bool: ...

    @staticmethod
    def seat_to_act(states: Records, i: int) -> int: ...

    @staticmethod
    def list_actions(states: Records, i: int, aids: Any, actions: Actions) -> int:
        """Write the legal actions of the seat to act, the smallest first; how many there are, one at least."""

    @staticmethod
    def act(states: Records, i: int, aids: Any, action: int, rng: Rng) -> None:
        """Do a legal action, with chance from rng."""

    @staticmethod
    def observe(states: Records, i: int, aids: Any, seat: int, numbers: Numbers) -> None:
        """Write what a seat may see."""

    @staticmethod
    def pay(states: Records, i: int, how: int, rewards: Rewards) -> None:
        """What a finished game gives every seat: WIN, SCORE or MARGIN."""

    @staticmethod
    def bot_acts(states: Records, i: int, aids: Any, bots: Records, rng: Rng) -> None:
        """The seat to act makes a bot's move: the bot is its weights, none at all for one that plays at random."""


open_game = generic(Supplied.open_game)
ended = generic(Supplied.ended)
seat_to_act = generic(Supplied.seat_to_act)
list_actions = generic(Supplied.list_actions)
act = generic(Supplied.act)
observe = generic(Supplied.observe)
pay = generic(Supplied.pay)
bot_acts = generic(Supplied.bot_acts)
