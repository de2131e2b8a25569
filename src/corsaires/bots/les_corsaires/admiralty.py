"""*Capitaine* and *amiral*: the search, with a model that learned from matelot's games or from its own.

The search tries one's own moves, and plays everybody's others as matelot would up to one's next turn.
"""

from __future__ import annotations

from typing import Final

from corsaires.bots.les_corsaires.model import AMIRAL, CAPITAINE, fitted_model
from corsaires.bots.les_corsaires.problem import aids_of
from corsaires.bots.search.thinker import Question, Thinker
from corsaires.bots.search.tree import Manner
from corsaires.games.les_corsaires.state import new_states
from corsaires.games.les_corsaires.view import View

MANNER: Final = Manner(curiosity=0.3, heat=0.1, trust=1.0, certain=True, patient=True)


def searcher(level: str, threads: int = 1) -> Thinker:
    def ask(view: View) -> Question:
        seats, variant, seat = (int(view.sight[field][0]) for field in ("seats", "variant", "turn"))
        aids = aids_of(view.charts, seats, variant, fitted_model(level, seats, variant), seat)
        return Question(view.sight, new_states(), aids, MANNER, seats, view.write)

    return Thinker(ask, threads)


def capitaine() -> Thinker:
    return searcher(CAPITAINE)


def amiral() -> Thinker:
    return searcher(AMIRAL)
