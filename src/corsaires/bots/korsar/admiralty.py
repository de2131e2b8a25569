"""*Capitaine* and *amiral*: the search, with a model that learned from matelot's games or from its own.

Capitaine takes what the others hold as one cloud of cards. Amiral puts itself in the others' place: with every hand
that it imagines there it looks anew at what would be played, and it weighs a position with everybody's eyes.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Final

import numpy as np

from corsaires.bots.korsar.model import Models, model_from
from corsaires.bots.korsar.problem import ALL_EYES, OWN_EYES, aids_of
from corsaires.bots.korsar.weighing import DIRECTORY, table_name
from corsaires.bots.search.thinker import Question, Thinker
from corsaires.bots.search.tree import Manner
from corsaires.games.kernel.layout import lined_up
from corsaires.games.korsar.notation import write_move
from corsaires.games.korsar.state import new_states
from corsaires.games.korsar.view import View

PLAIN: Final = Manner(curiosity=0.1, heat=0.02, trust=1.0)
IN_THEIR_PLACE: Final = PLAIN._replace(anew=True)
# How a level searches, and how it weighs a position.
WAYS: Final = {"capitaine": (PLAIN, OWN_EYES), "amiral": (IN_THEIR_PLACE, ALL_EYES)}


def capitaine() -> Thinker:
    return Thinker(partial(ask, "capitaine"))


def amiral(threads: int = 1) -> Thinker:
    return Thinker(partial(ask, "amiral"), threads)


def ask(level: str, view: View) -> Question:
    seats, teams = int(view.sight["seats"][0]), bool(view.sight["teams"][0])
    manner, leaf = WAYS[level]
    aids = aids_of(model_of(level, seats, teams), leaf)
    return Question(view.sight, new_states(), aids, manner, seats >> teams, write_move)


@cache
def model_of(level: str, seats: int, teams: bool) -> Models:
    """The models of such a table, fitted by `python -m training.korsar`."""
    paths = paths_of(DIRECTORY, f"{level}-{table_name(seats, teams)}")
    return lined_up(np.concatenate([read_model(path) for path in paths]))


def paths_of(directory: Path, name: str) -> list[Path]:
    """The files of models that are asked together: `name.npz` and, if there are more, `name.1.npz` and so on."""
    return sorted(directory.glob(f"{name}.*npz"))


def read_model(path: Path) -> Models:
    with np.load(path) as weights:
        return model_from(weights)
