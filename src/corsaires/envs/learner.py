"""One learner among bots, as environments of Gymnasium: many games at once, or one.

    envs = gymnasium.make_vec("corsaires.envs.learner:corsaires/Korsar-v1", num_envs=1024, bots="matelot", seats=2)

The bots play between the learner's turns in compiled code.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from corsaires.envs.batch import Crew, check_actions, new_shown, reseed_all
from corsaires.envs.coding import check_bot, check_reward, coding_of
from corsaires.envs.spaces import MASK, OBSERVATION, action_space, observation_space
from corsaires.envs.stepping import ANEW, ANYWHERE, Among, illegal, step_among
from corsaires.games.kernel.errors import InvalidSetup, shown

Observations = dict[str, npt.NDArray[Any]]
Numbers = npt.NDArray[np.int64]


class LearnerVectorEnv(VectorEnv[Observations, Numbers, npt.NDArray[Any]]):
    """A learner at `num_envs` tables, one seat at each; the others are bots: random, mousse or matelot.

    `seat` is where the learner sits, None for a lot before every game. A game that ends is followed by the next in the
    same step (`AutoresetMode.SAME_STEP`); what the learner saw at the end is in `infos["final_obs"]`. With `copy=False`
    the arrays given back are always the same, and every step writes over them. An illegal action raises IllegalAction.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012  # as theirs

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        bots: str = "matelot",
        seat: int | None = None,
        reward: str = "win",
        threads: int = 1,
        copy: bool = True,
        **choices: Any,
    ) -> None:
        self.num_envs = num_envs
        self.coding = coding_of(game, **choices)
        seats = self.coding.game.seats
        if seat is not None and not (type(seat) is int and 0 <= seat < seats):
            raise InvalidSetup("seat", f"must be 0 to {seats - 1}, or None for any, not {shown(seat)}")
        self.single_observation_space = observation_space(self.coding)
        self.single_action_space = action_space(self.coding)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._how, self._copy = check_reward(reward), copy
        self._states, self._rngs = np.repeat(self.coding.rules, num_envs), np.zeros((num_envs, 4), np.int64)
        self._shown = new_shown(self.coding, num_envs)
        self._among = Among(
            self.coding.weights(check_bot(bots)),
            ANYWHERE if seat is None else seat,
            np.zeros(num_envs),
            np.zeros((num_envs, self.coding.size), np.int16),
        )
        self._crew = Crew(num_envs, threads, self.coding, bots=bots != "random")

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin every game anew: with a seed, game i from the seed + i; without one, they go on from their chance."""
        if isinstance(seed, list):
            raise InvalidSetup("seed", "must be one number: game i has the seed + i")
        new = seed is not None or self._np_random is None
        super().reset(seed=seed)
        if new:
            reseed_all(self._rngs, int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self._play(np.full(self.num_envs, ANEW))
        return self._observed(), {}

    def step(
        self, actions: Numbers
    ) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """The learner's action at every table, and the bots' up to its next turn."""
        self._play(check_actions(actions, self._shown))
        over = self._shown.over
        infos = self._final() if over.any() else {}
        earned, ended = (self._among.earned.copy(), over.copy()) if self._copy else (self._among.earned, over)
        return self._observed(), earned, ended, np.zeros(self.num_envs, np.bool_), infos

    def _play(self, chosen: Numbers) -> None:
        self._crew.run(
            lambda span, aids: step_among(
                self._states, span, aids, self._rngs, chosen, self._among, self._shown, self._how
            )
        )

    def _observed(self) -> Observations:
        observations, masks = self._shown.observations, self._shown.masks
        if self._copy:
            observations, masks = observations.copy(), masks.copy()
        return {OBSERVATION: observations, MASK: masks}

    def _final(self) -> dict[str, Any]:
        """What the learner saw at the end of the games that are over, as Gymnasium's own environments tell it."""
        mask = np.zeros(self.coding.actions, np.int8)
        mask[0] = 1
        finals = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(self._shown.over).tolist():
            finals[i] = {OBSERVATION: self._among.final[i].copy(), MASK: mask.copy()}
        ended = self._shown.over.copy()
        return {"final_obs": finals, "_final_obs": ended, "final_info": {}, "_final_info": ended}

    def close_extras(self, **_: Any) -> None:
        self._crew.close()


class LearnerEnv(gymnasium.Env[Observations, int]):
    """A learner at one table of bots. An illegal action loses the game, as if the learner had left the table."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012  # as theirs

    def __init__(self, game: str, *, render_mode: str | None = None, **choices: Any) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise InvalidSetup("render_mode", f"must be ansi, rgb_array or None, not {shown(render_mode)}")
        self.render_mode = render_mode
        self._table = LearnerVectorEnv(game, 1, **choices)
        self.observation_space = self._table.single_observation_space
        self.action_space = self._table.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        super().reset(seed=seed)
        observed, _ = self._table.reset(seed=seed)
        return _first(observed), {}

    def step(self, action: int) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        chosen = np.array([action], np.int64)
        if illegal(self._table._shown.masks, chosen) == 0:
            return _first(self._table._observed()), -1.0, True, False, {"illegal": True}
        observed, rewards, over, _, infos = self._table.step(chosen)
        seen = infos["final_obs"][0] if over[0] else _first(observed)
        return seen, float(rewards[0]), bool(over[0]), False, {}

    def render(self) -> Any:
        """The whole table, every hand included; after the end, the next one."""
        if self.render_mode is None:
            return None
        coding, states = self._table.coding, self._table._states
        return coding.tell(states) if self.render_mode == "ansi" else coding.paint(states)

    def close(self) -> None:
        self._table.close()


def _first(observed: Observations) -> Observations:
    return {key: rows[0] for key, rows in observed.items()}


for _name, _game in (("Korsar", "korsar"), ("LesCorsaires", "les-corsaires")):
    gymnasium.register(
        f"corsaires/{_name}-v1",
        entry_point="corsaires.envs.learner:LearnerEnv",
        vector_entry_point="corsaires.envs.learner:LearnerVectorEnv",
        kwargs={"game": _game, "seats": 2},
    )
