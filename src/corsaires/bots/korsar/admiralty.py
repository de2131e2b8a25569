"""The bots of Korsar that search: *capitaine* and *amiral*."""

from __future__ import annotations

from functools import cache, partial
from importlib.resources import files
from typing import Final

import numpy as np

from corsaires.bots.korsar.model import MODEL, Models
from corsaires.bots.korsar.problem import MATELOTS, MODEL_VALUES, aids_of
from corsaires.bots.korsar.weighing import weights_of
from corsaires.bots.search.thinker import Question, Thinker
from corsaires.bots.search.tree import Manner
from corsaires.games.korsar.notation import write_move
from corsaires.games.korsar.state import new_states
from corsaires.games.korsar.view import View

MANNER: Final = Manner(curiosity=0.1, heat=0.02, trust=1.0)


def capitaine() -> Thinker:
    """It thinks of what matelots would come to."""
    return Thinker(partial(ask, leaf=MATELOTS), MANNER)


def amiral(threads: int = 1) -> Thinker:
    """It knows positions by the fitted model."""
    return Thinker(partial(ask, leaf=MODEL_VALUES), MANNER, threads)


def ask(view: View, leaf: int) -> Question:
    seats, teams = int(view.sight["seats"][0]), bool(view.sight["teams"][0])
    aids = aids_of(model_of(seats, teams), weights_of("matelot", seats, teams), leaf)
    return Question(view.sight, new_states(), aids, seats >> teams, write_move)


@cache
def model_of(seats: int, teams: bool) -> Models:
    """The model fitted to tables of this size; the file says by which command."""
    name = f"{seats}{'-teams' if teams else ''}.npz"
    models = np.zeros(1, MODEL)
    with (files(__package__) / "weights" / name).open("rb") as file, np.load(file) as weights:
        for field in MODEL.names or ():
            models[field][0] = weights[field]
    return models
