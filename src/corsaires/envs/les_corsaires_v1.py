"""# Les Corsaires

| Import | `from corsaires.envs import les_corsaires_v1` |
|---|---|
| Actions | Discrete |
| Parallel API | No |
| Manual control | No |
| Agents | `agents = ["player_0", "player_1", …]`, 2 to 4 |
| Action shape | Discrete(469) on the chart *crossing* |
| Observation | `{"observation": int16 vector, "action_mask": int8 vector of 469}` |

Wind, sail and cannon on a sea chart. The agents place their ships in turn and throw for who starts; a turn is then the
wind, each ship once, shots, and its end, an action each. Nothing is hidden but the dice to come. Rewards come at the
end. Layout, table of actions and rewards: docs/envs.md.

### Arguments

    les_corsaires_v1.env(seats=2, chart="crossing", variant=None, equal_fleets=False, reward="win", render_mode=None)

`seats`: 2, 3 or 4. `chart`: crossing or narrows, or a chart of your own. `variant`: None, experienced or very-young.
`equal_fleets`: with three players the totals of single fleets count double. `reward`: *win* (zero-sum: 1 for the winner
alone, the others share −1), *score* (the rules' points), *margin* (zero-sum: points less the mean of the others').
`render_mode`: ansi, rgb_array, human.

### Version history

* v1: the first
"""

from __future__ import annotations

from typing import Any, ClassVar

from pettingzoo.utils.env import AECEnv

from corsaires.envs.aec import MODES, TableEnv, wrapped


class raw_env(TableEnv):  # noqa: N801  # the name that PettingZoo gives it
    """Les Corsaires without wrappers: an illegal action raises."""

    metadata: ClassVar = {
        "render_modes": list(MODES),
        "name": "les_corsaires_v1",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, *, seats: int = 2, render_mode: str | None = None, reward: str = "win", **choices: Any) -> None:
        super().__init__("les-corsaires", seats=seats, render_mode=render_mode, reward=reward, **choices)


def env(**choices: Any) -> AECEnv:
    return wrapped(raw_env(**choices))
