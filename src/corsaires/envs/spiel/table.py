"""What the games of OpenSpiel have in common: a state of OpenSpiel is a record of ours."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt
import pyspiel

from corsaires.envs.coding import Coding, Part
from corsaires.envs.contract import MOST_ACTIONS, WIN
from corsaires.envs.stepping import OVER, earn, legal, look
from corsaires.games.kernel.layout import copied

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)

Outcomes = list[tuple[int, float]]
Floats = npt.NDArray[np.float32]
Made = tuple[Callable[..., Any], tuple[Any, ...]]


class Desk:
    """What all states of a game share; copying a state does not copy it. `made`: the function that gives it again."""

    def __init__(self, made: Made, coding: Coding) -> None:
        self._made = made
        self.coding = coding
        self.aids = coding.aids()
        self.room = np.empty(MOST_ACTIONS, np.int64)
        self.nothing = [0.0] * coding.game.seats

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> Made:
        """OpenSpiel writes a state down with all its attributes: of this one, how to get it."""
        return self._made


class TableGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its choices made: at most so many outcomes of chance at once, and so many plies."""

    def __init__(self, kind: Any, desk: Desk, outcomes: int, plies: int, params: dict[str, Any]) -> None:
        self.desk = desk
        info = pyspiel.GameInfo(
            num_distinct_actions=desk.coding.actions,
            max_chance_outcomes=outcomes,
            num_players=desk.coding.game.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=plies,
        )
        super().__init__(kind, info, params)

    @abstractmethod
    def watcher(self) -> Observer:
        """Of what lies open now."""

    @abstractmethod
    def recaller(self) -> Observer:
        """Of all that a player has seen."""

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        if not is_whole(iig_obs_type, params):
            return None
        return self.recaller() if iig_obs_type and iig_obs_type.perfect_recall else self.watcher()


class TableState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A table. OpenSpiel copies its attributes deeply when it clones a state, so they are few and plain."""

    def __init__(self, game: Any, desk: Desk) -> None:
        super().__init__(game)
        self.desk = desk
        self.states = copied(desk.coding.rules)
        self.turn = CHANCE  # a seat, or CHANCE, or TERMINAL
        self.done = ""  # the actions of the players so far

    def current_player(self) -> int:
        return self.turn

    def is_terminal(self) -> bool:
        return self.turn == TERMINAL

    def pass_to(self, seat: int) -> None:
        self.turn = TERMINAL if seat == OVER else seat

    def _legal_actions(self, player: int) -> list[int]:
        room = self.desk.room
        found: list[int] = room[: legal(self.states, 0, self.desk.aids, room)].tolist()
        return found

    def returns(self) -> list[float]:
        if self.turn != TERMINAL:
            return self.desk.nothing
        rewards = np.zeros(len(self.desk.nothing))
        earn(self.states, 0, WIN, rewards)
        paid: list[float] = rewards.tolist()
        return paid

    def __str__(self) -> str:
        return self.desk.coding.tell(self.states)


class Observer(ABC):
    """What a player sees as a tensor: the parts of an observation, and `more` parts for perfect recall."""

    def __init__(self, desk: Desk, more: tuple[Part, ...] = ()) -> None:
        self._desk = desk
        self._numbers = np.zeros(desk.coding.size, np.int16)
        layout = (*desk.coding.layout, *more)
        self.tensor = np.zeros(sum(int(np.prod(part.shape)) for part in layout), np.float32)
        self.dict: dict[str, Floats] = {}
        at = 0
        for part in layout:
            size = int(np.prod(part.shape))
            self.dict[part.name] = self.tensor[at : at + size].reshape(part.shape)
            at += size

    def set_from(self, state: TableState, player: int) -> None:
        look(state.states, 0, self._desk.aids, player, self._numbers)
        self.tensor[: len(self._numbers)] = self._numbers

    @abstractmethod
    def string_from(self, state: TableState, player: int) -> str:
        """The same as a text."""


def kind_of_game(name: str, title: str, information: Any, most: int, choices: dict[str, Any]) -> Any:
    """What OpenSpiel asks to know of a game for two players up to so many, with the defaults of its choices."""
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=choices,
    )


def is_whole(kind: Any, params: Any) -> bool:
    """Whether all that one player sees is asked for: there is no other observation, and it has no parameters."""
    if params:
        raise ValueError(f"there are no parameters of observations; given were {params}")
    return kind is None or (kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)
