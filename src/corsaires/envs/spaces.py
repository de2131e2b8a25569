"""The spaces of Gymnasium for a game in numbers."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from corsaires.envs.coding import Coding

OBSERVATION: Final = "observation"
MASK: Final = "action_mask"


def observation_space(coding: Coding) -> spaces.Dict:
    low, high = coding.bounds()
    return spaces.Dict(
        {OBSERVATION: spaces.Box(low, high, dtype=np.int16), MASK: spaces.Box(0, 1, (coding.actions,), np.int8)}
    )


def action_space(coding: Coding) -> spaces.Discrete[Any]:
    return spaces.Discrete(coding.actions)
