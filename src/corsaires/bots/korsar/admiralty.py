"""The bots of Korsar that search: *capitaine* and *amiral*."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from corsaires.bots.korsar.model import MODEL, Models
from corsaires.bots.korsar.problem import aids_of
from corsaires.bots.search.thinker import Question, Thinker
from corsaires.bots.search.tree import Manner
from corsaires.games.korsar.notation import write_move
from corsaires.games.korsar.state import new_states
from corsaires.games.korsar.view import View

MANNER: Final = Manner(curiosity=0.3, heat=0.05, trust=1.0)


def capitaine() -> Thinker:
    return Thinker(ask, MANNER)


def amiral(threads: int = 1) -> Thinker:
    return Thinker(ask, MANNER, threads)


def ask(view: View) -> Question:
    seats, teams = int(view.sight["seats"][0]), bool(view.sight["teams"][0])
    return Question(view.sight, new_states(), aids_of(model_of(seats, teams)), seats >> teams, write_move)


@cache
def model_of(seats: int, teams: bool) -> Models:
    """The model fitted to tables of this size; the file says by which command."""
    name = f"{seats}{'-teams' if teams else ''}.npz"
    models = np.zeros(1, MODEL)
    with (files(__package__) / "weights" / name).open("rb") as file, np.load(file) as weights:
        for field in MODEL.names or ():
            models[field][0] = weights[field]
    return models
