"""A table as an environment of PettingZoo: the agents act one after the other."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo.utils import wrappers
from pettingzoo.utils.env import AECEnv

from corsaires.envs.batch import SEEDS, IllegalAction
from corsaires.envs.coding import check_reward, coding_of
from corsaires.envs.contract import MOST_ACTIONS
from corsaires.envs.spaces import MASK, OBSERVATION, action_space, observation_space
from corsaires.envs.stepping import ANEW, OVER, look, step_game
from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.kernel.rng import seeded

Observation = dict[str, npt.NDArray[Any]]
MODES: Final = ("human", "ansi", "rgb_array")


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo's types are partial
    """One table. Whose turn it is not, and when the game is over, the mask allows action 0 alone: nothing is asked."""

    metadata: ClassVar[dict[str, Any]]

    def __init__(self, game: str, *, render_mode: str | None = None, reward: str = "win", **choices: Any) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in MODES:
            raise InvalidSetup("render_mode", f"must be {', '.join(MODES)} or None, not {shown(render_mode)}")
        self.render_mode = render_mode
        self.coding = coding_of(game, **choices)
        self.possible_agents = [f"player_{seat}" for seat in range(self.coding.game.seats)]
        self.agents: list[str] = []
        self._how = check_reward(reward)
        self._states, self._aids = self.coding.rules.copy(), self.coding.aids()
        self._rng, self._seeded = seeded(0), False
        self._room = np.empty(MOST_ACTIONS, np.int64)
        self._numbers = np.zeros(self.coding.size, np.int16)
        self._mask = np.zeros(self.coding.actions, np.int8)
        self._paid = np.zeros(self.coding.game.seats, np.float32)
        self._turn = OVER
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.coding) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.coding) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # --- playing ---

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; with a seed the same every time, and so are those that follow it without one."""
        if seed is not None or not self._seeded:
            self._rng = seeded(secrets.randbelow(SEEDS) if seed is None else seed)
            self._seeded = True
        self._do(ANEW)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._turn]

    def step(self, action: int | None) -> None:
        """Do the action of the agent to act; raises IllegalAction, and then nothing has changed."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < self.coding.actions or not self._mask[action]:
            raise IllegalAction(f"action {shown(action)} is not legal for {agent}")
        self._cumulative_rewards[agent] = 0.0
        self._do(int(action))
        if self._turn == OVER:
            for each, reward in zip(self.agents, self._paid.tolist(), strict=True):
                self.rewards[each] = reward
                self.terminations[each] = True
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._turn]

    def _do(self, action: int) -> None:
        self._turn = step_game(
            self._states, self._aids, self._rng, action, self._room, self._numbers, self._mask, self._paid, self._how
        )

    # --- what is seen ---

    def observe(self, agent: str) -> Observation:
        """What an agent may see, and which actions it may take now."""
        if self._turn != OVER and agent == self.possible_agents[self._turn]:
            return {OBSERVATION: self._numbers.copy(), MASK: self._mask.copy()}
        numbers, mask = np.empty(self.coding.size, np.int16), np.zeros(self.coding.actions, np.int8)
        look(self._states, 0, self._aids, self._seat_of[agent], numbers)
        mask[0] = 1
        return {OBSERVATION: numbers, MASK: mask}

    def write(self, action: int) -> str:
        """The text of an action as things stand, like `r3@4`."""
        return self.coding.write(self._states, 0, action)

    def read(self, text: str) -> int:
        """The action that the text of a move stands for; raises InvalidMove."""
        return self.coding.read(self._states, 0, text)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The whole table, every hand included: as text (ansi), printed (human), or as a picture (rgb_array)."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return self.coding.paint(self._states)
        text = self.coding.tell(self._states)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to close."""


def wrapped(env: TableEnv) -> AECEnv:
    """As PettingZoo's own: an illegal action ends the game and costs 1, and the order of calls is checked."""
    terminated = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminated))
