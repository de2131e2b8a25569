"""*Capitaine* and *amiral*: the search, with a model that learned from matelot's games or from its own.

Capitaine searches everybody's moves; amiral its own, and takes the others for matelots: so it looks a turn further.
"""

from __future__ import annotations

from typing import Final

from corsaires.bots.bot import Budget, Thought
from corsaires.bots.les_corsaires.matelot import Heuristic
from corsaires.bots.les_corsaires.model import AMIRAL, CAPITAINE, fitted_model
from corsaires.bots.les_corsaires.problem import EVERYBODY, aids_of
from corsaires.bots.search.thinker import Question, Thinker
from corsaires.bots.search.tree import Manner
from corsaires.games.les_corsaires.state import EXPERIENCED, new_states
from corsaires.games.les_corsaires.view import View

MANNER: Final = Manner(curiosity=0.3, heat=0.02, trust=1.0, certain=True)


class Searcher(Thinker):
    """A level. Of the experienced's way back no model is good yet: matelot, who beats them all there, stands in."""

    def think(self, view: View, budget: Budget, seed: int) -> Thought:
        if int(view.sight["variant"][0]) == EXPERIENCED:
            return Heuristic("matelot").think(view, budget, seed)
        return super().think(view, budget, seed)


def searcher(level: str, threads: int = 1) -> Searcher:
    def ask(view: View) -> Question:
        seats, variant = int(view.sight["seats"][0]), int(view.sight["variant"][0])
        aids = aids_of(view.charts, seats, variant, fitted_model(level, seats, variant), thinks_of(level))
        return Question(view.sight, new_states(), aids, seats, view.write)

    return Searcher(ask, MANNER, threads)


def thinks_of(level: str) -> int:
    """Amiral's own seat, which the search sets; EVERYBODY."""
    return 0 if level == AMIRAL else EVERYBODY


def capitaine() -> Searcher:
    return searcher(CAPITAINE)


def amiral() -> Searcher:
    return searcher(AMIRAL)
