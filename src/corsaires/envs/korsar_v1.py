"""# Korsar

| Import | `from corsaires.envs import korsar_v1` |
|---|---|
| Actions | Discrete |
| Parallel API | No |
| Manual control | No |
| Agents | `agents = ["player_0", "player_1", …]`, 2 to 5, or 4, 6 or 8 in teams |
| Action shape | Discrete(554) |
| Observation | `{"observation": int16 vector, "action_mask": int8 vector of 554}` |

Galleons, pirates, captains and one admiral. The agents act in turn: draw a card, lay a galleon, play a card on a
galleon at sea, or, once the deck is empty, discard. The observation holds the agent's own hand, in teams the
partner's too, and all that lies open. Rewards come at the end. Layout, table of actions and rewards: docs/envs.md.

### Arguments

    korsar_v1.env(seats=2, teams=False, edition="tilsit-2005", reward="win", render_mode=None)

`seats`: 2 to 5, in teams 4, 6 or 8. `teams`: partners sit in seats 2n and 2n + 1. `edition`: philibert-2002,
tilsit-2005 or lutin-ludique; single facets are house rules (`partner_admiral=False`). `reward`: *win* (zero-sum: 1 for
the winner alone, the others share −1), *score* (the gold of the rules), *margin* (zero-sum: gold less the mean of the
other sides'). `render_mode`: ansi, rgb_array, human.

### Version history

* v1: the first
"""

from __future__ import annotations

from typing import Any, ClassVar

from pettingzoo.utils.env import AECEnv

from corsaires.envs.aec import MODES, TableEnv, wrapped


class raw_env(TableEnv):  # noqa: N801  # the name that PettingZoo gives it
    """Korsar without wrappers: an illegal action raises."""

    metadata: ClassVar = {"render_modes": list(MODES), "name": "korsar_v1", "is_parallelizable": False, "render_fps": 2}

    def __init__(self, *, seats: int = 2, render_mode: str | None = None, reward: str = "win", **choices: Any) -> None:
        super().__init__("korsar", seats=seats, render_mode=render_mode, reward=reward, **choices)


def env(**choices: Any) -> AECEnv:
    return wrapped(raw_env(**choices))
